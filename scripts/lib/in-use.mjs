import { Failure } from "./failure.mjs";
import { commandLine, processesIn } from "./processes.mjs";
import { root } from "./project.mjs";

/**
 * Refuses to replace files of this folder while a product runs from it: its processes load many of them later, when a
 * page or a route is first asked for. Linux only; elsewhere nothing is refused.
 * @param {"build" | "installation"} what
 */
export function refuseWhileRunning(what) {
  const other = processesIn(root).find((pid) => pid !== process.pid && isProduct(pid));
  if (other === undefined) return;
  throw new Failure(
    `Kith runs from this folder (process ${other}), and a new ${what} would replace files under it. ` +
      `Stop it first with: kill ${other}; or update in a clone of its own, beside it (docs/operations.md, "Update").`,
  );
}

/** @param {number} pid */
function isProduct(pid) {
  return /^\S*node\S* \S*scripts\/start\.mjs$/.test(commandLine(pid));
}
