import { CUSTOM_FIELD_LIMITS } from "@/lib/contacts/custom-fields";
import { LIMITS } from "@/lib/limits";
import type { RowError } from "./row";

const { keys, bytes } = CUSTOM_FIELD_LIMITS;

const MESSAGES = {
  too_many_custom_fields: `A contact can have at most ${keys} custom fields; with this row it would have more.`,
  custom_fields_too_long:
    "The custom fields of a contact can have at most 16 KB in total; with this row they would have more.",
  too_many_tags: `A contact can have at most ${LIMITS.tags_per_contact.max} tags; with this row it would have more.`,
};

/** Why a row is rejected that, together with stored values or those of earlier rows, exceeds what a contact can hold. */
export type OverfullCode = keyof typeof MESSAGES;

export function overfullError(code: OverfullCode): RowError {
  return { column: null, code, message: MESSAGES[code] };
}

/** Why a contact with these custom fields would be rejected, if at all. */
export function overfullCode(fields: Record<string, unknown>): OverfullCode | null {
  if (Object.keys(fields).length > keys) return "too_many_custom_fields";
  return fits(fields) ? null : "custom_fields_too_long";
}

/** Why a contact with the tags of both rows would be rejected, if at all. Case is ignored. */
export function overtaggedCode(first: string[] | null, later: string[] | null): OverfullCode | null {
  if ((first?.length ?? 0) + (later?.length ?? 0) <= LIMITS.tags_per_contact.max) return null;
  const names = new Set([...(first ?? []), ...(later ?? [])].map((name) => name.toLowerCase()));
  return names.size > LIMITS.tags_per_contact.max ? "too_many_tags" : null;
}

export function fits(fields: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(fields)) <= bytes;
}

/**
 * SQL: the same for a jsonb object. PostgreSQL writes a space after each `:` and `,`; 500 bytes cannot be too much.
 * `size` is the cheapest check.
 */
export function overfullSql(fields: string, size = `pg_column_size(${fields})`): string {
  return `(case when ${size} > 500 then (
    select case when count(*) > ${keys} then 'too_many_custom_fields'
      when octet_length(${fields}::text) - 2 * count(*) + 1 > ${bytes} then 'custom_fields_too_long' end
    from jsonb_object_keys(${fields})) end)`;
}
