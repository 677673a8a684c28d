import { IMPORTED_FIELDS, isConsentTarget, isName, type TextField } from "@/lib/contacts/fields";
import { type Missing, withoutMissing } from "@/lib/csv/no-value";
import { customKey, type Field, validateMapping } from "@/lib/imports/mapping/fields";
import type { StagedColumns, StagedRow } from "./encode";
import type { ColumnFacts } from "./misplaced";
import { compileOptOut, compileRow } from "./reader";
import type { ImportOptions, RowError, RowReader, RowValues } from "./row";
import type { ColumnRule, FieldRules } from "./rules";

/** What reading the whole file found out about its rows. */
interface TableFacts extends ColumnFacts {
  otherHeader?: number;
  missing?: Missing | undefined;
}

/** Compiles a mapping that was checked at confirmation. Throws when it does not fit the headers. */
export function compileMapping(
  headers: string[],
  mapping: Record<string, string | null>,
  { emptyCells = "keep", tagIds = [], rules = {}, readings = {}, ...told }: Partial<ImportOptions>,
  { surplus = 0, otherHeader = Number.POSITIVE_INFINITY, missing, said }: TableFacts = {},
): RowReader {
  const checked = validateMapping(headers, mapping);
  if ("problems" in checked) throw new Error("a stored mapping does not fit its headers");
  const fields = checked.columns;
  const isMapped = (field: TextField) =>
    fields.includes(field) ||
    (fields.includes("full_name") && (field === "first_name" || field === "last_name"));
  const hasNames = isMapped("first_name") || isMapped("last_name");
  // If no column has names, the text beside an address (`Ada <a@b.co>`) is one.
  const text = IMPORTED_FIELDS.filter((field) => isMapped(field) || (!hasNames && field.endsWith("_name")));
  const keys = fields.flatMap((field) => customKey(field) ?? []);
  const columns: StagedColumns = {
    text,
    is_unsubscribed: told.allOptedOut === true || fields.some(isConsentTarget),
    custom: keys.length > 0,
    tags: fields.includes("tags") || tagIds.length > 0,
  };
  const clearing = emptyCells === "clear";
  const ruled = compileRules(headers, fields, text, rules);
  const isFree = (name: string, ...lists: string[][]) => !lists.some((list) => list.includes(name));
  const clearable = keys.filter((key) => clearing && isFree(key, ruled.customFills, ruled.customKeeps));
  const compiled = compileRow(fields, headers, { readings, surplus, said, ...told });
  const optsOut = compileOptOut(fields, headers, { surplus, said, ...told });
  // Consent is read in every word, by what the user says that it means.
  const emptied = withoutMissing(missing, (column) => !isConsentTarget(fields[column] ?? "skip"));
  const optOut: RowReader["optOut"] = (row, cells) => (row >= otherHeader ? null : optsOut(emptied(cells)));
  const read: RowReader["read"] = (row, written) => {
    if (row >= otherHeader) return { failure: OTHER_HEADER };
    const cells = emptied(written);
    const values = compiled(cells);
    if (Array.isArray(values))
      return { failure: joinErrors(values), optOut: values.some(isOfSeveral) ? null : optsOut(cells) };
    return { staged: toStaged(row, values, text, clearable), unread: values.unread };
  };
  const clears = text.filter(
    (field) => clearing && !isKeptEmpty(field) && isMapped(field) && isFree(field, ruled.fills, ruled.keeps),
  );
  return { columns, clears, rules: ruled, tagIds, read, optOut };
}

/** Whether the row mixes cells of several people, or continues one above it, so a flag cannot be attributed. */
export const isOfSeveral = ({ code }: Pick<RowError, "code">): boolean =>
  code === "unbalanced_quote" || code === "rest_of_row";

const OTHER_HEADER: RowError = {
  column: null,
  code: "other_header",
  message:
    "From here on the file has different columns: this row, or one above it, names them again in a different order. Upload the rest as a separate file.",
};

/** A contact always has a first name, and a row without an external id does not clear the stored one. */
function isKeptEmpty(field: TextField): boolean {
  return field === "first_name" || field === "external_id";
}

/** The rule of each field: that of its own column; for a name without one, that of the full name. */
function compileRules(
  headers: string[],
  fields: readonly Field[],
  text: TextField[],
  rules: Record<string, ColumnRule>,
): FieldRules {
  const ruleOf = (field: Field): ColumnRule | undefined => {
    const at = fields.indexOf(field);
    return at < 0 ? undefined : (rules[headers[at] ?? ""] ?? "overwrite");
  };
  const ofText = (rule: ColumnRule) =>
    text.filter((name) => (ruleOf(name) ?? (isName(name) ? ruleOf("full_name") : undefined)) === rule);
  const ofKeys = (rule: ColumnRule) =>
    fields.filter((field) => ruleOf(field) === rule).flatMap((field) => customKey(field) ?? []);
  return {
    fills: ofText("fill"),
    keeps: ofText("never"),
    customFills: ofKeys("fill"),
    customKeeps: ofKeys("never"),
    tags: ruleOf("tags") ?? "overwrite",
  };
}

/** One failure per row: column and code of the first reason, the messages of all. */
function joinErrors(errors: RowError[]): RowError {
  const [first, ...others] = errors;
  if (!first) throw new Error("a row failed without a reason");
  const more = others.map(({ column, message }) => (column ? `${column}: ${message}` : message));
  return { ...first, message: [first.message, ...more].join(" ") };
}

function toStaged(row: number, values: RowValues, text: TextField[], clearableKeys: string[]): StagedRow {
  const custom = values.custom_fields;
  const cleared = clearableKeys.filter((key) => custom === null || !Object.hasOwn(custom, key));
  return {
    row,
    email: values.email,
    text: text.map((field) => values[field]),
    is_unsubscribed: values.is_unsubscribed,
    custom,
    cleared: cleared.length > 0 ? cleared : null,
    tags: values.tags,
  };
}
