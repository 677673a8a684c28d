import type { TransactionSql } from "postgres";
import { contactsWithIds } from "@/lib/contacts/with-ids";
import { convertValue } from "@/lib/fields/convert";
import type { FieldRule } from "@/lib/fields/fields";
import { storedJson } from "@/lib/jsonb";
import type { Undone } from "./undone";

/**
 * SQL for whether the value that contact `c` has for field `f` is stored in the form of the field's type; null if it
 * has none.
 */
export function isStored(tx: TransactionSql, f: string) {
  const [value, text] = [`c.custom_fields -> ${f}.key`, `c.custom_fields ->> ${f}.key`];
  return tx.unsafe(`case ${f}.type
    when 'text' then jsonb_typeof(${value}) = 'string'
    when 'date' then ${text} ~ '^\\d{4}-\\d\\d-\\d\\d$'
    when 'choice' then ${text} = any(${f}.options)
    else jsonb_typeof(${value}) = ${f}.type end`);
}

/**
 * Converts restored values to the current type of their field, which may have been converted or replaced since. Values
 * that do not fit stay as they were, as with every change of type. Text fields accept any JSON, so numbers become text
 * only if the field has had another type since the set, and not if this undo just made it text again. A text field that
 * a write created automatically leaves the values of an earlier, deleted field unconverted: as text they would prevent
 * that field from being restored.
 */
export async function fitValues(
  tx: TransactionSql,
  { workspaceId, id, by }: Undone,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const fields = await tx<(FieldRule & { key: string })[]>`
    select f.key, f.type, f.options from field_definitions f
    where f.workspace_id = ${workspaceId} and (f.type <> 'text' or exists (
      select from field_changes e
      where e.workspace_id = ${workspaceId} and e.key = f.key and e.type <> 'text' and e.change_id <> ${by}
        and (e.field_id = f.id or not f.is_noted)
        and (e.change_id > ${id} or e.change_id = ${id} and e.field_id <> f.id)))`;
  if (fields.length === 0) return;
  const rules = new Map(fields.map(({ key, ...rule }) => [key, rule]));
  // Key by key: jsonb_each() would be called for each contact and took most of a slice's time.
  const rows = await tx<{ id: string; key: string; value: string }[]>`
    select c.id, f.key, (c.custom_fields -> f.key)::text as value
    from ${contactsWithIds(tx, workspaceId, ids)}
    join jsonb_to_recordset(${JSON.stringify(fields)}::text::jsonb) as f(key text, type text, options text[])
      on not ${isStored(tx, "f")}`;
  const values: Record<string, Record<string, unknown>> = {};
  for (const { id, key, value } of rows) {
    const [rule, stored] = [rules.get(key), storedJson<unknown>(value)];
    const converted = rule && convertValue(rule, null, stored);
    if (converted !== undefined && converted !== stored) values[id] = { ...values[id], [key]: converted };
  }
  const changed = Object.keys(values);
  if (changed.length === 0) return;
  await tx`
    update contacts c set custom_fields = nullif(
      (c.custom_fields - array(select jsonb_object_keys(said.value))) || jsonb_strip_nulls(said.value), '{}')
    from jsonb_each(${JSON.stringify(values)}::text::jsonb) said
    where c.workspace_id = ${workspaceId} and c.id = any(${changed}::uuid[]) and c.id = said.key::uuid`;
}
