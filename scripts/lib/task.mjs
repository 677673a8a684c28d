import { spawn } from "node:child_process";
import { signal } from "./processes.mjs";
import { root } from "./project.mjs";

const running = new Set();

/**
 * Runs a program that only matters when it fails: its output is kept, not shown. Returns how it ended (an exit code
 * or the name of a signal) and the end of what it said.
 */
export function runTask(command, args, { shell = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, shell, env, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said = (said + text).slice(-16_000);
      });
    }
    child.once("error", reject);
    child.once("close", (code, name) => {
      running.delete(child);
      resolve({ ending: name ?? code, said: said.trim() });
    });
  });
}

/** Ends what still runs: a stop during an install must not leave an npm behind. */
export function stopTasks() {
  for (const child of running) if (child.pid) signal(child.pid, "SIGTERM");
}

/** The last lines of an output. */
export function lastLines(text, count) {
  return text.split("\n").slice(-count).join("\n");
}
