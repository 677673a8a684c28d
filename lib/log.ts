import pino from "pino";
import { env } from "@/lib/env";

const holder = globalThis as typeof globalThis & { kithLog?: pino.Logger };

/** One JSON line per event on standard output. Callers never pass secrets, bodies, e-mail or client addresses. */
export function log(): pino.Logger {
  holder.kithLog ??= pino({
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
  });
  return holder.kithLog;
}

/** Name, message, code and stack: a driver's error also carries the statement's parameters, which are personal data. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = "code" in error ? error.code : undefined;
  const cause =
    error.cause instanceof Error ? { name: error.cause.name, stack: error.cause.stack } : undefined;
  // Drizzle puts the parameters into its message; the cause has the database's own words.
  const message = error.name === "DrizzleQueryError" ? "query failed" : error.message;
  const stack = error.name === "DrizzleQueryError" ? undefined : error.stack;
  return { name: error.name, message, code, stack, cause };
}
