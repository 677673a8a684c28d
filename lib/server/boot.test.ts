import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { startReceiver } from "@/lib/testing/doubles/webhook-receiver";
import { addContact } from "@/lib/testing/webhooks";
import { newWorkspace } from "@/lib/testing/workspace";
import { wake } from "@/lib/wake";
import { createEndpoint } from "@/lib/webhook-endpoints/queries";
import { boot, stopSchedule } from "./boot";

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
  expect(next).toHaveLength(6);
  for (const soon of [4, 5]) expect((next?.[soon]?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(2000);
  expect((next?.[0]?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(5000);
  expect(minute(next?.[2])).toMatch(/:00:00\.000Z$/);
  expect(next?.[3]?.getUTCDay()).toBe(1);
  expect(next?.[3]?.getUTCHours()).toBeGreaterThanOrEqual(8);
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
