import type { TransactionSql } from "postgres";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import type { Lease } from "@/lib/jobs/kind";
import { claimJob } from "@/lib/jobs/lease";
import { runJob } from "@/lib/jobs/run";
import { beginRequest } from "@/lib/jobs/yielding";
import { HEADER } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { owner } from "@/lib/testing/owner";
import { readBatches } from "./batches";
import { commitBatch } from "./commit";
import { mergeEarly } from "./early";
import { importJob } from "./job";
import { loadImport } from "./load";
import { openFinder } from "./lookup";
import type { Batch, LoadedImport } from "./plan";

const BATCH_ROWS = 50;
beforeEach(() => {
  vi.stubEnv("IMPORT_BATCH_ROWS", String(BATCH_ROWS));
  resetEnv();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const emailOf = (n: number) => `p${n}@x.example`;
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => i + from);

/** An import of these people, each row with its number in the file as the first name. */
async function newImport(people: number[], workspaceId: string) {
  const rows = people.map((n, i) => `${emailOf(n)},N${i + 1},,,,,,,,\n`);
  const file = await storeFile(workspaceId, [Buffer.from(`${HEADER}\n${rows.join("")}`)]);
  return confirmedImport(workspaceId, file, rows.length);
}

interface TwoBatches {
  lease: Lease;
  job: LoadedImport;
  one: Batch;
  two: Batch;
  /** Begins the second batch as far as it may go, with one answer for its turn. */
  begin: (onConflict?: () => void) => { come: () => void; fail: () => void; done: Promise<void> };
}

/** Two batches, of which the second also has person 0 of the first. */
async function twoBatches(): Promise<TwoBatches> {
  const workspaceId = await makeWorkspace();
  const id = await newImport([...numbers(2 * BATCH_ROWS - 1), 0], workspaceId);
  const lease = await claimJob(importJob, { workspaceId, id });
  if (!lease) throw new Error("the import could not be claimed");
  const job = await loadImport(lease);
  const [one, two] = await Array.fromAsync(readBatches(job));
  if (!one || !two) throw new Error("not two batches");
  const find = await openFinder(job.plan, 100);
  find(one);
  const look = find(two);
  const begin = (onConflict = () => {}) => {
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const early = { before: one.lines, from: undefined, turn, onConflict };
    const done = commitBatch(lease, job, two, { look, turn, early });
    done.catch(() => undefined);
    return { come: () => resolve(), fail: () => reject(new Error("the batch before failed")), done };
  };
  return { lease, job, one, two, begin };
}

/** Whether somebody else could create that person now; he is not created. */
async function isFree(workspaceId: string, n: number): Promise<boolean> {
  const create = async (tx: TransactionSql) => {
    await tx`set local lock_timeout = '1ms'`;
    await tx`
      insert into contacts (workspace_id, id, email, first_name)
      values (${workspaceId}, ${newId()}, ${emailOf(n)}, 'Somebody')`;
    throw new Error("free");
  };
  const error = await pg()
    .begin(create)
    .catch((reason: Error & { code?: string }) => reason);
  if (error.code !== "55P03" && error.message !== "free") throw error;
  return error.message === "free";
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const isMerged = ({ lease }: TwoBatches) =>
  until(async () => expect(await isFree(lease.workspaceId, 60)).toBe(false));

/** The people with their first names; also sees that they are counted right. */
async function storedPeople(workspaceId: string): Promise<Map<string, string>> {
  const rows = await pg()<{ email: string; first_name: string }[]>`
    select email, first_name from contacts where workspace_id = ${workspaceId}`;
  const [counts] = await pg()<{ contacts: string }[]>`
    select contacts from workspace_counts where workspace_id = ${workspaceId}`;
  expect(Number(counts?.contacts)).toBe(rows.length);
  return new Map(rows.map((row) => [row.email, row.first_name]));
}

async function expectBoth({ lease }: TwoBatches): Promise<void> {
  const people = await storedPeople(lease.workspaceId);
  expect(people.size).toBe(2 * BATCH_ROWS - 1);
  expect(people.get(emailOf(0))).toBe("N100");
  expect(people.get(emailOf(60))).toBe("N61");
  const state = await importState(lease.workspaceId, lease.id);
  expect(state).toMatchObject({ processed_rows: 100, created_rows: 99, updated_rows: 1, failed_rows: 0 });
}

/** Commits the first batch and lets the second one, which was begun, have its turn. */
async function commitInOrder(both: TwoBatches, second: ReturnType<TwoBatches["begin"]>): Promise<void> {
  await commitBatch(both.lease, both.job, both.one);
  second.come();
  await second.done;
  await expectBoth(both);
}

it("merges the people the batch before does not have, and the others after it", async () => {
  const both = await twoBatches();
  const second = both.begin();
  await isMerged(both);
  expect(await isFree(both.lease.workspaceId, 0)).toBe(true);
  expect(await storedPeople(both.lease.workspaceId)).toEqual(new Map());
  await commitInOrder(both, second);
});

it("lets go of its rows when somebody waits for them, and merges them in its turn", async () => {
  const both = await twoBatches();
  const { workspaceId } = both.lease;
  const onConflict = vi.fn();
  const second = both.begin(onConflict);
  await isMerged(both);
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    values (${workspaceId}, ${newId()}, ${emailOf(60)}, 'Somebody')`;
  await until(async () => expect(onConflict).toHaveBeenCalledOnce());
  expect(await isFree(workspaceId, 61)).toBe(true);
  await pg()`delete from contacts where workspace_id = ${workspaceId}`;
  await commitInOrder(both, second);
});

it("writes nothing when the batch before fails", async () => {
  const both = await twoBatches();
  const { fail, done } = both.begin();
  await isMerged(both);
  fail();
  await expect(done).rejects.toThrow("the batch before failed");
  expect(await storedPeople(both.lease.workspaceId)).toEqual(new Map());
});

it("writes nothing when the batch before is not what came before it", async () => {
  const both = await twoBatches();
  const { come, done } = both.begin();
  await isMerged(both);
  come();
  await expect(done).rejects.toThrow();
  expect(await storedPeople(both.lease.workspaceId)).toEqual(new Map());
});

it.each([
  ["an early", true],
  ["another", false],
])("takes the counts of %s batch last, as somebody does who edits one of its people", async (_, isEarly) => {
  const both = await twoBatches();
  const { workspaceId } = both.lease;
  if (!isEarly) beginRequest()();
  const { come, done } = both.begin();
  if (isEarly) await isMerged(both);
  await commitBatch(both.lease, both.job, both.one);
  await pg().begin(async (tx) => {
    const edit = (phone: string, isUnsubscribed: boolean) => tx`
      update contacts set phone = ${phone}, is_unsubscribed = ${isUnsubscribed}
      where workspace_id = ${workspaceId} and email = ${emailOf(0)}`;
    await edit("+1", false);
    const [own] = await tx`select pg_backend_pid() as pid`;
    come();
    await until(async () => {
      const [waiting] =
        await pg()`select from pg_stat_activity where ${own?.pid} = any(pg_blocking_pids(pid))`;
      expect(waiting).toBeDefined();
    });
    await edit("+2", true); // a deadlock, should the batch hold the counts
  });
  await done;
  await expectBoth(both);
});

it("leaves the machine to somebody who asks for something", async () => {
  const merge = vi.fn();
  beginRequest()();
  await pg().begin(async (tx) => {
    const early = { from: undefined, turn: Promise.resolve(), onConflict: merge };
    expect(await mergeEarly(tx, early, merge)).toBeUndefined();
  });
  expect(merge).not.toHaveBeenCalled();
});

it("ends although two imports of the same people hold what the other one waits for", async () => {
  const workspaceId = await makeWorkspace();
  const people = numbers(600);
  const files = [people, people.toReversed(), people.map((n) => (n * 7) % 600)];
  const ids = await Promise.all(files.map((file) => newImport(file, workspaceId)));
  await Promise.all(ids.map((id) => runJob(importJob, { workspaceId, id })));
  const states = await Promise.all(ids.map((id) => importState(workspaceId, id)));
  for (const state of states) expect(state).toMatchObject({ status: "completed", processed_rows: 600 });
  expect(states.reduce((sum, state) => sum + state.created_rows, 0)).toBe(600);
  expect((await storedPeople(workspaceId)).size).toBe(600);
});

it("merges nothing early any more when a batch has met a deadlock", async () => {
  const workspaceId = await makeWorkspace();
  // Who holds no lock on imports has not had its turn.
  await owner().unsafe(`
    create sequence early_merges;
    grant all on early_merges to kith_app;
    create function refuse_early() returns trigger language plpgsql as $$ begin
      if exists (select from pg_locks where pid = pg_backend_pid() and relation = 'imports'::regclass) then
        return new;
      end if;
      perform nextval('early_merges');
      raise deadlock_detected;
    end $$;
    create trigger refuse_early before insert on contacts for each row
      when (new.workspace_id = '${workspaceId}') execute function refuse_early()`);
  try {
    const id = await newImport(numbers(20 * BATCH_ROWS), workspaceId);
    await runJob(importJob, { workspaceId, id });
    expect(await importState(workspaceId, id)).toMatchObject({ status: "completed", created_rows: 1000 });
    const [refused] = await pg()<{ times: number }[]>`select last_value::int as times from early_merges`;
    expect(refused?.times).toBeLessThan(4); // those that had begun
  } finally {
    await owner().unsafe("drop function refuse_early cascade; drop sequence early_merges");
  }
});
