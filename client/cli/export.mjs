import { basename } from "node:path";
import { KithError } from "../dist/index.js";
import { refuseToOverwrite, save } from "./files.mjs";
import { EXIT, leftBehind, named, Stop, wrongUse } from "./stop.mjs";
import { counted, plain } from "./terminal.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { Export } from "../dist/index.js" */

/**
 * `kith export [FILE]`: creates an export, waits for it and saves it; `-` is stdout.
 * @param {Call} call
 */
export async function exportFile(call) {
  const { kith, screen, signal, flags, rest } = call;
  const [given] = rest;
  if (flags.id !== undefined && flags.search !== undefined)
    throw wrongUse("--id fetches an export as it was made: leave out --search.");
  const fetched = flags.id === undefined ? undefined : named(flags.id);
  if (given) refuseToOverwrite(given, flags.force);
  const search = flags.search ? { search: flags.search } : {};
  const id = fetched ?? (await kith.call("POST /exports", { body: search, signal })).exportId;
  let state = "continues";
  try {
    const onProgress = (/** @type {Export} */ { processed_rows, total_rows }) =>
      screen.progress("Exporting", processed_rows, total_rows);
    const made = await kith.wait("export", id, { signal, onProgress });
    if (made.status === "failed") throw new Stop(`The export failed: ${plain(made.error_message ?? "")}`);
    state = "is kept";
    const path = given ?? basename(made.filename);
    if (!given) refuseTaken(call, path, id);
    await save(await kith.file("GET /exports/{id}/download", { path: { id }, signal }), path, signal);
    if (path === "-") return EXIT.done;
    screen.result({ ...made, file: path });
    screen.say(`${plain(path)}: ${counted(made.total_rows, "contact")}`);
    return EXIT.done;
  } catch (error) {
    if (error instanceof KithError && [400, 404, 410].includes(error.status)) throw error;
    throw leftBehind(error, `The export ${state} on the server. To fetch it: kith export --id ${id}`, signal);
  }
}

/**
 * The export has been made by now: the user can still fetch it.
 * @param {Call} call
 * @param {string} path
 * @param {string} id
 */
function refuseTaken({ flags }, path, id) {
  try {
    refuseToOverwrite(path, flags.force);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    throw new Stop(`${error.message}\nTo save it elsewhere: kith export --id ${id} FILE`, error.code);
  }
}
