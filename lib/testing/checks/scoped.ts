import { pg } from "@/db/client";
import { currentWork, type Work, workAs } from "@/db/work";

export interface Statement {
  text: string;
  parameters: unknown[];
}

/**
 * All statements that this work sends to the database, on every connection, as the driver reports them. To be called
 * before the first connection is opened.
 */
export function listenIn(kinds: Work["kind"][]): Statement[] {
  const said: Statement[] = [];
  const hear = (_: number, text: string, parameters: unknown[]) => {
    if (kinds.includes(currentWork().kind)) said.push({ text, parameters });
  };
  for (const kind of ["request", "search", "job"] as const) {
    workAs({ kind }, () => {
      (pg().options as { debug: unknown }).debug = hear;
    });
  }
  return said;
}

/** Tables of the public schema that have a workspace_id, from the database's own catalogue. */
export async function tenantTables(): Promise<string[]> {
  const rows = await pg()<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relkind in ('r', 'p')`;
  return rows.map((row) => row.name);
}

/** Keywords that may follow a table's name and are not an alias. */
const NO_ALIAS =
  "where|set|on|join|left|right|full|inner|cross|order|limit|using|values|select|for|returning|group|having|union|default|lateral|offset|fetch|as|when|then|end|not";

/** The tenant tables that a statement reads or writes, each by its alias there. */
function tenantsIn(text: string, tables: string[]): string[] {
  const reference = new RegExp(
    `(?:\\b(?:from|join|update|into|using)\\s+(?:only\\s+)?|,\\s*)(?:"?public"?\\.)?"?\\b(${tables.join("|")})\\b"?(?!\\s*\\.|"?\\.)` +
      `(?:\\s+(?:as\\s+)?(?!(?:${NO_ALIAS})\\b)"?([a-z_]\\w*)"?)?`,
    "gi",
  );
  return [...text.matchAll(reference)].map(([, table = "", alias]) => alias ?? table);
}

/**
 * Whether a statement touches a tenant table without restricting its rows to the workspace: every table that it names
 * must be compared by workspace_id, an insert must name the column, and the workspace must be ours.
 */
export function isUnscoped({ text, parameters }: Statement, workspaceId: string, tables: string[]): boolean {
  // A column of a table that the statement creates or fills, or of a temporary table, is not a tenant table, whatever
  // its name.
  const bare = text
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\bcreate temp table (?:if not exists )?\w+ \([^()]*\)/gi, "create temp table")
    .replace(/\bcopy pg_temp\.\w+ \([^()]*\)/gi, "copy pg_temp");
  const names = tenantsIn(bare, tables);
  if (names.length === 0) return false;
  // COPY takes no parameters: the server has quoted the value there.
  if (!parameters.includes(workspaceId) && !text.includes(`'${workspaceId}'`)) return true;
  const isJoinedByIt = /using\s*\([^)]*"?workspace_id"?/i.test(bare);
  const bound =
    /(?<![.\w])"?workspace_id"?\s*(?:=|in\b)|\binto\s+[\w".]+(?:\s+as\s+\w+)?\s*\([^)]*\bworkspace_id\b/gi;
  const compared = (bare.match(bound) ?? []).length;
  const unnamed = names.filter((name) => !new RegExp(`\\b${name}"?\\."?workspace_id\\b`, "i").test(bare));
  return unnamed.length > compared && !isJoinedByIt;
}
