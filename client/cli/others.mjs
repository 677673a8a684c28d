import { text } from "node:stream/consumers";
import { Kith, KithError } from "../dist/index.js";
import { configFile, forgetLogin, requireUsable, storeLogin } from "./config.mjs";
import { untilAborted } from "./files.mjs";
import { EXIT, named, wrongUse } from "./stop.mjs";
import { ask, askSecret, counted, number, plain } from "./terminal.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { Export, Import } from "../dist/index.js" */

/**
 * `kith login [URL]`: the key comes from a hidden line or from stdin, never from the command line, which others can read.
 * @param {Omit<Call, "kith">} call
 */
export async function login({ screen, signal, rest }) {
  const given = rest[0] ?? process.env.KITH_URL ?? (screen.isAttended ? await ask("Address: ", signal) : "");
  if (!/^https?:$/.test(URL.canParse(given) ? new URL(given).protocol : ""))
    throw wrongUse("Name the address: kith login https://kith.example.com");
  const { protocol, hostname } = new URL(given);
  if (protocol === "http:" && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    screen.warn("The connection to this address is not encrypted: anybody on the way can read the key.");
  const token = screen.isAttended
    ? await askSecret("API key: ", signal)
    : (await text(untilAborted(process.stdin, signal))).trim();
  if (!token)
    throw wrongUse("The key is missing. Create one in the settings, then type it or send it to stdin.");
  const workspace = await new Kith(requireUsable({ url: given, token })).call("GET /workspace", { signal });
  storeLogin({ url: given, token });
  screen.result({ url: given, workspace });
  screen.say(`Signed in to ${plain(workspace.name)}. The key is in ${configFile()}`);
  return EXIT.done;
}

/** @param {Omit<Call, "kith">} call */
export async function logout({ screen }) {
  forgetLogin();
  screen.result({ signed_in: false });
  screen.say("The key was removed from this computer. It stays valid until it is revoked in the settings.");
  return EXIT.done;
}

/**
 * `kith contacts`: with `--json` one contact a line.
 * @param {Call} call
 */
export async function contacts({ kith, screen, signal, flags }) {
  const limit = flags.limit === undefined ? Number.POSITIVE_INFINITY : Number(flags.limit);
  if (!(limit >= 1)) throw wrongUse("--limit takes a number of 1 or more");
  const query = { ...(flags.search && { search: flags.search }), limit: Math.min(100, Math.floor(limit)) };
  let count = 0;
  for await (const one of kith.each("GET /contacts", { query, signal })) {
    const name = [one.first_name, one.last_name].filter(Boolean).join(" ");
    screen.result(one);
    screen.say([one.email, name, one.company ?? ""].map(plain).join("\t").trimEnd());
    count += 1;
    if (count >= limit) break;
  }
  return EXIT.done;
}

/**
 * `kith status [ID]`: of an import or an export; without an id of the workspace.
 * @param {Call} call
 */
export async function status({ kith, screen, signal, rest }) {
  if (rest[0]) {
    const job = await jobOf(kith, named(rest[0]), signal);
    screen.result(job);
    screen.say(lineOf(job));
    return EXIT.done;
  }
  const workspace = await kith.call("GET /workspace", { signal });
  const { data } = await kith.call("GET /imports", { query: { limit: 5 }, signal });
  screen.result({ workspace, imports: data });
  screen.say(`${plain(workspace.name)}: ${counted(workspace.contacts, "contact")}`);
  for (const one of data) screen.say(`  ${lineOf(one)}`);
  return EXIT.done;
}

/** @param {Import | Export} job */
function lineOf({ id, filename, status, processed_rows, total_rows }) {
  return `${id}  ${plain(filename)}: ${status}, ${number(processed_rows)} of ${counted(total_rows, "row")}`;
}

/**
 * @param {Kith} kith
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<Import | Export>}
 */
async function jobOf(kith, id, signal) {
  try {
    return await kith.call("GET /imports/{id}", { path: { id }, signal });
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  try {
    return await kith.call("GET /exports/{id}", { path: { id }, signal });
  } catch (error) {
    if (isUnknown(error)) error.message = `There is neither an import nor an export with the id ${id}.`;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @returns {error is KithError}
 */
const isUnknown = (error) => error instanceof KithError && error.code === "NOT_FOUND";
