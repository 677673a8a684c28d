import { type SQL, sql } from "drizzle-orm";
import { pg } from "@/db/client";
import { IMPORTED_FIELDS, TEXT_FIELDS } from "@/lib/contacts/fields";
import { storedJson } from "@/lib/jsonb";
import { own } from "@/lib/own";
import type { ChangeEntry, FieldChange } from "./schemas";
import { readTagHistory, type TagHistory } from "./tag-history";

/** A contact's values at a point in time, as far as they are stored. */
type Values = Record<string, unknown>;

interface StateRow {
  contact_id: string;
  /** Null for the current values. */
  change_id: string | null;
  kind: ChangeEntry["kind"];
  /** Seconds since 1970. */
  at: number;
  before: string | null;
  /** Fields whose value before or after was erased: their change is not reported. */
  erased: string[];
  tag_ids: string[] | null;
}

/** What one change set did to a contact. */
export interface Step {
  contactId: string;
  changeId: string;
  kind: ChangeEntry["kind"];
  email: string | null;
  fields: FieldChange[];
}

const FIELDS = ["email", ...TEXT_FIELDS, "is_unsubscribed", "custom_fields"];
const JOURNALED = [...IMPORTED_FIELDS, "is_unsubscribed", "custom_fields"];
const objectOf = (alias: string, names: readonly string[]) =>
  `jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(", ")})::text`;
/** SQL for those values of a contact or journal entry, as text, that may have to be erased with another contact. */
export const erasableDoc = (alias: string): SQL =>
  sql.raw(objectOf(alias, ["email", ...TEXT_FIELDS, "custom_fields"]));
const erasedOf = (alias: string) =>
  `coalesce(${alias}.erased_old, '{}') || coalesce(${alias}.erased_new, '{}') as erased`;

/** An import's journal has the address only if the import can change it. */
const journaledOf = (alias: string) =>
  `case when ${alias}.email is null then ${objectOf(alias, JOURNALED)} else ${objectOf(alias, ["email", ...JOURNALED])} end`;

/**
 * The steps of contacts in these change sets and imports. Only former values are stored, so the values after a step are
 * those that the next step found, or the current ones. Steps without a visible change are left out. A contact may have
 * thousands of steps; only the values of the requested ones are read.
 */
export async function readSteps(workspaceId: string, ids: string[], causes: string[]): Promise<Step[]> {
  const rows = await readStates(workspaceId, ids, causes);
  const isTagged = rows.some(({ change_id, tag_ids }) => change_id !== null && tag_ids);
  const tags = isTagged ? await readTagHistory(workspaceId, ids) : null;
  const byContact = Map.groupBy(rows, ({ contact_id }) => contact_id);
  const wanted = new Set(causes);
  return [...byContact.values()]
    .flatMap((states) => stepsOf(states, tags))
    .filter(({ changeId }) => wanted.has(changeId));
}

/**
 * The states of contacts before and after these change sets, with their values. OFFSET 0 forces one lookup per state: a
 * join would read the values of every state.
 */
export function readStates(workspaceId: string, ids: string[], causes: string[]): Promise<StateRow[]> {
  return pg()<StateRow[]>`
    select n.contact_id, n.change_id, n.kind, extract(epoch from n.at)::float8 as at, coalesce(e.before, j.before, c.before) as before,
      coalesce(e.tag_ids, c.tag_ids) as tag_ids, coalesce(e.erased, j.erased, '{}') as erased
    from (${neededStates(workspaceId, ids, causes)}) n
    left join lateral (
      select case when e.kind <> 'created' then ${pg().unsafe(objectOf("e", FIELDS))} end as before, e.tag_ids, ${pg().unsafe(erasedOf("e"))}
      from contact_changes e
      where n.place = 'set' and e.workspace_id = ${workspaceId} and e.change_id = n.change_id
        and e.contact_id = n.contact_id offset 0) e on true
    left join lateral (
      select ${pg().unsafe(journaledOf("j"))} as before, ${pg().unsafe(erasedOf("j"))}
      from import_changes j
      where n.place = 'import' and j.workspace_id = ${workspaceId} and j.import_id = n.change_id
        and j.contact_id = n.contact_id and j.seq = n.seq offset 0) j on true
    left join lateral (
      select ${pg().unsafe(objectOf("c", FIELDS))} as before,
        array(select t.tag_id from contact_tags t
          where t.workspace_id = ${workspaceId} and t.contact_id = c.id order by t.tag_id) as tag_ids
      from contacts c where n.place = 'now' and c.workspace_id = ${workspaceId} and c.id = n.contact_id offset 0) c on true
    order by n.contact_id, n.at, n.change_id, n.seq`;
}

/** The states found by the causes: for each, the next one, the next one with tags, and the last one with an address. */
function neededStates(workspaceId: string, ids: string[], causes: string[]) {
  return pg()`
    select * from (
      select st.*, st.change_id = any(${causes}) as is_asked,
        lag(st.change_id = any(${causes})) over (
          partition by contact_id order by at, change_id, seq) as is_next,
        lag(st.change_id = any(${causes})) over (
          partition by contact_id, has_tags order by at, change_id, seq) as is_next_alike,
        lead(true) over (partition by contact_id, has_email order by at, change_id, seq) is null as is_last_alike
      from (${allStates(workspaceId, ids)}) st
    ) placed
    where is_asked or is_next or (has_tags and is_next_alike) or (has_email and is_last_alike)`;
}

/**
 * Where each state of the contacts is stored, without its values. One lookup per contact: without statistics, a query
 * for all at once read every contact and every entry of an import.
 */
function allStates(workspaceId: string, ids: string[]) {
  return pg()`
    select 'set' as place, e.contact_id, e.change_id, e.kind, coalesce(e.noted_at, s.created_at) as at, 0::bigint as seq,
      e.tag_ids is not null as has_tags, e.email is not null as has_email
    from contact_changes e join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
    where e.workspace_id = ${workspaceId} and e.contact_id = any(${ids})
    union all
    select 'import', j.contact_id, j.import_id, 'changed', i.started_at, j.seq, false, false
    from imports i cross join unnest(${ids}::uuid[]) as one(id) cross join lateral (
      select * from import_changes j
      where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = one.id
        and j.added_tags is null offset 0) j
    where i.workspace_id = ${workspaceId} and i.started_at is not null
    union all
    select 'now', c.id, null, 'changed', 'infinity', 0, true, true
    from unnest(${ids}::uuid[]) as one(id) cross join lateral (
      select id from contacts c where c.workspace_id = ${workspaceId} and c.id = one.id offset 0) c`;
}

function stepsOf(states: StateRow[], tags: TagHistory | null): Step[] {
  const parsed = states.map((row) => ({ ...row, values: storedJson<Values | null>(row.before ?? "null") }));
  const email = String(parsed.findLast(({ values }) => values?.email)?.values?.email ?? "") || null;
  return parsed.flatMap(({ change_id, contact_id, kind, at, values, tag_ids, erased }, n) => {
    if (change_id === null) return [];
    const after = parsed[n + 1];
    const fields = kind === "changed" && values && after?.values ? differences(values, after.values) : [];
    const next = parsed.slice(n + 1).find((row) => row.tag_ids);
    if (kind === "changed" && tags && tag_ids && next?.tag_ids) {
      const old = tags.found(tag_ids, { at, change_id });
      const ids = tags.found(next.tag_ids, next);
      const now = tags.rightAfter(at, { contactId: contact_id, at: next.at, ids });
      if (old.join() !== now.join())
        fields.push({ field: "tags", old: tags.named(old, at), new: tags.named(now, at) });
    }
    const shown = fields.filter(({ field }) => !erased.includes(field));
    return [{ contactId: contact_id, changeId: change_id, kind, email, fields: shown }];
  });
}

function differences(before: Values, after: Values): FieldChange[] {
  const keys = Object.keys(before).filter((key) => key in after && key !== "custom_fields");
  const fields = keys
    .filter((key) => before[key] !== after[key])
    .map((field) => ({ field, old: before[field], new: after[field] }));
  const [old, now] = [customOf(before), customOf(after)];
  const custom = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((key) => ({ field: `custom_fields.${key}`, old: own(old, key) ?? null, new: own(now, key) ?? null }))
    .filter((one) => JSON.stringify(one.old) !== JSON.stringify(one.new));
  return [...fields, ...custom];
}

function customOf({ custom_fields }: Values): Values {
  return typeof custom_fields === "object" && custom_fields !== null ? (custom_fields as Values) : {};
}
