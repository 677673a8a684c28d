import { isDatabaseDown, pg } from "@/db/client";
import { type Answer, type Question, textAfter } from "@/db/question";
import { log } from "@/lib/log";
import type { Hit, Limiter, LimitResult, LimitRule } from "./port";
import { processShare } from "./window";

const PRUNE_EVERY_MS = 60_000;
const PRUNE_ROWS = 5_000;

interface Window {
  remaining: number;
  reset_at: number;
  wait_ms: number;
}

/** `remaining` is null when the window is full, and there was a question. */
type Taken = Omit<Window, "remaining"> & { remaining: number | null; answer?: Answer };

/**
 * `width_bucket(t, hits)` is a binary search for the number of hits at or before `t`, that is, of the expired ones.
 * The row lock makes it atomic and the clock is read under it, so no two callers can both take the last place. A
 * full window writes and returns nothing. `expires_at` moves only when it must, two windows ahead, so that most
 * updates touch no index (HOT).
 */
const HIT = `
  insert into rate_limits as r (key, hits, expires_at)
  values ($1, array[clock_timestamp()], clock_timestamp() + $3::interval * 2)
  on conflict (key) do update set
    hits = r.hits[width_bucket(clock_timestamp() - $3::interval, r.hits) + 1 :]
      || greatest(clock_timestamp(), r.hits[cardinality(r.hits)]),
    expires_at = case when r.expires_at > clock_timestamp() + $3::interval then r.expires_at
      else clock_timestamp() + $3::interval * 2 end
  where cardinality(r.hits) - width_bucket(clock_timestamp() - $3::interval, r.hits) < $2::int
  returning $2::int - cardinality(hits) as remaining,
    (extract(epoch from hits[1] + $3::interval) * 1000)::float8 as reset_at,
    (extract(epoch from hits[1] + $3::interval - clock_timestamp()) * 1000)::float8 as wait_ms`;

const FULL = `
  select 0 as remaining, (extract(epoch from oldest + $2::interval) * 1000)::float8 as reset_at,
    (extract(epoch from oldest + $2::interval - clock_timestamp()) * 1000)::float8 as wait_ms
  from rate_limits, lateral (select hits[width_bucket(clock_timestamp() - $2::interval, hits) + 1] as oldest) window_start
  where key = $1 and oldest is not null`;

const HIT_PARAMETERS = 3;
const askedBeside = new Map<string, string>();

/**
 * Counts and queries in one statement: one round trip and one transaction. The question sees the database as it is
 * when the hit arrives. There is always a row; the result is null if nothing was found. There are as many texts as
 * kinds of questions.
 */
function hitBeside(question: Question): string {
  const known = askedBeside.get(question.text);
  if (known) return known;
  const made = `
    with hit as (${HIT})
    select hit.*, to_jsonb(found) as answer
    from (values (1)) as always left join hit on true
    left join (${textAfter(question, HIT_PARAMETERS)}) found on true`;
  askedBeside.set(question.text, made);
  return made;
}

/**
 * An exact sliding log in Postgres, shared by all processes: one row per key holds the times of its counted hits in
 * ascending order, by the database's clock. The table is unlogged: a crash of the database clears the windows, nothing
 * else. While the database does not respond, this process counts its share locally where the rule allows it: requests
 * that need no database, such as the health check, still get an answer.
 */
export function localLimiter(): Limiter {
  const ownWindow = processShare();
  let prunedAt = Date.now();
  return {
    async hit(key, rule, question) {
      if (Date.now() - prunedAt > PRUNE_EVERY_MS) {
        prunedAt = Date.now();
        pruneLimiter().catch((error: unknown) => log().warn({ err: error }, "expired limits not removed"));
      }
      return count(key, rule, question).catch((error: unknown) => {
        if (rule.onOutage === "refuse" || !isDatabaseDown(error)) throw error;
        return ownWindow.hit(key, rule);
      });
    },
  };
}

/** Removes the windows that have expired, in short statements. Returns how many. */
export async function pruneLimiter(): Promise<number> {
  let removed = 0;
  for (let count = PRUNE_ROWS; count === PRUNE_ROWS; removed += count) {
    ({ count } = await pg()`
      delete from rate_limits where key in (
        select key from rate_limits where expires_at < now() limit ${PRUNE_ROWS} for update skip locked)`);
  }
  return removed;
}

/** The statements are named: they run on every request, and their plans cannot depend on the parameters. */
async function count(key: string, rule: LimitRule, question?: Question): Promise<Hit> {
  const { max, windowMs } = rule;
  const span = `${windowMs} milliseconds`;
  const [taken] = await pg().unsafe<Taken[]>(
    question ? hitBeside(question) : HIT,
    [key, max, span, ...(question?.parameters ?? [])],
    { prepare: true },
  );
  if (taken?.remaining != null) {
    const result = toResult(true, max, taken);
    return question ? { ...result, answer: taken.answer ?? null } : result;
  }
  const [full] = await pg().unsafe<Window[]>(FULL, [key, span], { prepare: true });
  if (full) return toResult(false, max, full);
  return count(key, rule, question); // the window emptied in between
}

function toResult(allowed: boolean, limit: number, { remaining, reset_at, wait_ms }: Taken): LimitResult {
  return {
    allowed,
    limit,
    remaining: remaining ?? 0,
    resetAt: Math.ceil(reset_at),
    retryAfterS: Math.max(1, Math.ceil(wait_ms / 1000)),
  };
}
