import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";

/**
 * A temporary file that is unlinked as soon as it is open, so that no end of this process, however sudden, leaves it
 * behind. The caller closes it.
 */
export async function unnamedFile(): Promise<FileHandle> {
  // In no folder of its own: NFS keeps an open file under another name, and would not let go of the folder.
  const path = join(tmpdir(), `kith-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes a stream to a file and returns its length. Throws 413 when it is longer than an upload may be. */
export async function spool(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of source) {
    if (bytes + chunk.byteLength > FIELD_LIMITS.uploadBytes)
      throw new ApiError("PAYLOAD_TOO_LARGE", "The file may have at most 200 MB");
    await file.writeFile(chunk);
    bytes += chunk.byteLength;
  }
  return bytes;
}
