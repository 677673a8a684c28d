import { pg } from "@/db/client";
import { IMPORTED_FIELDS, TEXT_FIELDS } from "@/lib/contacts/fields";
import type { ChangeEntry, FieldChange } from "./schemas";

/** What a contact was at a moment, as far as it is kept. */
type Values = Record<string, unknown>;

interface StateRow {
  contact_id: string;
  /** Null for what it is now. */
  change_id: string | null;
  kind: ChangeEntry["kind"];
  before: string | null;
  tag_ids: string[] | null;
}

/** One change set's part in a contact's history. */
export interface Step {
  contactId: string;
  changeId: string;
  kind: ChangeEntry["kind"];
  email: string | null;
  fields: FieldChange[];
}

const FIELDS = ["email", ...TEXT_FIELDS, "is_unsubscribed", "custom_fields"];
const objectOf = (alias: string, names: readonly string[]) =>
  `jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(", ")})`;

/**
 * The steps of contacts, each from its former values to those that the next step found, or that stand now: change sets
 * and imports keep nothing but what was before. What changes nothing that is shown is left out.
 */
export async function readSteps(workspaceId: string, ids: string[]): Promise<Step[]> {
  const rows = await pg()<StateRow[]>`
    select st.contact_id, st.change_id, st.kind, st.before::text as before, st.tag_ids from (
      select e.contact_id, e.change_id, e.kind, s.created_at as at, 0::bigint as seq,
        case when e.kind = 'created' then null else ${pg().unsafe(objectOf("e", FIELDS))} end as before, e.tag_ids
      from contact_changes e join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
      where e.workspace_id = ${workspaceId} and e.contact_id = any(${ids})
      union all
      select j.contact_id, j.import_id, 'changed', i.started_at, j.seq,
        ${pg().unsafe(objectOf("j", [...IMPORTED_FIELDS, "is_unsubscribed", "custom_fields"]))}, null
      from imports i cross join lateral (
        select * from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = any(${ids})
          and j.added_tags is null) j
      where i.workspace_id = ${workspaceId} and i.started_at is not null
      union all
      select c.id, null, 'changed', 'infinity', 0, ${pg().unsafe(objectOf("c", FIELDS))},
        array(select t.tag_id from contact_tags t
          where t.workspace_id = ${workspaceId} and t.contact_id = c.id order by t.tag_id)
      from contacts c where c.workspace_id = ${workspaceId} and c.id = any(${ids})
    ) st order by st.contact_id, st.at, st.change_id, st.seq`;
  const names = await tagNames(workspaceId, [...new Set(rows.flatMap(({ tag_ids }) => tag_ids ?? []))]);
  const byContact = Map.groupBy(rows, ({ contact_id }) => contact_id);
  return [...byContact.values()].flatMap((states) => stepsOf(states, names));
}

async function tagNames(workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await pg()<{ id: string; name: string }[]>`
    select id, name from tags where workspace_id = ${workspaceId} and id = any(${ids})`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function stepsOf(states: StateRow[], names: Map<string, string>): Step[] {
  const parsed = states.map((row) => ({ ...row, values: JSON.parse(row.before ?? "null") as Values | null }));
  const email = String(parsed.findLast(({ values }) => values?.email)?.values?.email ?? "") || null;
  return parsed.flatMap(({ change_id, contact_id, kind, values, tag_ids }, at) => {
    if (change_id === null) return [];
    const after = parsed[at + 1];
    const fields = kind === "changed" && values && after?.values ? differences(values, after.values) : [];
    const tagsAfter = parsed.slice(at + 1).find((row) => row.tag_ids)?.tag_ids;
    if (kind === "changed" && tag_ids && tagsAfter) fields.push(...tagChange(tag_ids, tagsAfter, names));
    return [{ contactId: contact_id, changeId: change_id, kind, email, fields }];
  });
}

function differences(before: Values, after: Values): FieldChange[] {
  const keys = Object.keys(before).filter((key) => key in after && key !== "custom_fields");
  const fields = keys
    .filter((key) => before[key] !== after[key])
    .map((field) => ({ field, old: before[field], new: after[field] }));
  const [old, now] = [customOf(before), customOf(after)];
  const custom = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .map((key) => ({ field: `custom_fields.${key}`, old: old[key] ?? null, new: now[key] ?? null }));
  return [...fields, ...custom];
}

function customOf({ custom_fields }: Values): Values {
  return typeof custom_fields === "object" && custom_fields !== null ? (custom_fields as Values) : {};
}

function tagChange(before: string[], after: string[], names: Map<string, string>): FieldChange[] {
  if (before.join() === after.join()) return [];
  const said = (ids: string[]) => ids.flatMap((id) => names.get(id) ?? []);
  return [{ field: "tags", old: said(before), new: said(after) }];
}
