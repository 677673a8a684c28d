import { DrizzleQueryError } from "drizzle-orm/errors";
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

/**
 * Name, message, code and stack, and the same of the cause. A failed query's message and stack carry the parameters
 * of the statement, which are personal data: of it only the cause is told, which has the database's own words.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  // Drizzle gives its error no name of its own.
  if (error instanceof DrizzleQueryError)
    return { name: "DrizzleQueryError", message: "query failed", cause };
  const code = "code" in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, stack: error.stack, cause };
}
