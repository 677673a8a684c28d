import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * `case when condition then yes else no end` for a condition that is never null. A distributed database evaluates
 * now() before it sends a statement to a shard, which it cannot do inside CASE and COALESCE; it can inside an array.
 */
export function either(condition: SQLWrapper, yes: SQLWrapper, no: SQLWrapper): SQL {
  return sql`(array[${no}, ${yes}])[1 + (${condition})::int]`;
}
