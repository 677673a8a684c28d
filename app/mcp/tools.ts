import { z } from "zod";
import { GET as getChange } from "@/app/api/changes/[id]/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { GET as getContact } from "@/app/api/contacts/[id]/route";
import { GET as getTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { GET as listDuplicates } from "@/app/api/contacts/duplicates/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { GET as listExports } from "@/app/api/exports/route";
import { GET as listFields } from "@/app/api/fields/route";
import { POST as dryRunImport } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as previewImport } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as createImport, GET as listImports } from "@/app/api/imports/route";
import { GET as listSegments } from "@/app/api/segments/route";
import { GET as getStats } from "@/app/api/stats/route";
import { GET as listTags } from "@/app/api/tags/route";
import type { Operation, RouteHandler, Schema } from "@/lib/http/operation";
import { parseInput } from "@/lib/problems";

/** An operation as a tool. None of these changes a contact, deletes, undoes or mails. */
interface Tool {
  operation: Operation;
  effect: string;
  isReading: boolean;
  inputSchema: Record<string, unknown>;
  call: (given: Record<string, unknown>, caller: Request) => Promise<Response>;
}

const READS = "Effect: reads only.";

function read(path: string, handler: RouteHandler): Tool {
  const { operation } = handler;
  if (!operation) throw new Error(`${path} has no declaration`);
  return {
    operation,
    effect: READS,
    isReading: true,
    inputSchema: schemaOf(operation.params, operation.query),
    call: (given, caller) => ask(handler, caller, "GET", path, given),
  };
}

const uploadInput = z.strictObject({
  filename: z.string().min(1).max(200).meta({ description: "With its ending: people.csv" }),
  text: z.string().min(1).meta({ description: "The file's text, a header line first" }),
});

const anObject = z.looseObject({});

/** By name, as clients see them. */
export const tools = new Map<string, Tool>(
  [
    read("/api/contacts", listContacts),
    read("/api/contacts/{id}", getContact),
    read("/api/contacts/{id}/timeline", getTimeline),
    read("/api/contacts/duplicates", listDuplicates),
    read("/api/tags", listTags),
    read("/api/segments", listSegments),
    read("/api/fields", listFields),
    read("/api/stats", getStats),
    read("/api/changes", listChanges),
    read("/api/changes/{id}", getChange),
    read("/api/exports", listExports),
    read("/api/imports", listImports),
    read("/api/imports/{id}", getImport),
    read("/api/imports/{id}/preview", previewImport),
    read("/api/imports/{id}/errors", listErrors),
    upload(createImport),
    dryRun(dryRunImport),
  ].map((tool) => [tool.operation.operationId, tool]),
);

function upload(handler: RouteHandler): Tool {
  const { operation } = handler;
  if (!operation) throw new Error("an upload has no declaration");
  return {
    operation,
    effect:
      "Effect: stores the text as a file that waits; no contact changes until a person confirms it in the dashboard. Limit: 1 MB. Way back: discard the import there.",
    isReading: false,
    inputSchema: z.toJSONSchema(uploadInput),
    call: async (given, caller) => {
      const { filename, text } = parseInput(uploadInput, given);
      return ask(handler, caller, "POST", "/api/imports", { filename }, { type: "text/csv", text });
    },
  };
}

function dryRun(handler: RouteHandler): Tool {
  const { operation } = handler;
  if (!operation) throw new Error("a dry run has no declaration");
  const body = operation.body instanceof z.ZodType ? operation.body : anObject;
  return {
    operation,
    effect: "Effect: foretells what an import would do; no contact changes.",
    isReading: false,
    inputSchema: schemaOf(operation.params, operation.query, body),
    call: ({ body: sent, ...given }, caller) => {
      const json = sent === undefined ? undefined : { type: "application/json", text: JSON.stringify(sent) };
      return ask(handler, caller, "POST", "/api/imports/{id}/dry-run", given, json);
    },
  };
}

function schemaOf(...[params, query, body]: Schema[]): Record<string, unknown> {
  const parts = [params, query].flatMap((schema) => (schema ? [described(schema)] : []));
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  const { $schema: _, ...inner } = body ? described(body) : {};
  return { type: "object", properties: { ...properties, ...(body && { body: inner }) }, required };
}

function described(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
}

/** Through the operation's own pipeline, with the caller's key: its scope, workspace, limits and checks are all there. */
function ask(
  handler: RouteHandler,
  caller: Request,
  method: string,
  path: string,
  given: Record<string, unknown>,
  body?: { type: string; text: string },
): Promise<Response> {
  const params: Record<string, string> = {};
  const url = new URL(path, caller.url);
  for (const [name, value] of Object.entries(given)) {
    const text = textOf(value);
    if (path.includes(`{${name}}`)) params[name] = text;
    else if (value !== undefined && value !== null) url.searchParams.set(name, text);
  }
  const headers = new Headers();
  for (const name of ["authorization", "x-forwarded-for", "x-request-id"]) {
    const value = caller.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body) headers.set("content-type", body.type);
  const request = new Request(url, {
    method,
    headers,
    signal: caller.signal,
    ...(body && { body: body.text }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

/** As it stands in an address. An object has none, and may bring a `toString` that is no function. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
