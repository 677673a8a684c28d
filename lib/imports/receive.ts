import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { isSafeKey } from "@/lib/adapters/blob/key";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { newId } from "@/lib/ids";
import { toNfc } from "@/lib/text";
import { requireStorage, storageExceeded, storageRoom } from "@/lib/workspaces/storage";
import { refuseBinary } from "./file/dialect";
import { decodeToUtf8, detectEncoding } from "./file/encoding";
import { EncodingWatch } from "./file/encoding-watch";
import { withoutEndMark } from "./file/end-of-file";
import { countAndSurvey, type DetectedHead, HEAD_BYTES, readHead } from "./file/file";
import { rewriteQuotes } from "./file/quotes";
import { openUpload } from "./kinds/convert";
import { insertImport, requireFewPending } from "./pending";
import { buildPreview, suggestFor } from "./preview";
import { deleteImport, hasImportOf } from "./queries";
import type { ImportPreview } from "./schemas";

/** A file that arrives, or the path of one that was uploaded to blob storage directly. */
export type Source =
  | { bytes: AsyncIterable<Uint8Array>; stored?: undefined }
  | { stored: string; bytes?: undefined };
export type Upload = Source & { filename: string };

/**
 * Stores an uploaded file, detects its format while it streams, and creates a pending import. Nothing is left
 * behind when this throws: 400 `IMPORT_EMPTY`, 409 when too many imports are pending, 413 over 200 MB or over what the
 * workspace may store, 415 for content that is no CSV, or a name that says so.
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
  const sent = upload.stored === undefined ? upload.bytes : await openStored(workspaceId, upload.stored);
  const { kind, text } = await openUpload(sent);
  const intake = new Intake(kind ? null : filename, room);
  // What is stored as it is read stays where it lies; all else is written anew, as text.
  const stays = kind === null ? upload.stored : undefined;
  const key = stays ?? `imports/${workspaceId}/${id}.csv`;
  if (stays) for await (const _ of intake.observe(text));
  else await blobStore().put(key, intake.observe(text));
  try {
    const { head, bytes, totalRows, contentHash } = await intake.finish();
    const suggestions = await suggestFor(workspaceId, head, filename);
    const row = {
      workspace_id: workspaceId,
      id,
      created_by: userId,
      filename,
      blob_key: key,
      blob_bytes: bytes,
      content_hash: contentHash,
      dialect: { ...head.dialect, candidates: head.candidates },
      headers: head.headers,
      ai_suggestions: suggestions,
      total_rows: totalRows,
    };
    await insertImport(row);
    await requireStillRoom(workspaceId, id);
    if (upload.stored && !stays) await blobStore().remove([upload.stored]);
    return await buildPreview({ ...row, draft: null, draft_version: 0 }, head, totalRows, {
      suggestions,
      candidates: head.candidates,
    });
  } catch (error) {
    if (!stays) await blobStore().remove([key]);
    throw error;
  }
}

/** Concurrent uploads may have seen the same free storage: an upload that exceeds it now is undone. */
async function requireStillRoom(workspaceId: string, id: string): Promise<void> {
  if ((await storageRoom(pg(), workspaceId)) >= 0) return;
  await deleteImport(workspaceId, id);
  throw storageExceeded();
}

/** Only files below the workspace's own upload path are read, by path: no address of a client is ever fetched. */
async function openStored(workspaceId: string, pathname: string): Promise<AsyncIterable<Uint8Array>> {
  const mine = pathname.startsWith(`imports/${workspaceId}/`) && isSafeKey(pathname);
  // One file belongs to one import: deleting either would take it from the other.
  if (mine && (await hasImportOf(workspaceId, pathname))) {
    throw new ApiError("CONFLICT", "This uploaded file is an import already");
  }
  const source = mine ? await blobStore().read(pathname) : null;
  if (!source) throw new ApiError("NOT_FOUND", "Uploaded file not found");
  return source;
}

/** The last part of a path without control characters, at most 255 characters. */
function cleanName(name: string): string {
  const base = toNfc(name.toWellFormed()).split(/[\\/]/).at(-1) ?? "";
  const clean = base.replace(/\p{Cc}/gu, "").trim();
  return [...(clean || "import.csv")].slice(0, 255).join("");
}

/** Whether a name may be that of a CSV file. One without an extension says nothing. */
function isTextName(name: string): boolean {
  return !name.includes(".") || /\.(?:csv|tsv|txt)$/i.test(name);
}

/** Throws when no column can be found: there is no text, or none that can be read. Then it says why and where. */
function requireRows({ dialect, rows, firstRefused }: DetectedHead, whole: boolean): void {
  if (dialect.headerRow > 0 || rows.length > 0) return;
  if (firstRefused) {
    const { line, error } = firstRefused;
    const details = { reason: "unreadable", line, row_code: error.code };
    throw new ApiError("IMPORT_EMPTY", `No row can be read. Line ${line}: ${error.message}`, details);
  }
  if (whole) throw new ApiError("IMPORT_EMPTY", "The file has no text");
}

/** Looks at a file as it streams past: size, hash, dialect from the first bytes, number of records. */
class Intake {
  #filename: string | null;
  #bytes = 0;
  #hash = createHash("sha256");
  #watch = new EncodingWatch();
  #headBytes = Buffer.alloc(0);
  #start: Uint8Array[] = [];
  #head: DetectedHead | null = null;
  #text: PassThrough | null = null;
  #counting: Promise<number> | null = null;
  #room: number;

  /** Without a name where the content says what the file is, and the name is that of its packing. */
  constructor(filename: string | null, room: number) {
    this.#filename = filename;
    this.#room = room;
  }

  /** Passes the stream on unchanged. Throws 413, 415 or `IMPORT_EMPTY` as soon as it is clear. */
  async *observe(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        this.#bytes += chunk.byteLength;
        if (this.#bytes > FIELD_LIMITS.uploadBytes)
          throw new ApiError("PAYLOAD_TOO_LARGE", "The file may have at most 200 MB");
        if (this.#bytes > this.#room) throw storageExceeded();
        this.#hash.update(chunk);
        this.#watch.push(chunk);
        if (this.#text) await this.#feed(chunk);
        else this.#start.push(chunk);
        if (!this.#text && this.#bytes >= HEAD_BYTES) await this.#begin(false);
        yield chunk;
      }
      if (!this.#text) await this.#begin(true);
      this.#text?.end();
    } catch (error) {
      this.#text?.destroy();
      throw error;
    }
  }

  async #begin(whole: boolean): Promise<void> {
    const bytes = Buffer.concat(this.#start);
    const start = whole ? withoutEndMark(bytes) : bytes;
    this.#start = [];
    if (start.length === 0) throw new ApiError("IMPORT_EMPTY", "The file is empty");
    const binary = refuseBinary(start);
    if (binary) throw new ApiError("UNSUPPORTED_MEDIA_TYPE", binary.message, { kind: binary.kind });
    // After the content, which names the way out of a workbook or an archive.
    if (this.#filename !== null && !isTextName(this.#filename)) {
      throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send a .csv, .tsv or .txt file", { kind: "extension" });
    }
    this.#headBytes = Buffer.from(start.subarray(0, HEAD_BYTES));
    this.#head = await readHead(this.#headBytes, whole);
    requireRows(this.#head, whole);
    const { dialect } = this.#head;
    this.#text = new PassThrough({ highWaterMark: HEAD_BYTES });
    this.#counting = countAndSurvey(
      rewriteQuotes(decodeToUtf8(this.#text, dialect.encoding), dialect),
      this.#head,
    );
    // Awaited in finish(); until then a failure must not count as unhandled.
    this.#counting.catch(() => undefined);
    await this.#feed(start);
  }

  async #feed(chunk: Uint8Array): Promise<void> {
    const text = this.#text;
    if (text && !text.write(chunk)) await Promise.race([once(text, "drain"), this.#counting]);
  }

  async finish() {
    if (!this.#head || this.#counting === null) throw new ApiError("IMPORT_EMPTY", "The file is empty");
    const totalRows = await this.#counting;
    return {
      head: await this.#lookAgain(this.#head),
      bytes: this.#bytes,
      totalRows,
      contentHash: this.#hash.digest("hex"),
    };
  }

  /** A head of plain ASCII said nothing about the encoding; what came after it may. The records stay the same. */
  async #lookAgain(head: DetectedHead): Promise<DetectedHead> {
    const { encoding, certainty } = head.dialect;
    const open = encoding === "utf-8" && certainty.encoding === "likely";
    const evidence = open ? this.#watch.evidence() : null;
    if (!evidence) return head;
    const detected = detectEncoding(evidence.bytes, false);
    if (detected.encoding === "utf-8") return head;
    const again = await readHead(this.#headBytes, false, detected, { ...evidence, whole: true });
    again.rows.push(...head.rows.slice(again.rows.length));
    // Digits are the same in every encoding; words may be others.
    again.cells = head.cells?.map((cells) => cells && { ...cells, options: null }) ?? [];
    return again;
  }
}
