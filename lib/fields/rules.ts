import { and, asc, eq, inArray } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { pg, type Transaction } from "@/db/client";
import { fieldDefinitions } from "@/db/schema";
import { ApiError, type FieldProblem, validationError } from "@/lib/errors";
import { expectation, type FieldRule, type FieldType, faultOf, fitValue } from "./fields";

export type Rules = ReadonlyMap<string, FieldRule>;

/** The types of the keys that are not text. */
export async function readRules(workspaceId: string, keys: string[]): Promise<Rules> {
  if (keys.length === 0) return new Map();
  const rows = await pg()<{ key: string; type: FieldType; options: string[] }[]>`
    select key, type, options from field_definitions
    where workspace_id = ${workspaceId} and key = any(${keys}) and type <> 'text'`;
  return new Map(rows.map(({ key, ...rule }) => [key, rule]));
}

/** The type of a field by its key; null when there is no such field. */
export async function readType(workspaceId: string, key: string): Promise<FieldType | null> {
  const [row] = await pg()<{ type: FieldType }[]>`
    select type from field_definitions where workspace_id = ${workspaceId} and key = ${key}`;
  return row?.type ?? null;
}

/** The rules of all of the keys that have a field. Nobody changes these fields until the transaction ends. */
export async function lockRules(tx: Transaction, workspaceId: string, keys: string[]): Promise<Rules> {
  const rows = await tx
    .select({ key: fieldDefinitions.key, type: fieldDefinitions.type, options: fieldDefinitions.options })
    .from(fieldDefinitions)
    .where(and(eq(fieldDefinitions.workspace_id, workspaceId), inArray(fieldDefinitions.key, keys)))
    .orderBy(asc(fieldDefinitions.id))
    .for("share");
  return new Map(rows.map(({ key, type, options }) => [key, { type: type as FieldType, options }]));
}

/**
 * Throws 409 when a field's type has changed since values were checked against it, or the field was deleted. Nobody
 * changes these fields until the transaction ends: a later conversion or deletion finds the values. `areNoted` is false
 * when nothing is written: new keys have no field then.
 */
export async function requireSameRules(
  tx: TransactionSql,
  workspaceId: string,
  keys: string[],
  fitted: Rules,
  areNoted: boolean,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = await tx<({ key: string } & FieldRule)[]>`
    select key, type, options from field_definitions
    where workspace_id = ${workspaceId} and key = any(${keys}) order by id for share`;
  const isOther = rows.some(({ key, type, options }) => {
    const known = fitted.get(key) ?? TEXT;
    return known.type !== type || !known.options.every((option) => options.includes(option));
  });
  if (isOther || (areNoted && rows.length < keys.length)) throw changedMeanwhile();
}

/**
 * The values as the fields of this moment store them; null when one does not fit, or has no field. Nobody changes these
 * fields until the transaction ends: a later conversion or deletion finds the values.
 */
export async function fitLocked(
  tx: Transaction,
  workspaceId: string,
  fields: Fields,
): Promise<Fields | null> {
  const rules = await lockRules(tx, workspaceId, Object.keys(fields));
  const fitted = fitAll(rules, fields);
  if ("unfit" in fitted) return null;
  const isBare = Object.entries(fitted.fields).some(([key, value]) => value !== null && !rules.has(key));
  return isBare ? null : fitted.fields;
}

/** The same for a request. Throws 409 instead. */
export async function requireFit(tx: Transaction, workspaceId: string, fields: Fields): Promise<Fields> {
  const fitted = await fitLocked(tx, workspaceId, fields);
  if (!fitted) throw changedMeanwhile();
  return fitted;
}

const changedMeanwhile = () =>
  fieldChanged("A custom field was changed in the meantime. Send the request again.");

export function fieldChanged(message: string): ApiError {
  return new ApiError("CONFLICT", message, { reason: "field_changed" });
}

const TEXT: FieldRule = { type: "text", options: [] };

type Fields = Record<string, unknown>;

/** Values as they are stored, or the first key whose value does not fit. */
export function fitAll(rules: Rules, fields: Fields): { fields: Fields } | { unfit: string } {
  if (rules.size === 0) return { fields };
  const fitted: [string, unknown][] = [];
  for (const [key, value] of Object.entries(fields)) {
    const rule = rules.get(key);
    const fit = rule ? fitValue(rule, value) : value;
    if (fit === undefined) return { unfit: key };
    fitted.push([key, fit]);
  }
  return { fields: Object.fromEntries(fitted) };
}

/** The custom fields of one contact as they are stored. Throws 400 with every value that does not fit its field. */
export async function fitCustomFields(
  workspaceId: string,
  fields: Fields,
  path: string[] = ["custom_fields"],
): Promise<Fields> {
  const rules = await readRules(workspaceId, Object.keys(fields));
  const fitted = fitAll(rules, fields);
  if ("fields" in fitted) return fitted.fields;
  const problems = Object.entries(fields).flatMap(([key, value]): FieldProblem[] => {
    const rule = rules.get(key);
    if (!rule || fitValue(rule, value) !== undefined) return [];
    return [
      { path: [...path, key], code: faultOf(rule.type) ?? "custom", message: `must be ${expectation(rule)}` },
    ];
  });
  throw validationError(problems);
}
