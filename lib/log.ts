import pino from "pino";
import { env } from "@/lib/env";

const holder = globalThis as typeof globalThis & { kithLog?: pino.Logger };

/** One JSON line per event on standard output. Callers never pass secrets, bodies, e-mail or client addresses. */
export function log(): pino.Logger {
  holder.kithLog ??= newLog(env().LOG_LEVEL);
  return holder.kithLog;
}

/** Writes the whole log elsewhere; without an argument as before. For tests. */
export function divertLog(to?: pino.DestinationStream): void {
  holder.kithLog = to && newLog("trace", to);
}

function newLog(level: string, to?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}

/**
 * Name, message, code and stack, and the same of the cause. A failed query's message and stack contain the parameters
 * of the statement, which are personal data: only its cause is logged, which has the database's own words.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  // Drizzle gives its error no name of its own, and the log may be of another copy of Drizzle (own-error.ts).
  if ("query" in error && "params" in error)
    return { name: "DrizzleQueryError", message: "query failed", cause };
  const code = "code" in error ? error.code : undefined;
  const told = (text: string | undefined) => text && withoutValues(text, error, code);
  return { name: error.name, message: told(error.message), code, stack: told(error.stack), cause };
}

const EMAIL = /[^\s"'<>()[\]{},;:=/\\]+@[^\s"'<>()[\]{},;:=/\\]+\.[\p{L}]{2,}/gu;

/** Parsers and the database (class 22, data exceptions) quote the value they could not read; addresses are never logged. */
function withoutValues(text: string, error: Error, code: unknown): string {
  const quotes = error instanceof SyntaxError || (typeof code === "string" && /^22\w{3}$/.test(code));
  const unquoted = quotes ? text.replace(/(["'])(?:(?!\1).)*\1/g, "$1…$1") : text;
  return unquoted.replace(EMAIL, "***@***");
}
