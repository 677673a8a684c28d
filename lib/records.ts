import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";

/** A record as the database returns it: its dates are still dates. */
type Stored<T> = { [Field in keyof T]: string extends T[Field] ? T[Field] | Date : T[Field] };

/** The fields that the schema declares, and no other of the row; dates in RFC 3339, in UTC. */
export function recordOf<S extends z.ZodObject>(schema: S, row: Stored<z.output<S>>): z.output<S> {
  const stored: Record<string, unknown> = row;
  const record: Record<string, unknown> = {};
  for (const name of namesOf(schema)) {
    const value = stored[name];
    record[name] = value instanceof Date ? value.toISOString() : value;
  }
  return asRecord(record);
}

const names = new WeakMap<z.ZodObject, readonly string[]>();

/** Cached: they are needed for every row of every page. */
function namesOf(schema: z.ZodObject): readonly string[] {
  const known = names.get(schema) ?? Object.keys(schema.shape);
  names.set(schema, known);
  return known;
}

/** The only cast: its fields are those of the schema, and a row has all of them. */
const asRecord = <T>(record: Record<string, unknown>) => record as T;

/** SQL of a timestamp as the API writes it: RFC 3339, in UTC, with milliseconds. */
const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const read = (name: string, alias: string) => {
  const column = `${alias}.${name}`;
  return name.endsWith("_at") ? moment(column) : column;
};

/** SQL: the declared fields as columns of a table by its alias, in the form in which the API returns them. */
export function fieldsOf(fields: object, alias: string): string {
  return Object.keys(fields)
    .map((name) => `${read(name, alias)} as ${name}`)
    .join(", ");
}

/** The same as one JSON object. */
export function jsonOf(fields: object, alias: string): string {
  const pairs = Object.keys(fields).map((name) => `'${name}', ${read(name, alias)}`);
  return `json_build_object(${pairs.join(", ")})`;
}

/** Whether a stored row has all of these values; those that are undefined do not count. */
export function holds<Row extends object>(row: Row, values: { [Name in keyof Row]?: unknown }): boolean {
  return (Object.keys(values) as (keyof Row)[]).every(
    (name) => values[name] === undefined || isDeepStrictEqual(values[name], row[name]),
  );
}
