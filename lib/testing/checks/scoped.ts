import { loadModule } from "libpg-query";
import { pg } from "@/db/client";
import { currentWork, type Work, workAs } from "@/db/work";
import { unboundTables } from "./unbound";

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

await loadModule();

/**
 * Whether a statement touches a tenant table without restricting its rows to this workspace. The rows that COPY loads
 * are not part of a statement: it only has to name the column.
 */
export function isUnscoped({ text, parameters }: Statement, workspaceId: string, tables: string[]): boolean {
  if (/^\s*copy [\w.]+\s+\(workspace_id\b[^()]*\) from stdin/.test(text)) return false;
  const isOurs = (value: string | number) =>
    (typeof value === "number" ? parameters[value - 1] : value) === workspaceId;
  return unboundTables(text, tables, isOurs).length > 0;
}
