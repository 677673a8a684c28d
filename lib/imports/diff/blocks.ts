import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { TransactionSql } from "postgres";
import { copyFrom } from "@/lib/imports/engine/staging";
import { copyText } from "@/lib/imports/rows/encode";
import type { DiffSink } from "./recorder";

/** Rows per block, stored and unpacked together. Fewer make too many blocks, more make sparse pages slow. */
const BLOCK_ROWS = 256;
/** A block is also full at this size, because rows may be long. */
const BLOCK_BYTES = 256 * 1024;
const FIRST_BYTES = 64 * 1024;
const NEWLINE = 10;

const deflate = promisify(deflateRaw);

interface Sealed {
  firstRow: number;
  lastRow: number;
  firstLine: number;
  kinds: string;
  emails: string;
  facets: Record<string, number>;
  data: Promise<Buffer>;
}

/** Cuts the rows of a diff into blocks, compresses them concurrently with the work, and stores them. */
export class BlockWriter implements DiffSink {
  /** How many rows there are of each kind, and how many change which field: `update`, `update:company`. */
  readonly facets = new Map<string, number>();
  /** Size of the stored blocks. */
  bytes = 0;
  readonly #hash = createHash("sha256");
  readonly #place: { workspaceId: string; diffId: string };
  #sealed: Sealed[] = [];
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #used = 0;
  #kinds = "";
  #emails: string[] = [];
  #own = new Map<string, number>();
  #firstRow = 1;
  #firstLine = 0;

  constructor(place: { workspaceId: string; diffId: string }) {
    this.#place = place;
  }

  /** Line of the next row, unless there are blank lines in between. */
  expectedLine(line: number): number {
    if (this.#emails.length === 0) this.#firstLine = line;
    return this.#firstLine + this.#emails.length;
  }

  /** Reserves room for the next row's cells, the first ones of which are written. Returns where the others begin. */
  begin(head: string, bodyBytes: number): { buffer: Buffer; at: number } {
    const bytes = 3 * head.length + bodyBytes + 1;
    if (this.#used + bytes > this.#buffer.length) {
      const bigger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#used + bytes));
      this.#buffer.copy(bigger, 0, 0, this.#used);
      this.#buffer = bigger;
    }
    const at = this.#used + this.#buffer.write(head, this.#used);
    return { buffer: this.#buffer, at };
  }

  /** Ends the row: its cells end there. Rows come in file order, and none is missing. */
  end(letter: string, email: string, at: number): void {
    this.#buffer[at] = NEWLINE;
    this.#used = at + 1;
    this.#kinds += letter;
    this.#emails.push(email);
    if (this.#emails.length >= BLOCK_ROWS || this.#used >= BLOCK_BYTES) this.#seal();
  }

  count(facet: string): void {
    this.#own.set(facet, (this.#own.get(facet) ?? 0) + 1);
  }

  #seal(): void {
    if (this.#emails.length === 0) return;
    const raw = Buffer.from(this.#buffer.subarray(0, this.#used));
    const emails = this.#emails.join("\n");
    this.#hash.update(`${this.#kinds}\n${emails}\n`).update(raw);
    for (const [facet, count] of this.#own) this.facets.set(facet, (this.facets.get(facet) ?? 0) + count);
    const data = deflate(raw, { level: 1 });
    data.catch(() => undefined);
    const lastRow = this.#firstRow + this.#emails.length - 1;
    const { firstRow, firstLine } = { firstRow: this.#firstRow, firstLine: this.#firstLine };
    this.#sealed.push({
      ...{ firstRow, lastRow, firstLine, emails, data },
      kinds: this.#kinds,
      facets: Object.fromEntries(this.#own),
    });
    this.#firstRow = lastRow + 1;
    this.#used = 0;
    this.#kinds = "";
    this.#emails = [];
    this.#own = new Map();
  }

  /** Stores the blocks that are full. */
  async flush(tx: TransactionSql): Promise<void> {
    const ready = this.#sealed;
    if (ready.length === 0) return;
    this.#sealed = [];
    const { workspaceId, diffId } = this.#place;
    const lines: Buffer[] = [];
    for (const block of ready) {
      const data = await block.data;
      const facets = copyText(JSON.stringify(block.facets));
      const places = [workspaceId, diffId, block.firstRow, block.lastRow, block.firstLine, block.kinds];
      const text = [...places, facets, copyText(block.emails), `\\\\x${data.toString("hex")}`].join("\t");
      this.bytes += data.length + block.emails.length + block.kinds.length + facets.length;
      lines.push(Buffer.from(`${text}\n`));
    }
    await copyFrom(
      tx,
      `copy public.import_diff_blocks
         (workspace_id, diff_id, first_row, last_row, first_line, kinds, facets, emails, data) from stdin`,
      lines,
    );
  }

  /** Stores the remaining rows and returns a hash of all rows. */
  async finish(tx: TransactionSql): Promise<string> {
    this.#seal();
    await this.flush(tx);
    return this.#hash.digest("base64url");
  }
}
