import type { TransactionSql } from "postgres";
import type { AppliedBatch, Counts } from "@/lib/imports/engine/apply";
import { type Batch, formerOf, type LoadedImport, type RowFailure } from "@/lib/imports/engine/plan";
import { showCell, showRowError } from "@/lib/imports/row-error-queries";
import { yieldToRequests } from "@/lib/jobs/yielding";
import {
  clearCapture,
  openCapture,
  pauseCapture,
  readChanged,
  readCreated,
  readTags,
  readUnsubscribed,
} from "./capture";
import { FacetCounter } from "./facets";
import { reasonFacet, STILL_WRONG, UnknownWords } from "./reasons";
import { comparedColumns, encodeError, encodeHead, LETTERS, NULL, type RowFacts } from "./rows";
import type { DiffRow } from "./schemas";

const TAB = 9;
const NEWLINE = 10;
const ADDRESS_CHARS = 254;
/** Rows between two checks for waiting requests. */
const STRIDE = 512;

/** Takes rows in file order, each as its kind's letter, its address and its cells. */
export interface DiffSink {
  /** The line of the next row if no blank line is in between. */
  expectedLine(line: number): number;
  /** Reserves room for the next row's cells, the first ones of which are written. Returns where the others begin. */
  begin(head: string, bodyBytes: number): { buffer: Buffer; at: number };
  /** Ends the row: its cells end there. */
  end(letter: string, email: string, at: number): void;
  count(facet: string): void;
  flush(tx: TransactionSql): Promise<void>;
}

/** What a batch did to its rows, by index; letters as in `LETTERS`. */
interface Found {
  letters: string[];
  /** What changed, as `readChanged` returns it, without the address. */
  pairs: Map<number, Buffer>;
  tags: Map<number, string>;
  optOuts: Map<number, RowFacts["optOut"]>;
}

/** Records what a dry run does with each row, batch by batch, as observed by the database. */
export class DiffRecorder {
  readonly #rows: DiffSink;
  readonly #tx: TransactionSql;
  readonly #job: LoadedImport;
  readonly #facets: FacetCounter;
  readonly #words = new UnknownWords();
  /** A batch was recorded. The first one has nothing to clear, and clearing would leave rows in the catalogues. */
  #isUsed = false;
  /** Failed rows that state an opt-out: contacts were copied, and maybe changed, because of them. */
  #hasRefusedOptOuts = false;
  /** Addresses of the batch whose contact is unsubscribed before it. */
  #unsubscribed = new Set<string>();

  constructor(tx: TransactionSql, job: LoadedImport, rows: DiffSink) {
    this.#tx = tx;
    this.#job = job;
    this.#rows = rows;
    this.#facets = new FacetCounter(job.plan.columns, rows);
  }

  open(): Promise<void> {
    return openCapture(this.#tx);
  }

  /** Called before the contacts that a batch may touch are copied. */
  async next({ metBefore, said, order, lines }: Batch): Promise<void> {
    await pauseCapture(this.#tx);
    if (this.#isUsed) await clearCapture(this.#tx, this.#job);
    this.#isUsed = true;
    // A failed row may have had a contact copied: the contact exists, although the import did not write it.
    const mayBeThere = said.length > 0 || this.#hasRefusedOptOuts;
    const emails = mayBeThere ? order.map((index) => lines.emails[index] ?? "") : [...metBefore];
    this.#unsubscribed = new Set(await readUnsubscribed(this.#tx, this.#job, emails));
  }

  /** The copied contacts that are unsubscribed. */
  copied(unsubscribed: readonly string[]): void {
    for (const email of unsubscribed) this.#unsubscribed.add(email);
  }

  /** Called after a batch was merged, with its result. */
  async record({ batch, counts, failures, missing, strangers }: AppliedBatch): Promise<void> {
    this.#hasRefusedOptOuts ||= counts.failedOptOuts > 0;
    const found = await this.#find(batch, counts);
    for (const at of missing) {
      found.letters[at] = LETTERS.skip;
      // Its address may by now belong to a contact that another row moved there.
      found.pairs.delete(at);
    }
    for (const email of strangers) {
      const at = batch.lines.indexOf(email);
      if (at !== undefined) found.optOuts.set(at, "stranger");
    }
    const failed = new Map(failures.map((failure) => [failure.row, failure]));
    const firstRow = batch.start?.row ?? 1;
    const index = new Int32Array(batch.count).fill(-1);
    for (const [at, row] of batch.lines.numbers.entries()) index[row - firstRow] = at;
    const repeats = new Map(
      [...batch.repeats.of].flatMap(([at, rows]) => rows.map((row) => [row, at] as const)),
    );
    for (let n = 0; n < batch.count; n++) {
      if (n % STRIDE === 0) await yieldToRequests();
      const row = firstRow + n;
      const line = batch.fileLines[n] ?? 0;
      const failure = failed.get(row);
      const first = repeats.get(row);
      const leftOut = batch.leftOut.get(row);
      if (leftOut !== undefined) this.#writeLeftOut(line, leftOut);
      else if (failure) this.#writeFailure(failure);
      else if (first !== undefined) this.#writeRepeat(batch, { row, line, first }, found);
      else this.#writeRow(batch, line, index[n] ?? -1, found);
    }
    await this.#rows.flush(this.#tx);
  }

  async #find(batch: Batch, counts: Counts): Promise<Found> {
    const { lines } = batch;
    const [tx, job] = [this.#tx, this.#job];
    const known = job.plan.strategy === "update" ? LETTERS.unchanged : LETTERS.skip;
    const letters = new Array<string>(lines.count).fill(known);
    const optOuts: Found["optOuts"] = new Map();
    if (counts.created > 0) await this.#findCreated(batch, counts, letters, optOuts);
    const changed = await readChanged(tx, job, batch, { twice: this.#hasRefusedOptOuts });
    const pairs = this.#byIndex(batch, changed);
    if (this.#hasRefusedOptOuts) this.#dropForeign(batch, pairs);
    const named = this.#byIndex(batch, await readTags(tx, job), formerOf(batch));
    const tags = new Map([...named].map(([at, bytes]) => [at, bytes.toString()]));
    if (job.plan.strategy === "update")
      for (const at of [...pairs.keys(), ...tags.keys()])
        if (letters[at] !== LETTERS.create) letters[at] = LETTERS.update;
    for (const email of [...this.#unsubscribed, ...(batch.targets?.unsubscribed ?? [])]) {
      const at = lines.indexOf(email);
      if (at !== undefined) optOuts.set(at, "kept");
    }
    return { letters, pairs, tags, optOuts };
  }

  async #findCreated(
    batch: Batch,
    counts: Counts,
    letters: string[],
    optOuts: Found["optOuts"],
  ): Promise<void> {
    const { lines } = batch;
    if (counts.created === lines.count) letters.fill(LETTERS.create);
    if (counts.created === lines.count && counts.optedOut === 0) return;
    const { rows, optedOut } = await readCreated(this.#tx, this.#job, lines.idRange());
    const at = new Map(lines.numbers.map((row, index) => [row, index]));
    const indices = (list: string) =>
      list === "" ? [] : list.split(",").map((row) => at.get(Number(row)) ?? -1);
    for (const index of indices(rows)) letters[index] = LETTERS.create;
    for (const index of indices(optedOut))
      if (!lines.read(index).is_unsubscribed) optOuts.set(index, "remembered");
  }

  /** Contacts that only the opt-out of a failed row changed: their own rows change nothing. */
  #dropForeign({ lines }: Batch, pairs: Map<number, Buffer>): void {
    const flag = comparedColumns(this.#job.plan.columns).indexOf("is_unsubscribed");
    for (const [at, pair] of pairs) {
      const differs = (value: string, n: number) => n >> 1 !== flag && value !== NULL;
      if (!lines.read(at).is_unsubscribed && !pair.toString("latin1").split("\t").some(differs))
        pairs.delete(at);
    }
  }

  /** Lines of a COPY that begin with an address, without it, by the index of their row. */
  #byIndex(
    { lines }: Batch,
    pieces: readonly Buffer[],
    former: ReadonlyMap<string, string> = new Map(),
  ): Map<number, Buffer> {
    const all = Buffer.concat(pieces);
    const found = new Map<number, Buffer>();
    for (let at = 0; at < all.length; ) {
      const end = all.indexOf(NEWLINE, at);
      const tab = all.indexOf(TAB, at);
      const email = all.toString("latin1", at, tab);
      const index = lines.indexOf(former.get(email) ?? email);
      if (index !== undefined && !found.has(index)) found.set(index, all.subarray(tab + 1, end));
      at = end + 1;
    }
    return found;
  }

  #writeFailure(failure: RowFailure): void {
    const { row: _, line, ...error } = showRowError(failure);
    const head = encodeHead({ line, repeats: null, optOut: null, tags: "" }, this.#rows.expectedLine(line));
    const proposals = this.#countReason(failure);
    const text = `${head}\t${encodeError({ ...error, proposals })}`;
    const { at } = this.#rows.begin(text, 0);
    this.#rows.end(LETTERS.fail, this.#addressOf(failure), at);
  }

  /** Counts why a row fails and what would fix it, and returns this as it is shown. */
  #countReason(failure: RowFailure): NonNullable<DiffRow["error"]>["proposals"] {
    const { headers } = this.#job.row;
    const at = failure.column === null ? -1 : headers.indexOf(failure.column);
    this.#rows.count("fail");
    if (failure.optOut) this.#rows.count("fail:opt_out");
    if (this.#job.corrector.isCorrected(failure.row)) this.#rows.count(STILL_WRONG);
    this.#rows.count(reasonFacet(failure));
    const word = this.#words.facet(failure, failure.cells[at] ?? "");
    if (word !== null) this.#rows.count(word);
    return this.#job.corrector.proposals(failure, failure.cells).map(({ proposal, cells }) => {
      this.#rows.count(reasonFacet(failure, proposal));
      return { proposal, value: at < 0 ? null : showCell(cells[at] ?? "") };
    });
  }

  /** The content of the address cell, so that search finds it. */
  #addressOf({ cells }: RowFailure): string {
    const { headers, column_mapping } = this.#job.row;
    const column = headers.findIndex((header) => column_mapping?.[header] === "email");
    const cell = (cells[column] ?? "").slice(0, ADDRESS_CHARS).toLowerCase();
    return cell.replaceAll(/[\0\r\n]/g, " ").toWellFormed();
  }

  #writeLeftOut(line: number, email: string): void {
    const facts = { line, repeats: null, optOut: null, tags: "", isLeftOut: true };
    const { at } = this.#rows.begin(encodeHead(facts, this.#rows.expectedLine(line)), 0);
    this.#rows.count("skip");
    this.#rows.count("skip:left_out");
    this.#rows.end(LETTERS.skip, email, at);
  }

  #writeRepeat(
    { lines, repeats: { idle } }: Batch,
    { row, line, first }: { row: number; line: number; first: number },
    { letters }: Found,
  ): void {
    // A row is skipped with the first one, unless that is new: then it is skipped for coming after it.
    const isSkipped = letters[first] === LETTERS.skip || this.#job.plan.strategy === "skip";
    // A later row may have changed back what an earlier row changed, so nothing is written.
    const isIdle = idle.has(row) || letters[first] === LETTERS.unchanged;
    const kind = isSkipped ? "skip" : isIdle ? "unchanged" : "update";
    const facts = { line, repeats: lines.numbers[first] ?? null, optOut: null, tags: "" };
    const { at } = this.#rows.begin(encodeHead(facts, this.#rows.expectedLine(line)), 0);
    this.#rows.count(kind);
    this.#rows.end(LETTERS[kind], lines.emails[first] ?? "", at);
  }

  #writeRow({ lines }: Batch, line: number, index: number, { letters, pairs, tags, optOuts }: Found): void {
    const letter = letters[index] ?? LETTERS.unchanged;
    const [own, optOut] = [tags.get(index) ?? "", optOuts.get(index) ?? null];
    const facts = { line, repeats: null, optOut, tags: own };
    const head = encodeHead(facts, this.#rows.expectedLine(line));
    const changed = pairs.get(index);
    const isCreated = letter === LETTERS.create;
    const body = isCreated ? lines.sizeOf(index) : (changed?.length ?? 0);
    const { buffer, at } = this.#rows.begin(`${head}${body > 0 ? "\t" : ""}`, body);
    let end = at;
    if (isCreated) end = lines.copyTo(index, buffer, at);
    else if (changed) end += changed.copy(buffer, at);
    this.#facets.count(letter, { hasTags: own !== "", optOut }, { buffer, at, end });
    this.#rows.end(letter, lines.emails[index] ?? "", end);
  }
}
