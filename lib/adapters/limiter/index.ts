import { env } from "@/lib/env";
import { hostedLimiter } from "./hosted";
import { localLimiter } from "./local";
import type { Limiter } from "./port";

const holder = globalThis as typeof globalThis & { kithLimiter?: Limiter };

/** Upstash when it is configured, else exact windows in the application's own database. */
export function limiter(): Limiter {
  holder.kithLimiter ??= env().embedded.limiter ? localLimiter() : hostedLimiter();
  return holder.kithLimiter;
}

/** Discards the chosen adapter, so that a test can change the configuration. */
export function resetLimiter(): void {
  holder.kithLimiter = undefined;
}
