import { expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { ApiError } from "@/lib/errors";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { importJob } from "./job";

const ATTEMPTS = 10;

async function newImport(): Promise<[string, string]> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(20, { bad: 0 }));
  return [workspaceId, await confirmedImport(workspaceId, file, 20)];
}

/** The error of both file stores when they do not answer. */
function silentStorage() {
  const error = new ApiError("SERVICE_UNAVAILABLE", "The file storage does not answer. Try again shortly.");
  return vi.spyOn(blobStore(), "read").mockRejectedValue(error);
}

/** Works on the import like a polling request once the postponement is over. */
async function tryAgain(workspaceId: string, id: string): Promise<void> {
  await pg()`update imports set lease_until = null where workspace_id = ${workspaceId} and id = ${id}`;
  await runJob(importJob, { workspaceId, id });
}

it("an import whose file storage does not answer rests, and is done when it answers again", async () => {
  const [workspaceId, id] = await newImport();
  const read = silentStorage();
  await runJob(importJob, { workspaceId, id });
  expect(await importState(workspaceId, id)).toMatchObject({ status: "processing", processed_rows: 0 });
  const [row] = await pg()<{ rests: boolean }[]>`
    select lease_until > now() as rests from imports where workspace_id = ${workspaceId} and id = ${id}`;
  expect(row?.rests).toBe(true);
  read.mockRestore();
  await tryAgain(workspaceId, id);
  expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", processed_rows: 20 });
});

it("gives up after ten attempts and names the file storage", async () => {
  const [workspaceId, id] = await newImport();
  silentStorage();
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) await tryAgain(workspaceId, id);
  expect((await importState(workspaceId, id)).status).toBe("processing");
  await tryAgain(workspaceId, id);
  const [row] = await pg()`
    select status, failure_code, summary from imports where workspace_id = ${workspaceId} and id = ${id}`;
  expect(row).toEqual({
    status: "failed",
    failure_code: "storage_unavailable",
    summary: expect.stringContaining("The file storage does not answer."),
  });
});
