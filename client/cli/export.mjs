import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXIT, Stop, wrongUse } from "./stop.mjs";
import { counted, plain } from "./terminal.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { Export } from "../dist/index.js" */

/**
 * `kith export [FILE]`: creates an export, waits for it and saves it; `-` is stdout. A file appears whole or not at
 * all.
 * @param {Call} call
 */
export async function exportFile(call) {
  const { kith, screen, signal, flags, rest } = call;
  const [given, more] = rest;
  if (more) throw wrongUse("Name one file: kith export contacts.csv");
  if (given) refuseToOverwrite(call, given);
  const search = flags.search ? { search: flags.search } : {};
  const id = flags.id ?? (await kith.call("POST /exports", { body: search, signal })).exportId;
  try {
    const onProgress = (/** @type {Export} */ { processed_rows, total_rows }) =>
      screen.progress("Exporting", processed_rows, total_rows);
    const made = await kith.wait("export", id, { signal, onProgress });
    if (made.status === "failed") throw new Stop(`The export failed: ${plain(made.error_message ?? "")}`);
    const path = given ?? basename(made.filename);
    refuseToOverwrite(call, path);
    await download(call, id, path);
    if (path === "-") return EXIT.done;
    screen.result({ ...made, file: path });
    screen.say(`${plain(path)}: ${counted(made.total_rows, "contact")}`);
    return EXIT.done;
  } catch (error) {
    if (!signal.aborted) throw error;
    const message = `The export continues on the server. To fetch it: kith export --id ${id}`;
    throw new Stop(message, EXIT.interrupted);
  }
}

/**
 * @param {Call} call
 * @param {string} path
 */
function refuseToOverwrite({ flags }, path) {
  if (path !== "-" && !flags.force && existsSync(path))
    throw wrongUse(`${plain(path)} already exists: add --force to replace it.`);
}

/**
 * @param {Call} call
 * @param {string} id
 * @param {string} path
 */
async function download({ kith, signal }, id, path) {
  const response = await kith.file("GET /exports/{id}/download", { path: { id }, signal });
  const body = Readable.fromWeb(/** @type {never} */ (response.body ?? new ReadableStream()));
  if (path === "-") return pipeline(body, process.stdout, { signal, end: false });
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(body, createWriteStream(part, { flags: "wx" }), { signal });
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
