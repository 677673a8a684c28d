import { spawn } from "node:child_process";
import { signal } from "./processes.mjs";
import { root } from "./project.mjs";

const running = new Set();

/**
 * Runs a program whose output only matters when it fails: the output is kept, not shown. Returns how it ended (an exit
 * code or the name of a signal) and the end of its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ shell?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ ending: number | string | null, said: string }>}
 */
export function runTask(command, args, { shell = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, shell, env, stdio: ["ignore", "pipe", "pipe"] });
    endWithUs(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said = (said + text).slice(-16_000);
      });
    }
    child.once("error", reject);
    child.once("close", (code, name) => {
      resolve({ ending: name ?? code, said: said.trim() });
    });
  });
}

/**
 * Registers a program that `stopTasks` ends, too.
 * @param {import("node:child_process").ChildProcess} child
 */
export function endWithUs(child) {
  running.add(child);
  child.once("close", () => running.delete(child));
}

/** Ends what is still running: a stop during an install must not leave an npm behind. */
export function stopTasks() {
  for (const child of running) if (child.pid) signal(child.pid, "SIGTERM");
}

/**
 * The last lines of an output.
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.split("\n").slice(-count).join("\n");
}
