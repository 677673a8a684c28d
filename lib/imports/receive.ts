import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { isSafeKey } from "@/lib/adapters/blob/key";
import type { FinishedUpload } from "@/lib/adapters/blob/port";
import { removeFiles } from "@/lib/files/remove";
import { newId } from "@/lib/ids";
import { toNfc } from "@/lib/text";
import { requireStorage, storageExceeded, storageRoom } from "@/lib/workspaces/storage";
import { headWarnings } from "./file/reading-warnings";
import { Intake } from "./intake";
import { type Opened, openUpload } from "./kinds/convert";
import { WRITTEN, WRITTEN_WITH_HEADERS } from "./kinds/csv";
import { insertImport, requireFewPending, requireUnused, uploadNotFound } from "./pending";
import { buildPreview, suggestFor, titlesOf } from "./preview";
import { hasImportOf } from "./queries";
import { deleteImport } from "./remove";
import type { ImportPreview } from "./schemas";

/** A file that arrives, or the path of one that was uploaded directly to blob storage. */
export type Source =
  | { bytes: AsyncIterable<Uint8Array>; stored?: undefined }
  | { stored: string; finish?: FinishedUpload; bytes?: undefined };
export type Upload = Source & { filename: string; sheet?: string | undefined };

/**
 * Stores an uploaded file, detects its format while it streams, and creates a pending import. Nothing is left behind
 * when this throws: 400 `IMPORT_EMPTY`, 409 when too many imports are pending, 413 over 200 MB or over what the
 * workspace may store, 415 for content that is not CSV, or a name that says so.
 */
export async function receiveImport(
  workspaceId: string,
  userId: string,
  upload: Upload,
): Promise<ImportPreview> {
  await requireFewPending(workspaceId);
  const id = newId();
  const filename = cleanName(upload.filename);
  const room = await requireStorage(workspaceId, 0);
  const sent = upload.stored === undefined ? upload.bytes : await openStored(workspaceId, upload);
  const measured = measure(sent);
  const opened = await openUpload(measured.stream, upload.sheet);
  try {
    const { stored } = upload;
    return await storeOpened(workspaceId, { id, userId, filename, room, stored, ...measured }, opened);
  } finally {
    await opened.close();
  }
}

/** Counts the bytes of a stream as they pass: what is stored may have another size. */
function measure(source: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { stream: counted(), sentBytes: () => bytes };
}

interface Received {
  id: string;
  userId: string;
  filename: string;
  room: number;
  stored: string | undefined;
  /** Once it has been read to its end. */
  sentBytes: () => number;
}

async function storeOpened(
  workspaceId: string,
  { id, userId, filename, room, stored, sentBytes }: Received,
  { kind, text, table, title }: Opened,
): Promise<ImportPreview> {
  const told = table && (table.kind === "xlsx" ? WRITTEN : WRITTEN_WITH_HEADERS);
  const intake = new Intake(kind ? null : filename, room, told);
  // A file that is stored as it was read stays where it is; any other is written again, as text.
  const stays = kind === null ? stored : undefined;
  const key = stays ?? `imports/${workspaceId}/${id}.csv`;
  if (stays) for await (const _ of intake.observe(text));
  else await blobStore().put(key, intake.observe(text));
  try {
    const { head, bytes, totalRows, contentHash } = await intake.finish();
    const suggestions = await suggestFor(workspaceId, head, titlesOf(filename, { title, table }));
    const row = {
      workspace_id: workspaceId,
      id,
      created_by: userId,
      filename,
      blob_key: key,
      blob_bytes: bytes,
      uploaded_bytes: sentBytes(),
      content_hash: contentHash,
      dialect: {
        ...head.dialect,
        candidates: head.candidates,
        ...(table && { table }),
        ...(title && { title }),
      },
      headers: head.headers,
      ai_suggestions: suggestions,
      total_rows: totalRows,
    };
    const preview = await buildPreview({ ...row, draft: null, draft_version: 0 }, head, totalRows, {
      suggestions,
      candidates: head.candidates,
      warnings: headWarnings(head),
    });
    await insertImport(row, stored);
    if (stored) await requireStillThere(workspaceId, id, stored);
    await requireStillRoom(workspaceId, id);
    if (stored && !stays) await removeFiles(workspaceId, [stored]);
    return preview;
  } catch (error) {
    // Of a lost connection it is unknown whether the import was stored.
    if (!stays && !(await hasImportOf(workspaceId, key))) await removeFiles(workspaceId, [key]);
    throw error;
  }
}

/** A file that was being removed has its tombstone until it is gone, so it is asked for after that. */
async function requireStillThere(workspaceId: string, id: string, stored: string): Promise<void> {
  if (await blobStore().head(stored)) return;
  await deleteImport(workspaceId, id);
  throw uploadNotFound();
}

/** Concurrent uploads may have seen the same free storage: an upload that exceeds it now is undone. */
async function requireStillRoom(workspaceId: string, id: string): Promise<void> {
  if ((await storageRoom(pg(), workspaceId)) >= 0) return;
  await deleteImport(workspaceId, id);
  throw storageExceeded();
}

/** Only files below the workspace's own upload path are read, by path: no URL from a client is ever fetched. */
async function openStored(
  workspaceId: string,
  { stored: pathname, finish }: { stored: string; finish?: FinishedUpload },
): Promise<AsyncIterable<Uint8Array>> {
  const mine = pathname.startsWith(`imports/${workspaceId}/`) && isSafeKey(pathname);
  if (mine) await requireUnused(workspaceId, pathname);
  // If the answer to a first call was lost, the parts are already one file, which is just as good.
  if (mine && finish) await blobStore().finishClientUpload(finish);
  const source = mine ? await blobStore().read(pathname) : null;
  if (!source) throw uploadNotFound();
  return source;
}

/** The last part of a path without control characters, at most 255 characters. */
function cleanName(name: string): string {
  const base = toNfc(name.toWellFormed()).split(/[\\/]/).at(-1) ?? "";
  const clean = base.replace(/\p{Cc}/gu, "").trim();
  return [...(clean || "import.csv")].slice(0, 255).join("");
}
