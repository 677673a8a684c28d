import { blobStore } from "../../lib/adapters/blob/index.ts";
/** @import { Archive, WrittenFile } from "./types.ts" */
/** @import { Statements } from "../lib/types.ts" */

/**
 * The keys of the files that rows of this snapshot refer to, of one workspace or of all.
 * @param {Statements} tx
 * @param {string} workspaceId
 * @returns {Promise<string[]>}
 */
export async function referredFiles(tx, workspaceId) {
  const own = workspaceId ? `and workspace_id = '${workspaceId}'::uuid` : "";
  const rows = await tx.unsafe(`
    select blob_key as key from imports where blob_key is not null ${own}
    union select blob_key from exports where blob_key is not null ${own}
    union select part ->> 'key' from exports, jsonb_array_elements(checkpoint -> 'parts') part where true ${own}
    order by 1`);
  return rows.map(({ key }) => key);
}

/**
 * Copies the files into the archive. One that was deleted since the snapshot is listed as missing.
 * @param {Archive} archive
 * @param {string[]} keys
 * @param {(nth: number, of: number) => void} onFile
 */
export async function addFiles(archive, keys, onFile) {
  /** @type {WrittenFile[]} */
  const files = [];
  /** @type {string[]} */
  const missing = [];
  for (const [at, key] of keys.entries()) {
    onFile(at + 1, keys.length);
    const head = await blobStore().head(key);
    const stream = head && (await blobStore().read(key));
    if (stream) files.push({ key, ...(await archive.addFile(`files/${key}`, stream, head.bytes)) });
    else missing.push(key);
  }
  return { files, missing };
}
