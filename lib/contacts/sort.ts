import { z } from "zod";

/** What contacts can be in order of. */
const FIELDS = ["created_at", "updated_at", "name", "email", "company"] as const;
export type SortField = (typeof FIELDS)[number];
export type Sort = SortField | `-${SortField}`;

export const NEWEST_FIRST = "-created_at";
export const SORTS: readonly [Sort, ...Sort[]] = [
  NEWEST_FIRST,
  ...FIELDS.flatMap((field): Sort[] => (field === "created_at" ? [field] : [field, `-${field}`])),
];

export interface Order {
  field: SortField;
  isDescending: boolean;
}

export function orderOf(sort: Sort): Order {
  const field = FIELDS.find((one) => one === sort || `-${one}` === sort);
  if (!field) throw new Error(`no such order: ${sort}`);
  return { field, isDescending: sort.startsWith("-") };
}

/** Where a page ended: the last contact, and what it was in order of, which may be another by now. */
export interface Place {
  id: string;
  /** Null where the contact has none. */
  key: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_KEY = 260;
const key = z
  .string()
  .max(MAX_KEY)
  .refine((value) => value.isWellFormed() && !value.includes("\0"));
const isMoment = (value: string) =>
  /^[1-9]\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const written = z.tuple([z.enum(SORTS), z.string().regex(UUID), key.nullable()]).refine(([sort, , value]) => {
  const { field } = orderOf(sort);
  if (field === "company") return true;
  return value !== null && (field !== "updated_at" || isMoment(value));
});

/** The cursor says which order it belongs to; that of the newest first is the contact's id. */
export function writeCursor(sort: Sort, { id, key }: Place): string {
  if (sort === NEWEST_FIRST) return id;
  return Buffer.from(JSON.stringify([sort, id, key])).toString("base64url");
}

/** The order and the place of a cursor; null when it is none. */
export function readCursor(cursor: string): { sort: Sort; place: Place } | null {
  if (UUID.test(cursor)) return { sort: NEWEST_FIRST, place: { id: cursor.toLowerCase(), key: null } };
  const parsed = written.safeParse(parse(cursor));
  if (!parsed.success) return null;
  const [sort, id, key] = parsed.data;
  return { sort, place: { id: id.toLowerCase(), key } };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

export const isCursorOf = (cursor: string, sort: Sort) => readCursor(cursor)?.sort === sort;

/** As long as one may be: escaped, a character of a key takes six bytes. */
const MAX_CURSOR = 3000;

export const cursorText = z
  .string()
  .max(MAX_CURSOR)
  .refine((value) => readCursor(value) !== null, "must be a UUID, or the `nextCursor` of a page")
  .transform((value) => (UUID.test(value) ? value.toLowerCase() : value))
  .meta({
    override: { type: "string" },
    description: "`nextCursor` of the page before: a UUID where the newest come first",
    example: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
  });
