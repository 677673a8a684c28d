import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { writersAreDone } from "@/db/writers";
import { newId } from "@/lib/ids";

/** Opt-outs that the database looks for one by one: reading this many takes it less than a millisecond. */
const UNPACKED_MAX = 1000;

/**
 * Packs a workspace's opt-outs into the filter that spares most rows of an import the lookup. An optimisation only:
 * opt-outs that are not packed are still found. Takes a second per 200 000 new ones.
 */
export async function packOptOuts(workspaceId: string): Promise<void> {
  await pg()`select pack_opt_outs(${workspaceId}, ${UNPACKED_MAX})`;
}

/**
 * Remembers addresses that no contact has: an import or a batch said so, and its undo withdraws it (`turnOptOuts`).
 * An opt-out from two sources belongs to neither, and stays. Returns how many were not remembered before.
 */
export async function rememberOptOuts(
  tx: TransactionSql,
  workspaceId: string,
  importId: string,
  emails: readonly string[],
): Promise<number> {
  await noteLate(tx, workspaceId);
  const [row] = await tx<{ n: number }[]>`
    with said as (
      insert into opt_outs as o (workspace_id, hash, probe, import_id)
      select k.workspace_id, opt_out_hash(k.inner_pad, k.outer_pad, e.email), opt_out_probe(k.seed, e.email),
        ${importId}::uuid
      from opt_out_keys k cross join unnest(${emails}::text[]) as e(email)
      where k.workspace_id = ${workspaceId}
      on conflict (workspace_id, hash) do update set import_id = null where o.import_id <> excluded.import_id
      returning import_id
    )
    select count(import_id)::int as n from said`;
  return row?.n ?? 0;
}

/** In the transaction that remembers addresses without a contact: `enforceOptOuts` is due once it is committed. */
async function noteLate(tx: TransactionSql, workspaceId: string): Promise<void> {
  await tx`insert into late_opt_outs (workspace_id, id) values (${workspaceId}, ${newId()})`;
}

/** No transaction that writes contacts takes longer, and what it writes is no older than its start. */
const LONGEST_WRITE = "10 minutes";

/**
 * Called after addresses without a contact were remembered, and committed: unsubscribes contacts that got one of them
 * at the same moment, from writers that could not see it yet. Does nothing if nothing was noted. If the process ends
 * first, or a write takes longer than this waits, the notes stay and the sweep does it.
 */
export async function enforceOptOuts(workspaceId: string): Promise<void> {
  const notes = await pg()<{ id: string; at: string }[]>`
    select id, created_at::text as at from late_opt_outs where workspace_id = ${workspaceId} order by created_at`;
  const [first] = notes;
  if (!first) return;
  const areDone = await writersAreDone();
  await pg()`select enforce_opt_outs(${workspaceId}, ${first.at}::timestamptz - ${LONGEST_WRITE}::interval)`;
  if (!areDone) return;
  await pg()`
    delete from late_opt_outs where workspace_id = ${workspaceId} and id = any(${notes.map(({ id }) => id)})`;
}

/** Workspaces of one sweep: each waits for those who write. */
const WORKSPACES = 20;

/** Does what a crash, or the end of an import before its end, left to do. Answers for how many workspaces. */
export async function enforceLateOptOuts(): Promise<number> {
  const due = await pg()<{ id: string }[]>`
    select distinct workspace_id as id from late_opt_outs
    where created_at < now() - interval '1 minute' limit ${WORKSPACES}`;
  for (const { id } of due) await enforceOptOuts(id);
  return due.length;
}

/** Opt-outs of addresses without a contact that an undo withdraws, or remembers again. */
export interface Turned {
  opt_outs_withdrawn: number;
  opt_outs_remembered: number;
}

export const NOTHING_TURNED: Readonly<Turned> = { opt_outs_withdrawn: 0, opt_outs_remembered: 0 };

/** Only these record opt-outs of people who are not contacts; other sets are not searched for any. */
const REMEMBERING: ReadonlySet<string> = new Set(["import", "batch"]);

/**
 * Withdraws opt-outs of addresses without a contact together with the set that alone recorded them, or remembers them
 * again when that set takes effect again. A contact that has one of these addresses now stays unsubscribed in the first
 * case and is unsubscribed in the second, unless it was subscribed again since. Returns how many. Once remembered
 * opt-outs are committed, `enforceOptOuts` must be called.
 */
export async function turnOptOuts(
  tx: TransactionSql,
  { workspaceId, id, by }: { workspaceId: string; id: string; by: string },
): Promise<Turned> {
  const { origin, way, isUndo } = await originOf(tx, workspaceId, id);
  if (!REMEMBERING.has(way)) return NOTHING_TURNED;
  if (!isUndo) {
    await tx`select withdraw_opt_outs(${workspaceId}, ${origin}, ${by})`;
    return { ...NOTHING_TURNED, opt_outs_withdrawn: await countWithdrawn(tx, workspaceId, by) };
  }
  if ((await countWithdrawn(tx, workspaceId, id)) === 0) return NOTHING_TURNED;
  await noteLate(tx, workspaceId);
  const [row] = await tx<{ n: number }[]>`select recall_opt_outs(${workspaceId}, ${id}, ${origin}) as n`;
  return { ...NOTHING_TURNED, opt_outs_remembered: row?.n ?? 0 };
}

/** What `turnOptOuts` would do if nothing else changed; before the transaction tells the planner anything. */
export async function predictOptOuts(
  tx: TransactionSql,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<Turned> {
  const { origin, way, isUndo } = await originOf(tx, workspaceId, id);
  if (!REMEMBERING.has(way)) return NOTHING_TURNED;
  const ofContact = tx`from contacts c
    where c.workspace_id = ${workspaceId} and opt_out_probe((
      select k.seed from opt_out_keys k where k.workspace_id = ${workspaceId}), c.email) = o.probe`;
  const [row] = isUndo
    ? await tx<{ n: number }[]>`
        select count(*)::int as n from withdrawn_opt_outs o
        join change_sets s on s.workspace_id = ${workspaceId} and s.id = ${id}
        where o.workspace_id = ${workspaceId} and o.change_id = ${id}
          and not exists (select ${ofContact} and not c.is_unsubscribed and c.resubscribed_at >= s.created_at)`
    : await tx<{ n: number }[]>`
        select count(*)::int as n from opt_outs o
        where o.workspace_id = ${workspaceId} and o.import_id = ${origin}
          and not exists (select ${ofContact} and c.is_unsubscribed)`;
  return { ...NOTHING_TURNED, [isUndo ? "opt_outs_remembered" : "opt_outs_withdrawn"]: row?.n ?? 0 };
}

async function countWithdrawn(tx: TransactionSql, workspaceId: string, by: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from withdrawn_opt_outs where workspace_id = ${workspaceId} and change_id = ${by}`;
  return row?.n ?? 0;
}

/** The change set that a set is or stands for: the undo of an undo stands for the original one. */
export async function originOf(tx: TransactionSql, workspaceId: string, id: string) {
  for (let origin = id, isUndo = false; ; isUndo = !isUndo) {
    const [set] = await tx<{ undoes: string | null; way: string }[]>`
      select undoes, way from change_sets where workspace_id = ${workspaceId} and id = ${origin}`;
    if (!set?.undoes) return { origin, way: set?.way ?? "import", isUndo };
    origin = set.undoes;
  }
}
