import { workAs } from "@/db/work";
import { removeFiles } from "@/lib/files/remove";
import { deleteImport } from "./queries";

/** Deletes an import and its stored file. Throws 404. */
export async function removeImport(workspaceId: string, id: string): Promise<void> {
  // Its journal and its row errors may be millions: more than one statement of a request can delete.
  const keys = await workAs({ kind: "job", workspaceId }, () => deleteImport(workspaceId, id));
  await removeFiles(workspaceId, keys);
}
