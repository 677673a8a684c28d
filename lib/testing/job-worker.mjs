import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";

/**
 * A process that works on one job until it is over, as a server would that is polled for it again and again. For tests
 * that kill or freeze it. Arguments: the kind's name, workspace and id.
 * SLICE_ROWS: contacts of an export's slice, and of a bulk action's block.
 */
const { closeDatabase, db } = await import("@/db/client");
const { runJob } = await import("@/lib/jobs/run");
const { kindOf } = await import("@/lib/server/jobs");
const { slice } = await import("@/lib/exports/part");
const { blocks } = await import("@/lib/bulk/blocks");
slice.rows = Number(process.env.SLICE_ROWS ?? slice.rows);
blocks.size = Number(process.env.SLICE_ROWS ?? blocks.size);

const [name, workspaceId = "", id = ""] = process.argv.slice(2);
const kind = kindOf(/** @type {Parameters<typeof kindOf>[0]} */ (name));

async function isUnfinished() {
  const rows = await db().execute(sql`
    select from ${kind.table} where workspace_id = ${workspaceId} and id = ${id} and ${kind.unfinished}`);
  return rows.length > 0;
}

for (;;) {
  try {
    if (!(await isUnfinished())) break;
    await runJob(kind, { workspaceId, id });
  } catch (error) {
    // The database may be down: that is part of the test.
    if (process.env.CHAOS_VERBOSE) console.error(String(error));
  }
  await sleep(20);
}
await closeDatabase();
