import type { TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { type Statistics, statistics } from "./schemas";

/** The contract: statistics are cached for five minutes. */
const FRESH = "5 minutes";
/** A month has 31 days at most. */
const LOOK_BACK = "32 days";

const CACHED = `
  select value::text as value from stats_cache
  where workspace_id = $1 and computed_at > now() - interval '${FRESH}'`;

/**
 * Makes the next requests recompute the figures and count the segments: part of the transaction that ends what may have
 * changed any number of contacts. In the order of their ids, so that two of them do not block each other.
 */
export async function forgetStatistics(workspaceId: string, tx: TransactionSql): Promise<void> {
  await tx`delete from stats_cache where workspace_id = ${workspaceId}`;
  await tx`
    with counted as (
      select id from segments where workspace_id = ${workspaceId} and counted_at is not null order by id for no key update
    )
    update segments s set contact_count = null, counted_at = null from counted
    where s.workspace_id = ${workspaceId} and s.id = counted.id`;
}

/** The workspace's figures, computed at most once in five minutes by all processes together. */
export async function readStatistics(workspaceId: string): Promise<Statistics> {
  const [cached] = await pg().unsafe<{ value: string }[]>(CACHED, [workspaceId], { prepare: true });
  return cached ? parse(cached.value) : refreshStatistics(workspaceId);
}

/**
 * The cache's row is the lock: of all requests that find it stale one recomputes it, and the others wait for its
 * commit and use the result. `clock_timestamp()`, because `now()` is the time at which the transaction started to
 * wait.
 */
function refreshStatistics(workspaceId: string): Promise<Statistics> {
  return pg().begin(async (tx) => {
    await tx`
      insert into stats_cache (workspace_id, value, computed_at) values (${workspaceId}, '{}', '-infinity')
      on conflict do nothing`;
    const [row] = await tx<{ value: string; fresh: boolean }[]>`
      select value::text, computed_at > clock_timestamp() - ${FRESH}::interval as fresh
      from stats_cache where workspace_id = ${workspaceId} for update`;
    if (row?.fresh) return parse(row.value);
    const computed = await computeStatistics(tx, workspaceId);
    await tx`
      update stats_cache set value = ${JSON.stringify(computed)}::jsonb, computed_at = statement_timestamp()
      where workspace_id = ${workspaceId}`;
    return computed;
  });
}

function parse(value: string): Statistics {
  return statistics.parse(JSON.parse(value));
}

/** Triggers keep the total, and the contacts of each hour: counting a million takes seconds. */
async function computeStatistics(tx: TransactionSql, workspaceId: string): Promise<Statistics> {
  const [row] = await tx<{ value: string }[]>`
    with today as (
      select (now() at time zone 'UTC')::date as day
    ), hours as (
      select h.hour at time zone 'UTC' as hour, sum(h.contacts)::int as n
      from contact_hours h
      where h.workspace_id = ${workspaceId} and h.hour >= now() - ${LOOK_BACK}::interval
      group by h.hour
    ), days as (
      select hour::date as day, sum(n)::int as n from hours group by 1
    ), first_week as (
      select generate_series(date_trunc('hour', oldest.created_at at time zone 'UTC'), now() at time zone 'UTC',
        interval '1 hour') as hour
      from (select created_at from contacts where workspace_id = ${workspaceId} order by id limit 1) oldest
      where oldest.created_at > now() - interval '7 days'
    ), growth as (
      -- Dates minus whole numbers: a series of midnights would lose one where the clocks go forward at midnight.
      select today.day - ago as day, coalesce(days.n, 0) as n
      from today cross join generate_series(0, 29) ago left join days on days.day = today.day - ago
    ), rows as (
      select count(*)::int as imports, sum(processed_rows) as processed, sum(failed_rows) as failed
      from imports where workspace_id = ${workspaceId}
    )
    select json_build_object(
      'totalContacts', coalesce((select contacts from workspace_counts where workspace_id = ${workspaceId}), 0),
      'totalImports', rows.imports,
      -- 100 says that no row failed: one of many thousands must not be rounded away.
      'successRate', coalesce(least(round(100.0 * (rows.processed - rows.failed) / nullif(rows.processed, 0), 1),
        case when rows.failed > 0 then 99.9 end), 0),
      'contactsThisMonth',
        (select coalesce(sum(n), 0) from days, today where days.day >= date_trunc('month', today.day)::date),
      'contactsGrowth', (select json_agg(json_build_object('date', day, 'count', n) order by day) from growth),
      'contactsByHour', (
        select coalesce(json_agg(json_build_object(
          'hour', to_char(w.hour, 'YYYY-MM-DD"T"HH24:00:00"Z"'), 'count', coalesce(hours.n, 0)) order by w.hour), '[]')
        from first_week w left join hours on hours.hour = w.hour)
    )::text as value
    from rows`;
  if (!row) throw new Error("statistics returned no row");
  return parse(row.value);
}
