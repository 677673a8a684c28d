import type { Sql } from "postgres";
import { withConnection } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { inParts } from "@/lib/adapters/blob/stream";
import type { Lease } from "@/lib/jobs/kind";
import { storageRoom } from "@/lib/workspaces/storage";
import { RecordEnds } from "./csv";
import { storageFull, UnexportableError } from "./failure";
import { type ExportJob, type Resume, report } from "./progress";
import {
  copyStatement,
  countContacts,
  countErasures,
  customKeysOf,
  headerRecord,
  lastOf,
  MAX_CUSTOM_KEYS,
  type Selection,
} from "./snapshot";

const REPORT_EVERY_MS = 1_000;
const BLOB_PART_BYTES = 256 * 1024;
/** Between two slices the work may stop. Tests make them smaller. */
export const slice = {
  /** A fifth of a second, unless contacts are very long. */
  rows: 50_000,
};
/** Milliseconds for one statement. With the time of a job this stays within a serverless invocation's limit. */
const STATEMENT_LIMIT_MS = 60_000;

export interface WrittenPart {
  rows: number;
  bytes: number;
  /** Where to continue; null when that was the rest. */
  rest: Resume | null;
  /** The workspace's count of erasures when its contacts were read. */
  erasures: number;
}

/**
 * Stores the export's next part under `key`, from where the last one ended, all of it read in one snapshot: at least
 * one slice, and no further one when `isOver()`. On any error, the connection is closed with its transaction. Null
 * when contacts were deleted since earlier parts were read. Throws a FencedError as soon as another worker has the
 * job.
 */
export function writePart(
  lease: Lease,
  job: ExportJob,
  key: string,
  isOver: () => boolean,
): Promise<WrittenPart | null> {
  return withConnection(async (connection) => {
    await connection`begin isolation level repeatable read read only`;
    // Idle, too: while a store completes a large file, the transaction has nothing more to do.
    await connection`
      select set_config('statement_timeout', ${String(STATEMENT_LIMIT_MS)}, true),
             set_config('idle_in_transaction_session_timeout', ${String(STATEMENT_LIMIT_MS)}, true)`;
    const erasures = await countErasures(connection, lease.workspaceId);
    if (job.resume && job.erasures !== erasures) return null;
    const wanted = { workspaceId: lease.workspaceId, filter: job.filter, before: job.resume?.after };
    const customKeys = job.resume?.customKeys ?? (await columnsOf(connection, wanted));
    const left = await countContacts(connection, wanted);
    const slices = new Slices({ connection, lease, wanted, customKeys, stored: rowsOf(job), left });
    await slices.report();
    if (job.resume && left === 0) return { rows: 0, bytes: 0, rest: null, erasures };
    const content = slices.read(job.resume === null, isOver);
    const room = await storageRoom(connection, lease.workspaceId);
    const { bytes } = await blobStore().put(key, inParts(within(content, room), BLOB_PART_BYTES));
    await connection`commit`;
    const { rest } = slices;
    return { rows: slices.rows, bytes, rest: rest === null ? null : { after: rest, customKeys }, erasures };
  });
}

/** The content, as long as there is room for it. */
async function* within(content: AsyncIterable<Uint8Array>, room: number): AsyncGenerator<Uint8Array> {
  let left = room;
  for await (const chunk of content) {
    left -= chunk.byteLength;
    if (left < 0) throw storageFull();
    yield chunk;
  }
}

const rowsOf = (job: ExportJob) => job.parts.reduce((sum, part) => sum + part.rows, 0);

interface Source {
  connection: Sql;
  lease: Lease;
  wanted: Selection;
  customKeys: string[];
  /** Contacts in the previous parts, and those that are left. */
  stored: number;
  left: number;
}

/** The contacts of one part as CSV, slice by slice, with its progress. */
class Slices {
  readonly #source: Source;
  readonly #ends = new RecordEnds();
  #left: number;
  #after: string | undefined;
  #reportAt = performance.now() + REPORT_EVERY_MS;

  constructor(source: Source) {
    this.#source = source;
    this.#left = source.left;
    this.#after = source.wanted.before;
  }

  /** Contacts read. */
  get rows(): number {
    return this.#ends.records;
  }

  /** The contact after which to continue; null when all were read. */
  get rest(): string | null {
    return this.#left > 0 ? (this.#after ?? null) : null;
  }

  async *read(withHeader: boolean, isOver: () => boolean): AsyncGenerator<Uint8Array> {
    if (withHeader) yield Buffer.from(headerRecord(this.#source.customKeys));
    while (this.#left > 0) {
      yield* this.#slice(Math.min(this.#left, slice.rows));
      if (isOver()) return;
    }
  }

  /** The next `rows` contacts. Fails when the database returns another number of them. */
  async *#slice(rows: number): AsyncGenerator<Uint8Array> {
    const { connection, customKeys } = this.#source;
    const wanted = { ...this.#source.wanted, before: this.#after };
    const last = rows < this.#left ? await lastOf(connection, wanted, rows) : undefined;
    const statement = await copyStatement(connection, { ...wanted, from: last }, customKeys);
    const expected = this.rows + rows;
    for await (const chunk of await connection.unsafe(statement).readable()) {
      yield this.#ends.convert(chunk);
      if (performance.now() > this.#reportAt) await this.report();
    }
    if (this.rows !== expected) throw new Error(`${this.rows} records of ${expected}`);
    this.#left -= rows;
    this.#after = last;
  }

  /** Records the progress. Throws a FencedError. */
  async report(): Promise<void> {
    const { lease, stored, left } = this.#source;
    await report(lease, { processed: stored + this.rows, total: stored + left });
    this.#reportAt = performance.now() + REPORT_EVERY_MS;
  }
}

async function columnsOf(connection: Sql, wanted: Selection): Promise<string[]> {
  const keys = await customKeysOf(connection, wanted);
  if (keys.length <= MAX_CUSTOM_KEYS) return keys;
  const advice = "Narrow the export with a filter.";
  throw new UnexportableError(
    "too_many_custom_fields",
    `These contacts use more than ${MAX_CUSTOM_KEYS} custom fields. ${advice}`,
  );
}
