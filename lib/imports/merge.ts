import type { TransactionSql } from "postgres";
import { isUniqueViolation } from "@/db/client";
import {
  type BatchTags,
  copyContacts,
  copyStaged,
  createStaging,
  type StagedColumns,
  type StagedRow,
  type TextField,
} from "./staging";

/** How one import's rows become contacts. Fixed when the import is confirmed. */
export interface MergePlan {
  workspaceId: string;
  importId: string;
  columns: StagedColumns;
  strategy: "update" | "skip";
  /** Text columns that an empty cell clears; elsewhere it keeps what is stored. */
  clears: TextField[];
}

/** Of the distinct e-mails of a batch: those that were new, and those of the known ones that changed. */
export interface Merged {
  created: number;
  changed: number;
}

/**
 * Merges rows (one per e-mail) into contacts. Those whose e-mail is new are copied straight into the table, which
 * takes about half of the database's time for staging and inserting them; the others, and all of them when one
 * turns out not to be new, go through the staging table. Sorted by e-mail throughout, so that two imports of the
 * same people wait for each other instead of deadlocking: unsorted, every second batch died.
 */
export async function mergeRows(
  tx: TransactionSql,
  plan: MergePlan,
  rows: StagedRow[],
  tags: BatchTags,
): Promise<Merged> {
  const sorted = rows.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  // Tags are joined to contacts by way of the staging table.
  const known = plan.columns.tags ? null : await knownEmails(tx, plan, sorted);
  const fresh = known ? sorted.filter((row) => !known.has(row.email)) : [];
  const copied = fresh.length > 0 && (await copyFresh(tx, plan, fresh));
  const rest = copied ? sorted.filter((row) => known?.has(row.email)) : sorted;
  const merged = { created: copied ? fresh.length : 0, changed: 0 };
  if (rest.length === 0) return merged;
  await createStaging(tx, plan.columns);
  await copyStaged(tx, plan.columns, rest, tags);
  const { created, changed } = await mergeStaged(tx, plan, rest.length);
  return { created: merged.created + created, changed };
}

/** Which of the rows' e-mails the workspace has: one probe of the unique index each. */
async function knownEmails(
  tx: TransactionSql,
  { workspaceId }: MergePlan,
  rows: StagedRow[],
): Promise<Set<string>> {
  await onlyNestedLoops(tx);
  const found = await tx<{ email: string }[]>`
    select c.email from unnest(${rows.map((row) => row.email)}::text[]) as e(email)
    join contacts c on c.workspace_id = ${workspaceId} and c.email = e.email`;
  return new Set(found.map((row) => row.email));
}

/** False when somebody else created one of these contacts meanwhile: then nothing was copied. */
async function copyFresh(tx: TransactionSql, plan: MergePlan, rows: StagedRow[]): Promise<boolean> {
  try {
    await tx.savepoint((point) => copyContacts(point, plan, rows));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Neither arrays nor staging tables have statistics; with hash joins the planner reads all contacts for each batch. */
async function onlyNestedLoops(tx: TransactionSql): Promise<void> {
  await tx`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}

/** Merges the staged rows, by statements over all of them. */
async function mergeStaged(tx: TransactionSql, plan: MergePlan, staged: number): Promise<Merged> {
  await onlyNestedLoops(tx);
  const created = await insertNew(tx, plan);
  const known = staged - created;
  if (plan.columns.tags) await addTags(tx, plan);
  const changed = known > 0 && plan.strategy === "update" ? await updateKnown(tx, plan) : 0;
  return { created, changed };
}

/** Creates the contacts whose e-mail is new. The unique index decides, so a concurrent writer does no harm. */
async function insertNew(tx: TransactionSql, { workspaceId, importId, columns }: MergePlan): Promise<number> {
  const text = columns.text.filter((name) => name !== "first_name");
  const targets = [
    ...text,
    ...(columns.is_unsubscribed ? ["is_unsubscribed"] : []),
    ...(columns.custom ? ["custom_fields"] : []),
  ].map((name) => `, ${name}`);
  // A missing first name becomes the local part of the e-mail (decisions.md, Imports).
  const localPart = "left(split_part(email, '@', 1), 100)";
  const firstName = columns.text.includes("first_name") ? `coalesce(first_name, ${localPart})` : localPart;
  const result = await tx.unsafe(
    `insert into contacts (workspace_id, id, email, first_name, import_id, import_row, written_by${targets.join("")})
     select $1, id, email, ${firstName}, $2, row, $2${targets.join("")}
     from staged order by email
     on conflict (workspace_id, email) do nothing`,
    [workspaceId, importId],
  );
  return result.count;
}

/**
 * Puts the rows' tags on their contacts: on all of them, or on the new ones only when known e-mails are skipped.
 * What was really added stands in the temporary table `tagged` afterwards.
 */
async function addTags(tx: TransactionSql, { workspaceId, strategy }: MergePlan): Promise<void> {
  await tx`create temp table tagged (contact_id uuid primary key, tag_ids uuid[]) on commit drop`;
  await tx.unsafe(
    `with added as (
       insert into contact_tags (workspace_id, tag_id, contact_id)
       select $1, t.id, c.id
       from staged s
       join contacts c on c.workspace_id = $1 and c.email = s.email${strategy === "skip" ? " and c.id = s.id" : ""}
       cross join lateral unnest(s.tag_ids) as wanted(id)
       join tags t on t.workspace_id = $1 and t.id = wanted.id
       order by s.email
       on conflict do nothing
       returning contact_id, tag_id
     )
     insert into tagged select contact_id, array_agg(tag_id) from added group by contact_id`,
    [workspaceId],
  );
}

/**
 * Updates the known contacts whose row really changes something; the others are not even locked. One statement:
 * changed rows are locked in order of e-mail and compared as they are under the lock, their former values go to
 * the undo journal (the first ones, should the file name a contact twice), then they are written.
 * A contact can become unsubscribed, never the other way round.
 */
async function updateKnown(tx: TransactionSql, plan: MergePlan): Promise<number> {
  const { workspaceId, importId, columns } = plan;
  const news = newValues(plan);
  const tags = columns.tags
    ? {
        join: "left join tagged g on g.contact_id = c.id",
        adds: "g.tag_ids",
        or: "or g.contact_id is not null",
      }
    : { join: "", adds: "null::uuid[]", or: "" };
  const names = Object.keys(news);
  const unsubscribed = columns.is_unsubscribed
    ? ", unsubscribed_at = case when n.new_is_unsubscribed and not c.is_unsubscribed then now() else c.unsubscribed_at end"
    : "";
  const differs = names.length
    ? `(${Object.values(news).join(", ")}) is distinct from (${names.map((name) => `c.${name}`).join(", ")})`
    : "false";
  const [row] = await tx.unsafe<{ changed: number }[]>(
    `with changed as materialized (
       select c.id, c.import_id, ${JOURNALED.map((name) => `c.${name} as old_${name}`).join(", ")},
         ${tags.adds} as added_tags${names.map((name) => `, ${news[name]} as new_${name}`).join("")}
       from staged s
       join contacts c on c.workspace_id = $1 and c.email = s.email and c.id <> s.id
       ${tags.join}
       where ${differs} ${tags.or}
       order by s.email
       for no key update of c
     ), journal as (
       insert into import_changes as j (workspace_id, import_id, contact_id, added_tags, ${JOURNALED.join(", ")})
       select $1, $2, id, added_tags, ${JOURNALED.map((name) => `old_${name}`).join(", ")}
       from changed where import_id is distinct from $2
       on conflict (workspace_id, import_id, contact_id)
       do update set added_tags = j.added_tags || excluded.added_tags where excluded.added_tags is not null
     ), written as (
       update contacts c
       set updated_at = now(), written_by = $2${names.map((name) => `, ${name} = n.new_${name}`).join("")}${unsubscribed}
       from changed n where c.workspace_id = $1 and c.id = n.id
       returning 1
     )
     select count(*)::int as changed from written`,
    [workspaceId, importId],
  );
  return row?.changed ?? 0;
}

/** Columns of contacts that the journal keeps. */
export const JOURNALED = [
  "first_name",
  "last_name",
  "phone",
  "company",
  "notes",
  "is_unsubscribed",
  "custom_fields",
  "written_by",
  "updated_at",
] as const;

/**
 * The row's custom fields. A stored number, flag or object whose text the file repeats stays what it is: a file can
 * only say text, and an export that is imported again must change nothing. Looked into only where there is one.
 */
const KEEPING_TYPES = `case when c.custom_fields @? '$.* ? (@.type() != "string")' then coalesce((
    select jsonb_object_agg(k, case when c.custom_fields ->> k = v then c.custom_fields -> k else to_jsonb(v) end)
    from jsonb_each_text(s.custom_fields) as cell(k, v)), '{}')
  else coalesce(s.custom_fields, '{}') end`;

/** Column → its value after the merge, of staged row `s` and contact `c`. Empty cells keep what is stored or clear it. */
function newValues({ columns, clears }: MergePlan): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of columns.text) {
    values[name] = clears.includes(name) ? `s.${name}` : `coalesce(s.${name}, c.${name})`;
  }
  if (columns.is_unsubscribed) values.is_unsubscribed = "(c.is_unsubscribed or s.is_unsubscribed)";
  if (columns.custom) {
    values.custom_fields = `nullif((coalesce(c.custom_fields, '{}') || ${KEEPING_TYPES}) - coalesce(s.cleared, '{}'), '{}')`;
  }
  return values;
}
