import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";

/** Opt-outs that the database looks for one by one: reading so many takes it less than a millisecond. */
const UNPACKED_MAX = 1000;

/**
 * Packs a workspace's opt-outs into the filter that spares most rows of an import the look-up. An optimisation only:
 * opt-outs that are not packed are still found. Takes a second per 200 000 new ones.
 */
export async function packOptOuts(workspaceId: string): Promise<void> {
  await pg()`select pack_opt_outs(${workspaceId}, ${UNPACKED_MAX})`;
}

/**
 * Remembers addresses that no contact has: an import said so, and its undo takes it back. What two imports said is
 * nobody's alone, and stays.
 */
export async function rememberStrangers(
  tx: TransactionSql,
  workspaceId: string,
  importId: string,
  emails: readonly string[],
): Promise<void> {
  await tx`
    insert into opt_outs as o (workspace_id, hash, probe, import_id)
    select k.workspace_id, opt_out_hash(k.inner_pad, k.outer_pad, e.email), opt_out_probe(k.seed, e.email),
      ${importId}::uuid
    from opt_out_keys k cross join unnest(${emails}::text[]) as e(email)
    where k.workspace_id = ${workspaceId}
    on conflict (workspace_id, hash) do update set import_id = null where o.import_id <> excluded.import_id`;
}

/** Addresses that are looked at at once. */
const SLICE = 5000;

/** Forgets whom rows of an import that failed said to have opted out, unless somebody has the address by now. */
export async function forgetStrangers(tx: TransactionSql, workspaceId: string, importId: string) {
  for await (const emails of strangersOf(tx, workspaceId, importId))
    await tx`
      delete from opt_outs o using (
        select opt_out_hash(k.inner_pad, k.outer_pad, e.email) as hash
        from opt_out_keys k cross join unnest(${emails}::text[]) as e(email)
        where k.workspace_id = ${workspaceId} offset 0
      ) said
      where o.workspace_id = ${workspaceId} and o.hash = said.hash and o.import_id = ${importId}`;
}

/** Remembers them again, when the import stands again. */
export async function recallStrangers(tx: TransactionSql, workspaceId: string, importId: string) {
  for await (const emails of strangersOf(tx, workspaceId, importId))
    await rememberStrangers(tx, workspaceId, importId, emails);
}

/** Whom failed rows of an import said to have opted out, and nobody is. */
async function* strangersOf(tx: TransactionSql, workspaceId: string, importId: string) {
  for (let last = 0; ; ) {
    const rows = await tx<{ row: number; email: string; is_stranger: boolean }[]>`
      select e.row, e.opted_out as email, not exists (
        select from contacts c where c.workspace_id = ${workspaceId} and c.email = e.opted_out) as is_stranger
      from import_errors e
      where e.workspace_id = ${workspaceId} and e.import_id = ${importId} and e.row > ${last} and e.opted_out is not null
      order by e.row limit ${SLICE}`;
    const emails = new Set(rows.flatMap(({ email, is_stranger }) => (is_stranger ? email : [])));
    if (emails.size > 0) yield [...emails];
    const end = rows.at(-1);
    if (!end || rows.length < SLICE) return;
    last = end.row;
  }
}
