import { randomUUID } from "node:crypto";
import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { pg } from "@/db/client";
import { inAllWorkspaces, nowIn, onlyOf, scopesOf } from "@/db/distributed";
import { enqueueMail } from "@/lib/email/outbox";
import { deliveryFailures } from "./failures";
import type { Answer } from "./send";

/** Longer than one attempt can take; a row whose worker died is free again after it. */
const LEASE_S = 30;
/** Concurrent deliveries to an endpoint, over all processes. */
const MAX_AT_ONCE = 4;
/** A delivery is given up, and an endpoint switched off, when nothing has succeeded for this long. */
const GIVE_UP = "3 days";

/** A delivery that this worker may attempt once. `epoch` fences a worker that slept past its lease. */
export interface ClaimedDelivery {
  workspaceId: string;
  id: string;
  endpointId: string;
  eventId: string;
  epoch: number;
  attempts: number;
  /** Consecutive failures of the endpoint so far. */
  failures: number;
  lane: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
  url: string;
  secret: string;
  /** Until when the previous secret signs too. */
  previousSecret: string | null;
}

/** What a worker needs of delivery `d` and its endpoint `e`. */
const claimed = () => pg()`
  d.workspace_id as "workspaceId", d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.epoch, d.attempts,
  e.failures, d.lane, d.type, d.data, d.created_at as "createdAt", e.url, e.secret, e."previousSecret"`;

/** The previous secret of endpoint `e` if it still signs; in addition to the columns of `claimed`. */
const previousSecret = () =>
  pg()`case when e.previous_until > now() then e.previous_secret end as "previousSecret"`;

const taken = () => pg()`
  status = 'sending', epoch = d.epoch + 1, attempts = d.attempts + 1,
  first_attempt_at = (array[d.first_attempt_at, now()])[1 + (d.first_attempt_at is null)::int], lease_until = now() + ${LEASE_S} * interval '1 second'`;

/**
 * Nobody is working on it, and it is due; a delivery that was never tried is due at once, although a machine's clock
 * may step back a little.
 */
const isFree = () => pg()`
  p.status in ('pending', 'sending') and (p.attempts = 0 or p.next_attempt_at <= now()) and (p.lease_until is null or p.lease_until < now())`;

/**
 * For a `from`: for each available endpoint the first delivery that may be made, which is one without an earlier
 * pending one in its lane. OFFSET 0 forces a lookup per endpoint that stops at the first match: with a join and 10 000
 * pending deliveries, a claim exceeded the statement limit of 30 s.
 */
const due = (lock: boolean, workspaceId: string | null = null) => pg()`
  webhook_endpoints e cross join lateral (
    select p.id, p.next_attempt_at from webhook_deliveries p
    where p.workspace_id = e.workspace_id and p.endpoint_id = e.id and ${isFree()} and ${onlyOf("p", workspaceId)}
      and not exists (
        select from webhook_deliveries b
        where b.workspace_id = p.workspace_id and ${onlyOf("b", workspaceId)} and b.endpoint_id = p.endpoint_id and b.lane = p.lane and b.seq < p.seq
          and b.status in ('pending', 'sending') offset 0)
    order by p.seq limit 1 ${lock ? pg()`for no key update skip locked` : pg()``}
  ) head
  where e.is_enabled and (e.paused_until is null or e.paused_until <= now()) and ${onlyOf("e", workspaceId)}
    and (
      select count(*) from webhook_deliveries s
      where s.workspace_id = e.workspace_id and ${onlyOf("s", workspaceId)} and s.endpoint_id = e.id and s.status = 'sending' and s.lease_until > now()
    ) < ${MAX_AT_ONCE}`;

/** Where deliveries may be due, as for `scopesOf`. */
const dueScopes = () =>
  scopesOf(() =>
    inAllWorkspaces(
      "webhook_deliveries",
      (table) => `select p.workspace_id from ${table} p
        where p.status in ('pending', 'sending') and p.next_attempt_at <= now() and (p.lease_until is null or p.lease_until < now())
        group by p.workspace_id order by min(p.next_attempt_at) limit 20`,
    ),
  );

/** Claims the delivery that has been due longest, counting the attempt in advance; null when none may be made. */
export async function claimDelivery(): Promise<ClaimedDelivery | null> {
  for (const scope of await dueScopes()) {
    const claim = await claimIn(scope);
    if (claim) return claim;
  }
  return null;
}

async function claimIn(workspaceId: string | null): Promise<ClaimedDelivery | null> {
  const [row] = await pg()<ClaimedDelivery[]>`
    with e as (
      select e.workspace_id, head.id as next, e.failures, e.url, e.secret, ${previousSecret()}
      from ${due(true, workspaceId)} order by head.next_attempt_at limit 1)
    update webhook_deliveries d set ${taken()}
    from e
    where d.workspace_id = e.workspace_id and d.id = e.next and ${onlyOf("d", workspaceId)}
    returning ${claimed()}`;
  return row ?? null;
}

/** Claims a new delivery of a test event, whatever the state of its endpoint. Null when that was deleted. */
export async function claimTest(workspaceId: string, endpointId: string): Promise<ClaimedDelivery | null> {
  const event = randomUUID();
  const [row] = await pg()<ClaimedDelivery[]>`
    with d as (
      insert into webhook_deliveries (workspace_id, endpoint_id, event_id, lane, type, data, status, attempts, epoch,
        first_attempt_at, lease_until)
      select e.workspace_id, e.id, ${event}::uuid, ${event}::uuid, 'webhook.test', '{}', 'sending', 1, 1, now(),
        now() + ${LEASE_S} * interval '1 second'
      from webhook_endpoints e where e.workspace_id = ${workspaceId} and e.id = ${endpointId}
      for key share of e
      returning *
    )
    select ${claimed()} from d
    join (
      select e.id, e.failures, e.url, e.secret, ${previousSecret()} from webhook_endpoints e
      where e.workspace_id = ${workspaceId} and e.id = ${endpointId}
    ) e on e.id = d.endpoint_id`;
  return row ?? null;
}

/** The result of an attempt. `waitMs` is the time until the next one; null when there is none. */
export interface Outcome {
  answer: Answer;
  sent: string | null;
  durationMs: number;
  waitMs: number | null;
  /** How long the endpoint is paused. */
  pauseMs: number;
  isGone: boolean;
}

/**
 * Records an attempt, unless another worker has taken the delivery over, and what it says about the endpoint. Bodies
 * about a contact that was deleted meanwhile are not kept: this is decided under the row's lock. The endpoint is locked
 * first, as its deletion does before it deletes the deliveries.
 */
export async function settleDelivery(delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const { answer, sent, durationMs } = outcome;
  const isDelivered = answer.error === null;
  const wait = (outcome.waitMs ?? 0) / 1000;
  await pg().begin(async (tx) => {
    await tx`
      select from webhook_endpoints
      where workspace_id = ${delivery.workspaceId} and id = ${delivery.endpointId} for key share`;
    const now = await nowIn(tx);
    const isTooLong = tx`coalesce(${tx.unsafe(now)} - first_attempt_at > ${GIVE_UP}::interval, false)`;
    const settled = await tx`
      update webhook_deliveries
      set status = case when ${isDelivered} then 'delivered'
            when ${outcome.waitMs === null} or ${isTooLong} then 'failed' else 'pending' end,
          lease_until = null, next_attempt_at = now() + ${wait} * interval '1 second',
          request_body = case when not is_erased then ${sent} end, response_status = ${answer.status},
          response_body = case when not is_erased then ${answer.body} end, duration_ms = ${durationMs},
          last_error = ${answer.error},
          settled_at = (array[null::timestamptz, now()])[1 + (
            ${isDelivered} or ${outcome.waitMs === null} or ${isTooLong})::int]
      where workspace_id = ${delivery.workspaceId} and id = ${delivery.id} and epoch = ${delivery.epoch}
        and status = 'sending'`;
    if (settled.count > 0 && delivery.type !== "webhook.test") await noteHealth(tx, delivery, outcome);
  });
}

async function noteHealth(tx: TransactionSql, delivery: ClaimedDelivery, outcome: Outcome): Promise<void> {
  const { workspaceId, endpointId } = delivery;
  if (outcome.answer.error === null) {
    // Another delivery may have failed since this one was claimed.
    await tx`
      update webhook_endpoints set failures = 0, failing_since = null, paused_until = null
      where workspace_id = ${workspaceId} and id = ${endpointId} and failures > 0`;
    return;
  }
  const now = await nowIn(tx);
  const pausedUntil =
    outcome.pauseMs > 0 ? tx`now() + ${outcome.pauseMs / 1000} * interval '1 second'` : tx`null::timestamptz`;
  const [row] = await tx<{ isLong: boolean }[]>`
    update webhook_endpoints
    set failures = failures + 1, failing_since = (array[failing_since, now()])[1 + (failing_since is null)::int],
        paused_until = greatest(paused_until, ${pausedUntil})
    where workspace_id = ${workspaceId} and id = ${endpointId}
    returning ${tx.unsafe(now)} - failing_since > ${GIVE_UP}::interval as "isLong"`;
  if (outcome.isGone) await switchOff(tx, delivery, "gone");
  else if (row?.isLong) await switchOff(tx, delivery, "failing");
}

/** Switches an endpoint off and notifies the owner, once. */
async function switchOff(
  tx: Sql | TransactionSql,
  { workspaceId, endpointId, url }: ClaimedDelivery,
  reason: "gone" | "failing",
): Promise<void> {
  const [row] = await tx<{ by: string; at: string }[]>`
    update webhook_endpoints
    set is_enabled = false, disabled_reason = ${reason}, disabled_at = now(), updated_at = now()
    where workspace_id = ${workspaceId} and id = ${endpointId} and is_enabled
    returning created_by as by, disabled_at as at`;
  if (!row) return;
  await enqueueMail(tx, {
    workspaceId,
    kind: "webhook_disabled",
    subjectKey: `${endpointId} ${row.at}`,
    userId: row.by,
    payload: { endpointId, host: new URL(url).host, reason },
  });
}

/**
 * Settles deliveries that nobody will make any more: tests whose process died, those of dead workers that were tried
 * for three days, and those that were pending as long for an endpoint that is off. Returns how many. As `pruneDeliveries`
 * it locks many in an order of its own, and so waits for nobody: the next sweep finds what another has locked.
 */
export async function retireDeliveries(): Promise<number> {
  const abandoned = (workspaceId: string | null) => pg()`
    webhook_deliveries p
    where p.status in ('pending', 'sending') and (p.lease_until is null or p.lease_until < now())
      and ${onlyOf("p", workspaceId)}
      and (p.type = 'webhook.test' and p.status = 'sending' or p.first_attempt_at < now() - ${GIVE_UP}::interval
        or exists (
          select from webhook_endpoints e
          where e.workspace_id = p.workspace_id and ${onlyOf("e", workspaceId)} and e.id = p.endpoint_id
            and not e.is_enabled and e.disabled_at < now() - ${GIVE_UP}::interval))`;
  return inEachScope(
    abandoned,
    (scope) => pg()`
      update webhook_deliveries d
      set status = 'failed', lease_until = null, settled_at = now(),
          last_error = coalesce(d.last_error, ${deliveryFailures.silent})
      where (d.workspace_id, d.id) in (
          select p.workspace_id, p.id from ${abandoned(scope)} for no key update of p skip locked)
        and ${onlyOf("d", scope)}`,
  );
}

/** Runs a statement where some of these deliveries are, as for `scopesOf`; returns how many rows it concerned. */
async function inEachScope(
  deliveries: (workspaceId: string | null) => PendingQuery<Row[]>,
  run: (workspaceId: string | null) => PromiseLike<{ count: number }>,
): Promise<number> {
  let count = 0;
  for (const scope of await scopesOf(() => pg()`select distinct p.workspace_id from ${deliveries(null)}`))
    count += (await run(scope)).count;
  return count;
}

/** How many endpoints have deliveries to process. */
export async function countDueDeliveries(): Promise<number> {
  let all = 0;
  for (const scope of await dueScopes()) {
    const [row] = await pg()<{ n: number }[]>`select count(*)::int as n from ${due(false, scope)}`;
    all += row?.n ?? 0;
  }
  return all;
}

/** Milliseconds until the next delivery may be made; null when none is pending. */
export async function nextDeliveryInMs(): Promise<number | null> {
  const [row] = await pg()<{ ms: number }[]>`
    select greatest(0, extract(epoch from min(
      greatest(p.next_attempt_at, p.lease_until, e.paused_until)) - now()) * 1000)::float8 as ms
    from webhook_deliveries p
    join webhook_endpoints e on e.workspace_id = p.workspace_id and e.id = p.endpoint_id and e.is_enabled
    where p.status in ('pending', 'sending')
    having count(*) > 0`;
  return row?.ms ?? null;
}

/** Deletes deliveries a week after their end, with what was sent and answered. Returns how many. */
export async function pruneDeliveries(): Promise<number> {
  const old = (workspaceId: string | null) => pg()`
    webhook_deliveries p where p.settled_at < now() - interval '7 days' and ${onlyOf("p", workspaceId)}`;
  return inEachScope(
    old,
    (scope) => pg()`
      delete from webhook_deliveries d where ${onlyOf("d", scope)} and (d.workspace_id, d.id) in (
        select p.workspace_id, p.id from ${old(scope)} order by p.settled_at limit 5000 for update skip locked)`,
  );
}
