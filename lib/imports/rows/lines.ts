import { ID_LENGTH, reserveIds } from "@/lib/ids";
import { EmailIndex, hashEmail } from "./email-index";
import {
  compileEncoder,
  decodeRow,
  type RowEncoder,
  readValues,
  type StagedColumns,
  type StagedRow,
  VALUES_END,
} from "./encode";
import { compileSearchText, SEARCH_ROOM } from "./search-bytes";

/** More rows than fit into a batch. */
const MAX_ROWS = 2 ** 20;
const FIRST_BYTES = 512 * 1024;
/** Buffers of written batches, kept for the next ones: new buffers would pile up until garbage collection. */
const spare: Buffer[] = [];
const SPARE_MAX = 2;
const SPARE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 128 * 1024;
/** Maximum size of id, row and their tabs. */
const KEY_LENGTH = ID_LENGTH + 12;
const TAB = 9;
const NEWLINE = 10;
const ZERO = 48;
/** "t" */
const TRUE = 116;
const END = VALUES_END.charCodeAt(0);

/**
 * The rows of a batch as lines for COPY in one buffer. Not as objects, because a million of them with their
 * strings double the cost through garbage collection (9.5 → 6.1 CPU s per 1 000 000 rows, measured).
 */
export class RowLines {
  /** Of row i of the batch: its e-mail, its number in the file, the hash of its e-mail. */
  readonly emails: string[] = [];
  readonly numbers: number[] = [];
  readonly hashes: number[] = [];
  #index = new EmailIndex(this.emails, this.hashes);
  #columns: StagedColumns;
  #isNumbered: boolean;
  #encode: RowEncoder;
  #sayForSearch: ReturnType<typeof compileSearchText>;
  #bytes = spare.pop() ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
  #used = 0;
  #starts: number[] = [];
  /** Where the contact begins, after what only a merge needs. */
  #contacts: number[] = [];
  /** Where the contact's values begin, after its e-mail; where they end if they cannot be compared. */
  #values: number[] = [];
  /** Where its values end. The text that search looks through follows. */
  #valueEnds: number[] = [];
  #ends: number[] = [];
  /** Reserved here, so that ids follow the order of the file; generated when a row is sent, because many never are. */
  #writeId = reserveIds(MAX_ROWS);

  /** `isNumbered`: contacts keep the number of the row that created them. */
  constructor(columns: StagedColumns, isNumbered = true) {
    this.#isNumbered = isNumbered;
    this.#columns = columns;
    this.#encode = compileEncoder(columns);
    this.#sayForSearch = compileSearchText(columns);
  }

  get count(): number {
    return this.emails.length;
  }

  has(email: string): boolean {
    return this.#index.find(email, hashEmail(email)) !== undefined;
  }

  /** Index of the row with the same e-mail, if there is one; otherwise the row is added. */
  add(row: StagedRow): number | undefined {
    const hash = hashEmail(row.email);
    const found = this.#index.find(row.email, hash);
    if (found !== undefined) return found;
    const index = this.count;
    this.put(index, row);
    // Read back, because the cell is a slice of a piece of the file, which would stay in memory with it.
    const start = this.#contacts[index] ?? 0;
    this.emails.push(this.#bytes.toString("latin1", start, start + row.email.length));
    this.hashes.push(hash);
    this.#index.put();
    return undefined;
  }

  /** Index of the row with that e-mail. */
  indexOf(email: string): number | undefined {
    return this.#index.find(email, hashEmail(email));
  }

  /** All ids of contacts created from these rows lie between these. */
  idRange(): [string, string] {
    const at = (index: number) => {
      const id = Buffer.alloc(ID_LENGTH);
      this.#writeId(index, id, 0);
      return id.toString("latin1").replace(/[^-]+$/, "000000000000");
    };
    return [at(0), at(this.count)];
  }

  /** Bytes of a row as `copyTo` writes it. */
  sizeOf(index: number): number {
    return (this.#valueEnds[index] ?? 0) - (this.#starts[index] ?? 0);
  }

  /** Writes a row's encoding without its e-mail, and returns where that ends. */
  copyTo(index: number, target: Buffer, at: number): number {
    const email = (this.emails[index]?.length ?? 0) + 1;
    const contact = this.#contacts[index] ?? 0;
    const values = at + this.#bytes.copy(target, at, this.#starts[index], contact);
    return values + this.#bytes.copy(target, values, contact + email, this.#valueEnds[index]);
  }

  /** Whether one of these rows, released or not, has the e-mail of that row of `others`. */
  hasEmailOf({ emails, hashes }: RowLines, index: number): boolean {
    return this.#index.find(emails[index] ?? "", hashes[index] ?? 0) !== undefined;
  }

  /** All indices, in order of e-mail. */
  inOrder(): number[] {
    const { emails } = this;
    return emails.map((_, index) => index).sort((a, b) => ((emails[a] ?? "") < (emails[b] ?? "") ? -1 : 1));
  }

  read(index: number): StagedRow {
    const line = this.#bytes.toString("utf8", this.#starts[index], this.#valueEnds[index]);
    return decodeRow(this.numbers[index] ?? 0, line, this.#columns);
  }

  put(index: number, row: StagedRow): void {
    const { merge, email, values, isComparable } = this.#encode(row);
    this.#reserve(3 * (merge.length + email.length + values.length) + 1 + SEARCH_ROOM);
    // Without lists it is ASCII.
    const contact = this.#used + (row.cleared || row.tags ? Buffer.byteLength(merge) : merge.length);
    this.numbers[index] = row.row;
    this.#starts[index] = this.#used;
    this.#contacts[index] = contact;
    this.#used += this.#bytes.write(merge + email + values, this.#used);
    this.#valueEnds[index] = this.#used;
    this.#values[index] = isComparable ? contact + email.length : this.#used;
    this.#bytes[this.#used++] = TAB;
    this.#used = this.#sayForSearch(row, this.#bytes, this.#used, contact);
    this.#ends[index] = this.#used;
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const bigger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#used + bytes));
    this.#bytes.copy(bigger, 0, 0, this.#used);
    this.#bytes = bigger;
  }

  /** Releases the memory; nothing can be read afterwards. */
  release(): void {
    if (spare.length < SPARE_MAX && this.#bytes.length <= SPARE_BYTES) spare.push(this.#bytes);
    this.#bytes = Buffer.alloc(0);
  }

  /** Whether equal encodings of a row's and a contact's values imply equal values. */
  isComparable(index: number): boolean {
    return this.#values[index] !== this.#valueEnds[index];
  }

  /** The values of the given rows, as `storedValues` formats those of a contact, each ended by VALUES_END. */
  values(indices: readonly number[]): string {
    let size = 0;
    for (const index of indices) size += (this.#valueEnds[index] ?? 0) - (this.#values[index] ?? 0) + 1;
    const bytes = Buffer.allocUnsafe(size);
    let used = 0;
    for (const index of indices) {
      used += this.#bytes.copy(bytes, used, this.#values[index], this.#valueEnds[index]);
      bytes[used++] = END;
    }
    return readValues(bytes.toString("utf8"));
  }

  /** The given rows, in this order, as data for a COPY into the staging table. */
  staged(indices: readonly number[]): Generator<Buffer> {
    return this.#pieces(indices, "", this.#starts);
  }

  /** The given rows as new contacts; each is preceded by `head`. */
  contacts(indices: readonly number[], head: string): Generator<Buffer> {
    return this.#pieces(indices, head, this.#contacts);
  }

  /** The given rows as new contacts preceded by a flag: true for the `flagged` ones. */
  flaggedContacts(indices: readonly number[], head: string, flagged: ReadonlySet<number>): Generator<Buffer> {
    return this.#pieces(indices, `f\t${head}`, this.#contacts, flagged);
  }

  *#pieces(
    indices: readonly number[],
    start: string,
    starts: readonly number[],
    flagged?: ReadonlySet<number>,
  ): Generator<Buffer> {
    const head = Buffer.from(start, "latin1");
    for (let at = 0; at < indices.length; ) {
      const first = at;
      let size = 0;
      while (at < indices.length && size < PIECE_BYTES) {
        const index = indices[at++] ?? 0;
        size += head.length + KEY_LENGTH + (this.#ends[index] ?? 0) - (starts[index] ?? 0) + 1;
      }
      const piece = Buffer.allocUnsafe(size);
      let used = 0;
      for (const index of indices.slice(first, at)) {
        piece.set(head, used);
        if (flagged?.has(index)) piece[used] = TRUE;
        used += head.length;
        this.#writeId(index, piece, used);
        used += ID_LENGTH;
        piece[used++] = TAB;
        if (this.#isNumbered) used = writeNumber(this.numbers[index] ?? 0, piece, used);
        piece[used++] = TAB;
        used += this.#bytes.copy(piece, used, starts[index], this.#ends[index]);
        piece[used++] = NEWLINE;
      }
      yield piece.subarray(0, used);
    }
  }
}

/** Writes a number of at most ten digits and returns where it ends. */
function writeNumber(value: number, bytes: Uint8Array, at: number): number {
  let end = at + 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end++;
  for (let place = end - 1, rest = value; place >= at; place--, rest = Math.floor(rest / 10))
    bytes[place] = ZERO + (rest % 10);
  return end;
}
