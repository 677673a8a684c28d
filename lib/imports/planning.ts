import { checkKeys } from "@/lib/contacts/custom-keys";
import { type FieldProblem, validationError } from "@/lib/errors";
import { unknownTags } from "@/lib/tags/queries";
import { suggestionsOf } from "./draft";
import { customKey, findField, validateMapping } from "./mapping/fields";
import { readAsTold } from "./preview";
import type { ImportPlan, ImportRow } from "./queries";
import type { ConfirmBody } from "./schemas";
import { type FreshFields, readingsOf } from "./typing";

/** What the body means for this file. The same plan serves the dry run. */
export async function planImport(
  row: ImportRow,
  body: Omit<ConfirmBody, "draftVersion">,
): Promise<ImportPlan & { fresh: FreshFields }> {
  const { columnMapping, columnTypes, duplicateStrategy, emptyCells, tagIds, rules, leaveOut, ...overrides } =
    body;
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
  problems.push(...unknownHeaders(head.headers, Object.keys(rules), ["rules"]));
  problems.push(...unknownHeaders(head.headers, Object.keys(columnTypes), ["columnTypes"]));
  const typed = await readingsOf(row.workspace_id, columnMapping, columnTypes, suggestionsOf(row));
  problems.push(...typed.problems);
  if (problems.length > 0) throw validationError(problems);
  await checkKeys(row.workspace_id, customKeysOf(columnMapping));
  return {
    column_mapping: columnMapping,
    options: {
      duplicateStrategy,
      emptyCells,
      tagIds,
      rules,
      leaveOut,
      ...(Object.keys(typed.readings).length > 0 && { readings: typed.readings }),
    },
    fresh: typed.fresh,
    dialect: { ...head.dialect },
    headers: head.headers,
    total_rows: totalRows,
  };
}

/** Complains about rules of columns that the file does not have. */
export function unknownHeaders(headers: string[], named: string[], path: string[]): FieldProblem[] {
  const unknown = named.filter((header) => !headers.includes(header));
  return unknown.map((header) => ({
    path: [...path, header],
    code: "unknown",
    message: "is not a column of this file",
  }));
}

/** Keys of the custom fields that a mapping fills. */
export function customKeysOf(mapping: Record<string, string | null>): string[] {
  return Object.values(mapping).flatMap((text) => {
    const field = text === null ? null : findField(text);
    return (field && customKey(field)) ?? [];
  });
}
