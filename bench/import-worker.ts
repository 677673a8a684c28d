import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "@/db/client";
import { processImport } from "@/lib/imports/engine/process";
import { importState } from "./workspace";

/**
 * Works on one import until it is over, as a server would whose readers keep asking for it. Arguments: workspace and
 * import. The parent may kill it at any moment.
 */
const [workspaceId = "", importId = ""] = process.argv.slice(2);

for (;;) {
  try {
    const { status } = await importState(workspaceId, importId);
    if (status !== "processing") break;
    await processImport(workspaceId, importId);
  } catch (error) {
    // The database may be down: that is part of the test.
    if (process.env.CHAOS_VERBOSE) console.error(String(error));
  }
  await sleep(50);
}
await closeDatabase();
