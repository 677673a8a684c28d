import type { TransactionSql } from "postgres";
import { isDistributed } from "@/db/distributed";
import { hasIds } from "@/lib/imports/rows/encode";
import { rereadBatch } from "./batches";
import { Directory, type Person } from "./directory";
import type { Batch, LoadedImport, MergePlan, Targets } from "./plan";
import { ONLY_LOOK_UPS } from "./staging";

/**
 * Finds out which contact each row of a batch is about, by external id before address. Where they differ, or a row
 * must fail because of it, the batch is read again with every row under the address that its contact has so far.
 * Contacts are locked, in order of e-mail as everywhere: the result stays true until the merge.
 */
export function identifyBatch(tx: TransactionSql, job: LoadedImport, batch: Batch): Promise<Batch> {
  const { headers, column_mapping: mapping } = job.row;
  const columnOf = (field: string) => headers.find((header) => mapping?.[header] === field) ?? null;
  return identify(tx, job.plan, batch, columnOf, (targets) => rereadBatch(job, batch, { targets }));
}

/** The same for rows that `reread` reads from any source. */
export async function identify(
  tx: TransactionSql,
  plan: MergePlan,
  batch: Batch,
  columnOf: (field: "email" | "external_id") => string | null,
  reread: (targets: Targets) => Promise<Batch>,
): Promise<Batch> {
  if (!hasIds(plan.columns)) return batch;
  const emails = [...new Set(batch.said.flatMap(({ email }) => email ?? []))].join("\n");
  const ids = [...new Set(batch.said.flatMap(({ externalId }) => externalId ?? []))];
  await tx.unsafe(ONLY_LOOK_UPS);
  const isLocking = plan.strategy !== "skip" || batch.said.some(({ email }) => email === null);
  const people = await readPeople(tx, plan, emails, ids, isLocking);
  const given = plan.isChangeSet ? [] : await readGivenUp(tx, plan, emails);
  const targets = new Directory(plan, people, given).assign(batch, columnOf);
  return targets ? reread(targets) : batch;
}

/**
 * Contacts that have one of these addresses or ids, in order of e-mail, by one lookup each (ONLY_LOOK_UPS). An import
 * that skips known contacts changes and locks none of them, except that a contact identified only by its id must keep
 * its address meanwhile.
 */
async function readPeople(
  tx: TransactionSql,
  plan: MergePlan,
  emails: string,
  ids: string[],
  isLocking: boolean,
) {
  const { workspaceId, importId } = plan;
  // Without `coalesce` the planner uses the index of former addresses and reads the whole journal for each contact.
  const movedAway = (table: string) => tx`exists (
    select from ${tx.unsafe(table)} j
    where j.workspace_id = ${workspaceId} and j.import_id = ${importId} and j.contact_id = c.id
      and coalesce(j.email <> c.email, false))`;
  const isApart = await isDistributed(tx);
  const people = await tx<Person[]>`
    select c.id, c.email as stored, c.email, c.external_id, c.is_unsubscribed,
      coalesce(c.written_by = ${importId}, false) as is_met,
      coalesce(c.import_id = ${importId}, false) or ${movedAway("import_changes")}
        or ${isApart ? tx`false` : movedAway("public.import_changes")} as is_settled
    from (
      select k.id, k.email from string_to_table(${emails}, E'\\n') as e(email) cross join lateral (
        select k.id, k.email from contacts k
        where k.workspace_id = ${workspaceId} and k.email = e.email offset 0) k
      union
      select k.id, k.email from unnest(${ids}::text[]) as e(external_id) cross join lateral (
        select k.id, k.email from contacts k
        where k.workspace_id = ${workspaceId} and k.external_id = e.external_id offset 0) k
      order by email) known
    cross join lateral (
      select c.* from contacts c where c.workspace_id = ${workspaceId} and c.id = known.id
      offset 0 ${isLocking ? tx`for no key update` : tx``}) c`;
  return isApart ? settleMoved(tx, plan, people) : people;
}

/**
 * The tables of a trial are on the coordinator, which cannot join them with those of the shards: these are queried
 * separately.
 */
async function settleMoved(tx: TransactionSql, { workspaceId, importId }: MergePlan, people: Person[]) {
  const left = await tx<{ id: string; email: string }[]>`
    select contact_id as id, email from public.import_changes
    where workspace_id = ${workspaceId} and import_id = ${importId}
      and contact_id = any(${people.map(({ id }) => id)}::uuid[])`;
  const emails = new Map(left.map(({ id, email }) => [id, email]));
  return people.map((one) => ({
    ...one,
    is_settled: one.is_settled || (emails.get(one.id) ?? one.stored) !== one.stored,
  }));
}

/**
 * Those of these addresses that contacts gave up in this import. An undo gives them back, so the import gives them to
 * no other contact. In a dry run the journal contains only its own entries.
 */
async function readGivenUp(tx: TransactionSql, { workspaceId, importId }: MergePlan, emails: string) {
  const journaled = (table: string) => tx`
    select j.email, j.id from string_to_table(${emails}, E'\\n') as e(email) cross join lateral (
      select j.email, j.contact_id as id from ${tx.unsafe(table)} j
      where j.workspace_id = ${workspaceId} and j.import_id = ${importId} and j.email = e.email offset 0) j`;
  return tx<{ email: string; id: string }[]>`
    ${journaled("import_changes")} union ${journaled("public.import_changes")}`;
}
