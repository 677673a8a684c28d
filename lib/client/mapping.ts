import { IMPORT_TARGETS, type ImportTarget } from "@/lib/contacts/fields";
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

/** Columns whose numbers or dates could mean two things, and of which nobody has said which. */
export function formatsMissing(mapping: Mapping, types: ColumnTypes): string[] {
  return Object.entries(types).flatMap(([header, { type, format }]) =>
    (type === "number" || type === "date") && !format && customKey(mapping[header] ?? SKIP) !== null
      ? [header]
      : [],
  );
}

export type MappingProblem = { kind: "needEmail" } | { kind: "twice"; field: string };

/** Why the mapping cannot be confirmed: no e-mail column, or two columns for one field. */
export function mappingProblems(mapping: Mapping): MappingProblem[] {
  const used = Object.values(mapping).filter((field) => field !== SKIP);
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
