import { z } from "zod";
import { validationError } from "@/lib/errors";
import { permissionFor } from "@/lib/http/operation";
import { uploadQuery } from "@/lib/imports/schemas-reading";
import { parseInput } from "@/lib/problems";
import type { Permission } from "@/lib/workspaces/roles";
import {
  type Arguments,
  callOperation,
  checkArguments,
  inputOf,
  operationOf,
  requireKnown,
  type Sent,
  type Target,
} from "./calls";
import { descriptions } from "./descriptions";
import type { Guard } from "./guards";
import type { Look } from "./looks";
import { type Annotations, type Asking, asking, reads, uploading, type Words, writes } from "./operations";

/** An operation as a tool. */
export interface Tool {
  name: string;
  title: string;
  /** What it does and takes, then its effect, its limits and how to revert it. */
  description: string;
  needs: Permission;
  inputSchema: Record<string, unknown>;
  annotations: Annotations;
  /** What a person is told and shown before they confirm; null if nobody is asked. */
  question: { effect: string; back: string; looks: Look[]; guard: Guard | undefined } | null;
  /** Throws 400 for arguments that the tool does not take: nobody is asked about these. */
  check: (given: Arguments, caller: Request) => Promise<void>;
  call: (given: Arguments, caller: Request, sent?: Sent) => Promise<Response>;
}

const uploadInput = z.strictObject({
  filename: z.string().min(1).max(200).meta({ description: "With its extension: people.csv" }),
  text: z.string().min(1).optional().meta({ description: "The file's text, for a table with a header line" }),
  data: z
    .string()
    .min(1)
    .transform((text) => text.replaceAll(/\s/g, ""))
    .refine((text) => bytesOf(text).toString("base64") === text, "must be base64, with its padding")
    .optional()
    .meta({
      description: "Instead of `text`: the file's bytes in base64, as an Excel workbook needs it",
      contentEncoding: "base64",
    }),
  sheet: uploadQuery.shape.sheet,
});

const bytesOf = (base64: string) => Buffer.from(base64, "base64");

/** By name, as clients see them. */
export const tools = new Map<string, Tool>(
  [
    ...reads.map((target) => reading(target)),
    upload(),
    ...writes.map(([target, words, hidden]) => made(target, words, hidden)),
    ...asking.map(confirmed),
  ].map((tool) => [tool.name, tool]),
);

function made(target: Target, { effect, limit, back, hints }: Words, hidden: readonly string[] = []): Tool {
  const operation = operationOf(target);
  const inputSchema = inputOf(operation, hidden);
  const limits = limit ? ` Limit: ${limit}` : "";
  const { operationId, summary } = operation;
  const does = descriptions[operationId] ?? operation.description ?? `${summary}.`;
  const { properties } = inputOf(operation);
  const known = (given: Arguments) => {
    const shown = withoutHidden(given, hidden, properties);
    requireKnown(shown, inputSchema);
    return shown;
  };
  return {
    name: operationId,
    title: summary,
    description: `${does} Effect: ${effect}${limits} Way back: ${back}`,
    needs: permissionFor(operation, target.method),
    inputSchema,
    annotations: {
      readOnlyHint: false,
      destructiveHint: target.method !== "POST",
      idempotentHint: target.method !== "POST",
      openWorldHint: false,
      ...hints,
    },
    question: null,
    check: async (given, caller) => checkArguments(target, caller, known(given)),
    call: async (given, caller, sent) => callOperation(target, caller, known(given), sent),
  };
}

function reading({ hidden, ...target }: (typeof reads)[number]): Tool {
  const hints = { readOnlyHint: true, destructiveHint: false };
  return made(target, { effect: "reads only.", back: "not needed.", hints }, hidden);
}

function confirmed({ target, words, looks, hidden = [], guard }: Asking): Tool {
  const tool = made(target, { ...words, hints: { destructiveHint: true, ...words.hints } }, hidden);
  return {
    ...tool,
    description: `${tool.description} A person is asked first, through the client.`,
    question: { effect: words.effect, back: words.back, looks, guard },
  };
}

/**
 * Throws 400 for what only people do: erasing, which cannot be undone, resubscribing contacts who opted out, and files.
 * A parameter's default changes nothing, and is left out.
 */
function withoutHidden(
  { ...given }: Arguments,
  hidden: readonly string[],
  properties: Record<string, { default?: unknown }>,
): Arguments {
  for (const name of hidden)
    if (given[name] !== undefined && given[name] === properties[name]?.default) delete given[name];
  const { data: body = {} } = z.record(z.string(), z.unknown()).safeParse(given.body);
  const found = hidden.find((name) => name in given || Object.hasOwn(body, name));
  if (found === undefined) return given;
  const message = "is not for assistants; a person does it in the dashboard";
  throw validationError([{ path: [found], code: "custom", message }]);
}

function upload(): Tool {
  const [target, words] = uploading;
  const tool = made(target, words);
  return {
    ...tool,
    inputSchema: z.toJSONSchema(uploadInput, { io: "input" }),
    check: async (given) => void readUpload(given),
    call: async (given, caller) => {
      const { file, ...named } = readUpload(given);
      return callOperation(target, caller, named, { file });
    },
  };
}

function readUpload(given: Arguments) {
  const { text, data, ...named } = parseInput(uploadInput, given);
  const file = data === undefined ? text : new Uint8Array(bytesOf(data));
  if (file === undefined || (text !== undefined && data !== undefined))
    throw validationError([{ path: ["text"], code: "custom", message: "send either `text` or `data`" }]);
  return { ...named, file };
}
