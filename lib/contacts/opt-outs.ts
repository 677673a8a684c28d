import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { writersAreDone, writersMoment } from "@/db/writers";
import { each } from "@/lib/each";
import { newId } from "@/lib/ids";

/**
 * Maximum number of opt-outs left unpacked: reading this many one by one takes the database less than a millisecond.
 */
const UNPACKED_MAX = 1000;

/**
 * Packs a workspace's opt-outs into a filter that spares most rows of an import the lookup. Only an optimisation:
 * opt-outs that are not packed are still found. Takes a second per 200 000 new ones.
 */
export async function packOptOuts(workspaceId: string): Promise<void> {
  await pg()`select pack_opt_outs(${workspaceId}, ${UNPACKED_MAX})`;
}

/**
 * Records opt-outs of addresses without a contact, as an import or batch reported them; its undo withdraws them
 * (`turnOptOuts`). An opt-out from two sources belongs to neither, and stays. Returns how many are new.
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

/** Call it in the transaction that records addresses without a contact; `enforceOptOuts` is due after its commit. */
async function noteLate(tx: TransactionSql, workspaceId: string): Promise<void> {
  await tx`insert into late_opt_outs (workspace_id, id) values (${workspaceId}, ${newId()})`;
}

/** Longest duration of a transaction that writes contacts; what it writes is not older than its start. */
const LONGEST_WRITE = "10 minutes";

/**
 * Call it after opt-outs of addresses without a contact were committed: it unsubscribes contacts that got one of these
 * addresses concurrently, from writers that could not see the opt-out yet. Does nothing if none was noted. If the
 * process ends first, or a write outlasts the wait, the notes stay for the sweep.
 */
export async function enforceOptOuts(workspaceId: string): Promise<void> {
  const notes = await pg()<{ id: string; at: string }[]>`
    select id, created_at::text as at from late_opt_outs where workspace_id = ${workspaceId} order by created_at`;
  const [first] = notes;
  if (!first) return;
  const areDone = await writersAreDone(await writersMoment());
  const since = pg()`${first.at}::timestamptz - ${LONGEST_WRITE}::interval`;
  // A contact restored by an undo since then has the time of its last change, which may be any.
  const [oldest] = await pg()<{ at: string | null }[]>`
    select min(c.updated_at)::text as at
    from change_sets s
    join contact_changes e on e.workspace_id = ${workspaceId} and e.change_id = s.id
    join contacts c on c.workspace_id = ${workspaceId} and c.id = e.contact_id
    left join imports i on i.workspace_id = ${workspaceId} and i.id = s.undoes
    where s.workspace_id = ${workspaceId} and s.way = 'undo' and e.noted_at >= ${since}
      and (s.status = 'processing' or greatest(s.created_at, s.completed_at, i.undone_at) >= ${since})`;
  await pg()`select enforce_opt_outs(${workspaceId}, least(${oldest?.at ?? null}::timestamptz, ${since}))`;
  if (!areDone) return;
  await pg()`
    delete from late_opt_outs where workspace_id = ${workspaceId} and id = any(${notes.map(({ id }) => id)})`;
}

/** Workspaces per sweep, because each waits for current writers. */
const WORKSPACES = 20;

/** Completes what a crash, or an import that ended early, left undone. Returns the number of workspaces. */
export async function enforceLateOptOuts(): Promise<number> {
  const due = await pg()<{ id: string }[]>`
    select distinct workspace_id as id from late_opt_outs
    where created_at < now() - interval '1 minute' limit ${WORKSPACES}`;
  await each(due, ({ id }) => enforceOptOuts(id));
  return due.length;
}

/** Opt-outs of addresses without a contact that an undo withdrew or recorded again. */
export interface Turned {
  opt_outs_withdrawn: number;
  opt_outs_remembered: number;
}

export const NOTHING_TURNED: Readonly<Turned> = { opt_outs_withdrawn: 0, opt_outs_remembered: 0 };

/** Only these record opt-outs of addresses without a contact; other sets need not be searched for them. */
const REMEMBERING: ReadonlySet<string> = new Set(["import", "batch"]);

/**
 * Withdraws opt-outs of addresses without a contact when the only set that recorded them is undone, and records them
 * again when the set takes effect again. A contact that has such an address by now stays unsubscribed in the first case
 * and is unsubscribed in the second, unless it was subscribed again since. Returns how many. After recorded opt-outs
 * are committed, `enforceOptOuts` must be called.
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

/** What `turnOptOuts` would do if nothing else changed; called before the transaction sets any planner options. */
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

/** The set at the root of a chain of undos; `isUndo`: whether this set has undone it rather than reinstated it. */
export async function originOf(tx: TransactionSql, workspaceId: string, id: string) {
  for (let origin = id, isUndo = false; ; isUndo = !isUndo) {
    const [set] = await tx<{ undoes: string | null; way: string }[]>`
      select undoes, way from change_sets where workspace_id = ${workspaceId} and id = ${origin}`;
    if (!set?.undoes) return { origin, way: set?.way ?? "import", isUndo };
    origin = set.undoes;
  }
}
