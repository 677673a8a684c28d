import { sql } from "drizzle-orm";
import type { Sql, TransactionSql } from "postgres";
import { pg, type Transaction } from "@/db/client";
import { clientOf } from "@/lib/contacts/custom-keys";
import type { FieldProblem } from "@/lib/errors";
import { type CellFormat, type FieldRule, type FieldType, FORMATS_OF } from "@/lib/fields/fields";
import { fieldChanged, lockRules } from "@/lib/fields/rules";
import { newId } from "@/lib/ids";
import { own } from "@/lib/own";
import { JOINERS } from "@/lib/text";
import { customKey, findField, hasBadKey } from "./mapping/fields";
import type { ColumnReading } from "./rows/row";
import type { Suggestion } from "./schemas";
import type { ColumnType } from "./schemas-draft";

/** The types of the columns that fill custom fields: an existing field's own type, else what was chosen. */

type Mapping = Record<string, string | null>;
type Types = Record<string, ColumnType>;
type Typed = ColumnType & { is_known?: boolean };

/** The key of each column that fills a custom field, by header. */
function keysByHeader(mapping: Mapping): [string, string][] {
  return Object.entries(mapping).flatMap(([header, text]): [string, string][] => {
    const field = text === null ? null : findField(text);
    const key = field && !hasBadKey(field) && customKey(field);
    return key ? [[header, key]] : [];
  });
}

/** The existing fields, text ones too. */
async function knownFields(
  workspaceId: string,
  keys: string[],
  within: Sql | TransactionSql = pg(),
): Promise<Map<string, FieldRule>> {
  if (keys.length === 0) return new Map();
  const rows = await within<{ key: string; type: FieldType; options: string[] }[]>`
    select key, type, options from field_definitions where workspace_id = ${workspaceId} and key = any(${keys})`;
  return new Map(rows.map(({ key, ...rule }) => [key, rule]));
}

/** The types of all columns that fill custom fields, as a draft shows them. */
export async function typesOf(
  workspaceId: string,
  mapping: Mapping,
  chosen: Types,
  suggestions: Suggestion[],
  within?: TransactionSql,
): Promise<Record<string, Typed>> {
  const columns = keysByHeader(mapping);
  const known = await knownFields(
    workspaceId,
    columns.map(([, key]) => key),
    within,
  );
  const cells = new Map(suggestions.map((one) => [one.header, one.cells]));
  const types = columns.map(([header, key]): [string, Typed] => {
    const rule = known.get(key);
    const told = own(chosen, header);
    const seen = cells.get(header);
    const type = rule?.type ?? told?.type ?? seen?.type ?? "text";
    const format = told?.type === type && told.format ? told.format : formatOf(type, header, seen);
    const options = rule?.options ?? (told ? told.options : (seen?.options ?? undefined));
    return [
      header,
      {
        type,
        ...(FORMATS_OF[type] && { format }),
        ...(type === "choice" && { options: [...(options ?? [])] }),
        ...(rule && { is_known: true }),
      },
    ];
  });
  return Object.fromEntries(types);
}

/** A column kept as a custom field goes to the existing one of that name, if its key is another. */
export async function toNamedFields(workspaceId: string, suggestions: Suggestion[]): Promise<Suggestion[]> {
  const kept = suggestions.filter(({ reason_code }) => reason_code === "kept_as_custom");
  if (kept.length === 0) return suggestions;
  const rows = await pg()<{ key: string; header: string }[]>`
    select f.key, one.header from unnest(${kept.map(({ header }) => header)}::text[]) as one(header)
    join field_definitions f on f.workspace_id = ${workspaceId} and translate(fold_text(f.name), ${JOINERS}, '') = fold_text(one.header)
    where f.key <> one.header`;
  const taken = new Set(suggestions.map(({ field }) => field));
  const named = new Map(rows.map(({ header, key }) => [header, `custom_fields.${key}`]));
  return suggestions.map((one) => {
    const field = one.reason_code === "kept_as_custom" && named.get(one.header);
    return field && !taken.has(field) ? { ...one, field } : one;
  });
}

/** Our own exports have one format; elsewhere it is inferred from the cells, if they are unambiguous or have none. */
function formatOf(type: FieldType, header: string, cells: Suggestion["cells"]): CellFormat | null {
  const formats = FORMATS_OF[type];
  if (!formats) return null;
  if (header.startsWith("custom_fields.") || cells?.any_format) return formats[0] ?? null;
  return (type === "number" ? cells?.number_format : cells?.date_format) ?? null;
}

/** How each column is read, by header; text columns are left out. `fresh` are the fields that do not exist yet. */
export async function readingsOf(
  workspaceId: string,
  mapping: Mapping,
  chosen: Types,
  suggestions: Suggestion[],
) {
  // A column for which nobody chose is text: a guess counts only where a draft shows it.
  const bare = suggestions.map((one) =>
    one.cells ? { ...one, cells: { ...one.cells, type: "text" as const } } : one,
  );
  const types = await typesOf(workspaceId, mapping, chosen, bare);
  const readings = new Map<string, ColumnReading>();
  const problems: FieldProblem[] = [];
  for (const [header, { type, format = null, options = [] }] of Object.entries(types)) {
    if (type === "text") continue;
    readings.set(header, { type, options, format });
    if (FORMATS_OF[type] && format === null)
      problems.push({
        path: ["columnTypes", header],
        code: "format_needed",
        message: `could mean two things: tell how a ${type} is written, by format`,
      });
  }
  const fresh = keysByHeader(mapping).flatMap(([header, key]) => {
    const reading = readings.get(header);
    return reading && !own(types, header)?.is_known
      ? [{ key, type: reading.type, options: [...reading.options] }]
      : [];
  });
  return { readings: Object.fromEntries(readings), problems, fresh };
}

/** Fields that a file creates. */
export type FreshFields = Awaited<ReturnType<typeof readingsOf>>["fresh"];

/**
 * Creates the fields that an import, `by`, needs. They are removed by its undo, or, like those that a write creates,
 * with the last contact that has them. Throws 409 when somebody created one of another type meanwhile.
 */
export async function defineFields(
  transaction: Transaction,
  workspaceId: string,
  fresh: FreshFields,
  by: string,
): Promise<void> {
  if (fresh.length === 0) return;
  const tx = clientOf(transaction);
  const list = JSON.stringify(fresh.map((field) => ({ ...field, id: newId() })));
  await tx`
    insert into field_definitions (workspace_id, id, key, name, type, options, is_noted, written_by)
    select ${workspaceId}, id, key, key, type, options, true, ${by}
    from jsonb_to_recordset(${list}::text::jsonb) as f(id uuid, key text, type text, options text[])
    on conflict do nothing`;
  const known = await knownFields(
    workspaceId,
    fresh.map(({ key }) => key),
    tx,
  );
  const isOther = fresh.some(({ key, type, options }) => {
    const rule = known.get(key);
    return rule?.type !== type || JSON.stringify(rule.options) !== JSON.stringify(options);
  });
  if (isOther)
    throw fieldChanged("A custom field of another type has been created in the meantime. Look again.");
}

/**
 * Throws 409 when a custom field that an import fills has changed since the import was planned, or is gone: the values
 * would not fit it. Nobody changes these fields until the transaction ends.
 */
export async function requireSameFields(
  tx: Transaction,
  workspaceId: string,
  mapping: Mapping | null,
  readings: Record<string, ColumnReading> = {},
): Promise<void> {
  const columns = keysByHeader(mapping ?? {});
  if (columns.length === 0) return;
  const rules = await lockRules(
    tx,
    workspaceId,
    columns.map(([, key]) => key),
  );
  const isOther = columns.some(([header, key]) => {
    const { type, options } = own(readings, header) ?? TEXT;
    const rule = rules.get(key);
    return rule?.type !== type || !options.every((option) => rule.options.includes(option));
  });
  if (!isOther) return;
  throw fieldChanged("A custom field that this import fills was changed or deleted in the meantime.");
}

const TEXT: FieldRule = { type: "text", options: [] };

/** Suggestions without content of the file: its people may be deleted, while suggestions stay. */
export function withoutCells() {
  return sql`case when jsonb_typeof(ai_suggestions) = 'array' then (
    select coalesce(jsonb_agg(one - 'cells' order by n), '[]')
    from jsonb_array_elements(ai_suggestions) with ordinality as each(one, n)) else ai_suggestions end`;
}
