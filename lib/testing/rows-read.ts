import { pg } from "@/db/client";
import { workAs } from "@/db/work";

/** More than each of the pools has. */
const CONNECTIONS = 5;

/**
 * How many rows and index entries the database read for this work, work tables included: unlike its time, the same on
 * every machine. A plan that compares each row with each other one shows whatever the number of rows.
 */
export async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const before = await allReads();
  await work();
  return (await allReads()) - before;
}

async function allReads(): Promise<number> {
  for (const kind of ["request", "job"] as const)
    await workAs({ kind }, () =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, () => pg()`select pg_stat_force_next_flush(), pg_sleep(0.05)`),
      ),
    );
  const [row] = await pg()<{ n: string }[]>`
    select coalesce((select sum(seq_tup_read) from pg_stat_user_tables), 0)
      + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes), 0) as n`;
  return Number(row?.n);
}
