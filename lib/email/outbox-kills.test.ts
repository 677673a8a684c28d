import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { drain } from "@/lib/jobs/queue";
import { type AcceptedMail, type MailProvider, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { newWorkspace } from "@/lib/testing/workspace";
import { mailQueue } from "./outbox";

const worker = new URL("../testing/outbox-worker.mjs", import.meta.url).pathname;
const hooks = new URL("../../scripts/ts-hooks.mjs", import.meta.url).pathname;

/** `KITH_FULL=1` runs the proof in full: 1000 mails, 30 kills. */
const isFull = process.env.KITH_FULL === "1";
const mails = isFull ? 1000 : 100;
const killsPerLane = isFull ? 10 : 2;

let provider: MailProvider;
beforeEach(async () => {
  await pg()`delete from outbox`;
  provider = await startMailProvider();
});
afterEach(async () => provider.close());

/** Export notifications to as many different people. */
async function queue(count: number): Promise<void> {
  const acme = await newWorkspace();
  const mails = Array.from({ length: count }, (_, n) => {
    const payload = { exportId: newId(), filename: `list-${n}.csv`, total_rows: n };
    return { id: newId(), subject_key: payload.exportId, recipient: `reader-${n}@example.com`, payload };
  });
  await pg()`delete from outbox`;
  await pg()`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload)
    select id, ${acme.id}, 'export_completed', subject_key, recipient, payload
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as m(id uuid, subject_key text, recipient text, payload jsonb)`;
}

/** Ends waits and leases: of dead workers, and of running ones, which must do no harm. No mail runs out of attempts. */
async function passTime(): Promise<void> {
  await pg()`
    update outbox set next_attempt_at = now() - interval '1 second', lease_until = null, attempts = least(attempts, 4)
    where status in ('pending', 'sending')`;
}

async function unsent(): Promise<number> {
  const [row] = await pg()<{ n: number }[]>`select count(*)::int as n from outbox where status <> 'sent'`;
  return row?.n ?? 0;
}

async function sendTheRest(): Promise<void> {
  while ((await unsent()) > 0) {
    await passTime();
    await drain(mailQueue(Number.POSITIVE_INFINITY));
  }
}

/** How often each recipient's mail was accepted, the highest number first. */
function acceptances(accepted: AcceptedMail[]): number[] {
  const counts = new Map<string, number>();
  for (const { to } of accepted) counts.set(to, (counts.get(to) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
}

function startWorker(): ChildProcess {
  return spawn(process.execPath, ["--import", hooks, worker], { stdio: "ignore", env: process.env });
}

/** Starts and kills a worker, again and again, each time a moment after it began to send. */
async function killRepeatedly(times: number): Promise<number> {
  let kills = 0;
  for (let n = 0; n < times && (await unsent()) > 0; n++) {
    const child = startWorker();
    const before = provider.requests.length;
    for (let waited = 0; provider.requests.length < before + 3 && waited < 8000; waited += 20)
      await sleep(20);
    await sleep(Math.random() * 300);
    child.kill("SIGKILL");
    await once(child, "exit");
    kills++;
    await passTime();
  }
  return kills;
}

it(`delivers ${mails} mails once each though 30 % of the answers are lost and workers are killed ${3 * killsPerLane} times`, async () => {
  await queue(mails);
  provider.dropRate = 0.3;
  const kills = await Promise.all([1, 2, 3].map(() => killRepeatedly(killsPerLane)));
  await sendTheRest();
  expect(kills).toEqual([killsPerLane, killsPerLane, killsPerLane]);
  expect(provider.requests.length).toBeGreaterThan(1.2 * mails);
  expect(acceptances(provider.accepted)).toEqual(Array.from({ length: mails }, () => 1));
}, 300_000);

it("would notice a mail that is delivered twice", async () => {
  await queue(40);
  provider.dropRate = 0.3;
  provider.forgetful = true;
  await sendTheRest();
  expect(acceptances(provider.accepted)[0]).toBeGreaterThan(1);
}, 60_000);
