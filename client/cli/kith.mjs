#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Kith, KithError } from "../dist/index.js";
import { currentLogin } from "./config.mjs";
import { exportFile } from "./export.mjs";
import { importFile } from "./import.mjs";
import { contacts, login, logout, status } from "./others.mjs";
import { EXIT, Stop, wrongUse } from "./stop.mjs";
import { counted, plain, terminal } from "./terminal.mjs";
import { undo } from "./undo.mjs";

const HELP = `kith: contacts from the command line

  kith login [URL]         store an API key for this user; type it, or send it to stdin
  kith logout              remove it again
  kith import FILE         show what a file (CSV, XLSX, JSON, vCard) would change, ask, and import it;
                           - is stdin
  kith export [FILE]       write all contacts to a CSV file; - is stdout
  kith undo [ID]           undo the newest import, or the import or change ID
  kith contacts            list contacts
  kith status [ID]         the workspace, or how far an import or an export is

  --dry-run                import, undo: only show what would happen
  --yes                    import, undo: do not ask
  --map "Column=field"     import: map a column; may be repeated
  --opt-out "Column:value", --not-opt-out "Column:value"
                           import: whether a value means opted out ("Column:" an empty cell); a column
                           alone covers all its values that cannot be read; may be repeated
  --all-opted-out          import: everybody in the file has opted out
  --missing-values HOW     import: words such as NULL as empty cells (empty) or as text (text); by default
                           as empty where the file proves it
  --sheet NAME             import: which sheet of a workbook
  --duplicates WAY         import: update (default), skip or update_only
  --errors FILE            import: save the rejected rows; - is stdout
  --search TEXT            contacts, export: only what matches
  --limit N                contacts: list at most N
  --id ID                  export: fetch an export that was made before
  --force                  export, --errors: replace an existing file
  --json                   results and errors as JSON
  --version                print the version of this program

KITH_URL and KITH_TOKEN take precedence over what \`kith login\` has stored.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in or not allowed, 4 some rows rejected, 130 interrupted.`;

const options = /** @type {const} */ ({
  "dry-run": { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  map: { type: "string", multiple: true },
  "all-opted-out": { type: "boolean" },
  "opt-out": { type: "string", multiple: true },
  "not-opt-out": { type: "string", multiple: true },
  "missing-values": { type: "string" },
  sheet: { type: "string" },
  duplicates: { type: "string" },
  errors: { type: "string" },
  search: { type: "string" },
  limit: { type: "string" },
  id: { type: "string" },
  force: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
});

/** How many arguments each command takes, and its options besides `--json`. */
const COMMANDS = {
  login: { run: login, takes: 1, knows: [] },
  logout: { run: logout, takes: 0, knows: [] },
  import: {
    run: importFile,
    takes: 1,
    knows: [
      "dry-run",
      "yes",
      "map",
      "all-opted-out",
      "opt-out",
      "not-opt-out",
      "missing-values",
      "sheet",
      "duplicates",
      "errors",
      "force",
    ],
  },
  export: { run: exportFile, takes: 1, knows: ["search", "id", "force"] },
  undo: { run: undo, takes: 1, knows: ["dry-run", "yes"] },
  contacts: { run: contacts, takes: 0, knows: ["search", "limit"] },
  status: { run: status, takes: 1, knows: [] },
};

/** @typedef {ReturnType<typeof parse>["values"]} Flags */
/** @typedef {{ kith: Kith, screen: import("./terminal.mjs").Terminal, signal: AbortSignal, flags: Flags, rest: string[] }} Call */

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string[]} args */
async function main(args) {
  const { values: flags, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (flags.help || (!name && args.length === 0)) {
    console.log(HELP);
    return EXIT.done;
  }
  if (flags.version) {
    console.log(version());
    return EXIT.done;
  }
  if (!name || !Object.hasOwn(COMMANDS, name)) throw wrongUse(`There is no command ${plain(name ?? "")}`);
  refuseEmpty(flags, rest);
  const { run, takes, knows } = COMMANDS[/** @type {keyof typeof COMMANDS} */ (name)];
  const odd = Object.keys(flags).find(
    (flag) => flag !== "json" && !(/** @type {string[]} */ (knows).includes(flag)),
  );
  if (odd) throw wrongUse(`kith ${name} does not know --${odd}`);
  // Left out, it would look done: a second change to undo, or what a list was to be narrowed to.
  if (rest.length > takes)
    throw wrongUse(
      `kith ${name} takes ${takes === 0 ? "no" : "one"} argument: ${plain(rest[takes])} is one too many`,
    );
  changes = run === importFile || run === undo;
  const interruption = new AbortController();
  const names = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  const stop = () => {
    // A second one ends at once: whoever sends it does not want to wait for what is still to be cleared away.
    for (const name of names) process.off(name, stop);
    interruption.abort(new Stop("Interrupted.", EXIT.interrupted));
  };
  for (const name of names) process.on(name, stop);
  const call = {
    screen: terminal(flags.json === true, flags.errors === "-"),
    signal: interruption.signal,
    flags,
    rest,
  };
  const isWithoutKey = run === login || run === logout;
  return run({ ...call, kith: isWithoutKey ? /** @type {never} */ (undefined) : new Kith(currentLogin()) });
}

/**
 * An unset variable of a script (`kith undo "$ID" --yes`) means no choice: passed over, it would undo the newest import or
 * export everybody.
 * @param {Flags} flags
 * @param {string[]} rest
 */
function refuseEmpty(flags, rest) {
  if (rest.some(isEmpty)) throw wrongUse("An argument is empty: leave it out, or say what it is.");
  const flag = Object.entries(flags).find(([, value]) => [value].flat().some(isEmpty))?.[0];
  if (flag) throw wrongUse(`--${flag} is empty: leave it out, or say what it is.`);
}

const isEmpty = (/** @type {unknown} */ value) => typeof value === "string" && value.trim() === "";

/** @returns {string} */
function version() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/** @param {unknown} error */
function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  // What is missing was to be in an answer: options and files are checked before.
  if (error instanceof TypeError && !("code" in error))
    return `The server's answer lacks what kith ${version()} reads. Is it Kith, and of this version or newer? (${error.message})`;
  return error.message;
}

/**
 * @param {unknown} error
 * @param {boolean} isJson
 */
function explain(error, isJson) {
  const exit = exitOf(error);
  const message = messageOf(error);
  const known = error instanceof KithError ? error : null;
  if (isJson) {
    const { code = "CLI", status = 0, details = null, requestId = null } = known ?? {};
    console.error(JSON.stringify({ error: { code, message, status, details, request_id: requestId } }));
    return exit;
  }
  console.error(`kith: ${message.split("\n").map(plain).join("\n")}`);
  for (const { path, message } of known?.problems.slice(1) ?? [])
    console.error(`  ${plain(path.join("."))}: ${plain(message)}`);
  if (known?.retryAfterS) console.error(`Try again in ${counted(Math.ceil(known.retryAfterS), "second")}.`);
  if (known?.requestId && known.status >= 500) console.error(`Request ${plain(known.requestId)}`);
  return exit;
}

/** @param {unknown} error */
function exitOf(error) {
  if (error instanceof Stop) return error.code;
  return error instanceof KithError && [401, 403].includes(error.status) ? EXIT.signedOut : EXIT.failed;
}

const args = process.argv.slice(2);
/** Whether the command changes something, and so goes on when nobody reads what it says. */
let changes = false;

// The reader of our output may stop early: `kith contacts | head`.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  const isLeft = error.code === "EPIPE";
  if (isLeft && changes) return;
  // Whoever pipes something into it hears of this as well, and reports it with a way to go on.
  if (!isLeft && process.stdout.listenerCount("error") > 1) return;
  process.exit(isLeft ? EXIT.done : explain(error, args.includes("--json")));
});
process.stderr.on("error", () => {});

try {
  process.exitCode = await main(args);
} catch (error) {
  process.exitCode = explain(error, args.includes("--json"));
}
