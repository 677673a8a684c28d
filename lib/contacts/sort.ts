import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";
import { FIELD_TYPES, type FieldType } from "@/lib/fields/fields";
import { text } from "@/lib/schemas";
import { isLonger } from "@/lib/text";
import { UUID } from "@/lib/uuid";

/** What contacts can be sorted by, besides custom fields. */
const FIELDS = ["created_at", "updated_at", "name", "email", "company"] as const;
export type SortField = (typeof FIELDS)[number];
const CUSTOM = "custom_fields.";
type CustomSort = `custom_fields.${string}`;
type FixedSort = SortField | `-${SortField}`;
export type Sort = FixedSort | CustomSort | `-${CustomSort}`;

export const NEWEST_FIRST = "-created_at";
export const SORTS: readonly [FixedSort, ...FixedSort[]] = [
  NEWEST_FIRST,
  ...FIELDS.flatMap((field): FixedSort[] => (field === "created_at" ? [field] : [field, `-${field}`])),
];

/** The subject of a sort: a field of every contact, or a custom field by its key. */
type SortSubject = { field: SortField } | { custom: string };
export type Sorting = SortSubject & { isDescending: boolean };

/** Null for an invalid sort. */
function parseSort(sort: string): Sorting | null {
  const isDescending = sort.startsWith("-");
  const name = isDescending ? sort.slice(1) : sort;
  const field = FIELDS.find((one) => one === name);
  if (field) return { field, isDescending };
  const key = name.startsWith(CUSTOM) ? name.slice(CUSTOM.length) : "";
  return key !== "" && !isLonger(key, FIELD_LIMITS.customKey) ? { custom: key, isDescending } : null;
}

export const isSort = (sort: string): sort is Sort => parseSort(sort) !== null;

export function readSort(sort: Sort): Sorting {
  const read = parseSort(sort);
  if (!read) throw new Error(`no such order: ${sort}`);
  return read;
}

/** The custom field of a sort. */
export function sortedField(sort: Sort | null | undefined): string | null {
  const read = sort ? readSort(sort) : null;
  return read && "custom" in read ? read.custom : null;
}

const SORT_SHAPE = {
  anyOf: [
    { type: "string" as const, enum: [...SORTS] },
    { type: "string" as const, pattern: `^-?custom_fields\\..{1,${FIELD_LIMITS.customKey}}$` },
  ],
};

/** As a client writes it. */
export const sortText = text(1 + CUSTOM.length + FIELD_LIMITS.customKey, 1)
  .refine(isSort, `must be one of: ${SORTS.join(", ")}, or custom_fields.<key>`)
  .transform((value) => value as Sort)
  .meta({ override: SORT_SHAPE });

/** Where a page ended: the last contact and its sort key, which may have changed since. */
export interface Place {
  id: string;
  /** Null if the contact has none. */
  key: string | null;
  /** For a custom field: the type by whose values contacts were sorted. */
  type?: FieldType | undefined;
}

/** 200 characters, which may have two units each. */
const MAX_KEY = 400;
const key = z
  .string()
  .max(MAX_KEY)
  .refine((value) => value.isWellFormed() && !value.includes("\0"));
const isMoment = (value: string) =>
  /^[1-9]\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const written = z
  .tuple([z.string().refine(isSort), z.string().regex(UUID), key.nullable(), z.enum(FIELD_TYPES).optional()])
  .refine(([sort, , value, type]) => {
    const read = parseSort(sort);
    if (read === null) return false;
    if ("custom" in read) return type !== undefined && (type !== "number" || isNumber(value));
    if (type !== undefined) return false;
    if (read.field === "company") return true;
    return value !== null && (read.field !== "updated_at" || isMoment(value));
  });
const isNumber = (value: string | null) => value === null || /^-?\d{1,100}(?:\.\d{1,100})?$/.test(value);

/** The cursor contains its order; for newest first it is just the contact's id. */
export function writeCursor(sort: Sort, { id, key, type }: Place): string {
  if (sort === NEWEST_FIRST) return id;
  return Buffer.from(JSON.stringify([sort, id, key, ...(type ? [type] : [])])).toString("base64url");
}

/** The order and position of a cursor; null if it is invalid. */
export function readCursor(cursor: string): { sort: Sort; place: Place } | null {
  if (UUID.test(cursor)) return { sort: NEWEST_FIRST, place: { id: cursor.toLowerCase(), key: null } };
  const parsed = written.safeParse(parse(cursor));
  if (!parsed.success) return null;
  const [sort, id, key, type] = parsed.data;
  return { sort: sort as Sort, place: { id: id.toLowerCase(), key, ...(type && { type }) } };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

export const isCursorOf = (cursor: string, sort: Sort) => readCursor(cursor)?.sort === sort;

/** The maximum length: an escaped character of a key takes six bytes. */
const MAX_CURSOR = 3000;

export const cursorText = z
  .string()
  .max(MAX_CURSOR)
  .refine((value) => readCursor(value) !== null, "must be a UUID, or the `nextCursor` of a page")
  .transform((value) => (UUID.test(value) ? value.toLowerCase() : value))
  .meta({
    override: { type: "string" },
    description: "`nextCursor` of the previous page: a UUID when the newest come first",
    example: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
  });
