import type { DryRun, ImportPreview } from "@/lib/client/imports";
import { customField, customKey } from "@/lib/client/mapping";
import { IMPORT_TARGETS } from "@/lib/contacts/fields";
import type { FieldType } from "@/lib/fields/fields";

interface Change {
  field: string;
  old: unknown;
  now: unknown;
}

type Sample = Pick<DryRun["samples"][number], "before" | "after">;

/** What the import changes in a contact: fields in the order people expect, then custom fields one by one. */
export function changesOf({ before, after }: Sample): Change[] {
  const [old, now] = [valuesOf(before ?? {}), valuesOf(after)];
  const fields = new Set<string>([...IMPORT_TARGETS, ...now.keys(), ...old.keys()]);
  return [...fields]
    .map((field) => ({ field, old: old.get(field), now: now.get(field) }))
    .filter(
      (change) => change.field !== "email" && JSON.stringify(change.old) !== JSON.stringify(change.now),
    );
}

/** By field; without empty ones, and without "unsubscribed: no", which goes without saying. */
function valuesOf({ custom_fields: custom, ...values }: Record<string, unknown>): Map<string, unknown> {
  const own = Object.entries(custom ?? {}).map(([key, value]) => [customField(key), value] as const);
  const all = [...Object.entries(values), ...own];
  return new Map(
    all.filter(([field, value]) => !isEmpty(value) && !(field === "is_unsubscribed" && value === false)),
  );
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

export type TypedDraft = Pick<ImportPreview["draft"], "columnMapping" | "columnTypes">;

/** The types of the custom fields that the columns fill, by field. */
export function fieldTypes({ columnMapping, columnTypes }: TypedDraft): Map<string, FieldType> {
  return new Map(
    Object.entries(columnTypes).flatMap(([header, { type }]): [string, FieldType][] => {
      const field = columnMapping[header] ?? "";
      return customKey(field) === null ? [] : [[field, type]];
    }),
  );
}
