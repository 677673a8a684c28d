import type { ImportPreview } from "@/lib/imports/schemas";

/** Fields a column can become; custom fields are `custom_fields.<key>` besides. */
export const FIELDS = [
  "email",
  "first_name",
  "last_name",
  "full_name",
  "phone",
  "company",
  "notes",
  "tags",
  "is_unsubscribed",
] as const;
export type Field = (typeof FIELDS)[number];

export const SKIP = "skip";
const CUSTOM = "custom_fields.";

export function isField(value: string): value is Field {
  return FIELDS.some((field) => field === value);
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

/** What was suggested, with the user's own choices on top where their column still exists. */
export function initialMapping(preview: ImportPreview, own: Mapping): Mapping {
  const suggested = new Map(preview.suggestions.map(({ header, field }) => [header, field]));
  return Object.fromEntries(
    preview.preview.headers.map((header) => [header, own[header] ?? suggested.get(header) ?? SKIP]),
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
