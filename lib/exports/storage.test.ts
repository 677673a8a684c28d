import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { diskFull } from "@/lib/errors";
import { runJob } from "@/lib/jobs/run";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { exportJob } from "./job";
import { createExport, findExport } from "./queries";

/** An export waits for its file store as long as an import does. */
const ATTEMPTS = 10;

let job: { workspaceId: string; id: string };

beforeEach(async () => {
  const workspaceId = await makeWorkspace();
  job = {
    workspaceId,
    id: (await createExport(workspaceId, randomUUID(), { tagIds: [], tagMatch: "any" })).id,
  };
});
afterEach(() => vi.restoreAllMocks());

/** Works on the export as the sweep does when its wait is over. */
async function tryAgain() {
  await pg()`update exports set lease_until = null where workspace_id = ${job.workspaceId} and id = ${job.id}`;
  await runJob(exportJob, job);
  return findExport(job.workspaceId, job.id);
}

it.each([
  ["the file store", () => diskFull()],
  ["the database", () => Object.assign(new Error("could not extend file"), { code: "53100" })],
])("rests while the disk of %s is full, and is written when there is room", async (_, error) => {
  const put = vi.spyOn(blobStore(), "put").mockRejectedValue(error());
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) expect((await tryAgain()).status).toBe("processing");
  put.mockRestore();
  expect((await tryAgain()).status).toBe("completed");
});

it("gives up after as many attempts as an import, and names the file storage", async () => {
  vi.spyOn(blobStore(), "put").mockRejectedValue(diskFull());
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) await tryAgain();
  expect(await tryAgain()).toMatchObject({
    status: "failed",
    failure_code: "storage_unavailable",
    error_message: expect.stringContaining("disk is full"),
  });
});
