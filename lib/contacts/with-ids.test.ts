import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { importJob } from "@/lib/imports/engine/job";
import { runJob } from "@/lib/jobs/run";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { contactsWithIds } from "./with-ids";

const ROWS = 2000;

it("reads contacts by their key alone, whatever the planner believes of the table", async () => {
  const workspaceId = await makeWorkspace();
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(ROWS)), ROWS);
  await runJob(importJob, { workspaceId, id });
  const rows = await pg()<{ id: string }[]>`
    select id from contacts where workspace_id = ${workspaceId} order by id limit ${ROWS / 2}`;
  const ids = rows.map((row) => row.id);
  const plan = await pg().begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx<{ "QUERY PLAN": string }[]>`
      explain (costs off) select count(*) from ${contactsWithIds(tx, workspaceId, ids)} where c.is_unsubscribed`;
  });
  const scans = plan.map((row) => row["QUERY PLAN"]).filter((line) => line.includes("contacts"));
  expect(scans).toHaveLength(1);
  expect(scans[0]).toContain("contacts_workspace_id_id_pk");
});
