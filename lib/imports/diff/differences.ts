import { isDeepStrictEqual } from "node:util";
import type { TransactionSql } from "postgres";
import { LIMITS } from "@/lib/limits";
import { fitting } from "@/lib/pages";
import { decodeBlock } from "./page";
import { readRange, type StoredBlock, type StoredDiff } from "./queries";
import type { DiffRow } from "./schemas";

/** What an answer shows of the rows that differ. */
const SHOWN = 10;
/** Blocks that are compared at a time. */
const STRIDE = 8;

type Comparable = Pick<StoredDiff, "id" | "columns">;

/** Of two diffs of one file, the first rows of `now` that would not have done the same `then`. */
export async function firstDifferences(
  workspaceId: string,
  tx: TransactionSql,
  then: Comparable,
  now: Comparable,
): Promise<DiffRow[]> {
  const found: DiffRow[] = [];
  for (let from = 1; found.length < SHOWN; ) {
    const blocks = await otherBlocks(workspaceId, tx, then, now, from);
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (!first || !last) break;
    from = last.first_row + last.kinds.length;
    const before = await readRange(workspaceId, then.id, tx, first.first_row, from - 1);
    const known = new Map((await rowsOf(before, then)).map((row) => [row.row, row]));
    found.push(...(await rowsOf(blocks, now)).filter((row) => !isDeepStrictEqual(row, known.get(row.row))));
  }
  return fitting(found.slice(0, SHOWN), LIMITS.page_bytes.max);
}

/** Blocks of `now`, from a row on, without those that are byte for byte in `then`. */
function otherBlocks(
  workspaceId: string,
  tx: TransactionSql,
  then: Comparable,
  now: Comparable,
  from: number,
): Promise<StoredBlock[]> {
  const known = tx`
    and not exists (
      select from public.import_diff_blocks o
      where o.workspace_id = ${workspaceId} and o.diff_id = ${then.id} and o.first_row = n.first_row
        and o.kinds = n.kinds and o.emails = n.emails and o.data = n.data)`;
  // Where the columns differ, equal bytes have different meanings.
  return tx<StoredBlock[]>`
    select first_row, first_line, kinds, emails, data from public.import_diff_blocks n
    where workspace_id = ${workspaceId} and diff_id = ${now.id} and first_row >= ${from}
      ${isDeepStrictEqual(then.columns, now.columns) ? known : tx``}
    order by first_row limit ${STRIDE}`;
}

async function rowsOf(blocks: readonly StoredBlock[], { columns }: Comparable): Promise<DiffRow[]> {
  return (await Promise.all(blocks.map((block) => decodeBlock(block, columns)))).flat();
}
