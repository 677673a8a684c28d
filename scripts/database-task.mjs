import { once } from "node:events";
import { rootOf } from "./lib/database-client.mjs";
import { databaseTasks } from "./lib/database-tasks.mjs";
import { codeOf, Failure, messageOf } from "./lib/failure.mjs";

/** The other end of `askDatabase`: runs one task, answers, and exits. */
const [{ name, options }] = await once(process, "message");
const answer = await run(databaseTasks[/** @type {keyof typeof databaseTasks} */ (name)]);
process.send?.(answer, () => process.disconnect());

/**
 * @param {(options: never) => Promise<unknown>} task
 * @returns {Promise<import("./lib/database-process.mjs").Answer>}
 */
async function run(task) {
  try {
    return { result: await task(/** @type {never} */ (options)) };
  } catch (error) {
    if (error instanceof Failure) return { failure: { message: error.message, detail: error.detail } };
    return { error: { message: messageOf(error), code: codeOf(rootOf(error)) } };
  }
}
