import type { Sql } from "postgres";
import { withConnection } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { inParts } from "@/lib/adapters/blob/stream";
import type { Lease } from "@/lib/jobs/lease";
import { isStopping } from "@/lib/jobs/stopping";
import { RecordEnds } from "./csv";
import { type ExportJob, type Resume, report } from "./progress";
import {
  copyStatement,
  countContacts,
  customKeysOf,
  headerRecord,
  lastOf,
  MAX_CUSTOM_KEYS,
  type Selection,
} from "./snapshot";

const REPORT_EVERY_MS = 1_000;
const BLOB_PART_BYTES = 256 * 1024;
/** Between two of these the work may stop: a fifth of a second each, unless contacts are very long. */
const SLICE_ROWS = 50_000;
/** Milliseconds for one statement. With the time of a job this stays within a serverless invocation's limit. */
const STATEMENT_LIMIT_MS = 60_000;

/** A reason that will not go away by itself; its message is for the user. */
export class UnexportableError extends Error {}

export interface WrittenPart {
  rows: number;
  bytes: number;
  /** Where to go on; null when that was the rest. */
  rest: Resume | null;
}

/**
 * Stores the export's next part under `key`, from where the last one ended, all of it read in one snapshot: at least
 * one slice, and no further one after `deadline` (on the clock of `performance`) or when the process is to stop.
 * Whatever goes wrong, the connection is closed with the transaction on it. Throws a FencedError as soon as somebody
 * else has the job.
 */
export function writePart(lease: Lease, job: ExportJob, key: string, deadline: number): Promise<WrittenPart> {
  return withConnection(async (connection) => {
    await connection`begin isolation level repeatable read read only`;
    // Idle, too: while a store completes a large file, the transaction has nothing more to do.
    await connection`
      select set_config('statement_timeout', ${String(STATEMENT_LIMIT_MS)}, true),
             set_config('idle_in_transaction_session_timeout', ${String(STATEMENT_LIMIT_MS)}, true)`;
    const wanted = { workspaceId: lease.workspaceId, filter: job.filter, before: job.resume?.after };
    const customKeys = job.resume?.customKeys ?? (await columnsOf(connection, wanted));
    const written = job.parts.reduce((sum, part) => sum + part.rows, 0);
    const state = { left: await countContacts(connection, wanted), after: wanted.before };
    const total = written + state.left;
    await report(lease, { processed: written, total });
    if (job.resume && state.left === 0) return { rows: 0, bytes: 0, rest: null };
    const ends = new RecordEnds();
    let reportAt = performance.now() + REPORT_EVERY_MS;

    async function* content(): AsyncGenerator<Uint8Array> {
      if (!job.resume) yield Buffer.from(headerRecord(customKeys));
      for (let mayGoOn = true; state.left > 0 && mayGoOn; ) {
        const rows = Math.min(state.left, SLICE_ROWS);
        const slice = { ...wanted, before: state.after };
        const last = rows < state.left ? await lastOf(connection, slice, rows) : undefined;
        const statement = await copyStatement(connection, { ...slice, from: last }, customKeys);
        const expected = ends.records + rows;
        for await (const chunk of await connection.unsafe(statement).readable()) {
          yield ends.convert(chunk);
          if (performance.now() < reportAt) continue;
          await report(lease, { processed: written + ends.records, total });
          reportAt = performance.now() + REPORT_EVERY_MS;
        }
        if (ends.records !== expected) throw new Error(`${ends.records} records of ${expected}`);
        state.left -= rows;
        state.after = last;
        mayGoOn = performance.now() < deadline && !isStopping();
      }
    }

    const { bytes } = await blobStore().put(key, inParts(content(), BLOB_PART_BYTES));
    await connection`commit`;
    const { left, after } = state;
    return { rows: ends.records, bytes, rest: left > 0 && after ? { after, customKeys } : null };
  });
}

async function columnsOf(connection: Sql, wanted: Selection): Promise<string[]> {
  const keys = await customKeysOf(connection, wanted);
  if (keys.length <= MAX_CUSTOM_KEYS) return keys;
  const advice = "Narrow the export with a filter.";
  throw new UnexportableError(`These contacts use more than ${MAX_CUSTOM_KEYS} custom fields. ${advice}`);
}
