import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { abandonedJobs } from "@/lib/jobs/abandoned";
import type { Job, JobKind, Lease } from "@/lib/jobs/kind";
import { inTurn } from "@/lib/jobs/lanes";
import { claimJob, FencedError } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { bodyOf, type ServiceDouble, serviceDouble } from "@/lib/testing/doubles/http";
import { jobFixtures } from "@/lib/testing/fixtures/jobs";
import { newWorkspace } from "@/lib/testing/workspace";
import { JOB_NAMES, kindOf, revivals, startJobNow } from "./jobs";

/** What the loop guarantees for every kind of job (lib/jobs/kind.ts). */

let platform: ServiceDouble | undefined;
const handedOver: unknown[] = [];
const process_ = globalThis as typeof globalThis & { kithStopping?: boolean };

beforeEach(() => {
  vi.stubEnv("IMPORT_BATCH_ROWS", "10");
  resetEnv();
});

afterEach(async () => {
  await settleBackground();
  await platform?.close();
  platform = undefined;
  handedOver.length = 0;
  process_.kithStopping = false;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetEnv();
});

/** A platform on which the time of an invocation is over after the first checkpoint, and which ignores the calls to continue. */
async function limitTime(): Promise<void> {
  platform = await serviceDouble(async (request, response) => {
    handedOver.push(JSON.parse(String(await bodyOf(request))));
    response.writeHead(202).end();
  });
  vi.stubEnv("INTERNAL_URL", platform.url);
  vi.stubEnv("JOB_TIME_BUDGET_MS", "1");
  resetEnv();
}

function unlimitTime(): void {
  vi.stubEnv("JOB_TIME_BUDGET_MS", "240000");
  resetEnv();
}

async function stateOf({ table }: JobKind, { workspaceId, id }: Job) {
  const [row] = await db().execute<{
    epoch: number;
    attempts: number;
    failures: number;
    last_error: string | null;
    waits: boolean;
    is_free: boolean;
  }>(sql`
    select epoch, attempts, failures, last_error, lease_until is not null and lease_until > now() as waits,
      lease_until is null as is_free
    from ${table} where workspace_id = ${workspaceId} and id = ${id}`);
  if (!row) throw new Error("the job is gone");
  return row;
}

/** Ends the lease of a job, or the wait after a failure; the clock of a virtual machine may step back a little. */
async function endLease({ table }: JobKind, { workspaceId, id }: Job): Promise<void> {
  await db().execute(sql`
    update ${table} set lease_until = now() - interval '1 second' where workspace_id = ${workspaceId} and id = ${id}`);
}

async function claim(kind: JobKind, job: Job): Promise<Lease> {
  const lease = await claimJob(kind, job);
  if (!lease) throw new Error("the job could not be claimed");
  return lease;
}

/** Claims a job in a process of its own that stops in the middle of its work, and kills it there. */
async function dieAtWork(kind: JobKind, { workspaceId, id }: Job, table = "contacts"): Promise<void> {
  const before = (await stateOf(kind, { workspaceId, id })).epoch;
  await pg().begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`;
    const worker = ["lib/testing/job-worker.mjs", kind.name, workspaceId, id];
    const child = spawn(
      process.execPath,
      ["--conditions=react-server", "--import", "./scripts/ts-hooks.mjs", ...worker],
      { env: { ...process.env, DATABASE_POOL_SIZE: "3" }, stdio: ["ignore", "ignore", "inherit"] },
    );
    await vi.waitUntil(
      async () =>
        (
          await pg()`
            select from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database()`
        ).length > 0,
      { timeout: 30_000, interval: 20 },
    );
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  expect(await stateOf(kind, { workspaceId, id })).toMatchObject({ epoch: before + 1, waits: true });
}

const mailsOf = async ({ workspaceId, id }: Job) =>
  (await pg()`select from outbox where workspace_id = ${workspaceId} and subject_key = ${id}`).length;

describe.each(JOB_NAMES.map((name) => [name] as const))("a job of kind %s", (name) => {
  const kind = kindOf(name);
  const fixture = jobFixtures[name];
  let job: Job;
  beforeEach(async () => {
    const acme = await newWorkspace();
    job = { workspaceId: acme.id, id: await fixture.make(acme.id, acme.user.id) };
  });

  async function isDoneOnce(): Promise<void> {
    expect(await fixture.result(job)).toEqual(fixture.done);
    expect(await mailsOf(job)).toBe(fixture.mails);
    expect(await stateOf(kind, job)).toMatchObject({ waits: false });
    expect(await abandonedJobs(kind, job.workspaceId)).toEqual([]);
  }

  it("is done once, by one worker, however many begin", async () => {
    const { epoch } = await stateOf(kind, job);
    await Promise.all(Array.from({ length: 5 }, () => runJob(kind, job)));
    expect((await stateOf(kind, job)).epoch).toBe(epoch + 1);
    await isDoneOnce();
  });

  it("goes on at once when its worker died in the middle, on this machine", async () => {
    await dieAtWork(kind, job, fixture.table);
    expect(await revivals()[`${name}s`]?.()).toBe(1);
    await settleBackground();
    await isDoneOnce();
  });

  it("ignores a worker that was frozen past its lease", async () => {
    const frozen = await claim(kind, job);
    await endLease(kind, job);
    const successor = await claim(kind, job);
    const before = [await stateOf(kind, job), await fixture.result(job)];
    await expect(kind.work(frozen, () => false)).rejects.toThrow(FencedError);
    expect([await stateOf(kind, job), await fixture.result(job)]).toEqual(before);
    expect(await kind.work(successor, () => false)).toBe("finished");
    await isDoneOnce();
  });

  it("is handed over at a checkpoint when its time is used up, and goes on there", async () => {
    await limitTime();
    await runJob(kind, job);
    expect(handedOver).toEqual([{ kind: name, ...job }]);
    expect(await stateOf(kind, job)).toMatchObject({ attempts: 0, is_free: true });
    expect(await fixture.result(job)).not.toEqual(fixture.done);
    unlimitTime();
    await runJob(kind, job);
    await isDoneOnce();
  });

  it("stops at a checkpoint when the process is to end, and is free for the next", async () => {
    process_.kithStopping = true;
    await runJob(kind, job);
    expect(await stateOf(kind, job)).toMatchObject({ attempts: 0, is_free: true });
    expect(await fixture.result(job)).not.toEqual(fixture.done);
    process_.kithStopping = false;
    await runJob(kind, job);
    await isDoneOnce();
  });

  it("is nobody's while others have its lane, and begins when one of them ends", async () => {
    const before = await stateOf(kind, job);
    const ends = Promise.withResolvers<void>();
    const rows = await kind.size(job);
    const others = ["one", "another"].map((id) =>
      inTurn(kind.lane, { workspaceId: id, id, rows }, () => ends.promise),
    );
    const running = runJob(kind, job);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await stateOf(kind, job)).toEqual(before);
    ends.resolve();
    await Promise.all([...others, running]);
    await isDoneOnce();
  });

  it("does not count that the database went away", async () => {
    const lost = Object.assign(new Error("lost"), { code: "CONNECTION_LOST" });
    vi.spyOn(kind, "work").mockRejectedValueOnce(lost);
    await runJob(kind, job);
    await isDoneOnce();
  });

  it("rests after a failure, of which its row keeps no words, and goes on", async () => {
    vi.spyOn(kind, "work").mockRejectedValueOnce(new RangeError("ada@example.com"));
    await runJob(kind, job);
    expect(await claimJob(kind, job)).toBeNull();
    expect(await stateOf(kind, job)).toMatchObject({ failures: 1, last_error: "RangeError", waits: true });
    await endLease(kind, job);
    await runJob(kind, job);
    await isDoneOnce();
  });

  it("is given up after so many failures, which is recorded and told once, or never", async () => {
    vi.spyOn(kind, "work").mockRejectedValue(new Error("broken"));
    const { epoch } = await stateOf(kind, job);
    const most = kind.limits?.failures ?? 15;
    for (let n = 0; n < most + 2; n++) {
      await runJob(kind, job);
      if (n < most) await endLease(kind, job);
    }
    const given = await stateOf(kind, job);
    if (!fixture.failed) return expect(given).toMatchObject({ epoch: epoch + most + 1, waits: true });
    expect(given).toMatchObject({ epoch: epoch + most, waits: false });
    expect(await fixture.result(job)).toEqual(fixture.failed);
    expect(await mailsOf(job)).toBeLessThanOrEqual(1);
  });

  it("is given up when its workers died too often without a checkpoint, or never", async () => {
    const claims = kind.limits?.claims ?? 1000;
    await db().execute(sql`
      update ${kind.table} set attempts = ${claims} where workspace_id = ${job.workspaceId} and id = ${job.id}`);
    await runJob(kind, job);
    expect(await fixture.result(job)).toEqual(fixture.failed ?? fixture.done);
  });

  it("is started before the answer for those who wait a moment", async () => {
    await startJobNow(name, job, 30_000);
    expect(await fixture.result(job)).toEqual(fixture.done);
  });
});
