import { blobStore } from "@/lib/adapters/blob";
import { log } from "@/lib/log";
import { deleteImport, removeTombstone } from "./queries";

/** Deletes an import and its stored file. Should the store not answer, the tombstone lets the sweep finish. */
export async function removeImport(workspaceId: string, id: string): Promise<void> {
  const key = await deleteImport(workspaceId, id);
  if (!key) return;
  try {
    await blobStore().remove([key]);
    await removeTombstone(workspaceId, key);
  } catch (error) {
    log().warn({ err: error }, "stored file not removed yet");
  }
}
