import { z } from "zod";
import { workAs } from "@/db/work";
import { type FieldProblem, validationError } from "@/lib/errors";
import { tagOf } from "@/lib/precondition";
import { checkInput } from "@/lib/problems";
import type { Audited } from "./audited";
import type { Body } from "./body";
import { readBody } from "./body";
import { admit } from "./callers";
import { connection } from "./connection";
import { answer, type Exchange } from "./exchange";
import { once } from "./idempotency";
import { limitUploads } from "./limits";
import { nextLink } from "./next-link";
import { notPermitted } from "./not-permitted";
import {
  type Auth,
  type Caller,
  type Context,
  type Declaration,
  type Operation,
  permissionFor,
  type Responses,
  type RouteHandler,
  type Schema,
} from "./operation";
import { Reply } from "./reply";

/** The time a file of 200 MB takes at 2 Mbit/s; any other body has half a minute. */
const UPLOAD_MS = 15 * 60_000;

/**
 * Makes a Next route handler from a declaration: global limit → caller → upload limit → parameters → body → handler →
 * JSON. Every failure answers `{code, message, details?}`.
 */
export function route<
  A extends Auth = "bearer",
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Body = undefined,
  R extends Responses = Responses,
>(declaration: Declaration<A, P, Q, B, R>): RouteHandler {
  const { handler, ...rest } = declaration;
  const operation = rest as Operation;
  const handle: RouteHandler = (request, context) => {
    const work = async (exchange: Exchange) => {
      if (operation.audit) exchange.audited = operation.audit;
      if (operation.deprecated) markDeprecated(operation.deprecated, exchange.headers);
      const caller = await identify(operation, request, exchange);
      const { body, ...input } = await readInput(operation, request, (await context?.params) ?? {});
      const run = async () => {
        // The declaration's own schemas made these values, so they have the types the handler was declared with.
        const ifMatch = request.headers.get("if-match") ?? undefined;
        const full = { request, requestId: exchange.requestId, ifMatch, ...caller, ...input, body };
        const answered = toReply(operation, await handler(full as Context<A, P, Q, B>));
        if (operation.audit) describeAudited(exchange, operation.audit, input.params, body, answered.body);
        const link = nextLink(operation, request, answered.body);
        if (link) exchange.headers.append("Link", link);
        if (operation.conditional && answered.status === 200)
          exchange.headers.set("ETag", tagOf(answered.body).ETag);
        return answered;
      };
      const key = request.headers.get("idempotency-key");
      const actor = caller && { userId: caller.user.id, apiKeyId: caller.apiKeyId };
      return workAs({ kind: "request", workspaceId: caller?.workspace.id, actor }, () => {
        if (!operation.idempotent || key === null || !caller) return run();
        return once(caller.workspace.id, operation.operationId, key, { ...input, body }, run);
      });
    };
    return answer(request, operation.operationId, work, operation.auth ?? "bearer");
  };
  handle.operation = operation;
  return handle;
}

/** The date of deprecation (RFC 9745), its end (RFC 8594), and the successor. */
function markDeprecated(
  { since, instead, sunset }: NonNullable<Operation["deprecated"]>,
  headers: Headers,
): void {
  headers.set("Deprecation", `@${Date.parse(since) / 1000}`);
  if (sunset) headers.set("Sunset", new Date(sunset).toUTCString());
  headers.append("Link", `<${instead}>; rel="successor-version"`);
}

const optionalId = z.string().optional();
const targets = z.object({ id: optionalId, exportId: optionalId, userId: optionalId });

/** The object of the action: the id in the path, otherwise the id of the result. */
function describeAudited(
  exchange: Exchange,
  { detail }: Audited,
  params: unknown,
  body: unknown,
  answer: unknown,
) {
  const ids = { ...(typeof answer === "object" && answer), ...(typeof params === "object" && params) };
  const target = targets.safeParse(ids).data;
  const id = target?.id ?? target?.exportId ?? target?.userId;
  if (id) exchange.target = id;
  if (detail) exchange.detail = detail(body);
}

async function identify(
  operation: Operation,
  request: Request,
  exchange: Exchange,
): Promise<Caller | undefined> {
  const identity = await admit(operation.auth ?? "bearer", request, exchange.known);
  if (!identity) return undefined;
  exchange.workspaceId = identity.workspaceId;
  exchange.userId = identity.userId;
  if (identity.keyId) exchange.apiKeyId = identity.keyId;
  const needed = permissionFor(operation, request.method);
  if (!identity.permissions.includes(needed)) throw notPermitted(needed, identity.keyScopes);
  if (operation.upload) {
    await limitUploads(operation.upload, identity.userId, exchange.headers);
    if (operation.upload === "file") connection()?.giveTime(UPLOAD_MS);
  }
  return {
    workspace: { id: identity.workspaceId },
    user: { id: identity.userId, email: identity.email },
    role: identity.role,
    permissions: identity.permissions,
    apiKeyId: identity.keyId ?? null,
  };
}

/** Parameters and body as declared. Throws 400, 413 or 415 for others. */
export async function readInput(
  operation: Operation,
  request: Request,
  params: Record<string, string | string[] | undefined>,
) {
  const parsed = parseParameters(operation, request, params);
  return { ...parsed, body: await readBody(operation, request) };
}

function parseParameters(
  operation: Operation,
  request: Request,
  params: Record<string, string | string[] | undefined>,
) {
  const problems: FieldProblem[] = [];
  const parsed = {
    params: check(operation.params, renamed(params, operation.rename), problems),
    query: check(operation.query, queryOf(request), problems),
  };
  if (problems.length > 0) throw validationError(problems);
  return parsed;
}

function renamed(params: Record<string, unknown>, names: Record<string, string> = {}) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]));
}

function check(schema: Schema, value: unknown, problems: FieldProblem[]): unknown {
  return schema ? checkInput(schema, value, problems) : undefined;
}

/** Query parameters; repeated ones are joined by commas. Unknown ones are dropped by the schemas. */
function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const query: Record<string, string> = Object.create(null);
  for (const name of new Set(searchParams.keys())) query[name] = searchParams.getAll(name).join(",");
  return query;
}

function toReply(operation: Operation, returned: unknown): Reply {
  if (returned instanceof Reply) return returned;
  const status = Number(Object.keys(operation.response).find((code) => code.startsWith("2")) ?? 200);
  return new Reply(status, returned, {});
}
