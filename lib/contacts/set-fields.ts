import { sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import { type ChangeSet, entriesOf, idArray, setRow, type Transaction } from "@/lib/changes/record";
import { TEXT_FIELDS, type TextField } from "./fields";

/**
 * Gives text fields of contacts a value, as a part of a transaction, and says how many had another one before. The others
 * are left as they are. Locked first, in order of e-mail; the next statement sees what they are by then.
 */
export async function setFieldsFor(
  tx: Transaction,
  set: ChangeSet,
  values: Partial<Record<TextField, string | null>>,
  ids: string[],
): Promise<number> {
  const { workspaceId } = set;
  const named = idArray(ids);
  const given = TEXT_FIELDS.filter((name) => values[name] !== undefined);
  const column = (name: TextField) => sql.identifier(contacts[name].name);
  const differs = given.map((name) => sql`c.${column(name)} is distinct from ${values[name]}`);
  const assigned = given.map((name) => sql`${column(name)} = ${values[name]}`);
  const [, rows] = await Promise.all([
    tx.execute(sql`
      select 1 from contacts where workspace_id = ${workspaceId} and id = any(${named})
      order by email for no key update`),
    tx.execute<{ changed: number }>(sql`
      with former as materialized (
        select c.* from contacts c
        where c.workspace_id = ${workspaceId} and c.id = any(${named}) and (${sql.join(differs, sql` or `)})
      ), noted as (${setRow(set, "changed", sql`from former`)}
      ), entry as (${entriesOf(set, "changed", sql`from former c`)}
      ), changed as (
        update contacts c set ${sql.join(assigned, sql`, `)}, written_by = ${set.id}, updated_at = now()
        from former f where c.workspace_id = ${workspaceId} and c.id = f.id returning 1
      )
      select count(*)::int as changed from changed`),
  ]);
  return rows[0]?.changed ?? 0;
}
