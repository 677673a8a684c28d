import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { pg } from "@/db/client";
import { isoWeek, lastDigestTime } from "@/lib/digest/week";
import { resetEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { startReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { addContact } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { wake } from "@/lib/wake";
import { createEndpoint } from "@/lib/webhook-endpoints/queries";
import { boot, stopSchedule } from "./boot";
import { isFirstTick } from "./ticks";

const holder = globalThis as typeof globalThis & {
  kithSchedule?: { nextRun(): Date | null; stop(): void; name?: string }[];
};

afterEach(() => {
  stopSchedule();
  delete process.env.VERCEL;
  resetEnv();
});

const minute = (date: Date | null | undefined) => date?.toISOString().slice(11);

it("schedules jobs and mails, sweeps and the Monday digest on a box, once", async () => {
  await boot();
  const first = holder.kithSchedule;
  await boot();
  expect(holder.kithSchedule).toBe(first);
  const next = first?.map((task) => task.nextRun());
  expect(next).toHaveLength(7);
  for (const soon of [4, 5, 6]) expect((next?.[soon]?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(2000);
  expect((next?.[0]?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(5000);
  expect(minute(next?.[2])).toMatch(/:00:00\.000Z$/);
  expect(next?.[3]?.getUTCDay()).toBe(1);
  expect(next?.[3]?.getUTCHours()).toBeGreaterThanOrEqual(8);
});

it("sends at its start the digest that was due while the machine was off, in one of all processes that start", async () => {
  const acme = await newWorkspace();
  const due = lastDigestTime(new Date());
  await pg()`
    insert into exports (workspace_id, id, filename, filter, status, completed_at)
    values (${acme.id}, ${newId()}, 'x.csv', '{}', 'completed', ${due.toISOString()}::timestamptz - interval '1 hour')`;
  const mails = () => pg()`
    select from outbox where kind = 'weekly_digest' and subject_key = ${`${acme.id}/${isoWeek(due)}`}`;
  // Another process is at it.
  await isFirstTick("first digest", 60_000);
  await boot();
  await sleep(3000);
  expect(await mails()).toHaveLength(0);
  stopSchedule();
  await pg()`delete from rate_limits`;
  await boot();
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), { timeout: 10_000 });
});

it("leaves the schedule to the platform on Vercel", async () => {
  process.env.VERCEL = "1";
  resetEnv();
  await boot();
  expect(holder.kithSchedule).toBeUndefined();
});

it("sends webhooks right after what caused them, without the schedule", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const acme = await newWorkspace();
  const values = { url: receiver.url, description: null, events: [], per_contact: false };
  await createEndpoint(acme.id, acme.user.id, values);
  await boot();
  for (const task of holder.kithSchedule ?? []) task.stop();
  await addContact(acme.id, { email: "ada@example.com", first_name: "Ada" });
  wake(acme.id);
  await vi.waitFor(() => expect(receiver.events).toHaveLength(1), { timeout: 10_000 });
});
