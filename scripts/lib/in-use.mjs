import { realpathSync } from "node:fs";
import { Failure } from "./failure.mjs";
import { commandLine, processes, workingFolder } from "./processes.mjs";
import { root } from "./project.mjs";

/**
 * Refuses to replace files of this folder while a product runs from it: its processes load many of them later, when a
 * page or a route is first asked for. Linux only; elsewhere nothing is refused.
 * @param {"build" | "installation"} what
 */
export function refuseWhileRunning(what) {
  const other = processes().find(
    (pid) => pid !== process.pid && runsFrom(root, commandLine(pid), workingFolder(pid)),
  );
  if (other === undefined) return;
  throw new Failure(
    `Kith runs from this folder (process ${other}), and a new ${what} would replace files under it. ` +
      `Stop it first with: kill ${other}; or update in a clone of its own, beside it (docs/operations.md, "Update").`,
  );
}

/**
 * Whether a command line is that of a product of this folder. Another user's working folder ("") cannot be read: then
 * the path of Node tells, with which docs/kith.service starts it.
 * @param {string} folder
 * @param {string} command
 * @param {string} cwd
 */
export function runsFrom(folder, command, cwd) {
  if (!/^(?:.*\/)?node[\w.-]* (?:.*\/)?scripts\/start\.mjs$/.test(command)) return false;
  if (cwd) return cwd === folder;
  const named = /^(\/.*)\/node_modules\/\.bin\/node /.exec(command)?.[1];
  return named !== undefined && target(named) === folder;
}

/** @param {string} path */
function target(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
