import { setTimeout as sleep } from "node:timers/promises";
import { GET as previewUndo, POST as undo } from "@/app/api/changes/[id]/undo/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { PATCH as patch, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { POST as bulk } from "@/app/api/contacts/bulk/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as tagAll, DELETE as untagAll } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "./batches";
import { cutOne, resumeJobs } from "./change-history-cuts";
import {
  type Act,
  difference,
  foresee,
  type HistoryOutcome,
  misnamed,
  noteUndo,
  type Row,
  readContacts,
  readSets,
  readTags,
  unlikePredicted,
  WAYS,
  withDeleted,
  withExisting,
} from "./change-history-parts";
import { rivalOf, settleRace } from "./change-history-rivals";
import { importText } from "./imports";
import { seeded } from "./opt-out-histories";
import { newWorkspace } from "./workspace";

/** Within which an edit beside an undo begins. */
const LATEST_EDIT_MS = 30;

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/**
 * Generated histories of overlapping change sets, against a model that knows no writers and no times: every act gives
 * the contacts it changes a new version; an undo restores the previous version of those that are still at the act's
 * version, and leaves the others alone. After every act each contact must equal its version, column by column and tag
 * by tag, as far as the tags exist.
 */
export class ChangeHistory {
  readonly outcome: HistoryOutcome = {
    histories: 1,
    acts: 0,
    undos: 0,
    kept: 0,
    cuts: 0,
    races: 0,
    wrong: 0,
  };
  readonly faults: string[] = [];
  #acme: Workspace;
  #random: () => number;
  #acts: Act[] = [];
  #versions: Row[] = [];
  #now = new Map<string, number>();
  /** Opt-outs that no undo removes: their contact was deleted or changed its address, or an undo restored them. */
  #sticky = new Set<string>();
  #fresh = 0;
  #merged: Act["merged"];
  #kills: boolean;

  private constructor(acme: Workspace, seed: number, kills: boolean) {
    this.#acme = acme;
    this.#random = seeded(seed);
    this.#kills = kills;
  }

  static async run(seed: number, acts: number, kills = false): Promise<ChangeHistory> {
    const history = new ChangeHistory(await newWorkspace("history"), seed, kills);
    for (const name of ["a", "b"]) await history.#acme.call(createTag, { body: { name } });
    for (let n = 0; n < 4; n++) await history.#act("create");
    for (let n = 0; n < acts; n++) await history.#act(history.#pick(WAYS));
    // What is left is undone, the last first: all of it, where nothing prevents that.
    for (const act of history.#acts.toReversed()) {
      if (act.isUndone) continue;
      const wasRaced = await history.#undo(act);
      if (wasRaced && act.by) await history.#undo(act.by);
    }
    return history;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** Some of the existing contacts. */
  #some(): string[] {
    const ids = [...this.#now.keys()].filter(() => this.#random() < 0.5);
    return ids.length > 0 ? ids : [...this.#now.keys()].slice(0, 1);
  }

  async #act(way: string): Promise<void> {
    if (way === "undo") {
      const open = this.#acts.filter(({ isUndone, kept = 0 }) => !isUndone || kept > 0);
      const turning = open.filter(({ undoes }) => undoes?.way === "import" && this.#random() < 0.5);
      if (open.length > 0) await this.#undo(this.#pick(turning.length > 0 ? turning : open));
      return;
    }
    if (way !== "create" && way !== "import" && way !== "batch" && this.#now.size === 0) return;
    const before = await readContacts(this.#acme.id);
    const known = await readSets(this.#acme.id);
    const tags = await readTags(this.#acme.id);
    if (tags.size === 0 && ["tag", "untag", "drop", "bulk"].includes(way)) return;
    this.#merged = undefined;
    const sticky = new Set(this.#sticky);
    await this.#cut(() => this.#do(way, before, [...tags]));
    const after = await readContacts(this.#acme.id);
    const id = (await readSets(this.#acme.id)).find((set) => !known.some((one) => one.id === set.id))?.id;
    this.outcome.acts++;
    if (!id) this.#sticky = sticky;
    else
      this.#acts.push({
        id,
        way,
        moves: await this.#note(before, after),
        isUndone: false,
        merged: this.#merged,
      });
  }

  /** In a history with kills, some acts are cut off: what was not committed is as if nobody had asked for it. */
  async #cut(work: () => Promise<unknown>): Promise<void> {
    const end = this.#kills && this.#random() < 0.5 ? cutOne(this.#random) : undefined;
    try {
      await work();
    } catch (error) {
      if (!end) throw error;
    }
    if (!end) return;
    this.outcome.cuts += Number(await end());
    await resumeJobs(this.#acme.id);
  }

  async #do(way: string, before: Map<string, Row>, tags: string[]): Promise<void> {
    const acme = this.#acme;
    const ids = this.#some();
    const [one = ""] = ids;
    const params = { id: one };
    const word = `w${++this.#fresh}`;
    if (way === "create")
      await acme.call(create, { body: { email: this.#free(before, word), first_name: word } });
    else if (way === "edit")
      await acme.call(patch, { params, body: { company: word, custom_fields: { k: word } } });
    else if (way === "move") {
      if (before.get(one)?.is_unsubscribed) this.#stick(before, [one]);
      await acme.call(patch, { params, body: { email: this.#free(before, word) } });
    } else if (way === "subscribe") {
      this.#sticky.delete(String(before.get(one)?.email));
      await acme.call(patch, { params, body: { is_unsubscribed: false } });
    } else if (way === "unsubscribe") await acme.call(bulkUnsubscribe, { body: { ids } });
    else if (way === "delete") {
      this.#stick(before, ids);
      await acme.call(bulkDelete, { body: { ids } });
    } else if (way === "remove") {
      this.#stick(before, [one]);
      await acme.call(remove, { params });
    } else if (way === "merge") {
      const other = this.#pick([...this.#now.keys()].filter((id) => id !== one));
      if (!other) return;
      this.#stick(before, [one, other]);
      const email = this.#pick(["this", "other"] as const);
      this.#merged = { other, survivor: one };
      await acme.call(merge, { params, body: { with: other, fields: { email } } });
    } else if (way === "tag" || way === "untag") {
      const handler = way === "tag" ? tagAll : untagAll;
      await acme.call(handler, { params: { id: this.#pick(tags) }, body: { ids } });
    } else if (way === "drop") await acme.call(deleteTag, { params: { id: this.#pick(tags) } });
    else if (way === "bulk") await this.#bulk(ids, before, word, tags);
    else if (way === "batch") await this.#batch(ids, before, word);
    else await this.#import(ids, before, word);
  }

  /** A new address, or one that somebody had and nobody has now: an undo may want it back. */
  #free(before: Map<string, Row>, word: string): string {
    const held = new Set([...before.values()].map(({ email }) => email));
    const left = [...new Set(this.#versions.map(({ email }) => String(email)))].filter(
      (one) => !held.has(one),
    );
    return left.length > 0 && this.#random() < 0.5 ? this.#pick(left) : `${word}@example.com`;
  }

  /** An action on many contacts by a job, by ids or by filter. */
  async #bulk(ids: string[], before: Map<string, Row>, word: string, tags: string[]): Promise<void> {
    const action = this.#pick(["tag", "untag", "unsubscribe", "delete", "set", "set"] as const);
    const by = this.#pick([{ ids }, { filter: { is_unsubscribed: false } }, { filter: {} }]);
    // Nobody in the second one has opted out.
    if (action === "delete" && by.filter?.is_unsubscribed !== false)
      this.#stick(before, by.ids ?? before.keys());
    const body = {
      action,
      tag_id: this.#pick(tags),
      fields: { company: word, last_name: null },
      ...by,
    };
    const { status } = await this.#acme.call(bulk, { body });
    if (status !== 202) throw new Error(`a bulk action was answered ${status}`);
    await settleBackground();
  }

  /** Known contacts and a new one, some with a tag that is also new. */
  async #batch(ids: string[], before: Map<string, Row>, word: string): Promise<void> {
    const known = ids.map((id) => ({
      ...this.#named(before, id, word),
      ...this.#pick([{ phone: word }, { phone: word, company: null, custom_fields: { k: null } }]),
      tags: this.#pick([["a"], [word], [], ["b", word]]),
      is_unsubscribed: this.#random() < 0.3,
    }));
    for (const { email, is_unsubscribed } of known)
      if (is_unsubscribed && email.startsWith(`${word}+`)) this.#sticky.add(email);
    await sendBatch(this.#acme, [...known, { email: `${word}@example.com`, tags: [word] }]);
  }

  /** A known contact by its address, by an id that it is given, or by its id with another address. */
  #named(before: Map<string, Row>, id: string, word: string): { email: string; external_id?: string } {
    const { email: stored, external_id: known } = before.get(id) ?? {};
    const email = String(stored);
    if (this.#random() < 0.4) return { email };
    if (typeof known !== "string") return { email, external_id: `${word} ${id}` };
    if (this.#random() < 0.4) return { email, external_id: known };
    const moved = `${word}+${id}@example.com`;
    this.#stick(before, [id]);
    if (before.get(id)?.is_unsubscribed) this.#sticky.add(moved);
    return { email: moved, external_id: known };
  }

  async #import(ids: string[], before: Map<string, Row>, word: string): Promise<void> {
    const rows = ids.map((id) => {
      const { email, external_id = "" } = this.#named(before, id, word);
      const out = this.#pick(["yes", "", ""]);
      if (out && email.startsWith(`${word}+`)) this.#sticky.add(email);
      return `${email},${external_id},${word},${out}`;
    });
    const text = `email,id,name,out\n${rows.join("\n")}\n${word}@example.com,,${word},\n`;
    await pg()`delete from rate_limits`;
    await importText(this.#acme, text, {
      columnMapping: { email: "email", id: "external_id", name: "first_name", out: "is_unsubscribed" },
    });
  }

  #stick(rows: Map<string, Row>, ids: Iterable<string>): void {
    for (const id of ids) if (rows.get(id)?.is_unsubscribed) this.#sticky.add(String(rows.get(id)?.email));
  }

  /** Gives the changed contacts a new version, with their deleted tags. */
  async #note(before: Map<string, Row>, after: Map<string, Row>): Promise<Act["moves"]> {
    const moves: Act["moves"] = new Map();
    const tags = await readTags(this.#acme.id);
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const former = this.#versions[this.#now.get(id) ?? -1];
      const row = withDeleted(after.get(id), former, tags);
      if (JSON.stringify(withDeleted(before.get(id), former, tags)) === JSON.stringify(row)) continue;
      const version = row ? this.#versions.push(row) - 1 : null;
      moves.set(id, [this.#now.get(id) ?? null, version]);
      if (version === null) this.#now.delete(id);
      else this.#now.set(id, version);
    }
    return moves;
  }

  /** Whether somebody edited a contact meanwhile. */
  async #undo(act: Act): Promise<boolean> {
    const before = await readContacts(this.#acme.id);
    const { moves, expected, kept } = foresee(act, {
      before,
      acts: this.#acts,
      now: this.#now,
      versions: this.#versions,
    });
    for (const [id, [, former]] of moves) {
      const [from, to] = [before.get(id), former === null ? undefined : this.#versions[former]];
      if (from?.email !== to?.email) this.#stick(before, [id]);
      // An opt-out that a decision removed, and that the undo of the decision restores, belongs to no import any more.
      if (to?.is_unsubscribed && !from?.is_unsubscribed) this.#sticky.add(String(to.email));
    }
    const known = await readSets(this.#acme.id);
    const predicted = (await this.#acme.call(previewUndo, { params: { id: act.id } })).body;
    const rival = this.#kills ? undefined : rivalOf(act, moves, this.#versions);
    const [{ status, body }, company] = await Promise.all([
      this.#take(act),
      rival && this.#editBeside(rival),
    ]);
    if (status !== 200) throw new Error(`the undo of ${act.way} answered ${status}`);
    if (act.isUndone && body.undo_id === predicted.undo_id) {
      if (moves.size > 0) this.faults.push(`${act.way}: nothing prevents the rest of its undo`);
      return false;
    }
    if (rival && company) {
      const race = { workspaceId: this.#acme.id, id: rival, company, known, moves, expected };
      const { act: edit, wasFirst } = await settleRace({ ...race, versions: this.#versions });
      this.#acts.push(edit);
      if (wasFirst) kept.push(rival);
    } else this.faults.push(...unlikePredicted(act, predicted, body));
    this.faults.push(...misnamed(act, kept, body));
    this.#now = expected;
    this.outcome.undos++;
    this.outcome.kept += kept.length;
    const made = (await readSets(this.#acme.id)).find(
      ({ id, way }) => way === "undo" && !known.some((one) => one.id === id),
    );
    noteUndo(act, this.#acts, { id: made?.id, moves, kept: kept.length, body });
    await this.#compare(act);
    return rival !== undefined;
  }

  /** An edit at some moment of an undo. */
  async #editBeside(id: string): Promise<string> {
    const company = `w${++this.#fresh}`;
    this.outcome.races++;
    await sleep(this.#random() * LATEST_EDIT_MS);
    const { status } = await this.#acme.call(patch, { params: { id }, body: { company } });
    if (status !== 200) this.faults.push(`an edit beside an undo was answered ${status}`);
    return company;
  }

  async #take(act: Act) {
    const ask = () => this.#acme.call(undo, { params: { id: act.id } });
    if (this.#kills) await this.#cut(ask);
    for (let attempt = 0; ; attempt++) {
      const reply = await ask();
      await settleBackground();
      if (reply.status === 200 || attempt === 5) return reply;
      await resumeJobs(this.#acme.id);
    }
  }

  async #compare(act: Act): Promise<void> {
    const rows = await readContacts(this.#acme.id);
    const tags = await readTags(this.#acme.id);
    for (const id of new Set([...this.#now.keys(), ...rows.keys()])) {
      const wanted = withExisting(this.#versions[this.#now.get(id) ?? -1], tags);
      const problem = difference(wanted, rows.get(id), this.#sticky);
      this.outcome.wrong += Number(problem !== null);
      if (problem) this.faults.push(`after the undo of ${act.way}: ${problem}`);
    }
  }
}
