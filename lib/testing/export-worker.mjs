import { setTimeout as sleep } from "node:timers/promises";

/** A process that works on the exports of a workspace until none is left. For tests that kill or freeze it. */
const { reviveExports } = await import("@/lib/exports/process");
const { listExports } = await import("@/lib/exports/queries");
const { closeDatabase } = await import("@/db/client");

const workspaceId = process.argv[2] ?? "";
const isOver = ({ status }) => status === "completed" || status === "failed";
for (;;) {
  await reviveExports(workspaceId);
  if ((await listExports(workspaceId, { limit: 100 })).data.every(isOver)) break;
  await sleep(20);
}
await closeDatabase();
