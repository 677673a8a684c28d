import { afterEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { runJob } from "@/lib/jobs/run";
import { compare } from "@/lib/testing/fixtures/chaos";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { type Serverless, startServerless } from "@/lib/testing/serverless";
import { importJob } from "./job";

const isFull = process.env.KITH_FULL === "1";
const size = isFull
  ? { rows: 200_000, budgetMs: 2000, batch: 1000, slices: 3 }
  : { rows: 3000, budgetMs: 1, batch: 1000, slices: 3 };
const data = { seed: 11 };

let platform: Serverless | undefined;
afterEach(async () => platform?.close());

async function newImport(): Promise<{ workspaceId: string; id: string }> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(size.rows, data));
  return { workspaceId, id: await confirmedImport(workspaceId, file, size.rows) };
}

/** All results of an import, without ids and times. */
async function resultOf({ workspaceId, id }: { workspaceId: string; id: string }) {
  const [sums] = await pg()`
    select
      (select md5(string_agg(concat_ws('|', row, line, "column", code, message, cells::text), e'\\n' order by row))
       from import_errors where workspace_id = ${workspaceId} and import_id = ${id}) as errors,
      (select md5(string_agg(concat_ws('|', email, first_name, last_name, phone, company, notes, is_unsubscribed,
         custom_fields::text), e'\\n' order by email))
       from contacts where workspace_id = ${workspaceId}) as contacts`;
  const [counts] = await pg()`select contacts::int from workspace_counts where workspace_id = ${workspaceId}`;
  const [row] = await pg()<{ summary: string; checkpoint_bytes: string; attempts: number }[]>`
    select summary, checkpoint_bytes::text from imports where workspace_id = ${workspaceId} and id = ${id}`;
  return { ...(await importState(workspaceId, id)), ...sums, ...counts, ...row };
}

it(
  `cut into slices of ${size.budgetMs} ms, each in a fresh process, an import of ${size.rows} rows ends as in one go`,
  async () => {
    const whole = await newImport();
    await runJob(importJob, { workspaceId: whole.workspaceId, id: whole.id });
    const sliced = await newImport();
    platform = await startServerless({
      env: { JOB_TIME_BUDGET_MS: String(size.budgetMs), IMPORT_BATCH_ROWS: String(size.batch) },
      limitMs: size.budgetMs + 60_000,
    });
    const started = performance.now();
    await platform.start("import", sliced.workspaceId, sliced.id);
    await platform.idle();
    const { invocations, killed } = platform;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    if (isFull)
      console.log(JSON.stringify({ rows: size.rows, invocations: invocations.length, killed, seconds }));
    expect(killed).toBe(0);
    expect(new Set(invocations).size).toBe(invocations.length);
    expect(invocations.length).toBeGreaterThanOrEqual(size.slices);
    const state = await importState(sliced.workspaceId, sliced.id);
    expect(await compare(sliced.workspaceId, state, size.rows, data)).toEqual([]);
    expect(await resultOf(sliced)).toEqual(await resultOf(whole));
  },
  isFull ? 600_000 : 180_000,
);
