import { type SQL, sql } from "drizzle-orm";
import { contacts } from "@/db/schema";
import type { Condition, Range } from "@/lib/fields/conditions";

/**
 * SQL of a condition on a custom field. Text conditions ignore case and the JSON type of the value; numbers and dates
 * match only values of that type.
 */
export function isCustom(key: string, wanted: Condition): SQL {
  const value = sql`(${contacts.custom_fields} -> ${key}::text)`;
  const said = sql`(${contacts.custom_fields} ->> ${key}::text)`;
  if (typeof wanted === "string") return sql`fold_text(${said}) = fold_text(${wanted}::text)`;
  if (typeof wanted !== "object") return sql`${value} = ${JSON.stringify(wanted)}::jsonb`;
  if ("contains" in wanted) return sql`strpos(fold_text(${said}), fold_text(${wanted.contains}::text)) > 0`;
  if ("is_set" in wanted) return sql`(coalesce(${said}, '') <> '') = ${wanted.is_set}`;
  if ("any_of" in wanted)
    return sql`fold_text(${said}) = any (array(
      select fold_text(one) from jsonb_array_elements_text(${JSON.stringify(wanted.any_of)}::jsonb) one))`;
  const isOfNumbers = [wanted.from, wanted.to].some((end) => typeof end === "number");
  // Only CASE guarantees that values that are not numbers are not cast.
  return isOfNumbers
    ? sql`case when jsonb_typeof(${value}) = 'number' then ${within(sql`${value}::numeric`, wanted, "numeric")} else false end`
    : sql`case when ${said} ~ ${DAY} then ${within(sql`${said} collate "C"`, wanted, "text")} else false end`;
}

/** Whether it looks like a date; the order of such texts is the order of time. */
export const DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

function within(value: SQL, { from, to }: Range<number> | Range<string>, type: "numeric" | "text"): SQL {
  const as = sql.raw(type);
  const ends = [
    ...(from === undefined ? [] : [sql`${value} >= ${String(from)}::${as}`]),
    ...(to === undefined ? [] : [sql`${value} <= ${String(to)}::${as}`]),
  ];
  return sql.join(ends, sql` and `);
}
