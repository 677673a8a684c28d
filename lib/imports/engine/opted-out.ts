import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";
import type { RowLines } from "@/lib/imports/rows/lines";
import { yieldToRequests } from "@/lib/jobs/yielding";
import { ProbeHash } from "./probe-hash";

/**
 * With fewer rows in a batch, reading the probes does not pay: reading 200 000 of them takes as long as 5 000 updates.
 */
const WORTH_READING = 1000;
/** Probes that are kept, sixteen megabytes of them. The database finds the others. */
const MOST_PROBES = 1_000_000;
/** Probes that are read at once: other requests wait while they are added. */
const SLICE = 50_000;

/**
 * How long they are used before they are read again: a contact that is resubscribed by hand and deleted meanwhile would
 * be created unsubscribed.
 */
const GOOD_FOR_MS = 10_000;

/** Recorded opt-outs as of a moment ago, by import plan. */
const kept = new WeakMap<object, { until: number; probes: Promise<OptOutProbes | null> }>();

/**
 * Those of these rows whose address probably opted out before. Only a guess that saves time: without it the database
 * unsubscribes each contact after writing it, at the price of a second row version; wrong guesses are subscribed again
 * by the database (`sayPresumed`).
 */
export async function presumeOptedOut(
  tx: TransactionSql,
  plan: { workspaceId: string },
  { emails }: RowLines,
  rows: readonly number[],
): Promise<ReadonlySet<number>> {
  if (rows.length < WORTH_READING && !kept.has(plan)) return NOBODY;
  // The presumption is passed by a setting, which a shard's trigger does not see.
  if (await isDistributed(tx)) return NOBODY;
  const probes = await probesOf(tx, plan);
  if (!probes) return NOBODY;
  return new Set(rows.filter((index) => probes.has(emails[index] ?? "")));
}

const NOBODY: ReadonlySet<number> = new Set();

/** Read once for all batches that ask meanwhile. */
function probesOf(tx: TransactionSql, plan: { workspaceId: string }): Promise<OptOutProbes | null> {
  const now = performance.now();
  const last = kept.get(plan);
  if (last && now < last.until) return last.probes;
  const probes = readProbes(tx, plan.workspaceId);
  kept.set(plan, { until: now + GOOD_FOR_MS, probes });
  probes.catch(() => kept.delete(plan));
  return probes;
}

/** Null if there are no recorded opt-outs. */
async function readProbes(tx: TransactionSql, workspaceId: string): Promise<OptOutProbes | null> {
  const [key] = await tx<{ seed: string; count: number }[]>`
    select seed, (
      select count(*)::int from (select from opt_outs where workspace_id = ${workspaceId} limit ${MOST_PROBES}) o
    ) as count
    from opt_out_keys where workspace_id = ${workspaceId}`;
  if (!key?.count) return null;
  const probes = new OptOutProbes(BigInt(key.seed), key.count);
  let last: string | null = null;
  for (let left = key.count; left > 0; left -= SLICE) {
    const [slice]: { probes: Buffer | null; last: string | null }[] = await tx`
      select string_agg(int8send(probe), '') as probes, max(probe) as last
      from (
        select probe from opt_outs
        where workspace_id = ${workspaceId} and (${last}::bigint is null or probe > ${last}::bigint)
        order by probe limit ${Math.min(left, SLICE)}
      ) o`;
    if (!slice?.probes) break;
    probes.add(slice.probes);
    last = slice.last;
    await yieldToRequests();
  }
  return probes;
}

/** A set of probes (`opt_out_probe()`), in 16 to 32 bytes each. */
class OptOutProbes {
  #hash: ProbeHash;
  #slots: Int32Array;
  #mask: number;

  constructor(seed: bigint, count: number) {
    this.#hash = new ProbeHash(seed);
    const slots = 2 ** Math.ceil(Math.log2(2 * count));
    this.#slots = new Int32Array(2 * slots);
    this.#mask = slots - 1;
  }

  /** Adds probes as the database writes them: eight bytes each, the high ones first. */
  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 8) {
      const high = bytes.readInt32BE(at);
      const low = bytes.readInt32BE(at + 4);
      const slot = this.#slotOf(high, low);
      this.#slots[slot] = high;
      this.#slots[slot + 1] = low;
    }
  }

  has(email: string): boolean {
    const hash = this.#hash;
    hash.of(email);
    const slot = this.#slotOf(hash.high, hash.low);
    return this.#slots[slot] === hash.high && this.#slots[slot + 1] === hash.low && !isEmpty(hash);
  }

  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    let at = 2 * (low & this.#mask);
    while ((slots[at] !== 0 || slots[at + 1] !== 0) && (slots[at] !== high || slots[at + 1] !== low))
      at = 2 * ((at / 2 + 1) & this.#mask);
    return at;
  }
}

/** The only probe equal to an empty slot's value: addresses that have it are left to the database. */
const isEmpty = ({ high, low }: ProbeHash) => high === 0 && low === 0;

/**
 * Tells the database that rows inserted as unsubscribed by the next statement are only presumed to have opted out:
 * those that its filter does not contain are subscribed within the statement.
 */
export async function sayPresumed(tx: TransactionSql, rows: number): Promise<void> {
  await tx`
    select set_config('kith.presumed', 'yes', true),
      set_config('kith.opted_out', (current_setting('kith.opted_out')::bigint + ${rows}::int)::text, true)`;
}

/** Ends the presumption: rows inserted as unsubscribed from here on really are. */
export async function endPresumed(tx: TransactionSql): Promise<void> {
  await tx`select set_config('kith.presumed', '', true)`;
}

/** How many contacts were created unsubscribed since the last call, because their addresses had opted out before. */
export async function takeOptedOut(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ n: string }[]>`
    select current_setting('kith.opted_out') as n, set_config('kith.opted_out', '0', true)`;
  return Number(row?.n);
}
