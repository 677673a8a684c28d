import { firstLineOf, sourceOf } from "@/lib/imports/converted";
import type { Dialect } from "@/lib/imports/file/file";
import { validateMapping } from "@/lib/imports/mapping/fields";
import { type ImportRow, readImport } from "@/lib/imports/queries";
import { compileMapping } from "@/lib/imports/rows/compile";
import { NO_CORRECTIONS } from "@/lib/imports/rows/corrections";
import { compileCorrector } from "@/lib/imports/rows/corrector";
import type { ImportOptions } from "@/lib/imports/rows/row";
import type { Lease } from "@/lib/jobs/kind";
import type { LoadedImport, MergePlan } from "./plan";

/** Reads the import a lease is held for. */
export async function loadImport(lease: Lease): Promise<LoadedImport> {
  const row = await readImport(lease.workspaceId, lease.id);
  return describeJob(row);
}

/** The job of a stored row, also of one that is only tried in a dry run. */
export function describeJob(row: ImportRow): LoadedImport {
  // Written by our own confirmation, in these shapes.
  const options = (row.options ?? {}) as Partial<ImportOptions>;
  const dialect = row.dialect as unknown as Dialect;
  const source = sourceOf(row.dialect);
  // The rows of a workbook, a vCard or JSON end with their last filled cell: none is missing before it.
  const facts = source ? { ...dialect, said: undefined } : dialect;
  const reader = compileMapping(row.headers, row.column_mapping ?? {}, options, facts);
  const { duplicateStrategy = "update", leaveOut = { rows: [], kinds: [] } } = options;
  const checked = validateMapping(row.headers, row.column_mapping ?? {});
  const fields = "columns" in checked ? checked.columns : [];
  const { readings = {} } = options;
  const shape = { headers: row.headers, fields, delimiter: dialect.delimiter, readings };
  const leavesUpdates = leaveOut.kinds.includes("update");
  const plan: MergePlan = {
    workspaceId: row.workspace_id,
    importId: row.id,
    columns: reader.columns,
    strategy: duplicateStrategy === "skip" || leavesUpdates ? "skip" : "update",
    creates: duplicateStrategy !== "update_only" && !leaveOut.kinds.includes("create"),
    leftOut: new Set(leaveOut.rows),
    rules: reader.rules,
    clears: reader.clears,
    tagIds: reader.tagIds,
  };
  const corrector = compileCorrector(reader, shape, options.corrections ?? NO_CORRECTIONS);
  const size = { width: row.headers.length, surplus: dialect.surplus ?? 0, email: fields.indexOf("email") };
  // In a workbook, a vCard or JSON no line break ends a row.
  const table = source ? null : size;
  return { row, dialect, table, startLine: firstLineOf(source), plan, corrector, diff: options.diff ?? null };
}
