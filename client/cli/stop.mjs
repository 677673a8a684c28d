import { KithError } from "../dist/index.js";

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
