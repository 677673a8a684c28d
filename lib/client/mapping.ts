import { IMPORT_TARGETS, type ImportTarget, isConsentTarget } from "@/lib/contacts/fields";
import { freeField, keyOf } from "@/lib/imports/free-field";
import type { ImportPreview } from "./api-types";

const OWN_COLUMNS = ["_line", "_error"];

/** Whether Kith added the column to a file of rejected rows; it is never imported, and not shown. */
export function isOwnColumn(header: string): boolean {
  return OWN_COLUMNS.includes(header);
}

/** Whether these are the columns of such a file. */
export function isErrorFile(headers: string[]): boolean {
  return OWN_COLUMNS.every((column) => headers.includes(column));
}

export const SKIP = "skip";
const CUSTOM = "custom_fields.";

export function isField(value: string): value is ImportTarget {
  return IMPORT_TARGETS.some((field) => field === value);
}

export function customField(name: string): string {
  return CUSTOM + name.trim().slice(0, 64);
}

/** The key of a custom field, or null for any other. */
export function customKey(field: string): string | null {
  return field.startsWith(CUSTOM) ? field.slice(CUSTOM.length) : null;
}

/** Header → field, for every header of the file. */
export type Mapping = Record<string, string>;

type ColumnTypes = ImportPreview["draft"]["columnTypes"];

/** Columns whose numbers or dates are ambiguous, and for which nobody has chosen a format. */
export function formatsMissing(mapping: Mapping, types: ColumnTypes): string[] {
  return Object.entries(types).flatMap(([header, { type, format }]) =>
    (type === "number" || type === "date") && !format && customKey(mapping[header] ?? SKIP) !== null
      ? [header]
      : [],
  );
}

export type MappingProblem = { kind: "needEmail" } | { kind: "twice"; field: string };

/** Columns that say who opted out, if there are several: whoever any of them names is unsubscribed. */
export function consentColumns(mapping: Mapping): string[] {
  const columns = Object.entries(mapping).filter(([, field]) => isConsentTarget(field));
  return columns.length > 1 ? columns.map(([header]) => header) : [];
}

/** Why the mapping cannot be confirmed: no e-mail column, or two columns for one field. */
export function mappingProblems(mapping: Mapping): MappingProblem[] {
  const used = Object.values(mapping).filter((field) => field !== SKIP && !isConsentTarget(field));
  const twice = [...new Set(used.filter((field, index) => used.indexOf(field) !== index))];
  const problems: MappingProblem[] = twice.map((field) => ({ kind: "twice", field }));
  return used.includes("email") ? problems : [{ kind: "needEmail" }, ...problems];
}

/** The first different values of a column that are not empty. */
export function samples(preview: ImportPreview, header: string, count = 3): string[] {
  const column = preview.preview.headers.indexOf(header);
  const values = preview.preview.rows.map((row) => row[column]?.trim() ?? "").filter(Boolean);
  return [...new Set(values)].slice(0, count);
}

type Suggestion = ImportPreview["suggestions"][number];

/** Whether a suggestion needs attention: it is no more than probable, is ambiguous, or leaves values out. */
function isDoubtful(
  { field, confidence, reason_code, cells, question }: Suggestion,
  hasValues: boolean,
): boolean {
  if (reason_code === "remembered") return false;
  const isUnread =
    customKey(field) !== null &&
    ((cells?.type === "number" && !cells.number_format) || (cells?.type === "date" && !cells.date_format));
  const isLost = field === SKIP && hasValues;
  return question !== undefined || confidence === "medium" || isUnread || isLost;
}

/** The columns that need attention, as they were suggested: what is chosen meanwhile moves nothing. */
export function doubtfulColumns(preview: ImportPreview): Set<string> {
  const doubtful = preview.suggestions.filter((one) =>
    isDoubtful(one, samples(preview, one.header).length > 0),
  );
  return new Set(doubtful.map(({ header }) => header).filter((header) => !isOwnColumn(header)));
}

/** The most custom fields that a contact may have. */
export const MOST_CUSTOM = 50;

/** Why columns may have to be left out for which there is no room. */
export const BEYOND = ["beyond_custom_fields", "beyond_workspace_fields", "beyond_custom_size"] as const;

/** Columns that are left out for that reason, as far as the user has not decided otherwise. */
export function columnsBeyond(
  {
    suggestions,
    draft,
  }: { suggestions: ImportPreview["suggestions"]; draft: Pick<ImportPreview["draft"], "columnMapping"> },
  code: (typeof BEYOND)[number],
): string[] {
  return suggestions
    .filter(({ header, reason_code }) => reason_code === code && draft.columnMapping[header] === SKIP)
    .map(({ header }) => header);
}

/** The mapping by which columns that are left out, but have values, become custom fields, each of its own. */
export function keepingAll(preview: ImportPreview): Mapping {
  const { columnMapping, questions } = preview.draft;
  const { headers } = preview.preview;
  const used = new Set(Object.values(columnMapping));
  let room = MOST_CUSTOM - [...used].filter((field) => customKey(field) !== null).length;
  const kept: [string, string][] = [];
  for (const header of headers) {
    const field = freeField(header, headers, used);
    const isLeft =
      (columnMapping[header] ?? SKIP) === SKIP && !isOwnColumn(header) && !questions.includes(header);
    if (!isLeft || room <= 0 || keyOf(header) === "") continue;
    if (samples(preview, header).length === 0) continue;
    used.add(field);
    kept.push([header, field]);
    room--;
  }
  return Object.fromEntries(kept);
}
