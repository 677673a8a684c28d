import { sql } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { newId } from "@/lib/ids";
import { HEADERS, MAPPING } from "./people";

/** A workspace without a user, for measuring. */
export async function makeWorkspace(): Promise<string> {
  const id = newId();
  await sql()`insert into workspaces (id, name) values (${id}, 'bench')`;
  await sql()`insert into workspace_counts (workspace_id) values (${id})`;
  return id;
}

export interface StoredFile {
  key: string;
  bytes: number;
}

export async function storeFile(workspaceId: string, pieces: Iterable<Uint8Array>): Promise<StoredFile> {
  const key = `imports/${workspaceId}/${newId()}.csv`;
  async function* stream() {
    yield* pieces;
  }
  const { bytes } = await blobStore().put(key, stream());
  return { key, bytes };
}

/** An import as it stands right after its confirmation. */
export async function confirmedImport(
  workspaceId: string,
  file: StoredFile,
  rows: number,
  options: Record<string, unknown> = {},
  mapping: Record<string, string> = MAPPING,
): Promise<string> {
  const id = newId();
  const dialect = { encoding: "utf-8", bomBytes: 0, delimiter: ",", headerRow: 1, firstRecord: 2 };
  await sql()`
    insert into imports (workspace_id, id, filename, status, blob_key, blob_bytes, dialect, headers, column_mapping,
      options, total_rows, started_at)
    values (${workspaceId}, ${id}, 'people.csv', 'processing', ${file.key}, ${file.bytes},
      ${JSON.stringify(dialect)}::jsonb, ${JSON.stringify(HEADERS)}::jsonb, ${JSON.stringify(mapping)}::jsonb,
      ${JSON.stringify(options)}::jsonb, ${rows}, now())`;
  return id;
}

export interface ImportState {
  status: string;
  total_rows: number;
  processed_rows: number;
  created_rows: number;
  updated_rows: number;
  unchanged_rows: number;
  skipped_rows: number;
  failed_rows: number;
  last_error: string | null;
}

export async function importState(workspaceId: string, id: string): Promise<ImportState> {
  const [row] = await sql()<ImportState[]>`
    select status, total_rows, processed_rows, created_rows, updated_rows, unchanged_rows, skipped_rows, failed_rows,
      last_error
    from imports where workspace_id = ${workspaceId} and id = ${id}`;
  if (!row) throw new Error("the import is gone");
  return row;
}
