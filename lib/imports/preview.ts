import { suggestWithModel } from "@/lib/adapters/model";
import { type Dialect, type FileHead, openText, readHead, readStoredHead } from "./file";
import { headerFingerprint, suggestMapping } from "./mapping";
import { findDuplicate, findMapping, type ImportRow, readPendingImport } from "./queries";
import { countRecords } from "./records";
import type { DialectOverrides, ImportPreview, Suggestion } from "./schemas";

/** Data rows that a preview shows. */
const PREVIEW_ROWS = 10;

export interface Suggestions {
  list: Suggestion[];
  remembered: boolean;
}

/** How the columns may map: as confirmed last for these headers, else by rules with the model as second opinion. */
export async function suggestFor(workspaceId: string, head: FileHead): Promise<Suggestions> {
  const remembered = await findMapping(workspaceId, headerFingerprint(head.headers));
  if (!remembered) return { list: await suggestWithModel(head.headers, head.rows), remembered: false };
  const list = head.headers.map((header) => ({
    header,
    field: remembered[header] ?? "skip",
    confidence: "high" as const,
    reason: "As you mapped this column last time",
    reason_code: "remembered" as const,
  }));
  return { list, remembered: true };
}

/**
 * The preview of a pending import, read from the stored file, with what the user says about its dialect.
 * Throws 404, 409 `IMPORT_NOT_PENDING`, 410 when the file is gone, 400 for an unknown encoding.
 */
export async function previewImport(
  workspaceId: string,
  id: string,
  overrides: DialectOverrides,
): Promise<ImportPreview> {
  const row = await readPendingImport(workspaceId, id);
  const { head, totalRows } = await readAsTold(row, overrides);
  const sameHeaders = JSON.stringify(head.headers) === JSON.stringify(row.headers);
  const suggestions = {
    list: sameHeaders
      ? ((row.ai_suggestions ?? []) as Suggestion[])
      : suggestMapping(head.headers, head.rows),
    remembered: (await findMapping(workspaceId, headerFingerprint(head.headers))) !== null,
  };
  return buildPreview(row, head, totalRows, suggestions);
}

/** A stored file read as the user says, and its number of rows: counted anew when that finds other records. */
export async function readAsTold(row: ImportRow, overrides: DialectOverrides) {
  const { head: start, whole } = await readStoredHead(row.blob_key);
  const stored = row.dialect as unknown as Dialect;
  // The encoding was settled by the whole file, not by its head alone.
  const known = { ...stored, certainty: stored.certainty.encoding };
  const head = await readHead(start, whole, overrides, known);
  const { dialect } = head;
  const asStored = sameReading(dialect, stored);
  const totalRows = asStored
    ? row.total_rows
    : await countRecords(await openText(row.blob_key, dialect, 0), dialect);
  return { head, totalRows };
}

function sameReading(a: Dialect, b: Dialect): boolean {
  return a.encoding === b.encoding && a.delimiter === b.delimiter && a.firstRecord === b.firstRecord;
}

/** The preview object of the interface for an import that is stored. */
export async function buildPreview(
  row: Pick<ImportRow, "workspace_id" | "id" | "filename" | "content_hash">,
  head: FileHead,
  totalRows: number,
  suggestions: Suggestions,
): Promise<ImportPreview> {
  const { encoding, delimiter, headerRow, certainty } = head.dialect;
  return {
    importId: row.id,
    preview: { headers: head.headers, rows: head.rows.slice(0, PREVIEW_ROWS), totalRows },
    suggestions: suggestions.list,
    filename: row.filename,
    encoding,
    delimiter,
    headerRow,
    certainty,
    duplicate_of: row.content_hash ? await findDuplicate(row.workspace_id, row.content_hash, row.id) : null,
    remembered: suggestions.remembered,
  };
}
