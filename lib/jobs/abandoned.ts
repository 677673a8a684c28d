import { getTableName, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { inAllWorkspaces } from "@/db/distributed";
import { workAs } from "@/db/work";
import { env } from "@/lib/env";
import type { Job, JobKind } from "./kind";
import { execute, owner, place } from "./lease";

/** Jobs whose worker died or released them, of one workspace or of all, interleaved. At most 100. */
export async function abandonedJobs(kind: JobKind, workspaceId?: string): Promise<Job[]> {
  const found = (of: SQL) => sql`
    select workspace_id, id from ${of}
    where ${kind.unfinished} and (lease_until is null or lease_until < now())
      ${workspaceId ? sql`and workspace_id = ${workspaceId}` : sql``}
    order by row_number() over (partition by workspace_id order by lease_until nulls first, id), id limit 100`;
  const rows = workspaceId
    ? await execute<Found>(found(sql`${kind.table}`))
    : await inAll<Found>(kind, found);
  return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }));
}

/**
 * Releases the jobs of workers that died on this machine, where a missing process can be detected, so that nobody waits for
 * their leases to expire. Does nothing on a platform of short-lived processes, where a process id proves nothing.
 */
export async function releaseJobsOfTheDead({ table, unfinished }: JobKind): Promise<void> {
  if (env().VERCEL) return;
  const rows = await inAll<{ workspace_id: string; owner: string }>(
    { table },
    (of) => sql`
      select distinct workspace_id, lease_owner as owner from ${of} where ${unfinished} and lease_until > now() and lease_owner is not null`,
  );
  const here = rows.filter(({ owner: other }) => other.startsWith(`${place}/`));
  for (const { workspace_id, owner: dead } of here.filter((row) => isDead(row.owner))) {
    await execute(sql`
      update ${table} set lease_until = null
      where workspace_id = ${workspace_id} and ${unfinished} and lease_owner = ${dead}`);
  }
}

type Found = { workspace_id: string; id: string };

const dialect = new PgDialect();

/** The same in all workspaces, some of whose nodes may be down. */
function inAll<T extends Record<string, unknown>>(
  { table }: Pick<JobKind, "table">,
  statement: (of: SQL) => SQL,
) {
  return workAs({ kind: "request" }, () =>
    inAllWorkspaces<T>(getTableName(table), (of) => dialect.sqlToQuery(statement(sql.raw(of))).sql),
  );
}

function isDead(other: string): boolean {
  if (other === owner) return false;
  const pid = Number(other.split("/").at(-1));
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/**
 * How many jobs have no worker, and for how many seconds the oldest of them has had none, counted from its last lease;
 * null if that was not recorded.
 */
export async function countWaiting({
  table,
  unfinished,
  waitsSince,
}: JobKind): Promise<{ waiting: number; s: number | null }> {
  const since = waitsSince && sql`greatest(lease_until, ${sql.identifier(waitsSince)})`;
  const [row] = await execute<{ waiting: number; s: number | null }>(sql`
    select count(*)::int as waiting,
      ${since ? sql`greatest(0, coalesce(max(extract(epoch from now() - ${since})), 0))::float8` : sql`null`} as s
    from ${table} where ${unfinished} and (lease_until is null or lease_until < now())`);
  return row ?? { waiting: 0, s: null };
}
