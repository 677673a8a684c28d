import { isForeignKeyViolation } from "@/db/client";
import type { Answer } from "@/db/question";
import { workAs } from "@/db/work";
import { ApiError } from "@/lib/errors";
import { credentialsOf, questionAbout, withoutWorkspace } from "@/lib/identity/authenticate";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { count, observe } from "@/lib/metrics";
import { outageOf } from "@/lib/outage";
import { entityTag, namesTag } from "@/lib/precondition";
import { type Begun, traced } from "@/lib/trace";
import { wake } from "@/lib/wake";
import { noteRequest, type Trail } from "./audited";
import { isProven } from "./callers";
import { allowReading } from "./cors";
import { leaveUncounted, limitGlobally } from "./limits";
import type { Auth } from "./operation";
import type { Reply } from "./reply";

/** One request on its way through the pipeline: the data for its answer and its log line. */
export interface Exchange extends Trail {
  headers: Headers;
  /** What our database returned about the token when the request was counted; undefined when it was not asked. */
  known?: Answer | undefined;
}

const CALLER_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Runs `work` behind the global limit, which does not apply to authenticated machines, and turns any outcome into an
 * answer: the reply as JSON or stream, an error in the documented shape. Writes one log line.
 */
export function answer(
  request: Request,
  name: string,
  work: (exchange: Exchange) => Promise<Reply>,
  auth: Auth = "public",
): Promise<Response> {
  const begun = (): Begun => ({
    name,
    kind: "server",
    attributes: { "http.request.method": request.method, "kith.operation": name },
    traceparent: request.headers.get("traceparent"),
  });
  return traced(begun, async (span) => {
    const response = await exchanged(request, name, work, auth);
    span?.set({
      "http.response.status_code": response.status,
      "kith.request_id": response.headers.get("x-request-id") ?? "",
    });
    if (response.status >= 500) span?.fail(String(response.status));
    return response;
  });
}

async function exchanged(
  request: Request,
  name: string,
  work: (exchange: Exchange) => Promise<Reply>,
  auth: Auth,
): Promise<Response> {
  const started = performance.now();
  const theirs = request.headers.get("x-request-id");
  const requestId = theirs && CALLER_ID.test(theirs) ? theirs : newId();
  const headers = new Headers({
    "X-Request-Id": requestId,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  });
  const exchange: Exchange = { requestId, headers };
  let response: Response;
  let failure: unknown;
  try {
    response = await workAs({ kind: "request" }, async () => {
      if (await isProven(auth, request)) leaveUncounted(headers);
      else exchange.known = await limitGlobally(request, headers, questionOf(auth, request));
      return toResponse(request, await work(exchange), headers);
    });
  } catch (error) {
    failure = error;
    response = hasLeft(request, error)
      ? new Response(null, { status: CLIENT_LEFT, headers })
      : toErrorResponse(error, headers);
  }
  await allowReading(request, exchange.workspaceId, response.headers);
  noteRequest(request, exchange, response.status);
  if (response.ok && exchange.workspaceId && !["GET", "HEAD"].includes(request.method))
    wake(exchange.workspaceId);
  const ms = performance.now() - started;
  count("kith_requests_total", `operation="${name}",status="${response.status}"`);
  observe("kith_request_duration_seconds", `operation="${name}"`, ms / 1000);
  logRequest(request, name, exchange, response.status, ms, failure);
  return response;
}

function questionOf(auth: Auth, request: Request) {
  return auth === "bearer" ? questionAbout(credentialsOf(request.headers)) : undefined;
}

/** The status that proxies log for a client that did not wait; nobody sees this answer. */
const CLIENT_LEFT = 499;

/** Whether work was aborted because its client has gone: not a failure, whatever the work threw. */
function hasLeft({ signal }: Request, error: unknown): boolean {
  return (
    signal.aborted && (error === signal.reason || (error instanceof Error && error.name === "AbortError"))
  );
}

function toResponse(request: Request, reply: Reply, headers: Headers): Response {
  for (const [name, value] of Object.entries(reply.headers)) headers.set(name, value);
  if (reply.body === undefined || reply.body === null)
    return new Response(null, { status: reply.status, headers });
  if (reply.body instanceof ReadableStream)
    return new Response(reply.body, { status: reply.status, headers });
  const json = JSON.stringify(reply.body);
  if (["GET", "HEAD"].includes(request.method) && reply.status === 200) {
    const tag = entityTag(json);
    headers.set("ETag", tag);
    if (namesTag(request.headers.get("if-none-match") ?? "", tag))
      return new Response(null, { status: 304, headers });
  }
  headers.set("Content-Type", "application/json; charset=utf-8");
  return new Response(json, { status: reply.status, headers });
}

function toErrorResponse(error: unknown, headers: Headers): Response {
  const known = toApiError(error);
  for (const [name, value] of Object.entries(known.headers)) headers.set(name, value);
  headers.set("Content-Type", "application/json");
  const { code, message, details } = known;
  return new Response(JSON.stringify({ code, message, details }), { status: known.status, headers });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const outage = outageOf(error);
  if (outage) return outage;
  // Every row depends on its workspace, which existed when the token was checked.
  if (isForeignKeyViolation(error)) return withoutWorkspace();
  return new ApiError(
    "INTERNAL_ERROR",
    "Something went wrong on our side. The request id helps us find out what.",
  );
}

function logRequest(
  request: Request,
  operation: string,
  { requestId, workspaceId, userId }: Exchange,
  status: number,
  ms: number,
  failure: unknown,
): void {
  const line = {
    requestId,
    operation,
    method: request.method,
    status,
    ms: Math.round(ms * 10) / 10,
    workspaceId,
    userId,
  };
  if (status >= 500) log().error({ ...line, err: failure }, "request");
  else log().info(line, "request");
}
