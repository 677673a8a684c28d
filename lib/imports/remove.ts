import { workAs } from "@/db/work";
import { blobStore } from "@/lib/adapters/blob";
import { log } from "@/lib/log";
import { deleteImport, removeTombstone } from "./queries";

/** Deletes an import and its stored file. Should the store not answer, the tombstone lets the sweep finish. */
export async function removeImport(workspaceId: string, id: string): Promise<void> {
  // Its journal and its row errors may be millions: more than a request's statement may take.
  const key = await workAs({ kind: "job", workspaceId }, () => deleteImport(workspaceId, id));
  if (!key) return;
  try {
    await blobStore().remove([key]);
    await removeTombstone(workspaceId, key);
  } catch (error) {
    log().warn({ err: error }, "stored file not removed yet");
  }
}
