import { afterEach, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import * as commit from "./commit";
import { importJob } from "./job";

const { commitBatch } = commit;

vi.mock("./commit", async (original) => {
  const actual = await original<typeof commit>();
  return { ...actual, commitBatch: vi.fn(actual.commitBatch) };
});

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

it("goes on ahead after a batch had to be tried again", async () => {
  vi.stubEnv("IMPORT_BATCH_ROWS", "50");
  resetEnv();
  const [rows, batches] = [2000, 40];
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(rows)), rows);
  const tried = vi.mocked(commitBatch);
  const usual = tried.getMockImplementation();
  if (!usual) throw new Error("not mocked");
  let calls = 0;
  tried.mockImplementation(async (...args) => {
    if (++calls === 5) throw Object.assign(new Error("deadlock"), { code: "40P01" });
    return usual(...args);
  });
  await runJob(importJob, { workspaceId, id });
  expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", processed_rows: rows });
  // Again: the one that failed, and the two that were in flight behind it.
  expect(calls).toBeGreaterThan(batches);
  expect(calls).toBeLessThanOrEqual(batches + 3);
});
