import { fork } from "node:child_process";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { nodeProgram, root } from "./project.mjs";
import { endWithUs } from "./task.mjs";

/** @typedef {typeof import("./database-tasks.mjs").databaseTasks} Tasks */

/**
 * The process's answer.
 * @typedef {object} Answer
 * @property {unknown} [result]
 * @property {{ message: string, detail?: string }} [failure] a `Failure`
 * @property {{ message: string, code?: string }} [error] any other error
 */

/**
 * Runs one of `databaseTasks` on the Node of the lock file, which reads the driver's TypeScript directly, and returns
 * its result. Throws its failure: a `Failure` as one, anything else with its code. Addresses travel over the channel
 * between the processes, because everybody on the machine can read a command line.
 * @template {keyof Tasks} N
 * @param {N} name
 * @param {Parameters<Tasks[N]>[0]} options
 * @returns {Promise<Awaited<ReturnType<Tasks[N]>>>}
 */
export function askDatabase(name, options) {
  return new Promise((resolve, reject) => {
    const child = fork(join(root, "scripts/database-task.mjs"), [], {
      cwd: root,
      execPath: nodeProgram(),
      execArgv: ["--disable-warning=ExperimentalWarning", "--import", "./scripts/ts-hooks.mjs"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    endWithUs(child);
    child.once("message", (/** @type {Answer} */ { result, failure, error }) => {
      if (failure) reject(new Failure(failure.message, failure.detail));
      else if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
      else resolve(/** @type {Awaited<ReturnType<Tasks[N]>>} */ (result));
    });
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Failure(`The work on the database ended early (${signal ?? `exit code ${code}`}).`)),
    );
    child.send({ name, options });
  });
}
