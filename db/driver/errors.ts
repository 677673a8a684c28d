type ConnectionCode =
  | "CONNECTION_REFUSED"
  | "CONNECTION_TIMEOUT"
  | "CONNECTION_LOST"
  | "CONNECTION_POOL_TIMEOUT"
  | "CONNECTION_ENDED";

/** The database could not be reached, went away, or no connection became free in time. */
export class ConnectionError extends Error {
  readonly code: ConnectionCode;

  constructor(code: ConnectionCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConnectionError";
    this.code = code;
  }
}

/**
 * True when the transaction may succeed if it is run again from the start. The outcome of a COMMIT in progress is
 * unknown, so the transaction must be idempotent.
 */
export function isRetryable(error: unknown): boolean {
  return isRolledBack(error) || /^(57P0[123]|08|53300|CONNECTION_)/.test(codeOf(error));
}

/**
 * True when the database rolled the transaction back in favour of another: a deadlock, a serialization failure, or a contact
 * that was to get a tag when the other deleted one of them.
 */
export function isRolledBack(error: unknown): boolean {
  return /^40(001|P01)$/.test(codeOf(error)) || isForeignKeyViolation(error, "contact_tags_");
}

/** True when the database ended a deadlock by rolling this transaction back. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === "40P01";
}

/** True when the database could not be reached, went away, is overloaded or read-only: the caller should try again later. */
export function isDatabaseDown(error: unknown): boolean {
  return isReadOnly(error) || /^(57P0[123]|08|53|CONNECTION_)/.test(codeOf(error));
}

/** True when the database accepts no changes: its provider found the disk full, or it is a standby. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** True when the database is set up so that the undo journal would be lost: nothing was written. */
export function isUnfit(error: unknown): boolean {
  return codeOf(error) === "KJ001";
}

/** True when the disk of the database (SQLSTATE `disk_full`) or of this process is full, or its quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test(codeOf(error));
}

/** True when the database answers that it has no memory or no connection left, or none became free here in time. */
export function isOverloaded(error: unknown): boolean {
  return /^(53(?!1)|CONNECTION_POOL_TIMEOUT)/.test(codeOf(error));
}

/** True when the database, or the connection to it, went away: it may be back in a moment. */
export function isConnectionLost(error: unknown): boolean {
  return /^(57P0[123]|08|CONNECTION_(REFUSED|TIMEOUT|LOST|ENDED))/.test(codeOf(error));
}

/** True when a statement exceeded its time limit. */
export function isOutOfTime(error: unknown): boolean {
  return codeOf(error) === "57014";
}

/** True when a statement violated a unique index; with `constraint`, only that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = driverError(error);
  if (codeOf(found) !== "23505") return false;
  return constraint === undefined || (isObject(found) && found.constraint_name === constraint);
}

/**
 * True when a statement referred to a row that does not exist, usually because it was deleted a moment ago; with `prefix`,
 * by a key whose name begins with it.
 */
export function isForeignKeyViolation(error: unknown, prefix = ""): boolean {
  const found = driverError(error);
  if (codeOf(found) !== "23503") return false;
  return prefix === "" || (isObject(found) && String(found.constraint_name).startsWith(prefix));
}

function codeOf(error: unknown): string {
  const found = driverError(error);
  return isObject(found) && typeof found.code === "string" ? found.code : "";
}

/** Drizzle wraps the driver's error and keeps it as the cause. */
function driverError(error: unknown): unknown {
  const wrapped = error instanceof Error && !("code" in error) && error.cause !== undefined;
  return wrapped ? driverError(error.cause) : error;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
