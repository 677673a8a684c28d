import type { TransactionSql } from "postgres";
import { originOf } from "@/lib/contacts/opt-outs";
import { inWorkspaceOfTx } from "@/lib/contacts/with-ids";
import type { Undone } from "./undone";

/**
 * How an undo treats opt-outs. `m` is a contact of the undone set, with its values before the set and its current ones
 * (`now_…`).
 */

/**
 * SQL for whether contact `m` got an address with an opt-out while its former address had none; null if this is not
 * such a change.
 */
export function leftSubscribed(tx: TransactionSql, workspaceId: string) {
  return tx`case when m.now_email <> m.email and m.now_is_unsubscribed and not m.is_unsubscribed then not exists (
      select from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and k.workspace_id = ${workspaceId}
        and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, m.email)) end`;
}

/**
 * SQL for whether `m` gives up the opt-out of its former address, which only the undone state recorded and no contact
 * has. `forgotten` deletes it, so it is not among those that the undo withdraws at its end.
 */
export function givesUpFormer(tx: TransactionSql, workspaceId: string) {
  return tx`case when m.email <> m.now_email and m.now_is_unsubscribed and not m.is_unsubscribed then exists (
      select from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and k.workspace_id = ${workspaceId} and o.import_id = m.after
        and o.hash = opt_out_hash(k.inner_pad, k.outer_pad, m.email) and not exists (
          select from contacts x
          where x.workspace_id = ${workspaceId} and x.email = m.email and x.is_unsubscribed))
    else false end`;
}

/**
 * Deletes the opt-outs that only the undone state recorded, of the current and the former address. Each address is
 * hashed once: comparing with every stored opt-out took over half a minute for 5000. Opt-outs recorded by another
 * writer, or left by a contact deleted meanwhile, stay, and the database keeps the contact unsubscribed.
 */
export function forgotten(
  tx: TransactionSql,
  { workspaceId, id }: Undone,
  { isSubscribed, isDistributed }: { isSubscribed: string; isDistributed: boolean },
) {
  return tx`forgotten as (
    delete from opt_outs o using (
      select k.workspace_id, m.id, m.after, opt_out_hash(k.inner_pad, k.outer_pad, one.email) as hash
      from mine m, opt_out_keys k, unnest(array[m.now_email, m.email]) as one(email)
      where k.workspace_id = ${workspaceId} and m.now_is_unsubscribed and ${tx.unsafe(isSubscribed)} offset 0
    ) said
    where ${inWorkspaceOfTx(tx, workspaceId, { of: "o", by: "said", isDistributed })}
      and o.hash = said.hash and o.import_id in (said.after, ${id}::uuid)
    returning said.id, o.hash)`;
}

/** What restoring a contact does to opt-outs, and the set that becomes its last writer again. Hashes in hex. */
export interface Touched {
  /** See `leftAddress`. */
  hash: string | null;
  /** An address without an opt-out of its own: its contact had moved from it to an address that had one. */
  unsaid: string | null;
  /** The opt-out that the contact gets back. */
  again: string | null;
  writer: string | null;
}

/** SQL: the columns of `Touched` for contact `m`. */
export function touched(tx: TransactionSql, undone: Undone) {
  const { workspaceId } = undone;
  const ofKey = (address: string) => tx`opt_out_hash(k.inner_pad, k.outer_pad, ${tx.unsafe(address)})`;
  return tx`${leftAddress(tx, undone)}, case when m.left_subscribed then (
      select encode(${ofKey("m.now_email")}, 'hex') from opt_out_keys k
      where k.workspace_id = ${workspaceId} and not exists (
        select from opt_outs o where o.workspace_id = ${workspaceId} and o.hash = ${ofKey("m.now_email")})) end as unsaid,
    case when m.is_unsubscribed and not m.now_is_unsubscribed then (
      select encode(${ofKey("m.email")}, 'hex') from opt_out_keys k
      where k.workspace_id = ${workspaceId}) end as again,
    m.written_by as writer`;
}

/**
 * Settles the opt-outs of restored contacts. Those that an undo brings back are recorded as the undo's own, because the
 * set whose state returns may have found them there, and undoing that set must not withdraw them. Those that the undo
 * of an undo brings back belong to the set they came from. Opt-outs recorded concurrently by another writer stay.
 */
export async function settleOptOuts(
  tx: TransactionSql,
  undone: Undone,
  restored: readonly Touched[],
): Promise<void> {
  const { workspaceId, id, by } = undone;
  await forgetLeft(tx, undone, restored);
  const pairs = (part: "unsaid" | "again") => {
    const some = restored.filter((one) => one[part] !== null);
    return tx`unnest(${some.map((one) => one[part])}::text[], ${some.map((one) => one.writer)}::uuid[]) as u(hash, writer)
      where o.workspace_id = ${workspaceId} and o.hash = decode(u.hash, 'hex') and o.import_id = u.writer`;
  };
  if (restored.some(({ unsaid }) => unsaid !== null))
    await tx`delete from opt_outs o using ${pairs("unsaid")}`;
  if (restored.every(({ again }) => again === null) || (await originOf(tx, workspaceId, id)).isUndo) return;
  await tx`update opt_outs o set import_id = ${by}::uuid from ${pairs("again")}`;
}

/**
 * SQL for the hash of an address that contact `m` gives up and that had opted out only because the set gave it to this
 * contact. After `forgotten`, a distributed database finds it only there.
 */
export function leftAddress(tx: TransactionSql, { workspaceId }: Pick<Undone, "workspaceId">) {
  const left = tx`k.workspace_id = ${workspaceId} and hash = opt_out_hash(k.inner_pad, k.outer_pad, m.now_email)`;
  return tx`case when m.now_email <> m.email and m.now_is_unsubscribed then coalesce((
      select encode(hash, 'hex') from opt_outs o, opt_out_keys k
      where o.workspace_id = ${workspaceId} and o.import_id = m.after and ${left}), (
      select encode(hash, 'hex') from forgotten f, opt_out_keys k where f.id = m.id and ${left})) end as hash`;
}

/** Deletes the opt-outs of those addresses, which were recorded when an opted-out contact gave the address up. */
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
