import { z } from "zod";
import { cleanText } from "@/lib/text";
import { UUID } from "@/lib/uuid";
import { errorStatus } from "./errors";
import { fitting } from "./pages";

/** Building blocks of the wire contract that several slices share. */

/** Any 8-4-4-4-12 hex, so that an unknown id is a 404 and not a 400. Lower-cased. */
export const uuid = z
  .string()
  .regex(UUID, "must be a UUID")
  .transform((value) => value.toLowerCase())
  .meta({ override: { type: "string", format: "uuid" }, example: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10" });

/** An id in an answer. */
export const id = z
  .string()
  .meta({ override: { type: "string", format: "uuid" }, example: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10" });

/** RFC 3339 in UTC with milliseconds and `Z`. */
export const timestamp = z
  .string()
  .meta({ override: { type: "string", format: "date-time" }, example: "2026-11-20T21:50:00.000Z" });

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A moment from a client: RFC 3339, or a day, which is its midnight in UTC. */
export const moment = z
  .string()
  .transform((value) => new Date(MOMENT.test(value) && isDay(value.slice(0, 10)) ? value : Number.NaN))
  .refine(
    (date) => /^(?!0000)\d{4}-/.test(iso(date)),
    "must be an existing date, or a date-time with its offset",
  )
  .transform(iso)
  .meta({ override: { type: "string", format: "date-time" }, example: "2026-11-20T00:00:00Z" });

/** Dates like February 30 would be days in March. */
const isDay = (day: string) => iso(new Date(day)).startsWith(day);

function iso(date: Date): string {
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** A whole number in an answer. */
export const integer = (description: string) => z.number().int().meta({ description });

/**
 * A text in an answer, with the bounds that whatever writes it enforces. They are documented and tested, not checked when
 * answering: a row that breaks them would be a 500.
 */
export const storedText = (bounds: { minLength?: number; maxLength?: number; pattern?: string }) =>
  z.string().meta({ override: { type: "string", ...bounds } });

/** A text in an answer, or null. */
export const nullableText = (description: string) => z.string().nullable().meta({ description });

/** Text from a client: trimmed, NFC, no NUL, no lone surrogate; then `min` to `max` characters. */
export function text(max: number, min = 0) {
  return z
    .string()
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(min, min === 1 ? "must not be empty" : `must have at least ${min} characters`)
        .max(max, `must have at most ${max} characters`)
        .refine((value) => !value.includes("\0"), "must not contain NUL")
        .refine((value) => value.isWellFormed(), "must be well-formed Unicode"),
    )
    .meta({ override: { type: "string", ...(min > 0 && { minLength: min }), maxLength: max } });
}

/** Optional text whose empty form and `null` both mean "none". */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))
    .meta({ override: { type: ["string", "null"], maxLength: max } });
}

const flag = z
  .enum(["true", "false"], "must be true or false")
  .transform((value) => value === "true")
  .meta({ override: { type: "string", enum: ["true", "false"] } });
export const queryFlag = flag.optional();

/** A whole number in a query, in decimal digits: nothing that a program would read as another number. */
export function queryNumber(
  min: number,
  max: number,
  message = `must be a whole number from ${min} to ${max}`,
) {
  return z
    .string(message)
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** `cursor` and `limit` of every list: newest first, rows with id < cursor. */
export const pageQuery = {
  cursor: uuid.optional().meta({ description: "`nextCursor` of the previous page" }),
  limit: queryNumber(1, 100)
    .default(20)
    .meta({ override: { type: "integer", minimum: 1, maximum: 100, default: 20 }, description: "Page size" }),
};

const MAX_LISTED_IDS = 100;

/** A comma-separated list of ids; a repeated parameter arrives here already joined. */
export const uuidList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(uuid).max(MAX_LISTED_IDS, `must have at most ${MAX_LISTED_IDS} ids`))
  .meta({
    override: { type: "string" },
    description: "Comma-separated ids",
    example: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
  });

/** The envelope of every list. `total` is exact under the filter. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    nextCursor: id.nullable().meta({ description: "Cursor of the next page; null at the end" }),
    total: integer("Exact count under the filter"),
  });
}

/** Cuts `limit + 1` rows to a page, which ends earlier when it would be too large. */
export function toPage<T extends { id: string }>(rows: T[], limit: number, total: number) {
  const data = fitting(rows.slice(0, limit));
  return { data, nextCursor: rows.length > data.length ? (data.at(-1)?.id ?? null) : null, total };
}

/** Ids in a body. Their number is checked first: a body of 1 MB would cause as many errors as ids. */
export function idList(max: number, min = 0) {
  return z
    .array(z.unknown())
    .min(min, `must have at least ${min} ${min === 1 ? "id" : "ids"}`)
    .max(max, `must have at most ${max} ids`)
    .pipe(z.array(uuid))
    .meta({
      override: {
        type: "array",
        items: { type: "string", format: "uuid" },
        ...(min > 0 && { minItems: min }),
        maxItems: max,
      },
    });
}

export const errorBody = z
  .object({
    code: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[A-Z_]+$/)
      .meta({
        description: `One of: ${Object.entries(errorStatus)
          .map(([code, status]) => `${code} ${status}`)
          .join(", ")}`,
        example: "VALIDATION_ERROR",
      }),
    message: z.string().min(1),
    details: z.unknown().optional(),
  })
  .meta({ id: "Error", description: "Any answer that is not a success" });

/** Refuses unknown keys: ignored, a misspelt one would make a filter match everybody, or a rule go unheard. */
export function strictly<T extends z.ZodRawShape>(fields: T) {
  return z.strictObject(fields, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `may have only ${Object.keys(fields).join(", ")}` : undefined,
  });
}
