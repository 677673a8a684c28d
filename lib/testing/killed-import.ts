import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pg } from "@/db/client";
import { confirmImport } from "@/lib/imports/confirm";
import { confirmBody } from "@/lib/imports/schemas";
import { endOf, uploadText } from "./imports";
import type { newWorkspace } from "./workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Small, so that a short file has many moments between two batches. */
const BATCH_ROWS = 4;
const LOOK_MS = 2;

/**
 * Imports a text in a process of its own that is killed (SIGKILL) when it has written a batch; this process then does
 * the rest. `wasKilled` says whether there was a rest.
 */
export async function importKilled(acme: Workspace, text: string, body: Record<string, unknown>) {
  const { importId: id } = (await uploadText(acme, text)).body;
  await confirmImport(acme.id, id, confirmBody.parse(body));
  const worker = ["--import", "./scripts/ts-hooks.mjs", "lib/testing/job-worker.mjs", "import", acme.id, id];
  const child = spawn(process.execPath, ["--conditions=react-server", ...worker], {
    env: { ...process.env, IMPORT_BATCH_ROWS: String(BATCH_ROWS), DATABASE_POOL_SIZE: "3" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  while ((await rowsOf(id)) === 0 && child.exitCode === null) await sleep(LOOK_MS);
  child.kill("SIGKILL");
  await exited;
  const [left] = await pg()`
    update imports set lease_until = null where id = ${id} and status = 'processing' returning id`;
  return { ...(await endOf(acme, { id })), wasKilled: left !== undefined };
}

async function rowsOf(id: string): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`select processed_rows as n from imports where id = ${id}`;
  return row?.n ?? 0;
}
