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
