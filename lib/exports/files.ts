import { blobStore } from "@/lib/adapters/blob";
import { removeFiles } from "@/lib/files/remove";
import { toWebStream } from "@/lib/streams";
import { deleteExport, fileGone, findFile } from "./queries";

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** The file of an export as a stream that reads only as fast as it is read. Throws 404, 409 or 410. */
export async function openExport(workspaceId: string, id: string, withMark: boolean) {
  const { filename, keys } = await findFile(workspaceId, id);
  const found = await Promise.all(keys.map((key) => blobStore().head(key)));
  if (found.includes(null)) throw fileGone();
  return { filename, stream: toWebStream(content(keys, withMark)) };
}

/** A part is opened when its first byte is requested: the body of a HEAD response is never read. */
async function* content(keys: string[], withMark: boolean): AsyncGenerator<Uint8Array> {
  if (withMark) yield BYTE_ORDER_MARK;
  for (const key of keys) {
    const part = await blobStore().read(key);
    if (!part) throw fileGone();
    yield* part;
  }
}

/** Deletes an export and its file. Throws 404, 412 when `ifMatch` names another state. */
export async function removeExport(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  await removeFiles(workspaceId, await deleteExport(workspaceId, id, ifMatch));
}
