import { env } from "@/lib/env";
import type { Limiter, LimitResult } from "./port";

const MAX_KEYS = 100_000;

/**
 * An exact sliding log in this process's memory. Holds at most 100 000 keys: beyond that the least recently used one
 * is dropped, which can only allow a request, never block one.
 */
export function processWindow(clock: () => number = Date.now): Limiter {
  const windows = new Map<string, number[]>();
  return {
    async hit(key, { max, windowMs }): Promise<LimitResult> {
      const now = clock();
      const live = (windows.get(key) ?? []).filter((at) => at > now - windowMs);
      const allowed = live.length < max;
      if (allowed) live.push(now);
      windows.delete(key);
      windows.set(key, live);
      const oldest = windows.size > MAX_KEYS ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
      const resetAt = (live[0] ?? now) + windowMs;
      const retryAfterS = Math.max(1, Math.ceil((resetAt - now) / 1000));
      return { allowed, limit: max, remaining: max - live.length, resetAt, retryAfterS };
    },
  };
}

/**
 * The same for when the shared store does not respond: processes cannot see each other's counts then, so each counts
 * its share, and all together allow no more than the limit.
 */
export function processShare(processes = env().WEB_CONCURRENCY): Limiter {
  const window = processWindow();
  return {
    async hit(key, rule) {
      const max = Math.max(1, Math.floor(rule.max / processes));
      return { ...(await window.hit(key, { ...rule, max })), limit: rule.max };
    },
  };
}
