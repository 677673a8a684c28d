import type { Page } from "@playwright/test";
import postgres from "postgres";
import { givenDatabaseUrl } from "../scripts/lib/database-url.mjs";
import { runningPostgresUrl } from "../scripts/lib/postgres.mjs";
import { readSecrets } from "../scripts/lib/secrets.mjs";

/**
 * Makes a workspace as old as it will be in that many days: every moment that the database keeps of it is moved back,
 * and the sweep does what it does meanwhile. To the product that is the same as a clock that went on.
 */
export async function passDays(page: Page, workspaceId: string, days: number): Promise<void> {
  const dataDir = process.env.E2E_DATA_DIR ?? ".data";
  const pg = postgres(givenDatabaseUrl() || (runningPostgresUrl(dataDir) ?? ""), { max: 1 });
  try {
    await pg.begin((tx) => moveBack(tx, workspaceId, days));
  } finally {
    await pg.end();
  }
  const CRON_SECRET = process.env.CRON_SECRET ?? readSecrets(dataDir)?.CRON_SECRET;
  const swept = await page.request.get("/api/cron/sweep", {
    headers: { authorization: `Bearer ${CRON_SECRET}` },
  });
  if (!swept.ok()) throw new Error(`the sweep answered ${swept.status()}`);
}

async function moveBack(tx: postgres.TransactionSql, workspaceId: string, days: number): Promise<void> {
  const tables = await tx<{ name: string; columns: string[] }[]>`
    select m.table_name as name, array_agg(m.column_name::text) as columns
    from information_schema.columns m
    join information_schema.columns w using (table_schema, table_name)
    join information_schema.tables t using (table_schema, table_name)
    where m.table_schema = 'public' and w.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
      and m.data_type = 'timestamp with time zone' and m.is_generated = 'NEVER'
    group by m.table_name`;
  // Nobody has written these rows.
  await tx`set local session_replication_role = replica`;
  for (const { name, columns } of tables) {
    const older = columns.map((column) => `"${column}" = "${column}" - interval '${days} days'`);
    await tx.unsafe(`update "${name}" set ${older.join(", ")} where workspace_id = $1`, [workspaceId]);
  }
}
