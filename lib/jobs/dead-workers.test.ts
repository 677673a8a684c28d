import { spawn, spawnSync } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { createExport } from "@/lib/exports/queries";
import { processImport } from "@/lib/imports/engine/process";
import { reviveJobs } from "@/lib/sweep/jobs";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { newWorkspace } from "@/lib/testing/workspace";
import { abandonedJobs, claimJob, type JobKind, persist, releaseJob } from "./lease";

afterEach(() => {
  vi.restoreAllMocks();
  resetEnv();
});

async function newImport(): Promise<{ workspaceId: string; id: string }> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20, { bad: 0 }));
  return { workspaceId, id: await confirmedImport(workspaceId, file, 20) };
}

async function newExport(): Promise<{ workspaceId: string; id: string }> {
  const acme = await newWorkspace();
  const { id } = await createExport(acme.id, acme.user.id, { tagIds: [], tagMatch: "any" });
  return { workspaceId: acme.id, id };
}

/** A claimed job whose owner reads as if another process had claimed it. */
async function claimedBy(
  kind: JobKind,
  job: { workspaceId: string; id: string },
  change: (own: string) => string,
) {
  await claimJob(kind, job.workspaceId, job.id);
  const table = pg()(`${kind}s`);
  const [row] = await pg()<
    { owner: string }[]
  >`select lease_owner as owner from ${table} where id = ${job.id}`;
  await pg()`update ${table} set lease_owner = ${change(row?.owner ?? "")} where id = ${job.id}`;
}

const withPid = (pid: number) => (own: string) => own.replace(/\d+$/, String(pid));
const gone = () => spawnSync(process.execPath, ["--version"]).pid;

/** What a sweep starts, run to its end; answers whether the job is over. */
async function isRevived(kind: JobKind, { id }: { id: string }): Promise<boolean> {
  const started: Promise<unknown>[] = [];
  await reviveJobs(kind, (work) => started.push(work()));
  await Promise.all(started);
  const [row] = await pg()`select status from ${pg()(`${kind}s`)} where id = ${id}`;
  return row?.status === "completed";
}

it.each([
  ["import", newImport],
  ["export", newExport],
] as const)("an %s whose worker died on this machine goes on at once", async (kind, make) => {
  const job = await make();
  await claimedBy(kind, job, withPid(gone()));
  expect(await abandonedJobs(kind, job.workspaceId)).toEqual([]);
  expect(await isRevived(kind, job)).toBe(true);
});

it("a process that had our id before us counts as dead", async () => {
  const job = await newImport();
  await claimedBy("import", job, (own) => own.replace(/[0-9a-f-]{36}/, crypto.randomUUID()));
  expect(await isRevived("import", job)).toBe(true);
});

it("leaves alone what a living process, another machine or this very process works on", async () => {
  const living = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  for (const change of [
    withPid(living.pid ?? 0),
    (own: string) => withPid(gone())(`elsewhere-${own}`),
    (own: string) => own,
  ]) {
    const job = await newImport();
    await claimedBy("import", job, change);
    expect(await isRevived("import", job)).toBe(false);
  }
  living.kill();
});

it("leaves it to the leases on a platform of short-lived processes", async () => {
  const job = await newImport();
  await claimedBy("import", job, withPid(gone()));
  vi.stubEnv("VERCEL", "1");
  resetEnv();
  expect(await isRevived("import", job)).toBe(false);
});

it("lets go of a job as soon as the database is back", async () => {
  const { workspaceId, id } = await newImport();
  const lease = await claimJob("import", workspaceId, id);
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
  expect(await abandonedJobs("import", workspaceId)).toEqual([{ workspaceId, id }]);
});

it.each([
  [11, null, "completed"],
  [31, null, "failed"],
  [11, "The import was interrupted by an unexpected error.", "failed"],
])(
  "an import that was claimed %i times without a commit, with the failure %o, is then %s",
  async (times, failure, wanted) => {
    const { workspaceId, id } = await newImport();
    await pg()`update imports set attempts = ${times - 1}, last_error = ${failure} where id = ${id}`;
    await processImport(workspaceId, id);
    expect(await pg()`select status from imports where id = ${id}`).toEqual([{ status: wanted }]);
  },
);
