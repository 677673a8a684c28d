import { setTimeout as sleep } from "node:timers/promises";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { settleBackground } from "@/lib/http/background";
import type { newWorkspace } from "./workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Undoes an import to its end, as a client does: repeats the request while the answer is 202. Throws if it never ends. */
export async function undoWhole(acme: Workspace, id: string): Promise<void> {
  const { status, body } = await acme.call(undo, { params: { id } });
  let state = body.undo_status;
  for (const end = Date.now() + 60_000; state === "processing" && Date.now() < end; await sleep(100)) {
    state = (await acme.call(getImport, { params: { id } })).body.undo_status;
  }
  await settleBackground();
  if (state !== "completed") throw new Error(`the undo answered ${status} and is ${state}`);
}
