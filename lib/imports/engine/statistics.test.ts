import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import type { Job } from "@/lib/jobs/kind";
import { runJob } from "@/lib/jobs/run";
import { log } from "@/lib/log";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { owner } from "@/lib/testing/owner";
import { importJob } from "./job";

const ROWS = 200;

beforeEach(async () => {
  process.env.IMPORT_BATCH_ROWS = "50";
  resetEnv();
  await pg()`analyze contacts`;
});
afterEach(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  resetEnv();
});

async function newImport(): Promise<Job> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(ROWS, { bad: 0 }));
  return { workspaceId, id: await confirmedImport(workspaceId, file, ROWS) };
}

const expectedRows = async () => {
  const [row] = await pg()<{ n: number }[]>`
    select reltuples::int as n from pg_class where oid = 'contacts'::regclass`;
  return row?.n;
};

it("an import tells the planner of contacts it does not know of", async () => {
  const before = await expectedRows();
  await runJob(importJob, await newImport());
  expect(await expectedRows()).toBeGreaterThan(before ?? 0);
});

it("an import tells the planner of a table that it has never looked at", async () => {
  await owner()`truncate contacts cascade`;
  expect(await expectedRows()).toBe(-1);
  await runJob(importJob, await newImport());
  expect(await expectedRows()).toBeGreaterThan(0);
});

it("an import does not wait for an index that is being built, or a vacuum", async () => {
  const { workspaceId, id } = await newImport();
  const before = await expectedRows();
  await pg().begin(async (tx) => {
    await tx`lock table contacts in share update exclusive mode`;
    await runJob(importJob, { workspaceId, id });
  });
  expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", processed_rows: ROWS });
  expect(await expectedRows()).toBe(before);
});

it("an import goes on when the statistics cannot be refreshed, and says so in the log", async () => {
  const warned = vi.spyOn(log(), "warn");
  const { workspaceId, id } = await newImport();
  // ANALYZE evaluates the expression of an index, as every insert does.
  await owner()`create function failing_key(text) returns int language plpgsql immutable as
    $$ begin if current_query() like 'analyze%' then raise 'not today'; end if; return 1; end $$`;
  await owner()`create index failing on contacts (failing_key(email))`;
  try {
    await runJob(importJob, { workspaceId, id });
  } finally {
    await owner()`drop index failing`;
  }
  expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", processed_rows: ROWS });
  expect(warned).toHaveBeenCalledWith(expect.anything(), "statistics of contacts not refreshed");
});
