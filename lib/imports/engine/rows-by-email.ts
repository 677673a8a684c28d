import { overfullCode, overfullError, overtaggedCode } from "@/lib/imports/rows/custom-limits";
import { hasIds, heardOf, mergeCustom, mergeRepeat, type StagedRow, saidBy } from "@/lib/imports/rows/encode";
import { RowLines } from "@/lib/imports/rows/lines";
import type { OptOut, RowError } from "@/lib/imports/rows/row";
import { LIMITS } from "@/lib/limits";
import type { Batch, MergePlan, Repeats, Rereading, Said } from "./plan";

/** At most this many tag names are kept: twice as many as a workspace may have, plus one. */
export const MANY_TAGS = 2 * LIMITS.tags_per_workspace.max + 1;

/** Rows that are merged together, one per e-mail: later ones with the same one are merged into the first. */
export class RowsByEmail {
  readonly lines: RowLines;
  #plan: MergePlan;
  #room: Rereading["room"];
  #targets: Rereading["targets"];
  #hasIds: boolean;
  #said: Said[] = [];
  #moves = new Map<string, string>();
  /** First rows after the later ones were merged into them. */
  #merged = new Map<number, StagedRow>();
  #repeats: Repeats = { of: new Map(), all: 0, idle: new Set() };
  #tags = new Set<string>();

  /** With a `room`, a row fails if it has no room for the row's tags; with `targets`, each row is merged as they say. */
  constructor(plan: MergePlan, { room, targets }: Rereading = {}) {
    this.#plan = plan;
    this.#room = room;
    this.#targets = targets;
    this.#hasIds = hasIds(plan.columns);
    this.lines = new RowLines(plan.columns, !plan.isChangeSet);
  }

  /** Adds a row, or says why it fails. */
  add(row: StagedRow): RowError | null {
    const staged = this.#hasIds ? this.#aim(row) : row;
    if ("code" in staged) return staged;
    const refused = this.#room && !this.lines.has(staged.email) && this.#room.refuse(staged.tags);
    if (refused) return refused;
    const first = this.lines.add(staged);
    const error = first === undefined ? null : this.#repeat(first, staged);
    if (error) return error;
    if (first === undefined) this.#nameTags(staged);
    if (staged.movedTo) this.#moves.set(staged.email, staged.movedTo);
    else if (this.#hasIds) this.#moves.delete(staged.email);
    return null;
  }

  /** A row under its contact's address, or why there is no such address. */
  #aim(row: StagedRow): StagedRow | RowError {
    const at = this.#plan.columns.text.indexOf("external_id");
    this.#said.push({
      row: row.row,
      email: row.isById ? null : row.email,
      externalId: row.text[at] ?? null,
      isOut: row.is_unsubscribed,
    });
    const target = this.#targets?.rows.get(row.row);
    if (!target) return row;
    return "code" in target ? target : { ...row, ...target };
  }

  #nameTags({ tags }: StagedRow): void {
    for (const name of tags ?? []) if (this.#tags.size < MANY_TAGS) this.#tags.add(name);
  }

  /** Merges a later row into the first one with its e-mail, unless both together exceed a contact's limits. */
  #repeat(index: number, repeated: StagedRow): RowError | null {
    const plan = this.#plan;
    let later = repeated;
    if (plan.strategy === "update") {
      const first = this.#merged.get(index) ?? this.lines.read(index);
      later = heardOf(repeated, first, plan.rules);
      const problem =
        (later.custom && overfullCode(mergeCustom(first, later) ?? {})) ??
        overtaggedCode(first.tags, later.tags);
      if (problem) return overfullError(problem);
      const refused = this.#room?.refuse(later.tags);
      if (refused) return refused;
      this.#nameTags(later);
      this.#merged.set(index, first);
      if (!mergeRepeat(first, later, plan)) this.#repeats.idle.add(later.row);
    } else if (later.is_unsubscribed) {
      // Of a skipped row, only its opt-out counts.
      const first = this.#merged.get(index) ?? this.lines.read(index);
      this.#merged.set(index, { ...first, is_unsubscribed: true });
    }
    const { of } = this.#repeats;
    this.#repeats.all++;
    const numbers = of.get(index);
    if (numbers) numbers.push(later.row);
    else of.set(index, [later.row]);
    return null;
  }

  /** Their part of a batch. People who opted out according to failing rows are unsubscribed by a row that names them, too. */
  finish(
    optOuts: readonly OptOut[] = [],
  ): Pick<Batch, "lines" | "order" | "repeats" | "tags" | "newTags" | "said" | "moves" | "targets"> {
    this.#findCancelled();
    for (const index of this.#named(optOuts)) {
      const row = this.#merged.get(index) ?? this.lines.read(index);
      this.#merged.set(index, { ...row, is_unsubscribed: true });
    }
    for (const [index, row] of this.#merged) this.lines.put(index, row);
    return {
      lines: this.lines,
      order: this.lines.inOrder(),
      repeats: this.#repeats,
      tags: this.#tags,
      newTags: [],
      said: this.#said,
      moves: this.#moves,
      targets: this.#targets ?? null,
    };
  }

  /** Later rows that together leave the first one as it was add nothing. */
  #findCancelled(): void {
    for (const [index, row] of this.#merged)
      if (saidBy(row) === saidBy(this.lines.read(index)))
        for (const number of this.#repeats.of.get(index) ?? []) this.#repeats.idle.add(number);
  }

  /** Rows about these people. */
  #named(optOuts: readonly OptOut[]): number[] {
    const byId = new Map<string, string>();
    if (optOuts.some(({ externalId }) => externalId !== null))
      for (const { row, email, externalId } of this.#said) {
        const target = this.#targets?.rows.get(row) ?? { email };
        // A row that fails identifies nobody: the contact with its id belongs to another row.
        if (externalId !== null && "email" in target && target.email !== null)
          byId.set(externalId, target.email);
      }
    return optOuts.flatMap(({ email, externalId }) => {
      const own = email === null ? undefined : this.lines.indexOf(email);
      if (own !== undefined) return own;
      // As in `addressesOf`: if its own address belongs to another contact, who the id means is unknown.
      if (email !== null && this.#targets?.known.has(email)) return [];
      const named = byId.get(externalId ?? "");
      return named === undefined ? [] : (this.lines.indexOf(named) ?? []);
    });
  }
}
