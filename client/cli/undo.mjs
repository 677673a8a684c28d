import { EXIT, leftBehind, mayBeDone, named, Stop, wrongUse } from "./stop.mjs";
import { agree, counted, number, plain } from "./terminal.mjs";

/** @import { Call } from "./kith.mjs" */
/** @import { ChangeUndo, Import } from "../dist/index.js" */

/**
 * `kith undo [ID]`: the newest import unless an id of an import or another change says otherwise.
 * @param {Call} call
 */
export async function undo(call) {
  const { kith, screen, signal, flags, rest } = call;
  const given = rest[0] && named(rest[0]);
  if (!flags["dry-run"] && !flags.yes && !screen.isAttended)
    throw wrongUse("There is no terminal to ask on: add --yes, or --dry-run to see what would happen.");
  const { id, name } = given ? await change(call, given) : await newestImport(call);
  const would = await kith.call("GET /changes/{id}/undo", { path: { id }, signal });
  const effect = would.again ? { ...would, ...NOTHING, ...would.again } : would;
  screen.say(
    `Undoing ${would.again ? "the rest of " : ""}${name} would ${countsOf(effect, ["remove", "restore", "keep", "withdraw", "remember"])}.`,
  );
  if (flags["dry-run"]) {
    screen.result(would);
    return EXIT.done;
  }
  const isAgreed = flags.yes || (await agree("Undo?", signal));
  if (!isAgreed) throw new Stop("Nothing was undone.");
  const done = await kith.undo(id, { signal }).catch((error) => {
    if (!signal.aborted && !mayBeDone(error)) throw error;
    throw leftBehind(
      error,
      `The undo may go on on the server. To see what is left: kith undo ${id} --dry-run`,
      signal,
    );
  });
  screen.result(done);
  screen.say(`Undone: ${countsOf(done, ["removed", "restored", "kept", "withdrew", "remembered"])}.`);
  return EXIT.done;
}

/** What another undo after one that kept something does not count in advance. */
const NOTHING = { kept: 0, opt_outs_withdrawn: 0, opt_outs_remembered: 0 };

/**
 * @param {Pick<ChangeUndo, "removed" | "restored" | "kept" | "opt_outs_withdrawn" | "opt_outs_remembered">} undo
 * @param {string[]} words
 */
function countsOf(
  { removed, restored, kept, opt_outs_withdrawn: withdrawn, opt_outs_remembered: remembered },
  [remove, restore, keep, withdraw, remember],
) {
  const counts = [
    `${remove} ${number(removed)}`,
    `${restore} ${number(restored)}`,
    `${keep} ${number(kept)}`,
    withdrawn > 0 && `${withdraw} ${counted(withdrawn, "opt-out")} of people who are not contacts`,
    remembered > 0 && `${remember} ${counted(remembered, "opt-out")} of people who are not contacts again`,
  ];
  return counts.filter(Boolean).join(", ");
}

/**
 * What the user has named.
 * @param {Call} call
 * @param {string} id
 */
async function change({ kith, signal }, id) {
  const { way, filename, at } = await kith.call("GET /changes/{id}", {
    path: { id },
    query: { limit: 1 },
    signal,
  });
  return {
    id,
    name: `${filename === null ? `the change “${way}”` : `the import of ${plain(filename)}`} of ${at} (${id})`,
  };
}

/**
 * Refuses to go on to an older import because the newest is undone: who repeats the command did not mean that.
 * @param {Call} call
 */
async function newestImport({ kith, signal }) {
  const { data } = await kith.call("GET /imports", { query: { limit: 100 }, signal });
  const [newest, ...older] = data.filter(({ status }) => status !== "pending");
  if (!newest) throw new Stop("There is no import to undo.");
  if (newest.undo_status !== "completed") return { id: newest.id, name: nameOf(newest) };
  const next = older.find(({ undo_status }) => undo_status !== "completed");
  const hint = next ? ` To undo ${nameOf(next)}: kith undo ${next.id}` : "";
  throw new Stop(`The newest import, ${nameOf(newest)}, is undone already.${hint}`);
}

/** @param {Import} one */
function nameOf({ filename, created_at }) {
  return `${plain(filename)} of ${created_at}`;
}
