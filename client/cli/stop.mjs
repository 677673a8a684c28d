import { KithError } from "../dist/index.js";
import { plain } from "./terminal.mjs";

/** The program's exit codes, for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2, signedOut: 3, rowsRefused: 4, interrupted: 130 };

/** Ends the program with a message for its caller. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} code
   */
  constructor(message, code = EXIT.failed) {
    super(message);
    this.code = code;
  }
}

/** @param {string} message */
export function wrongUse(message) {
  return new Stop(`${message}\nSee kith --help.`, EXIT.usage);
}

/**
 * An id that the user has named. What cannot be one is not sent: the server's answer would be about another path.
 * @param {string} given
 */
export function named(given) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given))
    throw wrongUse(`${plain(given)} is no id: ids look like 0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10`);
  return given;
}

/**
 * The error of work that goes on without us, which says how to find that again.
 * @param {unknown} error
 * @param {string} hint
 * @param {AbortSignal} signal
 */
export function leftBehind(error, hint, signal) {
  if (signal.aborted) return new Stop(hint, EXIT.interrupted);
  if (error instanceof KithError) return new KithError(`${error.message}\n${hint}`, error);
  return isOfSystem(error) ? new Stop(`${error.message}\n${hint}`) : error;
}

/**
 * Whether the machine failed, as a full disk does.
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
function isOfSystem(error) {
  return error instanceof Error && "syscall" in error;
}

/**
 * Whether the server may have done what it was asked to: only its own refusal says that it has not.
 * @param {unknown} error
 */
export function mayBeDone(error) {
  return !(error instanceof KithError) || error.status < 400 || error.status >= 500;
}
