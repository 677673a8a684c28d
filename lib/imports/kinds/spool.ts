import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "@/lib/errors";
import { FIELD_LIMITS } from "@/lib/field-limits";

/**
 * A temporary file that is unlinked as soon as it is open, so that no end of this process, however sudden, leaves it
 * behind. The caller closes it.
 */
export async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "kith-"));
  try {
    return await open(join(folder, "spool"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
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
