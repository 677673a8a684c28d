import { sql } from "drizzle-orm";
import { pg } from "@/db/client";
import { duplicateSearches } from "@/db/schema";
import { countContacts } from "@/lib/contacts/list";
import type { JobKind, Lease } from "@/lib/jobs/kind";
import { FencedError, progressed } from "@/lib/jobs/lease";
import { BLOCKS, type Block, statementOf } from "./blocks";
import { type Likeness, likenessOf, type Person, type Prepared, prepare, SHOWN_FROM } from "./likeness";

/** Pairs that a search keeps, the most likely ones, and how many each key may find before that. */
export const bounds = { kept: 10_000, found: 50_000 };
const FETCHED_ROWS = 2000;

/**
 * Searches for duplicate contacts, key by key (blocks.ts): for each key it reads the contacts once, in order, and
 * keeps only one block of them in memory. Results and progress are committed together.
 */
export const duplicatesJob = {
  name: "duplicate",
  table: duplicateSearches,
  unfinished: sql`status = 'processing'`,
  waitsSince: "created_at",
  lane: "duplicates",
  makesRoom: true,
  limits: {
    failures: 4,
    claims: 20,
    interrupted: { code: "interrupted", message: "The search was interrupted too often." },
    describe: () => ({ code: "unexpected", message: "The search failed.", isFinal: false }),
    fail,
  },
  size: ({ workspaceId }) => countContacts(workspaceId, {}),
  work,
} as const satisfies JobKind;

async function work(lease: Lease, isOver: () => boolean): Promise<"finished" | "unfinished"> {
  for (;;) {
    const step = await readStep(lease);
    const block = BLOCKS[step];
    const found = block ? await pairsOf(lease.workspaceId, block) : [];
    if (await save(lease, step, found)) return "finished";
    if (isOver()) return "unfinished";
  }
}

async function readStep(lease: Lease): Promise<number> {
  const [row] = await pg()<{ step: number }[]>`
    select step from duplicate_searches
    where workspace_id = ${lease.workspaceId} and id = ${lease.id} and epoch = ${lease.epoch} and status = 'processing'`;
  if (!row) throw new FencedError(lease);
  return row.step;
}

interface Found extends Likeness {
  one: string;
  other: string;
}

type Row = Person & { key: string };

async function pairsOf(workspaceId: string, block: Block): Promise<Found[]> {
  const found: Found[] = [];
  let [key, members]: [string | null, Prepared[]] = [null, []];
  const rows = pg().unsafe<Row[]>(statementOf(block), [workspaceId]).cursor(FETCHED_ROWS);
  for await (const page of rows) {
    for (const row of page) {
      if (row.key !== key) {
        compare(members, found);
        [key, members] = [row.key, []];
      }
      members.push(prepare(row));
    }
    if (found.length > bounds.found) break;
  }
  compare(members, found);
  return found.slice(0, bounds.found);
}

function compare(members: Prepared[], found: Found[]): void {
  for (const [at, a] of members.entries())
    for (const b of members.slice(at + 1)) {
      const likeness = likenessOf(a, b);
      if (!likeness || likeness.score < SHOWN_FROM) continue;
      const [one, other] = a.id < b.id ? [a.id, b.id] : [b.id, a.id];
      found.push({ one, other, ...likeness });
    }
}

/** True at the end. The best of the pairs found by all keys are kept, except those marked as different people. */
async function save(lease: Lease, step: number, found: Found[]): Promise<boolean> {
  const { workspaceId, id, epoch } = lease;
  const isLast = step + 1 >= BLOCKS.length;
  await pg().begin(async (tx) => {
    const [held] = await tx`
      update duplicate_searches set step = ${step + 1}, ${tx.unsafe(isLast ? "lease_until = null, attempts = 0, failures = 0, last_error = null" : progressed())},
        is_whole = is_whole and ${found.length < bounds.found}
      where workspace_id = ${workspaceId} and id = ${id} and epoch = ${epoch} and status = 'processing' returning 1`;
    if (!held) throw new FencedError(lease);
    await tx`
      insert into duplicate_pairs (workspace_id, search_id, one_id, other_id, score, reasons)
      select ${workspaceId}, ${id}, p.one, p.other, p.score, string_to_array(p.reasons, ' ')
      from unnest(${found.map((pair) => pair.one)}::uuid[], ${found.map((pair) => pair.other)}::uuid[],
        ${found.map((pair) => Math.round(pair.score * 100))}::int[], ${found.map((pair) => pair.reasons.join(" "))}::text[]
      ) as p(one, other, score, reasons)
      where not exists (
        select from distinct_contacts d
        where d.workspace_id = ${workspaceId} and d.one_id = p.one and d.other_id = p.other)
      on conflict do nothing`;
    const { count } = await tx`
      delete from duplicate_pairs
      where workspace_id = ${workspaceId} and search_id = ${id} and (score, id) < (
        select score, id from duplicate_pairs
        where workspace_id = ${workspaceId} and search_id = ${id}
        order by score desc, id desc offset ${bounds.kept - 1} limit 1)`;
    if (count > 0)
      await tx`update duplicate_searches set is_whole = false where workspace_id = ${workspaceId} and id = ${id}`;
    if (isLast)
      await tx`
        update duplicate_searches set status = 'completed', completed_at = now(), expires_at = now() + interval '1 day'
        where workspace_id = ${workspaceId} and id = ${id}`;
  });
  return isLast;
}

async function fail(lease: Lease): Promise<void> {
  const rows = await pg()`
    update duplicate_searches set status = 'failed', completed_at = now(), lease_until = null
    where workspace_id = ${lease.workspaceId} and id = ${lease.id} and epoch = ${lease.epoch} and status = 'processing'
    returning 1`;
  if (rows.length === 0) throw new FencedError(lease);
}
