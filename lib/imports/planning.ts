import { checkKeys } from "@/lib/contacts/custom-keys";
import { isConsentTarget } from "@/lib/contacts/fields";
import { ApiError, type FieldProblem, validationError } from "@/lib/errors";
import { own } from "@/lib/own";
import { unknownTags } from "@/lib/tags/queries";
import { sourceOf } from "./converted";
import { storedDraft, suggestionsOf } from "./draft";
import type { Dialect } from "./file/file";
import { customKey, findField, validateMapping } from "./mapping/fields";
import { isSameReading, readAsTold } from "./preview";
import type { ImportPlan, ImportRow } from "./queries";
import type { Corrections } from "./rows/corrections";
import type { ConfirmBody } from "./schemas";
import { type FreshFields, readingsOf } from "./typing";

/** What the body means for this file. The same plan serves the dry run. */
export async function planImport(
  row: ImportRow,
  body: Omit<ConfirmBody, "draftVersion">,
): Promise<ImportPlan & { fresh: FreshFields }> {
  const { columnMapping, columnTypes, ...others } = body;
  const { duplicateStrategy, emptyCells, tagIds, rules, leaveOut, ...rest } = others;
  const { optOutValues, allOptedOut, ...overrides } = rest;
  const { head, totalRows } = await readAsTold(row, overrides);
  const source = sourceOf(row.dialect);
  const checked = validateMapping(head.headers, columnMapping);
  const problems: FieldProblem[] = "problems" in checked ? checked.problems : [];
  problems.push(...(await unknownTagIds(row.workspace_id, tagIds, ["tagIds"])));
  problems.push(...unknownHeaders(head.headers, Object.keys(rules), ["rules"]));
  problems.push(...unknownRows(totalRows, leaveOut.rows, ["leaveOut", "rows"]));
  problems.push(...unknownHeaders(head.headers, Object.keys(optOutValues), ["optOutValues"]));
  problems.push(...notOfConsent(columnMapping, Object.keys(optOutValues), ["optOutValues"]));
  problems.push(...unknownHeaders(head.headers, Object.keys(columnTypes), ["columnTypes"]));
  const typed = await readingsOf(row.workspace_id, columnMapping, columnTypes, suggestionsOf(row));
  problems.push(...typed.problems);
  if (problems.length > 0) throw validationError(problems);
  const corrections = correctionsFor(row, head.dialect);
  await checkKeys(row.workspace_id, customKeysOf(columnMapping));
  return {
    column_mapping: columnMapping,
    options: {
      duplicateStrategy,
      emptyCells,
      tagIds,
      rules,
      leaveOut,
      ...(Object.keys(optOutValues).length > 0 && { optOutValues }),
      ...(allOptedOut && { allOptedOut }),
      ...(Object.keys(typed.readings).length > 0 && { readings: typed.readings }),
      ...(corrections && { corrections }),
    },
    fresh: typed.fresh,
    // A cell of a converted file has no line break that could cut its row, however the import is confirmed.
    dialect: { ...head.dialect, ...(source && { table: source }) },
    headers: head.headers,
    total_rows: totalRows,
  };
}

/**
 * The corrections of this file's rows, however it is confirmed. Throws 409 when the file would be read differently
 * than when they were made.
 */
function correctionsFor(row: ImportRow, dialect: Dialect): Corrections | null {
  const { corrections, reading } = storedDraft(row);
  if (!corrections || Object.keys(corrections.rows).length + corrections.rules.length === 0) return null;
  const corrected = reading?.dialect ?? (row.dialect as unknown as Dialect);
  const { rows, rules } = corrections;
  if (isSameReading(corrected, dialect)) return { rows, rules };
  const message =
    "Rows of this file were corrected while it was read differently. Discard the corrections first.";
  throw new ApiError("CONFLICT", message, { reason: "corrections_differ" });
}

/** Complains about tags that the workspace does not have. */
export async function unknownTagIds(
  workspaceId: string,
  tagIds: string[],
  path: string[],
): Promise<FieldProblem[]> {
  const missing = await unknownTags(workspaceId, tagIds);
  const message = "is not a tag of this workspace";
  return missing.map((tag) => ({ path: [...path, tagIds.indexOf(tag)], code: "unknown", message }));
}

/** Complains about rules for columns that the file does not have. */
export function unknownHeaders(headers: string[], named: string[], path: string[]): FieldProblem[] {
  const unknown = named.filter((header) => !headers.includes(header));
  const message = "is not a column of this file";
  return unknown.map((header) => ({ path: [...path, header], code: "unknown", message }));
}

export function unknownRows(totalRows: number, named: number[], path: string[]): FieldProblem[] {
  const beyond = named.findIndex((row) => row > totalRows);
  const message = `is not a row of this file, which has ${totalRows}`;
  return beyond < 0 ? [] : [{ path: [...path, beyond], code: "unknown", message }];
}

/** Complains about values of columns that say nothing of consent: their meaning would be lost. */
export function notOfConsent(
  mapping: Record<string, string | null>,
  named: string[],
  path: string[],
): FieldProblem[] {
  const others = named.filter((header) => !isConsentTarget(own(mapping, header) ?? "skip"));
  const message = "must be mapped to is_unsubscribed or is_subscribed";
  return others.map((header) => ({ path: [...path, header], code: "not_consent", message }));
}

/** Keys of the custom fields that a mapping fills. */
export function customKeysOf(mapping: Record<string, string | null>): string[] {
  return Object.values(mapping).flatMap((text) => {
    const field = text === null ? null : findField(text);
    return (field && customKey(field)) ?? [];
  });
}
