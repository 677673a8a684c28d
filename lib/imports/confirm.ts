import { checkKeys, noteKeys } from "@/lib/contacts/custom-keys";
import { type FieldProblem, validationError } from "@/lib/errors";
import { unknownTags } from "@/lib/tags/queries";
import { confirmationOf } from "./draft";
import { customKey, findField, validateMapping } from "./mapping/fields";
import { headerFingerprint } from "./mapping/headers";
import { readAsTold } from "./preview";
import { claimImport, type ImportPlan, type ImportRow, readPendingImport } from "./queries";
import type { ConfirmBody } from "./schemas";

/**
 * Fixes how a pending import is read and mapped, by the body or, without one, by its draft, and starts it. Throws 404,
 * 409 `IMPORT_NOT_PENDING`, 409 when the draft is not the one the caller knows or there is no room for its
 * custom fields, 410 when the file is gone, 400 with
 * every problem of the mapping.
 */
export async function confirmImport(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
): Promise<void> {
  const row = await readPendingImport(workspaceId, id);
  const { draftVersion, ...told } = body ?? (await confirmationOf(row));
  const plan = await planImport(row, told);
  await noteKeys(workspaceId, customKeysOf(plan.column_mapping));
  await claimImport(workspaceId, id, plan, { fingerprint: headerFingerprint(plan.headers), draftVersion });
}

/** What the body means for this file. The same plan serves the dry run. */
export async function planImport(
  row: ImportRow,
  body: Omit<ConfirmBody, "draftVersion">,
): Promise<ImportPlan> {
  const { columnMapping, duplicateStrategy, emptyCells, tagIds, ...overrides } = body;
  const { head, totalRows } = await readAsTold(row, overrides);
  const checked = validateMapping(head.headers, columnMapping);
  const problems: FieldProblem[] = "problems" in checked ? checked.problems : [];
  const missing = await unknownTags(row.workspace_id, tagIds);
  problems.push(
    ...missing.map((tag) => ({
      path: ["tagIds", tagIds.indexOf(tag)],
      code: "unknown",
      message: "is not a tag of this workspace",
    })),
  );
  if (problems.length > 0) throw validationError(problems);
  await checkKeys(row.workspace_id, customKeysOf(columnMapping));
  return {
    column_mapping: columnMapping,
    options: { duplicateStrategy, emptyCells, tagIds },
    dialect: { ...head.dialect },
    headers: head.headers,
    total_rows: totalRows,
  };
}

function customKeysOf(mapping: Record<string, string | null>): string[] {
  return Object.values(mapping).flatMap((text) => {
    const field = text === null ? null : findField(text);
    return (field && customKey(field)) ?? [];
  });
}
