import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { allowsOrigin, isKnownOrigin } from "@/lib/settings/origins";
import { ANSWER_HEADERS, COMMON_HEADERS, REQUEST_HEADERS } from "./headers";

/** Headers of an answer that scripts of an allowed page may read, besides those that every page may. */
export const EXPOSED_HEADERS = [
  "Allow",
  "Content-Disposition",
  "Idempotency-Replayed",
  "Location",
  ...Object.keys({ ...COMMON_HEADERS, ...ANSWER_HEADERS }),
].sort();

/** Headers they may send; never credentials: a token goes into `Authorization`. */
export const SENDABLE_HEADERS = [
  "Authorization",
  "Content-Type",
  "Last-Event-ID",
  "Traceparent",
  "X-Request-Id",
  "X-Workspace-Id",
  ...Object.values(REQUEST_HEADERS).flatMap(({ shape }) => Object.keys(shape)),
].sort();

/** Seconds for which a browser may cache a preflight. */
const KEPT_S = 600;

/** Lets pages of the origin read this answer if the caller's workspace allows it (Fetch Standard, CORS protocol). */
export async function allowReading(
  request: Request,
  workspaceId: string | undefined,
  headers: Headers,
): Promise<void> {
  const origin = foreignOrigin(request);
  if (origin === null) return;
  headers.append("Vary", "Origin");
  if (!workspaceId || !(await quietly(allowsOrigin(workspaceId, origin)))) return;
  headers.set("Access-Control-Allow-Origin", origin);
  headers.set("Access-Control-Expose-Headers", EXPOSED_HEADERS.join(", "));
}

/** Whether a browser asks if a page may send a request (Fetch Standard, CORS-preflight request). */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
}

/** The answer to a preflight: no permission unless some workspace allows the origin. */
export async function preflightHeaders(request: Request, allow: string): Promise<Record<string, string>> {
  const origin = foreignOrigin(request);
  if (origin === null) return {};
  const varied = { Vary: "Origin" };
  if (!isPreflight(request) || !(await quietly(isKnownOrigin(origin)))) return varied;
  return {
    ...varied,
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": SENDABLE_HEADERS.join(", "),
    "Access-Control-Max-Age": String(KEPT_S),
  };
}

/** Browsers send it with our own pages' requests, too. */
function foreignOrigin({ headers }: Request): string | null {
  const origin = headers.get("origin");
  return origin === new URL(env().APP_URL).origin ? null : origin;
}

/** An answer is never lost because the permission could not be determined. */
function quietly(asked: Promise<boolean>): Promise<boolean> {
  return asked.catch((error: unknown) => {
    log().warn({ err: error }, "allowed origins not read");
    return false;
  });
}
