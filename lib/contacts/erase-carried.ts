import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { erasableDoc } from "@/lib/changes/history";
import { storedJson } from "@/lib/jsonb";

/** One state of a contact, from a journal or current. */
interface State {
  place: "contact_changes" | "import_changes" | "contacts";
  change_id: string;
  seq: string;
  /** Set for a contact that a merge deleted. */
  merged_into: string | null;
  doc: string | null;
  tag_ids: string[] | null;
  values: Values;
}

/** Values by field; custom ones as `custom_fields.<key>`. */
type Values = Record<string, unknown>;

interface Handed {
  given: Values;
  givenTags: string[];
}

const CUSTOM = "custom_fields.";

/**
 * Erases the values that contacts being erased had passed on by merges: from the journals of the contacts they were
 * merged into, through chains of merges, and also after an undo. In such an entry the value is replaced by the
 * survivor's own from before the merge, which is what an undo then restores; changes from or to it are no longer shown.
 * The same applies to values edited from it, as far as they contain it, and to the webhooks sent. The survivor's
 * current values stay: they are its own.
 */
export async function eraseCarried(tx: Transaction, workspaceId: string, ids: SQL): Promise<void> {
  const merged = await tx.execute<{ id: string; survivor: string; doc: string; tags: string[] | null }>(sql`
    select e.change_id as id, e.merged_into as survivor, e.tag_ids as tags, ${erasableDoc("e")} as doc
    from unnest(with_merged(${workspaceId}, ${ids})) as gone(id)
    join contact_changes e on e.workspace_id = ${workspaceId} and e.contact_id = gone.id
    where e.kind = 'deleted' and e.merged_into is not null
      and e.merged_into <> all(with_merged(${workspaceId}, ${ids}))
    order by e.change_id`);
  for (const { id, survivor, doc, tags } of merged) {
    const seen = new Set<string>();
    await follow({ given: flat(doc), givenTags: tags ?? [] }, survivor, id);

    async function follow(handed: Handed, contactId: string, mergeId: string): Promise<void> {
      if (seen.has(contactId + mergeId)) return;
      seen.add(contactId + mergeId);
      const all = await readStates(tx, workspaceId, contactId);
      const since = all.slice(all.findIndex(({ change_id }) => change_id === mergeId));
      const own = since[0];
      if (own?.change_id !== mergeId || own.doc === null) return;
      await withdraw(tx, workspaceId, contactId, handed, own, since);
      await forgetSent(tx, workspaceId, contactId, mergeId);
      for (const { merged_into, change_id } of since)
        if (merged_into) await follow(handed, merged_into, change_id);
    }
  }
}

/** In the order of writing: an import may have begun long before it wrote a contact. */
async function readStates(tx: Transaction, workspaceId: string, contactId: string): Promise<State[]> {
  await tx.execute(sql`
    select 1 from contacts where workspace_id = ${workspaceId} and id = ${contactId} for update`);
  const rows = await tx.execute<Omit<State, "values"> & Record<string, unknown>>(sql`
    select * from (
      select 'contact_changes' as place, e.change_id, '0' as seq, e.merged_into,
        coalesce(e.noted_at, s.created_at) as at, e.tag_ids,
        case when e.kind <> 'created' then ${erasableDoc("e")} end as doc
      from contact_changes e join change_sets s on s.workspace_id = ${workspaceId} and s.id = e.change_id
      where e.workspace_id = ${workspaceId} and e.contact_id = ${contactId}
      union all
      select 'import_changes', j.import_id, j.seq::text, null, greatest(i.started_at, j.updated_at), null,
        ${erasableDoc("j")}
      from imports i cross join lateral (
        select * from import_changes j
        where j.workspace_id = ${workspaceId} and j.import_id = i.id and j.contact_id = ${contactId}
          and j.added_tags is null offset 0) j
      where i.workspace_id = ${workspaceId}
      union all
      select 'contacts', c.id, '0', null, 'infinity', array(
          select t.tag_id from contact_tags t where t.workspace_id = ${workspaceId} and t.contact_id = c.id),
        ${erasableDoc("c")}
      from contacts c where c.workspace_id = ${workspaceId} and c.id = ${contactId}
    ) states order by at, change_id, seq`);
  return rows.map((row) => ({ ...row, values: flat(row.doc) }));
}

type Doc = Values & { custom_fields?: Values };

function flat(doc: string | null): Values {
  const { custom_fields, ...values } = storedJson<Doc>(doc ?? "{}");
  const custom = Object.entries(custom_fields ?? {}).map(([key, value]) => [CUSTOM + key, value]);
  return { ...values, ...Object.fromEntries(custom) };
}

/** `since`: the survivor's states, beginning with the one before the merge. */
async function withdraw(
  tx: Transaction,
  workspaceId: string,
  contactId: string,
  { given, givenTags }: Handed,
  before: State,
  since: State[],
): Promise<void> {
  const { values: own, tag_ids } = before;
  const has = (values: Values, field: string) =>
    field === "notes"
      ? String(values[field] ?? "").includes(String(given[field]))
      : JSON.stringify(values[field]) === JSON.stringify(given[field]);
  const fields = Object.keys(given).filter((field) => (given[field] ?? "") !== "" && !has(own, field));
  const tags = givenTags.filter((tag) => !tag_ids?.includes(tag));
  const isMadeFrom = (values: Values, field: string) =>
    contains(values[field], given[field]) && !contains(own[field], given[field]);
  const carriedBy = ({ values, tag_ids: carried }: State) => [
    ...fields.filter((field) => has(values, field) || isMadeFrom(values, field)),
    ...(carried?.some((tag) => tags.includes(tag)) ? ["tags"] : []),
  ];
  for (const [n, state] of since.entries()) {
    const next = since[n + 1];
    const tagged = state.tag_ids && since.slice(n + 1).find((one) => one.tag_ids);
    const old = carriedBy(state);
    const now = [
      ...(next ? carriedBy(next).filter((field) => field !== "tags") : []),
      ...(tagged && carriedBy(tagged).includes("tags") ? ["tags"] : []),
    ];
    if (state.place === "contacts" || old.length + now.length === 0) continue;
    const isOfSet = state.place === "contact_changes";
    await tx.execute(sql`
      update ${sql.raw(state.place)} e set erased_old = ${withFields("erased_old", old)},
        erased_new = ${withFields("erased_new", now)} ${ownValues(state, old, own)}
        ${old.includes("tags") ? withoutTags(tags) : sql``}
      where e.workspace_id = ${workspaceId} and e.contact_id = ${contactId}
        and ${isOfSet ? sql`e.change_id = ${state.change_id}` : sql`e.import_id = ${state.change_id} and e.seq = ${state.seq}`}`);
  }
}

/** Minimum length: shorter values occur in others by chance. */
const TELLING = 4;

/** Whether one text contains the letters and digits of another one. */
function contains(value: unknown, part: unknown): boolean {
  const sought = signsOf(part);
  return sought.length >= TELLING && signsOf(value).includes(sought);
}

function signsOf(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") : "";
}

/** Deletes what webhooks reported about the contact since the merge, including requests in progress. */
async function forgetSent(
  tx: Transaction,
  workspaceId: string,
  contactId: string,
  mergeId: string,
): Promise<void> {
  await tx.execute(sql`
    update webhook_deliveries d set request_body = null, response_body = null, is_erased = d.status <> 'pending'
    from webhook_endpoints e, change_sets s
    where e.workspace_id = ${workspaceId} and d.workspace_id = ${workspaceId} and d.endpoint_id = e.id
      and d.lane = ${contactId} and s.workspace_id = ${workspaceId} and s.id = ${mergeId} and d.created_at >= s.created_at`);
}

function withFields(column: string, fields: string[]): SQL {
  return sql`nullif(array(
    select distinct unnest(coalesce(e.${sql.raw(column)}, '{}') || ${textArray(fields)}) order by 1), '{}')`;
}

function ownValues({ doc }: State, fields: string[], own: Values): SQL {
  const plain = fields.filter((field) => field !== "tags" && !field.startsWith(CUSTOM));
  const custom = fields.filter((field) => field.startsWith(CUSTOM));
  const sets = plain.map((field) => {
    const column = sql.raw(field);
    return sql`, ${column} = ${own[field] ?? null}`;
  });
  if (custom.length > 0) {
    const { custom_fields = {} } = storedJson<Doc>(doc ?? "{}");
    for (const field of custom) {
      const key = field.slice(CUSTOM.length);
      if (field in own) custom_fields[key] = own[field];
      else delete custom_fields[key];
    }
    const text = Object.keys(custom_fields).length > 0 ? JSON.stringify(custom_fields) : null;
    sets.push(sql`, custom_fields = ${text}::jsonb`);
  }
  return sql.join(sets, sql``);
}

function withoutTags(tags: string[]): SQL {
  const left = (column: string) => sql`array(
    select ${sql.raw(column)} from unnest(e.tag_ids, e.tagged_at) as one(tag, at)
    where tag <> all(${textArray(tags)}::uuid[]) order by tag)`;
  return sql`, tag_ids = ${left("tag")}, tagged_at = ${left("at")}`;
}

function textArray(values: string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}
