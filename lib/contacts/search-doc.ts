import { type SQL, sql } from "drizzle-orm";
import { SEARCHED } from "./fields";

/**
 * SQL for the text in which search looks, for a contact with these values; the second function returns null if it is
 * long.
 */
export function searched(
  text: "searchable_text" | "contact_search_doc",
  value: (name: (typeof SEARCHED)[number]) => SQL,
): SQL<string> {
  const given = SEARCHED.map((name) => sql`${sql.raw(name)} => ${value(name)}`);
  return sql`${sql.raw(text)}(${sql.join(given, sql`, `)})`;
}
