import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { importJob } from "@/lib/imports/engine/job";
import { claimJob } from "@/lib/jobs/lease";
import { newImport, rowOf } from "@/lib/testing/fixtures/jobs";
import { newWorkspace } from "@/lib/testing/workspace";
import { revivals } from "./jobs";

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

describe("a job whose worker died", () => {
  const withPid = (pid: number) => (own: string) => own.replace(/\d+$/, String(pid));
  const gone = () => spawnSync(process.execPath, ["--version"]).pid;

  /** Claims a job in the name of another process; returns whether a sweep resumes it. */
  async function isRevived(change: (own: string) => string): Promise<boolean> {
    const acme = await newWorkspace();
    const job = { workspaceId: acme.id, id: await newImport(acme.id) };
    expect(await claimJob(importJob, job)).not.toBeNull();
    const [row] = await pg()<{ owner: string }[]>`
      select lease_owner as owner from imports where workspace_id = ${acme.id} and id = ${job.id}`;
    await pg()`
      update imports set lease_owner = ${change(row?.owner ?? "")}
      where workspace_id = ${acme.id} and id = ${job.id}`;
    await revivals().imports?.();
    await settleBackground();
    return (await rowOf("imports", job))?.status === "completed";
  }

  it("goes on at once when that process is gone, or had our id before us", async () => {
    expect(await isRevived(withPid(gone()))).toBe(true);
    expect(await isRevived((own) => own.replace(/[0-9a-f-]{36}/, crypto.randomUUID()))).toBe(true);
  });

  it("is left alone when it is alive, of another machine, or ourselves", async () => {
    const living = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    expect(await isRevived(withPid(living.pid ?? 0))).toBe(false);
    living.kill();
    expect(await isRevived((own) => withPid(gone())(`elsewhere-${own}`))).toBe(false);
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().replaceAll("-", "");
    expect(await isRevived((own) => withPid(gone())(own.replace(boot, "0".repeat(32))))).toBe(false);
    expect(await isRevived((own) => own)).toBe(false);
  });

  it("is left to its lease on a platform of short-lived processes", async () => {
    vi.stubEnv("VERCEL", "1");
    resetEnv();
    expect(await isRevived(withPid(gone()))).toBe(false);
  });
});
