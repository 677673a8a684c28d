import { afterEach, expect, it, vi } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { importJob } from "@/lib/imports/engine/job";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { abandonedJobs } from "./abandoned";
import { claimJob, releaseJob } from "./lease";
import { persist, runJob } from "./run";

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

it("lets go of a job as soon as the database is back", async () => {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20));
  const job = { workspaceId, id: await confirmedImport(workspaceId, file, 20) };
  const lease = await claimJob(importJob, job);
  if (!lease) throw new Error("the import could not be claimed");
  const address = process.env.DATABASE_URL;
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", "postgres://kith:x@127.0.0.1:1/kith");
  resetEnv();
  let attempts = 0;
  const done = persist(() => {
    attempts++;
    return releaseJob(lease);
  });
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(2), { timeout: 10_000 });
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", address);
  resetEnv();
  await done;
  expect(await abandonedJobs(importJob, workspaceId)).toEqual([job]);
});

it("is tried again by the same worker when the database took it back in favour of another", async () => {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20));
  const job = { workspaceId, id: await confirmedImport(workspaceId, file, 20) };
  let attempts = 0;
  const work: typeof importJob.work = async (lease, isOver) => {
    if (++attempts < 3) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
    return importJob.work(lease, isOver);
  };
  await runJob({ ...importJob, work }, job);
  expect(attempts).toBe(3);
  const [row] = await pg()`select status from imports where workspace_id = ${workspaceId} and id = ${job.id}`;
  expect(row).toEqual({ status: "completed" });
});

it("is left to a later attempt after any other error", async () => {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20));
  const job = { workspaceId, id: await confirmedImport(workspaceId, file, 20) };
  let attempts = 0;
  const work = async () => {
    attempts++;
    throw new Error("the disk is full");
  };
  await runJob({ ...importJob, work }, job);
  expect(attempts).toBe(1);
  const [row] = await pg()`
    select status, failures from imports where workspace_id = ${workspaceId} and id = ${job.id}`;
  expect(row).toEqual({ status: "processing", failures: 1 });
});
