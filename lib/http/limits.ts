import type { Answer, Question } from "@/db/question";
import { limiter } from "@/lib/adapters/limiter";
import type { LimitResult } from "@/lib/adapters/limiter/port";
import { ApiError } from "@/lib/errors";
import { RATES } from "@/lib/limits";
import { count } from "@/lib/metrics";
import { callerAddress } from "./client-address";
import { isPreflight } from "./cors";

const GLOBAL = { ...RATES.global, onOutage: "fallback" } as const;
const UPLOAD = { ...RATES.upload, onOutage: "refuse" } as const;

/** Windows besides the global one, as large as that: what no caller decides to send must not use up their requests. */
type Window = "preflight" | "answer";
const windows = new WeakMap<Request, Window | "none">();

/** Has the request counted in another window, or, as a part of what was counted already, in none. */
export function countIn(window: Window | "none", request: Request): void {
  windows.set(request, window);
}

/**
 * Counts the request against its client address, and looks up its caller in the same round trip if possible: returns
 * that, or undefined. Throws 429 `Too many requests`.
 */
export async function limitGlobally(
  request: Request,
  headers: Headers,
  question?: Question,
): Promise<Answer | undefined> {
  const window = windows.get(request) ?? (isPreflight(request) ? "preflight" : "global");
  if (window === "none") return leaveUncounted(headers);
  const hit = await limiter().hit(`${window}:${callerAddress(request.headers)}`, GLOBAL, question);
  apply(hit, headers, "global", "Too many requests");
  return hit.answer;
}

/** Headers for a call that is not counted: the full allowance. */
export function leaveUncounted(headers: Headers): undefined {
  const { max, windowMs } = GLOBAL;
  const full = { allowed: true, limit: max, remaining: max, resetAt: Date.now() + windowMs, retryAfterS: 1 };
  apply(full, headers, "global", "");
}

/** Counts the request against the uploads of its user. Throws 429 `Too many uploads. Try again later.` */
export async function limitUploads(what: "file" | "token", userId: string, headers: Headers): Promise<void> {
  const hit = await limiter().hit(what === "file" ? `upload:${userId}` : `upload:token:${userId}`, UPLOAD);
  apply(hit, headers, "upload", "Too many uploads. Try again later.");
}

/** `X-RateLimit-*` is about the limit that was counted last; the draft's fields name each (draft-ietf-httpapi-ratelimit-headers-10). */
function apply(result: LimitResult, headers: Headers, name: keyof typeof RATES, message: string): void {
  const secondsLeft = Math.max(0, Math.ceil((result.resetAt - Date.now()) / 1000));
  headers.append("RateLimit-Policy", `"${name}";q=${result.limit};w=${RATES[name].windowMs / 1000}`);
  headers.append("RateLimit", `"${name}";r=${result.remaining};t=${secondsLeft}`);
  headers.set("X-RateLimit-Limit", String(result.limit));
  headers.set("X-RateLimit-Remaining", String(result.remaining));
  headers.set("X-RateLimit-Reset", String(result.resetAt));
  if (!result.allowed) {
    count("kith_limiter_refusals_total", `limit="${name}"`);
    throw new ApiError("RATE_LIMITED", message, undefined, { "Retry-After": String(result.retryAfterS) });
  }
}
