import { setTimeout as sleep } from "node:timers/promises";
import type { Queue } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { webhookOf } from "@/lib/webhooks/sign";
import { bodyOf } from "./body";
import { deliveryFailures } from "./failures";
import {
  type ClaimedDelivery,
  claimDelivery,
  countDueDeliveries,
  nextDeliveryInMs,
  type Outcome,
  settleDelivery,
} from "./outbox";
import { openSecret } from "./secrets";
import { type Answer, post } from "./send";

/** Concurrent attempts per process: an endpoint that is slow to answer must not hold up the others. */
const MAX_AT_ONCE = 16;
/** How long a delivery that becomes due waits at most while others are under way. */
const LOOK_MS = 1_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 12 * 60 * 60 * 1000;
/** After this many consecutive failures an endpoint is paused for a while: it may be down. */
const PATIENCE = 3;
const LONGEST_PAUSE_MS = 15 * 60 * 1000;

/**
 * Sends the deliveries that are due, several at once, those of a lane one after the other. Safe with any number of
 * processes, any of which may die at any moment: an attempt is counted before it is made, so an endpoint receives each
 * event at least once, and recognises repetitions by `webhook-id`.
 */
export function webhookQueue() {
  const underWay = new Set<Promise<void>>();
  return {
    name: "webhook" as const,
    countDue: countDueDeliveries,
    nextInMs: nextDeliveryInMs,
    // The sweep settles abandoned deliveries: scanning all pending ones is too expensive to do every few seconds.
    retire: async () => 0,
    /** The result is "none due" only if none was under way either at that moment: its end may free the next of its lane. */
    async claim() {
      for (;;) {
        const isIdle = underWay.size === 0;
        const next = underWay.size < MAX_AT_ONCE ? await claimDelivery() : null;
        if (next || isIdle) return next;
        if (underWay.size > 0) await someEnd(underWay);
      }
    },
    async work(delivery: ClaimedDelivery) {
      const working: Promise<void> = attempt(delivery)
        .catch((error: unknown) => log().error({ err: error, delivery: delivery.id }, "webhook not recorded"))
        .finally(() => underWay.delete(working));
      underWay.add(working);
      return { pauseMs: 0, answered: true };
    },
  } satisfies Queue<ClaimedDelivery>;
}

/** Until one has ended; if there is room for more, not longer than it takes for others to become due. */
async function someEnd(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  if (underWay.size >= MAX_AT_ONCE) return Promise.race(underWay);
  const enough = new AbortController();
  const later = sleep(LOOK_MS, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([...underWay, later]);
  enough.abort();
}

/** Makes one attempt and records it. */
export async function attempt(delivery: ClaimedDelivery): Promise<void> {
  const from = performance.now();
  const sent = await bodyOf(delivery);
  const headers = signatureOf(delivery, sent, new Date());
  const answer = headers
    ? await post(delivery.url, headers, sent)
    : { status: null, body: null, retryAfterMs: null, error: deliveryFailures.secret };
  const durationMs = Math.round(performance.now() - from);
  await settleDelivery(delivery, { ...outcomeOf(delivery, answer), sent, durationMs });
}

/** Standard Webhooks headers, for a day after a rotation signed with both secrets; null when none can be read. */
function signatureOf(delivery: ClaimedDelivery, body: string, now: Date): Record<string, string> | null {
  const { workspaceId, eventId, secret, previousSecret } = delivery;
  const signatures = [secret, previousSecret].flatMap((sealed) => {
    const opened = sealed && openSecret(workspaceId, sealed);
    return (opened && webhookOf(opened)?.sign(eventId, now, body)) || [];
  });
  if (signatures.length === 0) return null;
  return {
    "user-agent": "Kith-Webhooks",
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

/** Exported for its test: when the next attempt comes, and how long the endpoint is paused. */
export function outcomeOf(
  { attempts, failures, type }: Pick<ClaimedDelivery, "attempts" | "failures" | "type">,
  answer: Answer,
): Pick<Outcome, "answer" | "waitMs" | "pauseMs" | "isGone"> {
  const isGone = answer.status === 410;
  if (answer.error === null || isGone || type === "webhook.test")
    return { answer, waitMs: null, pauseMs: 0, isGone };
  const asked = answer.retryAfterMs ?? 0;
  const pause = failures < PATIENCE ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (failures - PATIENCE));
  // 5 s, three times as long with every attempt, up to a quarter longer at random: some 14 attempts in three days.
  const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 3 ** (attempts - 1)) * (1 + Math.random() / 4);
  return { answer, waitMs: Math.max(asked, backOff), pauseMs: Math.max(asked, pause), isGone };
}
