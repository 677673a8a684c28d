import { sql as fragment } from "drizzle-orm";
import { db, withConnection } from "@/db/client";
import { exports } from "@/db/schema";
import { blobStore } from "@/lib/adapters/blob";
import { inParts } from "@/lib/adapters/blob/stream";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { claimJob, FencedError, held, type Lease, leaseEnd } from "@/lib/jobs/lease";
import { log } from "@/lib/log";
import { RecordEnds } from "./csv";
import { completeExport, failExport, fileKey, postponeExport } from "./outcome";
import { type ExportFilter, exportFilter } from "./schemas";
import { copyStatement, headerRecord, MAX_CUSTOM_KEYS, type Measured, measure } from "./snapshot";

/** Failures of the same job before it is given up, and deaths of its workers (each claim is an epoch). */
const MAX_FAILURES = 3;
const MAX_EPOCHS = 50;
const REPORT_EVERY_MS = 1_000;
const PART_BYTES = 256 * 1024;

/**
 * Works on an export until it is done or has failed. Safe to call at any time by anybody: the lease decides who
 * works, and file and row become valid in one fenced update. The file is the workspace at one moment: everything is
 * read in one snapshot, so a worker that died is followed by one that starts anew (docs/decisions/exports.md).
 */
export async function processExport(workspaceId: string, id: string): Promise<void> {
  await inTurn(async () => {
    const lease = await claimJob("export", workspaceId, id);
    if (!lease) return;
    try {
      await work(lease);
    } catch (error) {
      if (error instanceof FencedError) return;
      log().error({ err: error, exportId: id }, "export interrupted");
      await settle(lease, error);
    }
  });
}

/** An export holds one connection and reports through another. More at once would only slow everybody down. */
const maxAtOnce = () => Math.max(1, Math.min(2, env().DATABASE_POOL_SIZE - 1));
let working = 0;
const waiting: (() => void)[] = [];

async function inTurn(run: () => Promise<void>): Promise<void> {
  while (working >= maxAtOnce()) await new Promise<void>((resolve) => waiting.push(resolve));
  working++;
  try {
    await run();
  } finally {
    working--;
    waiting.shift()?.();
  }
}

/** A reason that will not go away by itself; its message is for the user. */
class UnexportableError extends Error {}

async function work(lease: Lease): Promise<void> {
  if (lease.epoch > MAX_EPOCHS) throw new UnexportableError("The export was interrupted too often.");
  const filter = await readFilter(lease);
  const key = fileKey(lease.workspaceId, lease.id, lease.epoch);
  const written = await writeFile(lease, filter, key);
  try {
    await completeExport(lease, { key, ...written });
  } catch (error) {
    // Only then is it certain that no row refers to the file. After a lost answer the commit may have happened.
    if (error instanceof FencedError) await blobStore().remove([key]);
    throw error;
  }
}

async function readFilter(lease: Lease): Promise<ExportFilter> {
  const [row] = await db().select({ filter: exports.filter }).from(exports).where(held(lease));
  if (!row) throw new FencedError(lease);
  return exportFilter.parse(row.filter);
}

interface Written {
  bytes: number;
  rows: number;
}

/** Reads the snapshot and stores it. Whatever goes wrong, the connection is closed with the transaction on it. */
function writeFile(lease: Lease, filter: ExportFilter, key: string): Promise<Written> {
  return withConnection(async (connection) => {
    await connection`begin isolation level repeatable read read only`;
    const budget = String(env().JOB_TIME_BUDGET_MS);
    // Idle, too: while a store completes a large file, the transaction has nothing more to do.
    await connection`
      select set_config('statement_timeout', ${budget}, true),
             set_config('idle_in_transaction_session_timeout', ${budget}, true)`;
    const measured = await measure(connection, lease.workspaceId, filter);
    if (measured.customKeys.length > MAX_CUSTOM_KEYS) {
      const advice = "Narrow the export with a filter.";
      throw new UnexportableError(`These contacts use more than ${MAX_CUSTOM_KEYS} custom fields. ${advice}`);
    }
    await report(lease, fragment`status = 'processing', total_rows = ${measured.total}, processed_rows = 0`);
    const statement = await copyStatement(connection, lease.workspaceId, filter, measured.customKeys);
    const ends = new RecordEnds();
    const source = async () => connection.unsafe(statement).readable();
    const { bytes } = await blobStore().put(
      key,
      inParts(fileContent(lease, source, measured, ends), PART_BYTES),
    );
    await connection`commit`;
    if (ends.records !== measured.total) throw new Error(`${ends.records} records of ${measured.total}`);
    return { bytes, rows: ends.records };
  });
}

/** The file piece by piece, and progress on the way. Throws a FencedError as soon as somebody else has the job. */
async function* fileContent(
  lease: Lease,
  source: () => Promise<AsyncIterable<Uint8Array>>,
  { customKeys }: Measured,
  ends: RecordEnds,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(headerRecord(customKeys));
  let reportAt = performance.now() + REPORT_EVERY_MS;
  for await (const chunk of await source()) {
    yield ends.convert(chunk);
    if (performance.now() < reportAt) continue;
    await report(lease, fragment`processed_rows = ${ends.records}`);
    reportAt = performance.now() + REPORT_EVERY_MS;
  }
}

/** Writes progress, and with it prolongs the lease. Throws a FencedError when the job is no longer ours. */
async function report(lease: Lease, progress: ReturnType<typeof fragment>): Promise<void> {
  const rows = await db().execute(fragment`
    update ${exports} set ${progress}, lease_until = ${leaseEnd()} where ${held(lease)} returning 1`);
  if (rows.length === 0) throw new FencedError(lease);
}

/** After a failure: another try later, or the end. */
async function settle(lease: Lease, error: unknown): Promise<void> {
  if (error instanceof UnexportableError) return failExport(lease, error.message);
  const failures = await postponeExport(lease, nameOf(error));
  if (failures > MAX_FAILURES) await failExport(lease, reasonOf(error));
}

const QUERY_CANCELED = "57014";

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const tooLong = error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
  return tooLong
    ? "The export took too long. Narrow it with a filter."
    : "An unexpected error stopped the export.";
}

/** Kept in the row. Never the message: a database error may quote personal data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
