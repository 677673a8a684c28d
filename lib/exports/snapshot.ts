import { and, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { contacts, contactTags, tags, workspaceCounts } from "@/db/schema";
import { EXPORTED_FIELDS } from "@/lib/contacts/fields";
import { contactConditions, isFiltering } from "@/lib/contacts/filter";
import { FORMULA_START, PLAIN_PHONE } from "@/lib/csv/formula";
import { NEEDS_QUOTES } from "@/lib/csv/tags";
import { LIMITS } from "@/lib/limits";
import { csvRecord } from "./csv";
import { contactFilterOf, type ExportFilter } from "./schemas";

/**
 * Reads the contacts of one snapshot as CSV. COPY … TO STDOUT is the fastest way out of PostgreSQL (three times a
 * cursor), so the whole text of a cell is made in SQL; a property test holds it equal to the functions in TypeScript.
 */
const HEAD = ["email", ...EXPORTED_FIELDS, "tags", "is_unsubscribed"];
const TAIL = ["created_at", "updated_at"];
/** Custom keys of one file; with the other columns this stays below what the importer accepts. */
export const MAX_CUSTOM_KEYS = LIMITS.custom_keys_per_workspace.max;

/** Contacts in descending order of ids: all that match the filter, or those between two of them. */
export interface Selection {
  workspaceId: string;
  filter: ExportFilter;
  /** Only contacts after this one. */
  before?: string | undefined;
  /** Only contacts up to this one. */
  from?: string | undefined;
}

/** How many contacts the selection holds. */
export async function countContacts(connection: Sql, wanted: Selection): Promise<number> {
  const statement = sql`select count(*)::int as total from ${contacts} where ${conditions(wanted)}`;
  const [row] = await connection.unsafe<{ total: number }[]>(await literal(connection, statement));
  return row?.total ?? 0;
}

/** How many statements have deleted contacts of the workspace so far. */
export async function countErasures(connection: Sql, workspaceId: string): Promise<number> {
  const statement = sql`
    select erasures::int as erasures from ${workspaceCounts} where ${workspaceCounts.workspace_id} = ${workspaceId}`;
  const [row] = await connection.unsafe<{ erasures: number }[]>(await literal(connection, statement));
  return row?.erasures ?? 0;
}

/** The custom keys that its contacts use, in byte order. */
export async function customKeysOf(connection: Sql, wanted: Selection): Promise<string[]> {
  const keys = await connection.unsafe<{ key: string }[]>(
    await literal(
      connection,
      sql`select distinct key collate "C" as key
          from ${contacts}, jsonb_object_keys(${contacts.custom_fields}) as key
          where ${conditions(wanted)} and jsonb_typeof(${contacts.custom_fields}) = 'object'
          order by 1`,
    ),
  );
  return keys.map((row) => row.key);
}

/** The id of the selection's n-th contact. Throws when it has fewer. */
export async function lastOf(connection: Sql, wanted: Selection, n: number): Promise<string> {
  const statement = sql`
    select ${contacts.id} as id from ${contacts} where ${conditions(wanted)}
    order by ${contacts.id} desc offset ${n - 1}::bigint limit 1`;
  const [row] = await connection.unsafe<{ id: string }[]>(await literal(connection, statement));
  if (!row) throw new Error(`fewer than ${n} contacts`);
  return row.id;
}

function conditions({ workspaceId, filter, before, from }: Selection): SQL | undefined {
  const { ids } = filter;
  return and(
    contactConditions(workspaceId, contactFilterOf(filter)),
    ids && sql`${contacts.id} = any(${`{${ids.join(",")}}`}::uuid[])`,
    before ? sql`${contacts.id} < ${before}::uuid` : undefined,
    from ? sql`${contacts.id} >= ${from}::uuid` : undefined,
  );
}

/** The first record of the file. The prefix keeps a key from being mistaken for a column of ours, or for a formula. */
export function headerRecord(customKeys: string[]): string {
  const custom = customKeys.map((key) => `custom_fields.${key}`);
  return csvRecord([...HEAD, ...custom, ...TAIL]);
}

/** The statement that writes the selection's records, newest contact first, in CSV with LF at the end of each. */
export async function copyStatement(
  connection: Sql,
  wanted: Selection,
  customKeys: string[],
): Promise<string> {
  const columns = [contacts.email, ...EXPORTED_FIELDS.map((name) => contacts[name])];
  const text = columns.map((column) => guarded(sql`${column}`));
  const custom = customKeys.map((key) => guarded(sql`(${contacts.custom_fields} ->> ${key}::text)`));
  const cells = [
    ...text,
    guarded(sql`tagged.names`),
    sql`${contacts.is_unsubscribed}::text`,
    ...custom,
    utc(sql`${contacts.created_at}`),
    utc(sql`${contacts.updated_at}`),
  ];
  const select = sql`
    select ${sql.join(cells, sql`, `)}
    from ${contacts} left join (${tagNames(wanted)}) tagged on tagged.contact_id = ${contacts.id}
    where ${conditions(wanted)}
    order by ${contacts.id} desc`;
  return `copy (${await literal(connection, select)}) to stdout (format csv)`;
}

/**
 * Tag names per contact, grouped once: a sub-query per contact took twice as long over a million of them. Under a
 * filter only its contacts are grouped (728 → 281 ms for one tag of twenty).
 */
function tagNames(wanted: Selection): SQL {
  const { workspaceId, filter, before, from } = wanted;
  const filtered = filter.ids || isFiltering(contactFilterOf(filter));
  const links = and(
    sql`${contactTags.workspace_id} = ${workspaceId}`,
    before ? sql`${contactTags.contact_id} < ${before}::uuid` : undefined,
    from ? sql`${contactTags.contact_id} >= ${from}::uuid` : undefined,
    filtered
      ? sql`${contactTags.contact_id} in (select ${contacts.id} from ${contacts} where ${conditions(wanted)})`
      : undefined,
  );
  return sql`
    select ${contactTags.contact_id}, string_agg(${quotedTag(sql`${tags.name}`)}, ';' order by ${tags.name_key}) as names
    from ${contactTags} join ${tags} on ${tags.workspace_id} = ${workspaceId} and ${tags.id} = ${contactTags.tag_id}
    where ${links}
    group by ${contactTags.contact_id}`;
}

/** A name that contains a separator is quoted inside its cell, as RFC 4180 quotes a cell. */
export function quotedTag(name: SQL): SQL {
  const quoted = sql`'"' || replace(${name}, '"', '""') || '"'`;
  return sql`case when ${name} ~ ${NEEDS_QUOTES} then ${quoted} else ${name} end`;
}

/** One of these must occur as the first character before it is worth evaluating the expressions, which cost 1 µs per cell. */
const SUSPICIOUS = [..."\t\n\r'=+-@\\＝＋－＠"].map((character) => character.codePointAt(0)).join(", ");

/** guardFormula() in SQL. */
export function guarded(cell: SQL): SQL {
  return sql`case when ascii(${cell}) in (${sql.raw(SUSPICIOUS)})
    and ${cell} ~ ${FORMULA_START.source} and ${cell} !~ ${PLAIN_PHONE.source}
    then '''' || ${cell} else ${cell} end`;
}

function utc(time: SQL): SQL {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

const dialect = new PgDialect();

/** The statement with its parameters written out, because COPY takes none. The server itself quotes them. */
async function literal(connection: Sql, statement: SQL): Promise<string> {
  const query = dialect.sqlToQuery(statement);
  const values = query.params.map(String);
  const rows = await connection<{ quoted: string }[]>`
    select quote_literal(value) as quoted from unnest(${values}::text[]) with ordinality as t(value, n) order by n`;
  return query.sql.replace(/\$(\d+)/g, (_, n: string) => {
    const quoted = rows[Number(n) - 1]?.quoted;
    if (quoted === undefined) throw new Error(`parameter ${n} has no value`);
    return quoted;
  });
}
