import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/**
 * Untrusted text on one line, without control sequences that a terminal would obey.
 * @param {unknown} text
 */
export function plain(text) {
  return String(text).replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "�");
}

/** @param {number} count */
export function number(count) {
  return count.toLocaleString("en");
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The output of the commands. Results go to stdout, all else to stderr; with `--json` only JSON goes to stdout.
 * @param {boolean} isJson
 * @param {boolean} isTaken stdout is a file's: nothing else goes there
 */
export function terminal(isJson, isTaken) {
  const showsProgress = process.stderr.isTTY === true && !isJson;
  let isShown = false;
  const clear = () => {
    if (isShown) process.stderr.write("\r\u001b[K");
    isShown = false;
  };
  return {
    isJson,
    clear,
    /** For people. @param {string} line */
    say(line) {
      clear();
      if (!isJson) (isTaken ? process.stderr : process.stdout).write(`${line}\n`);
    },
    /** For programs. @param {unknown} result */
    result(result) {
      clear();
      if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
    },
    /** @param {string} line */
    warn(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    /**
     * A bar, on a terminal only.
     * @param {string} doing
     * @param {number} done
     * @param {number} total
     */
    progress(doing, done, total) {
      if (!showsProgress) return;
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const bar = "█".repeat(Math.round(share * 24)).padEnd(24, "░");
      process.stderr.write(`\r\u001b[K${doing} ${bar} ${Math.floor(share * 100)} %`);
      isShown = true;
    },
    /** Whether a user is there to answer questions. */
    isAttended: process.stdin.isTTY === true && process.stderr.isTTY === true && !isJson,
  };
}

/** @typedef {ReturnType<typeof terminal>} Terminal */

/**
 * @param {string} question
 * @param {AbortSignal} signal
 */
export function ask(question, signal) {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return answerTo(lines, question, signal);
}

/**
 * A line that the user types; nothing if there is no more input. Throws the signal's reason for Ctrl-C.
 * @param {import("node:readline/promises").Interface} lines
 * @param {string} question
 * @param {AbortSignal} signal
 */
export async function answerTo(lines, question, signal) {
  // While a line is read, the terminal sends no signal for Ctrl-C: it is a key like any other.
  lines.once("SIGINT", () => process.emit("SIGINT"));
  const ended = new Promise((resolve) => lines.once("close", () => resolve("")));
  try {
    return (await Promise.race([lines.question(question, { signal }), ended])).trim();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === "AbortError") return "";
    throw error;
  } finally {
    lines.close();
  }
}

/**
 * @param {string} question
 * @param {AbortSignal} signal
 */
export async function agree(question, signal) {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `, signal));
}

/**
 * Reads a line that is not shown.
 * @param {string} question
 * @param {AbortSignal} signal
 */
export async function askSecret(question, signal) {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await answerTo(lines, "", signal);
  } finally {
    process.stderr.write("\n");
  }
}
