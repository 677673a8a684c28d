import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { allowsOrigin, isKnownOrigin } from "@/lib/settings/origins";

/** What scripts of an allowed page may read of an answer, beside the few headers that every page may. */
export const EXPOSED_HEADERS = [
  "Allow",
  "Content-Disposition",
  "Deprecation",
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Sunset",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
];

/** What they may send; credentials never: a token goes into `Authorization`. */
const REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Last-Event-ID",
  "X-Request-Id",
];

/** Seconds that a browser may keep what a preflight said. */
const KEPT_S = 600;

/** Lets pages of the origin read this answer when the caller's workspace allows it (Fetch Standard, CORS protocol). */
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

/** What a preflight is told: nothing, unless some workspace allows the origin. */
export async function preflightHeaders(request: Request, allow: string): Promise<Record<string, string>> {
  const origin = foreignOrigin(request);
  if (origin === null) return {};
  const varied = { Vary: "Origin" };
  if (!request.headers.has("access-control-request-method") || !(await quietly(isKnownOrigin(origin))))
    return varied;
  return {
    ...varied,
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": REQUEST_HEADERS.join(", "),
    "Access-Control-Max-Age": String(KEPT_S),
  };
}

/** Browsers name it in what our own pages send, too. */
function foreignOrigin({ headers }: Request): string | null {
  const origin = headers.get("origin");
  return origin === new URL(env().APP_URL).origin ? null : origin;
}

/** An answer is never lost because nobody could say who may read it. */
function quietly(asked: Promise<boolean>): Promise<boolean> {
  return asked.catch((error: unknown) => {
    log().warn({ err: error }, "allowed origins not read");
    return false;
  });
}
