import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { contacts } from "@/db/schema";
import { type ChangeSet, entriesOf, idArray, setRow } from "@/lib/changes/record";
import { CUSTOM_FIELD_LIMITS } from "./custom-fields";
import { TEXT_FIELDS, type TextField } from "./fields";

type Values = { [Name in TextField]?: string | null | undefined } & {
  /** Key by key; null deletes one. */
  custom_fields?: Record<string, unknown> | undefined;
};

/**
 * Sets fields of contacts within a transaction, and returns how many changed, and which have no room for another custom
 * field; these are left unchanged. The contacts are locked first, in order of e-mail, so that the next statement sees
 * their current values.
 */
export async function setFieldsFor(
  tx: Transaction,
  set: ChangeSet,
  { custom_fields, ...values }: Values,
  ids: string[],
): Promise<{ changed: number; refused: string[] }> {
  const { workspaceId } = set;
  const named = idArray(ids);
  const given = TEXT_FIELDS.filter((name) => values[name] !== undefined);
  const column = (name: TextField) => sql.identifier(contacts[name].name);
  const custom = custom_fields && customAfter(custom_fields);
  const differs = given.map((name) => sql`c.${column(name)} is distinct from ${values[name]}`);
  const assigned = given.map((name) => sql`${column(name)} = ${values[name]}`);
  if (custom) {
    differs.push(sql`${custom} is distinct from c.custom_fields`);
    assigned.push(sql`custom_fields = ${custom}`);
  }
  const mine = sql`c.workspace_id = ${workspaceId} and c.id = any(${named}) and (${sql.join(differs, sql` or `)})`;
  const fits = custom ? sql`not (${isOverfull(custom)})` : sql`true`;
  const [, refused, rows] = await Promise.all([
    tx.execute(sql`
      select 1 from contacts where workspace_id = ${workspaceId} and id = any(${named})
      order by email for no key update`),
    custom
      ? tx.execute<{ id: string }>(sql`select c.id from contacts c where ${mine} and not (${fits})`)
      : [],
    tx.execute<{ changed: number }>(sql`
      with former as materialized (
        select c.* from contacts c where ${mine} and ${fits}
      ), noted as (${setRow(set, "changed", sql`from former`)}
      ), entry as (${entriesOf(set, "changed", sql`from former c`)}
      ), changed as (
        update contacts c set ${sql.join(assigned, sql`, `)}, written_by = ${set.id}, updated_at = now()
        where c.workspace_id = ${workspaceId} and c.id = any(array(select id from former)) returning 1
      )
      select count(*)::int as changed from changed`),
  ]);
  return { changed: rows[0]?.changed ?? 0, refused: refused.map(({ id }) => id) };
}

function customAfter(fields: Record<string, unknown>): SQL {
  const gone = Object.keys(fields).filter((key) => fields[key] === null);
  return sql`nullif((coalesce(c.custom_fields, '{}') || ${JSON.stringify(fields)}::jsonb)
    - array(select jsonb_array_elements_text(${JSON.stringify(gone)}::jsonb)), '{}')`;
}

/** More than a contact can hold, and more than it had. PostgreSQL prints a space after each `:` and `,`. */
function isOverfull(fields: SQL): SQL {
  const { keys, bytes } = CUSTOM_FIELD_LIMITS;
  return sql`coalesce((
    select count(*) > ${keys} or octet_length(${fields}::text) - 2 * count(*) + 1 > ${bytes}
    from jsonb_object_keys(${fields}))
    and octet_length(${fields}::text) > octet_length(coalesce(c.custom_fields, '{}')::text), false)`;
}
