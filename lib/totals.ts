import { type SQLWrapper, sql } from "drizzle-orm";

/** A count as a column of the rows it counts, so that a page and its total are one statement. */
export const totalColumn = (counting: SQLWrapper) => sql<number>`${counting}`.mapWith(Number);

/** The total in the rows of a page. A page beyond the last has no rows: there it is queried. */
export async function totalOf(
  rows: { total: number }[],
  cursor: string | undefined,
  counting: PromiseLike<readonly { n: number }[]>,
): Promise<number> {
  const [first] = rows;
  if (first) return first.total;
  return cursor === undefined ? 0 : ((await counting)[0]?.n ?? 0);
}
