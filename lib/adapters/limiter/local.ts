import { sql } from "@/db/client";
import { log } from "@/lib/log";
import type { Limiter, LimitResult, LimitRule } from "./index";

const PRUNE_EVERY_MS = 60_000;
const PRUNE_ROWS = 5_000;

interface Outcome {
  allowed: boolean;
  remaining: number;
  reset_at: number;
  wait_ms: number;
}

/**
 * An exact sliding log in Postgres, shared by all processes: one row per key holds the times of its counted hits in
 * ascending order. One statement decides; the row lock makes it atomic, and the clock is the database's, read after
 * the lock. The table is unlogged: a crash of the database forgets the windows, nothing else.
 */
export function localLimiter(): Limiter {
  let prunedAt = Date.now();
  return {
    async hit(key, rule) {
      if (Date.now() - prunedAt > PRUNE_EVERY_MS) {
        prunedAt = Date.now();
        pruneLimiter().catch((error: unknown) => log().warn({ err: error }, "expired limits not removed"));
      }
      return toResult(rule, await count(key, rule));
    },
  };
}

/** Removes the windows that have expired, a bounded number of rows per call. Returns how many. */
export async function pruneLimiter(): Promise<number> {
  const removed = await sql()`
    delete from rate_limits where key in (
      select key from rate_limits where expires_at < now() limit ${PRUNE_ROWS} for update skip locked)`;
  return removed.count;
}

/**
 * `width_bucket(t, hits)` is a binary search for the number of hits at or before `t`, that is, the expired ones.
 * `expires_at` is moved only when it must be, two windows ahead, so that most updates touch no index (HOT). A
 * refused hit writes nothing; its answer comes from the row as the statement's snapshot saw it, and in the rare case
 * that the row did not exist then, the statement is simply run again.
 */
async function count(key: string, { max, windowMs }: LimitRule): Promise<Outcome> {
  const [outcome] = await sql()<Outcome[]>`
    with rule as materialized (select ${windowMs}::float8 * interval '1 millisecond' as span, ${max}::int as max),
    counted as (
      insert into rate_limits as r (key, hits, expires_at)
      select ${key}, array[clock_timestamp()], clock_timestamp() + 2 * span from rule
      on conflict (key) do update set
        hits = r.hits[width_bucket(clock_timestamp() - (select span from rule), r.hits) + 1 :]
          || greatest(clock_timestamp(), r.hits[cardinality(r.hits)]),
        expires_at = case when r.expires_at > clock_timestamp() + (select span from rule) then r.expires_at
          else clock_timestamp() + 2 * (select span from rule) end
      where cardinality(r.hits) - width_bucket(clock_timestamp() - (select span from rule), r.hits) < (select max from rule)
      returning r.hits
    ),
    seen as (
      select true as allowed, max - cardinality(hits) as remaining, hits[1] + span as reset from counted, rule
      union all
      select false, 0, hits[width_bucket(clock_timestamp() - span, hits) + 1] + span
      from rate_limits, rule where key = ${key} and not exists (select from counted)
    )
    select allowed, remaining, (extract(epoch from reset) * 1000)::float8 as reset_at,
      (extract(epoch from reset - clock_timestamp()) * 1000)::float8 as wait_ms
    from seen where reset is not null`;
  return outcome ?? count(key, { max, windowMs });
}

function toResult(rule: LimitRule, outcome: Outcome): LimitResult {
  return {
    allowed: outcome.allowed,
    limit: rule.max,
    remaining: outcome.remaining,
    resetAt: Math.ceil(outcome.reset_at),
    retryAfterS: Math.max(1, Math.ceil(outcome.wait_ms / 1000)),
  };
}
