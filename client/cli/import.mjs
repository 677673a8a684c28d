import { KithError } from "../dist/index.js";
import { fileToRead, isSameFile, refuseToOverwrite, save } from "./files.mjs";
import { EXIT, leftBehind, mayBeDone, Stop, wrongUse } from "./stop.mjs";
import { agree, counted, number, plain } from "./terminal.mjs";
import { upload } from "./upload.mjs";
import { warnOfReading } from "./warnings.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { DryRun, Import, ImportPreview } from "../dist/index.js" */

const SHOWN_ERRORS = 10;

/**
 * `kith import FILE`: uploads, shows what would happen, and imports when the user agrees or with `--yes`. An upload
 * that is not imported in the end is deleted.
 * @param {Call} call
 */
export async function importFile(call) {
  const { kith, screen, signal, flags, rest } = call;
  const [path] = rest;
  if (!path) throw wrongUse("Name one file: kith import people.csv");
  const isAttended = screen.isAttended && path !== "-";
  if (!flags["dry-run"] && !flags.yes && !isAttended)
    throw wrongUse("There is no terminal to ask on: add --yes, or --dry-run to see what would happen.");
  const mapping = mappingOf(flags.map ?? []);
  const [strategy, missingValues] = [strategyOf(flags.duplicates), missingValuesOf(flags["missing-values"])];
  refuseErrorsFile(call, path);
  const preview = await upload(call, await fileToRead(path, signal));
  const id = preview.importId;
  let mayRun = false;
  try {
    signal.throwIfAborted();
    await changeDraft(call, preview, mapping, { strategy, missingValues });
    const run = await kith.call("POST /imports/{id}/dry-run", { path: { id }, signal });
    const draft = await kith.call("GET /imports/{id}", { path: { id }, signal });
    const { columnMapping = {}, questions = [] } = draft.draft ?? {};
    warnOfReading(call, preview);
    describe(call, preview, columnMapping, run);
    ask(call, preview, columnMapping, questions);
    if (flags["dry-run"]) {
      screen.result(run);
      return run.fail > 0 ? EXIT.rowsRefused : EXIT.done;
    }
    if (questions.length > 0) throw new Stop("Nothing was imported.");
    const isAgreed = flags.yes || (await agree("Import?", signal));
    if (!isAgreed) throw new Stop("Nothing was imported.");
    mayRun = true;
    await confirm(call, id, run).catch((error) => {
      mayRun = mayBeDone(error);
      throw mayRun
        ? leftBehind(error, `It may have begun. To see whether it has: kith status ${id}`, signal)
        : error;
    });
  } catch (error) {
    if (signal.aborted && !mayRun) throw new Stop("Interrupted. Nothing was imported.", EXIT.interrupted);
    nameColumns(call, preview, error);
    throw error;
  } finally {
    if (!mayRun) await kith.call("DELETE /imports/{id}", { path: { id } }).catch(() => undefined);
  }
  return finish(call, id);
}

/**
 * Not interruptible: the work may already have begun. After a review exactly the reviewed changes are made, or the
 * user is told that contacts have changed since.
 * @param {Call} call
 * @param {string} id
 * @param {DryRun} run
 */
function confirm({ kith, flags }, id, { etag }) {
  const seen = !flags.yes && etag !== null ? { query: { etag } } : {};
  return kith.call("POST /imports/{id}/confirm", { path: { id }, ...seen });
}

/**
 * Before anything is sent: an import whose rejected rows have no place would lose them.
 * @param {Call} call
 * @param {string} path
 */
function refuseErrorsFile({ flags: { errors, force, json, "dry-run": isDry } }, path) {
  if (errors === undefined) return;
  if (isDry) throw wrongUse("--dry-run saves no rejected rows: leave out --errors.");
  if (errors === "-" && json) throw wrongUse("Only one of --json and --errors - can have stdout.");
  refuseToOverwrite(errors, force);
  if (isSameFile(errors, path)) throw wrongUse(`${plain(errors)} is the file that is being imported.`);
}

/**
 * `Column=field` of each `--map`. A header may contain the sign, a field does not.
 * @param {string[]} given
 */
function mappingOf(given) {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.lastIndexOf("=");
      if (at < 1) throw wrongUse(`--map takes "Column=field", not ${plain(one)}`);
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}

/**
 * The meanings of columns' values: `Column:value` of each `--opt-out` and `--not-opt-out`, or the column alone for all
 * that cannot be read. Headers may contain the sign, so the file's own headers are looked for.
 * @param {Call} call
 * @param {string[]} headers
 */
function valuesOf({ flags }, headers) {
  /** @type {Record<string, { out: string[], not: string[], others?: "out" | "not" }>} */
  const values = Object.create(null);
  const given = {
    out: { flag: "--opt-out", texts: flags["opt-out"] ?? [] },
    not: { flag: "--not-opt-out", texts: flags["not-opt-out"] ?? [] },
  };
  for (const meaning of /** @type {const} */ (["out", "not"])) {
    const { flag, texts } = given[meaning];
    for (const text of texts) {
      const header = headers
        .filter((one) => text === one || text.startsWith(`${one}:`))
        .sort(longestFirst)[0];
      if (header === undefined)
        throw wrongUse(`${flag} takes "Column:value" with a column of the file, not ${plain(text)}`);
      values[header] ??= { out: [], not: [] };
      if (text === header && (values[header].others ?? meaning) !== meaning)
        throw wrongUse(`Say of “${plain(header)}” either --opt-out or --not-opt-out`);
      if (text === header) values[header].others = meaning;
      else values[header][meaning].push(text.slice(header.length + 1));
    }
  }
  return values;
}

const longestFirst = (/** @type {string} */ a, /** @type {string} */ b) => b.length - a.length;

/**
 * @param {Call} call
 * @param {ImportPreview} preview
 * @param {Record<string, string>} columnMapping
 * @param {{ strategy: ReturnType<typeof strategyOf>, missingValues: ReturnType<typeof missingValuesOf> }} told
 */
async function changeDraft(call, { importId: id, preview }, columnMapping, { strategy, missingValues }) {
  const { kith, signal, flags } = call;
  const optOutValues = valuesOf(call, preview.headers);
  const options = {
    ...(strategy && { duplicateStrategy: strategy }),
    ...(flags["all-opted-out"] && { allOptedOut: true }),
    ...(Object.keys(optOutValues).length > 0 && { optOutValues }),
  };
  const dialect = missingValues && { missingValues };
  if (Object.keys({ ...columnMapping, ...options, ...dialect }).length === 0) return;
  const body = { columnMapping, options, ...(dialect && { dialect }) };
  await kith.call("PATCH /imports/{id}", { path: { id }, body, signal });
}

/**
 * @param {string | undefined} told
 * @returns {"empty" | "text" | undefined}
 */
function missingValuesOf(told) {
  if (told === undefined || told === "empty" || told === "text") return told;
  throw wrongUse("--missing-values takes empty or text");
}

/**
 * @param {string | undefined} told
 * @returns {"update" | "skip" | "update_only" | undefined}
 */
function strategyOf(told) {
  if (told === undefined || told === "update" || told === "skip" || told === "update_only") return told;
  throw wrongUse("--duplicates takes update, skip or update_only");
}

/**
 * @param {Call} call
 * @param {ImportPreview} preview
 * @param {Record<string, string>} mapping
 * @param {DryRun} run
 */
function describe({ screen }, preview, mapping, run) {
  const headers = preview.preview.headers.map(plain);
  const width = Math.min(40, Math.max(...headers.map((header) => header.length)));
  screen.say(`${plain(preview.filename)}: ${counted(run.rows, "row")}, ${preview.encoding}`);
  for (const header of preview.preview.headers)
    screen.say(`  ${plain(header).padEnd(width)} → ${plain(mapping[header] ?? "skip")}`);
  const counts = ["create", "update", "unchanged", "skip"].map(
    (name) => `${name} ${number(Number(Reflect.get(run, name)))}`,
  );
  screen.say(`Would ${counts.join(", ")}; rejected rows: ${number(run.fail)}`);
  screen.say(
    `Would unsubscribe ${number(run.unsubscribe + run.failed_opt_outs)}; opted out before and stay unsubscribed: ${number(run.stay_unsubscribed + run.opted_out)}`,
  );
  if (run.skipped_opt_outs > 0)
    screen.say(
      `Skipped rows that say that somebody who is not a contact opted out, which is remembered: ${number(run.skipped_opt_outs)}`,
    );
  const { rows, values } = run.unread_consent;
  if (rows > 0) {
    const shown = values.slice(0, SHOWN_ERRORS).map(({ header, value }) => plain(`${header}: ${value}`));
    screen.warn(
      `Rows in which it cannot be read whether the person opted out, and which unsubscribe nobody: ${number(rows)} (${shown.join("; ")}). Say what they mean: --opt-out "Column:value" or --not-opt-out "Column:value"`,
    );
  }
  for (const { line, column, message } of run.errors.slice(0, SHOWN_ERRORS))
    screen.say(`  line ${line}${column ? `, ${plain(column)}` : ""}: ${plain(message)}`);
}

/**
 * What a mapping that was refused can be made of.
 * @param {Call} call
 * @param {ImportPreview} preview
 * @param {unknown} error
 */
function nameColumns({ screen }, { preview }, error) {
  if (!(error instanceof KithError) || !error.problems.some(({ path }) => path[0] === "columnMapping"))
    return;
  const columns = preview.headers.map((header) => `“${plain(header)}”`).join(", ");
  screen.warn(`The columns of the file: ${columns}. To say what one is: --map "Column=email"`);
}

/**
 * Columns that may say who opted out: nothing is imported before the user has said what they mean.
 * @param {Call} call
 * @param {ImportPreview} preview
 * @param {Record<string, string>} mapping
 * @param {string[]} headers
 */
function ask({ screen }, { suggestions }, mapping, headers) {
  for (const header of headers) {
    const map = (/** @type {string} */ field) => `--map "${plain(header)}=${field}"`;
    const isEmptyForSome = suggestions.find((one) => one.header === header)?.unread?.includes("");
    if (isEmptyForSome)
      screen.warn(
        `“${plain(header)}” says who wants e-mails, and is empty for some people. Say what that means: --opt-out "${plain(header)}:" if they opted out, --not-opt-out "${plain(header)}:" if not`,
      );
    else
      screen.warn(
        mapping[header] === "email"
          ? `This looks like a list of people who opted out, and nothing in it unsubscribes them. Unsubscribe all of them with --all-opted-out, or import them as they are: ${map("email")}`
          : `“${plain(header)}” may say who opted out. Say what it means: ${map("is_unsubscribed")} if yes means opted out, ${map("is_subscribed")} if no does, ${map("skip")} if neither does`,
      );
  }
}

/**
 * @param {Call} call
 * @param {string} id
 */
async function finish(call, id) {
  const { kith, screen, signal, flags } = call;
  const onProgress = (/** @type {Import} */ { processed_rows, total_rows }) =>
    screen.progress("Importing", processed_rows, total_rows);
  const done = await kith.wait("import", id, { signal, onProgress }).catch((error) => {
    const hint = `The import continues on the server. To see how far it is: kith status ${id}; to undo it: kith undo ${id}`;
    throw leftBehind(error, hint, signal);
  });
  try {
    if (flags.errors && done.failed_rows > 0) await saveErrors(call, id, flags.errors);
  } catch (error) {
    const hint = `The import is done, but its rejected rows were not saved. To see it: kith status ${id}; to undo it: kith undo ${id}`;
    throw leftBehind(error, hint, signal);
  }
  return tell(call, done);
}

/**
 * The rejected rows as a file that can be corrected and imported.
 * @param {Call} call
 * @param {string} id
 * @param {string} path
 */
async function saveErrors({ kith, screen, signal }, id, path) {
  const query = /** @type {const} */ ({ format: "csv" });
  const response = await kith.file("GET /imports/{id}/errors", { path: { id }, query, signal });
  await save(response, path, signal);
  if (path !== "-") screen.warn(`The rejected rows are in ${plain(path)}`);
}

/**
 * @param {Call} call
 * @param {Import} done
 */
function tell({ screen }, done) {
  screen.result(done);
  if (done.status !== "completed")
    throw new Stop(
      `The import ${done.status === "failed" ? "failed" : "was stopped"}${done.summary ? `: ${plain(done.summary)}` : ""}`,
    );
  const counts = [
    `created ${number(done.created_rows)}`,
    `updated ${number(done.updated_rows - done.unchanged_rows)}`,
    `unchanged ${number(done.unchanged_rows)}`,
    `skipped ${number(done.skipped_rows)}`,
    `rejected ${number(done.failed_rows)}`,
  ];
  screen.say(`Imported: ${counts.join(", ")}. To undo it: kith undo ${done.id}`);
  return done.failed_rows > 0 ? EXIT.rowsRefused : EXIT.done;
}
