import { setTimeout as sleep } from "node:timers/promises";

/** A process that works on the exports of a workspace until none is left. For tests that kill or freeze it. */
const { processExport } = await import("@/lib/exports/process");
const { listExports } = await import("@/lib/exports/queries");
const { closeDatabase } = await import("@/db/client");

const workspaceId = process.argv[2] ?? "";
const isOpen = ({ status }) => status === "pending" || status === "processing";
for (;;) {
  const open = (await listExports(workspaceId, { limit: 100 })).data.filter(isOpen);
  if (open.length === 0) break;
  for (const { id } of open) await processExport(workspaceId, id);
  await sleep(20);
}
await closeDatabase();
