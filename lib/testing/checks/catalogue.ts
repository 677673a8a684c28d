import { pg } from "@/db/client";
import { IMPORTED_FIELDS, SEARCHED_FIELDS } from "@/lib/contacts/fields";

/**
 * Tables that have a workspace_id but another kind of key: queues, which only our own jobs read, by that key; the
 * inbox and the security log, which have entries without a workspace.
 */
const QUEUES = "{blob_tombstones,outbox,inbox_mails,audit_events}";

/** Text columns of contacts that no form and no file fills as they are. */
const NO_TEXT_FIELD = ["email", "search_doc"];

/** Tables with a workspace_id whose primary key does not start with it. */
export async function misplacedKeys(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and (i.indkey[0] is distinct from a.attnum or not a.attnotnull)
      and c.relname <> all(${QUEUES}::text[])
    order by 1`;
  return rows.map((row) => row.name);
}

/** Foreign keys between two tables with a workspace_id that do not include it on both sides. */
export async function unscopedForeignKeys(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select k.conname as name
    from pg_constraint k
    join pg_attribute near on near.attrelid = k.conrelid and near.attname = 'workspace_id'
    join pg_attribute far on far.attrelid = k.confrelid and far.attname = 'workspace_id'
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair(here, there)
      where pair.here = near.attnum and pair.there = far.attnum)
    order by 1`;
  return rows.map((row) => row.name);
}

/** Unique indexes of tenant tables that do not start with workspace_id: they would reveal values of other workspaces. */
export async function sharedUniques(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select i.indexrelid::regclass::text as name
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where i.indisunique and i.indkey[0] <> a.attnum and c.relname <> all(${QUEUES}::text[])
    order by 1`;
  return rows.map((row) => row.name);
}

/** Tables outside the system's schemas on which row level security is off. */
export async function openTables(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity') and not c.relrowsecurity
    order by 1`;
  return rows.map((row) => row.name);
}

/** Functions of ours that run with their owner's rights. */
export async function definerFunctions(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'identity') and p.prosecdef
    order by 1`;
  return rows.map((row) => row.name);
}

/** Those of them that everybody may call, or that resolve names by the caller's search_path. */
export async function openDefiners(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'identity') and p.prosecdef
      and (p.proconfig is null or not 'search_path=pg_catalog, public, pg_temp' = any(p.proconfig)
        or has_function_privilege('public', p.oid, 'execute'))
    order by 1`;
  return rows.map((row) => row.name);
}

/** Views show their owner's rows whatever the security of the tables; we have none. */
export async function views(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname in ('public', 'identity')`;
  return rows.map((row) => row.name);
}

/**
 * Where a text field of a contact is missing in the database: the table itself, the former values of change sets, the
 * journal of imports, and the searchable text; and columns of the table that lib/contacts/fields.ts does not list.
 */
export async function fieldGaps(
  names: readonly string[],
  journaled = IMPORTED_FIELDS,
  searched = SEARCHED_FIELDS,
) {
  const [found] = await pg()<
    {
      contacts: string[];
      journal: string[];
      former: string[];
      search: string;
      renewed: string;
    }[]
  >`
    with columns as (
      select c.relname as of, array_agg(a.attname::text) as names from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype group by 1
    )
    select (select names from columns where of = 'contacts') as contacts,
      (select names from columns where of = 'import_changes') as journal,
      (select names from columns where of = 'contact_changes') as former,
      (select prosrc from pg_proc where proname = 'searchable_text') as search,
      (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'contacts_search_renewed') as renewed`;
  if (!found) throw new Error("no catalogue");
  const { contacts, journal, former, search, renewed } = found;
  const count = (text: string, name: string) => text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  return [
    ...names.filter((name) => !contacts.includes(name)).map((name) => `contacts.${name}`),
    ...journaled.filter((name) => !journal.includes(name)).map((name) => `import_changes.${name}`),
    ...names.filter((name) => !former.includes(name)).map((name) => `contact_changes.${name}`),
    ...searched
      .filter((name) => count(search, name) === 0 || count(renewed, name) !== 2)
      .map((name) => `search_doc: ${name}`),
    ...contacts
      .filter((name) => !NO_TEXT_FIELD.includes(name) && !names.includes(name))
      .map((name) => `fields.ts: ${name}`),
  ];
}

/** Columns of contacts whose former values a change set does not keep, or keeps with another type. */
export async function formerGaps(kept: readonly string[]): Promise<string[]> {
  const rows = await pg()<{ name: string; same: boolean }[]>`
    select c.attname as name, f.atttypid is not distinct from c.atttypid as same
    from pg_attribute c
    left join pg_attribute f on f.attrelid = 'contact_changes'::regclass and f.attname = c.attname and not f.attisdropped
    where c.attrelid = 'contacts'::regclass and c.attnum > 0 and not c.attisdropped
      and c.attname not in ('workspace_id', 'id', 'search_doc')
    order by 1`;
  const gaps = rows.filter(({ name, same }) => !same || !kept.includes(name)).map(({ name }) => name);
  return [...gaps, ...kept.filter((name) => !rows.some((row) => row.name === name))];
}
