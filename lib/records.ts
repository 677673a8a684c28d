import type { z } from "zod";

/** What the database has of a record: its dates are dates still. */
type Stored<T> = { [Field in keyof T]: string extends T[Field] ? T[Field] | Date : T[Field] };

/** The fields that the schema declares, and no other of the row; dates in RFC 3339, in UTC. */
export function recordOf<S extends z.ZodObject>(schema: S, row: Stored<z.output<S>>): z.output<S> {
  const stored: Record<string, unknown> = row;
  const fields = Object.keys(schema.shape).map((name) => {
    const value = stored[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields);
}
