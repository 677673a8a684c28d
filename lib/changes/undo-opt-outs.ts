import type { TransactionSql } from "postgres";
import { originOf } from "@/lib/contacts/opt-outs";
import type { Undone } from "./undone";

/** What an undo does about opt-outs: `m` is a contact of the undone set, as the set found it and as it is now. */

/** SQL for whether contact `m` got an address that had opted out while its former one had not; null for any other change. */
export function leftSubscribed(tx: TransactionSql, workspaceId: string) {
  return tx`case when m.now_email <> m.email and m.now_is_unsubscribed and not m.is_unsubscribed then not exists (
      select from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and k.workspace_id = ${workspaceId}
        and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, m.email)) end`;
}

/**
 * The opt-outs that only the undone state recorded, of the current address and of the former one, each hashed once:
 * comparing with every stored one took more than half a minute for 5000. One that is somebody else's, or of a contact
 * that was deleted in between, stays, and the database keeps the contact unsubscribed.
 */
export function forgotten(tx: TransactionSql, { workspaceId, id }: Undone, isSubscribed: string) {
  return tx`forgotten as (
    delete from opt_outs o using (
      select m.id, m.after, opt_out_hash(k.inner_pad, k.outer_pad, one.email) as hash
      from mine m, opt_out_keys k, unnest(array[m.now_email, m.email]) as one(email)
      where k.workspace_id = ${workspaceId} and m.now_is_unsubscribed and ${tx.unsafe(isSubscribed)} offset 0
    ) said
    where o.workspace_id = ${workspaceId} and o.hash = said.hash and o.import_id in (said.after, ${id}::uuid)
    returning said.id, o.hash)`;
}

/** Forgets addresses that nobody said had opted out: that their contact left them for one that had remembered them. */
export async function forgetUnsaid(
  tx: TransactionSql,
  { workspaceId }: Undone,
  moved: readonly { unsaid: string | null; writer: string | null }[],
): Promise<void> {
  const unsaid = moved.filter((one) => one.unsaid !== null);
  if (unsaid.length === 0) return;
  // What somebody else says of one at this moment has another writer, and stays.
  await tx`
    delete from opt_outs o
    using unnest(${unsaid.map((one) => one.unsaid)}::text[], ${unsaid.map((one) => one.writer)}::uuid[]) as u(hash, writer)
    where o.workspace_id = ${workspaceId} and o.hash = decode(u.hash, 'hex') and o.import_id = u.writer`;
}

/**
 * The opt-outs that an undo of somebody's decision brings back are the undo's own: the set whose state returns may have
 * found them there, and its own undo must not withdraw them. Those that the undo of an undo brings back are that set's.
 */
export async function claimAgain(
  tx: TransactionSql,
  { workspaceId, id, by }: Undone,
  moved: readonly { again: string | null; writer: string | null }[],
): Promise<void> {
  const again = moved.filter((one) => one.again !== null);
  if (again.length === 0) return;
  if ((await originOf(tx, workspaceId, id)).isUndo) return;
  await tx`
    update opt_outs o set import_id = ${by}::uuid
    from unnest(${again.map((one) => one.again)}::text[], ${again.map((one) => one.writer)}::uuid[]) as u(hash, writer)
    where o.workspace_id = ${workspaceId} and o.hash = decode(u.hash, 'hex') and o.import_id = u.writer`;
}

/**
 * SQL for the hash of an address that contact `m` gives up and that opted out only because the set gave it to this
 * contact. When `forgotten`, a distributed database finds it only there.
 */
export function leftAddress(tx: TransactionSql, { workspaceId }: Pick<Undone, "workspaceId">) {
  const left = tx`k.workspace_id = ${workspaceId} and hash = opt_out_hash(k.inner_pad, k.outer_pad, m.now_email)`;
  return tx`case when m.now_email <> m.email and m.now_is_unsubscribed then coalesce((
      select encode(hash, 'hex') from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and o.import_id = m.after and ${left}), (
      select encode(hash, 'hex') from forgotten f, opt_out_keys k where f.id = m.id and ${left})) end as hash`;
}

/** Forgets those addresses: they were remembered when an opted-out contact gave them up. */
export async function forgetLeft(
  tx: TransactionSql,
  { workspaceId }: Pick<Undone, "workspaceId">,
  left: readonly { hash: string | null }[],
): Promise<void> {
  const hashes = left.flatMap(({ hash }) => hash ?? []);
  if (hashes.length === 0) return;
  await tx`
    delete from opt_outs where workspace_id = ${workspaceId} and hash = any(
      select decode(one, 'hex') from unnest(${hashes}::text[]) as one)`;
}
