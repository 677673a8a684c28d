import { asRunHere } from "./commands.mjs";

/** A failure the person at the terminal can act on: printed as its message, without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message one sentence on what is wrong and how to fix it
   * @param {string} [detail] more lines, for example the end of a log
   */
  constructor(message, detail) {
    super(message);
    this.name = "Failure";
    this.detail = detail;
  }
}

/** A failure that passes as soon as the disk has space again. */
export class DiskFull extends Failure {}

/**
 * Prints an error for people and returns the exit code of the process.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof Failure) {
    console.error(`\n  ✗ ${asRunHere(error.message)}`);
    if (error.detail) console.error(asRunHere(error.detail).replace(/^/gm, "    "));
    console.error("");
    return 1;
  }
  const known = knownSystemError(error);
  console.error(known ? `\n  ✗ ${known}\n` : error);
  return 1;
}

/** SQLSTATE `disk_full`. */
const DATABASE_DISK_FULL = "53100";

/** No connection to the database: of the system, and of the driver. */
const UNREACHABLE = /^(?:E(?:CONN|HOSTUN|NETUN)[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|CONNECTION_[A-Z_]+)$/;

/** SQLSTATE `invalid_password`. */
export const WRONG_PASSWORD = "28P01";

/** @param {unknown} error */
function knownSystemError(error) {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  if (code?.startsWith("ERR_PARSE_ARGS")) return error.message;
  // What the product tells clients is a sentence for people, such as that the disk is nearly full.
  if (error.name === "ApiError") return error.message;
  if (code === DATABASE_DISK_FULL)
    return "The disk of the database is full. Free some space and start again; nothing was changed.";
  if (code === WRONG_PASSWORD)
    return "The database does not accept the password. Restart Kith, which gives its own database a new one; for another, correct DATABASE_URL.";
  if (code && UNREACHABLE.test(code))
    return `The database cannot be reached (${code}). Check DATABASE_URL, and that the server runs.`;
  const where = "path" in error && error.path ? ` (${error.path})` : "";
  if (code === "ENOSPC") return `The disk is full${where}. Free some space and start again; nothing is lost.`;
  if (code === "EACCES" || code === "EPERM")
    return `No permission${where}. Start as the user who owns the folder, or set DATA_DIR to one you may write to.`;
  if (code === "EROFS") return `The file system is read-only${where}. Set DATA_DIR to a writable folder.`;
  return null;
}

/**
 * The code of a system or driver error, or undefined.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
