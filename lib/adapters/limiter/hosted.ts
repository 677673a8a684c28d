import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { unavailable } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Limiter, LimitResult, LimitRule } from "./port";
import { processShare } from "./window";

/** A limiter must cost a request less than it protects: after this time, we count locally. */
const FALLBACK_AFTER_MS = 500;
/** A refusal costs the caller more than a wait, so it is given more time (a cold start takes part of it). */
const REFUSE_AFTER_MS = 2_000;
/** While Redis is known to be down, requests that have a fallback do not wait for it again. */
const COOL_DOWN_MS = 2_000;
const RETRY_AFTER_S = 5;

/**
 * Upstash's sliding window: two fixed buckets, the previous one weighted. It is approximate (up to twice `max` in an
 * unlucky interval) and may still refuse at the very moment that `reset` names, so Retry-After is one second longer.
 *
 * Disabled on purpose: the SDK's own timeout (it lets everything pass, with zeros in the headers), `ephemeralCache`
 * (blocks a key until the end of the bucket although the weighted window opens earlier) and `analytics` (writes to
 * Redis on every hit).
 */
export function hostedLimiter(): Limiter {
  const redis = new Redis({
    url: env().UPSTASH_REDIS_REST_URL,
    token: env().UPSTASH_REDIS_REST_TOKEN,
    retry: { retries: 1, backoff: () => 50 },
    signal: () => AbortSignal.timeout(REFUSE_AFTER_MS),
    enableTelemetry: false,
  });
  const windows = new Map<string, Ratelimit>();
  const ownWindow = processShare();
  let downUntil = 0;

  async function hit(key: string, rule: LimitRule): Promise<LimitResult> {
    const refusing = rule.onOutage === "refuse";
    if (!refusing && Date.now() < downUntil) return ownWindow.hit(key, rule);
    try {
      const limitMs = refusing ? REFUSE_AFTER_MS : FALLBACK_AFTER_MS;
      return toResult(rule, await within(limitMs, windowFor(rule).limit(key)));
    } catch (error) {
      downUntil = Date.now() + COOL_DOWN_MS;
      log().warn({ err: error }, "rate limit store does not answer");
      // An upload costs too much to let through uncounted.
      if (refusing)
        throw unavailable("Uploads cannot be counted at the moment. Try again shortly.", RETRY_AFTER_S);
      return ownWindow.hit(key, rule);
    }
  }

  function windowFor({ max, windowMs }: LimitRule): Ratelimit {
    const name = `${max}/${windowMs}`;
    const known = windows.get(name);
    if (known) return known;
    const limiter = Ratelimit.slidingWindow(max, `${windowMs} ms`);
    const made = new Ratelimit({
      redis,
      limiter,
      timeout: 0,
      ephemeralCache: false,
      analytics: false,
      prefix: "kith",
    });
    windows.set(name, made);
    return made;
  }

  return { hit };
}

function toResult(
  { max }: LimitRule,
  answer: { success: boolean; remaining: number; reset: number },
): LimitResult {
  const untilReset = Math.ceil((answer.reset - Date.now()) / 1000);
  return {
    allowed: answer.success,
    limit: max,
    remaining: answer.remaining,
    resetAt: answer.reset,
    retryAfterS: Math.max(1, untilReset + 1),
  };
}
