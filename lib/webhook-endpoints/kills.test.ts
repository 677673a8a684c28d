import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { drain } from "@/lib/jobs/queue";
import {
  type ReceivedEvent,
  startReceiver,
  type WebhookReceiver,
} from "@/lib/testing/doubles/webhook-receiver";
import { randomSource } from "@/lib/testing/fixtures/people";
import { seedsOf } from "@/lib/testing/seeds";
import { newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { createEndpoint } from "./queries";
import { webhookQueue } from "./queue";

const worker = new URL("../testing/webhook-worker.mjs", import.meta.url).pathname;
const hooks = new URL("../../scripts/ts-hooks.mjs", import.meta.url).pathname;

/** `KITH_FULL=1` runs the proof in full: 10 000 events of 1 000 contacts, 30 kills. */
const isFull = process.env.KITH_FULL === "1";
const contacts = isFull ? 1000 : 20;
const edits = 9;
const kills = isFull ? 30 : 2;
/** Draws the moments of the kills and the answers that are lost: KITH_SEED is another one. */
const seed = seedsOf(1, 1).first;
const [moments, answers] = [randomSource(seed), randomSource(seed + 1000)];
/** Shares of answers that get lost on their way back, and that are errors. */
const [DROPPED, REFUSED] = [0.3, 0.1];

/** Contacts that are created, and changed repeatedly by several writers at once: each change is an event. */
async function write(workspaceId: string): Promise<void> {
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${workspaceId}, gen_random_uuid(), n || '@example.com', '0' from generate_series(1, ${contacts}) n`;
  const edit = async (n: number) => {
    await pg()`
      update contacts set first_name = (first_name::int + 1)::text, updated_at = clock_timestamp(), written_by = gen_random_uuid()
      where workspace_id = ${workspaceId} and email like ${`%${n}@example.com`}`;
  };
  for (let round = 0; round < edits; round++)
    await Promise.all(Array.from({ length: 10 }, (_, n) => edit(n)));
}

/** All waits and leases are over, including those of running workers. */
async function passTime(): Promise<void> {
  await pg()`
    update webhook_deliveries set next_attempt_at = now() - interval '1 second', lease_until = null where status in ('pending', 'sending')`;
  await pg()`update webhook_endpoints set paused_until = null`;
}

async function unsent(): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`
    select count(*)::int as n from webhook_deliveries where status <> 'delivered'`;
  return row?.n ?? 0;
}

function startWorker(): ChildProcess {
  return spawn(process.execPath, ["--import", hooks, worker], { stdio: "ignore", env: process.env });
}

async function killRepeatedly(receiver: WebhookReceiver, times: number): Promise<number> {
  let killed = 0;
  for (; killed < times && (await unsent()) > 0; killed++) {
    const child = startWorker();
    const before = receiver.events.length;
    for (let waited = 0; receiver.events.length < before + 5 && waited < 8000; waited += 20) await sleep(20);
    await sleep(moments() * 300);
    child.kill("SIGKILL");
    await once(child, "exit");
    await passTime();
  }
  return killed;
}

/** Events that arrived for the first time after a later event of the same contact. */
function outOfOrder(events: ReceivedEvent[], order: Map<string, number>): number {
  const [newest, known] = [new Map<string, number>(), new Set<string>()];
  let late = 0;
  for (const { id, data } of events) {
    const seq = order.get(id) ?? Number.NaN;
    const last = newest.get(data.contact_id) ?? 0;
    if (!known.has(id) && !(seq > last)) late++;
    known.add(id);
    newest.set(data.contact_id, Math.max(last, seq));
  }
  return late;
}

it(`sends each of ${contacts * (edits + 1)} events at least once and in order, though ${100 * DROPPED} % of the answers are lost and workers are killed ${kills} times`, async () => {
  await pg()`delete from webhook_endpoints`;
  const receiver = await startReceiver();
  const acme = await newWorkspace();
  const values = { url: receiver.url, description: null, events: [], per_contact: true };
  await createEndpoint(acme.id, acme.user.id, values);
  await write(acme.id);
  const rows = await pg()<{ event_id: string; seq: number }[]>`
    select event_id, seq::int as seq from webhook_deliveries where type like 'contact.%'`;
  expect(rows).toHaveLength(contacts * (edits + 1));
  let dropped = 0;
  receiver.fault = () => {
    const chance = answers();
    if (chance < DROPPED) dropped++;
    return chance < DROPPED ? "drop" : chance < DROPPED + REFUSED ? { status: 500 } : null;
  };
  expect(await killRepeatedly(receiver, kills)).toBe(kills);
  while ((await unsent()) > 0) {
    await passTime();
    await drain(webhookQueue());
  }
  await receiver.close();
  // Less than four standard deviations from what was asked for.
  const requests = receiver.events.length;
  const deviation = Math.sqrt((DROPPED * (1 - DROPPED)) / requests);
  expect(dropped / requests).toBeGreaterThan(DROPPED - 4 * deviation);
  const order = new Map(rows.map(({ event_id, seq }) => [event_id, seq]));
  const told = receiver.events.filter(({ id }) => order.has(id));
  expect(new Set(told.map(({ id }) => id)).size).toBe(rows.length);
  expect(outOfOrder(told, order)).toBe(0);
  expect(told.length).toBeGreaterThan(1.4 * rows.length);
  // The check itself: the same events in reverse order.
  expect(outOfOrder(told.toReversed(), order)).toBeGreaterThan(0);
  recordFigure("webhooks", {
    seed,
    size: {
      events: rows.length,
      "kill -9": kills,
      "attempts to deliver": told.length,
      "answers dropped": dropped,
    },
    measured: { lost: 0, "out of order for their contact": 0 },
    isWhole: isFull,
  });
}, 1_800_000);
