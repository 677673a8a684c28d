import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patchContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { confirmationOf } from "@/lib/imports/draft";
import { planImport } from "@/lib/imports/planning";
import { claimImport, readPendingImport } from "@/lib/imports/queries";
import { randomSource } from "@/lib/testing/fixtures/people";
import { endOf, uploadText } from "@/lib/testing/imports";
import { seedsOf } from "@/lib/testing/seeds";
import { type Answer, newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import type { DiffRow } from "./schemas";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Values = Record<string, unknown>;

const seeds = seedsOf(20, 2000);
const RUNS = seeds.count;
const PEOPLE = 12;
const FIELDS = ["first_name", "company", "notes", "is_unsubscribed"] as const;

beforeEach(() => {
  process.env.IMPORT_BATCH_ROWS = "3";
  resetEnv();
});
afterEach(() => {
  delete process.env.IMPORT_BATCH_ROWS;
  resetEnv();
});

const emailOf = (n: number) => `p${n}@example.com`;

/** Half of the people are stored; the file has a row about all of them, for some exactly what is stored. */
async function prepare(random: () => number) {
  const acme = await newWorkspace();
  const ids = new Map<string, string>();
  for (let n = 0; n < PEOPLE; n += 2) {
    const body = { email: emailOf(n), first_name: "Old", company: "Old" };
    ids.set(emailOf(n), (await acme.call(createContact, { body })).body.id);
  }
  const rows = Array.from({ length: PEOPLE }, (_, n) =>
    [emailOf(n), random() < 0.3 ? "Old" : "New", random() < 0.5 ? "Old" : "New"].join(","),
  );
  const text = `email,first_name,company\n${rows.join("\n")}\n`;
  const params = { id: (await uploadText(acme, text)).body.importId as string };
  const { body: diff } = await acme.call(listChanges, { params, query: { limit: "100" } });
  return { acme, ids, params, diff: diff as { etag: string; data: DiffRow[]; counts: object } };
}

/** A concurrent change by another user to a person of the file. */
function edits(acme: Workspace, ids: Map<string, string>, random: () => number): (() => Promise<unknown>)[] {
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const email = emailOf(Math.floor(random() * PEOPLE));
    const id = ids.get(email);
    if (!id) {
      const body = { email, first_name: pick(["New", "Other"]), company: pick(["New", "Other"]) };
      return () => acme.call(createContact, { body });
    }
    const params = { id };
    const changes = [
      { company: "Other" },
      { company: "New" },
      { first_name: "Other" },
      { is_unsubscribed: true },
    ];
    const body = pick(changes);
    if (random() < 0.2) return () => acme.call(deleteContact, { params });
    return () => acme.call(patchContact, { params, body });
  });
}

interface Written {
  email: string;
  created: boolean;
  untouched: boolean;
  former: Values | null;
  values: Values;
}

/** The rows written by the import, with the former values of what it changed; `untouched` = not changed by anybody since. */
async function writtenBy(workspaceId: string, id: string): Promise<Written[]> {
  return pg()<Written[]>`
    select c.email, c.import_id is not distinct from ${id} as created,
      c.written_by is not distinct from ${id} as untouched,
      (select to_jsonb(j) from import_changes j
       where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id order by j.seq limit 1) as former,
      to_jsonb(c) as values
    from contacts c
    where c.workspace_id = ${workspaceId} and (c.import_id = ${id} or c.written_by = ${id} or exists (
      select from import_changes j
      where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id))`;
}

/** The differences between what was written and what was shown. */
function surprises(rows: readonly DiffRow[], written: readonly Written[]): string[] {
  const shown = new Map(rows.map((row) => [row.email, row]));
  return written.flatMap(({ email, created, untouched, former, values }) => {
    const row = shown.get(email);
    if (row?.kind !== (created ? "create" : "update"))
      return [`${email} is ${created ? "created" : "changed"}`];
    const told = new Map(row.changes.map((change) => [change.field, change]));
    return FIELDS.flatMap((field) => {
      const change = told.get(field);
      const was = created ? null : former?.[field];
      if (change && !created && change.old !== was) return [`${email} ${field} was ${was}`];
      if (!untouched) return [];
      const is = values[field];
      const wanted = change ? change.new : created ? (field === "is_unsubscribed" ? false : null) : was;
      return is === wanted ? [] : [`${email} ${field} is ${is}, not ${wanted}`];
    });
  });
}

async function interleave(seed: number, asked: Record<string, string> = {}) {
  const random = randomSource(seed);
  const { acme, ids, params, diff } = await prepare(random);
  const begin = Promise.withResolvers<Answer>();
  const others = edits(acme, ids, random).map(async (edit) => {
    // Before it is confirmed, concurrently, and while it runs, however fast the machine is.
    const [when, restMs] = [random(), random() * 80];
    if (when > 0.4) await begin.promise;
    if (when > 0.2) await sleep(restMs);
    return edit();
  });
  const confirmed = await acme.call(confirm, { params, query: { etag: diff.etag, ...asked } });
  begin.resolve(confirmed);
  await Promise.all(others);
  const done = await endOf(acme, params);
  const written = await writtenBy(acme.id, params.id);
  return { confirmed, written, done, diff, found: surprises(diff.data, written) };
}

it(`never writes anything else than what was confirmed, in ${RUNS} interleavings with edits of others`, {
  timeout: 7_200_000,
}, async () => {
  const sum = { stopped: 0, ran: 0, leftAlone: 0, written: 0 };
  for (const seed of seeds.all) {
    const { confirmed, written, done, diff, found } = await interleave(seed);
    expect(found, `seed ${seed}`).toEqual([]);
    if (confirmed.status === 409) {
      expect(confirmed.body.details, `seed ${seed}`).toMatchObject({ reason: "changes_differ" });
      expect([done.status, written], `seed ${seed}`).toEqual(["pending", []]);
      sum.stopped++;
      continue;
    }
    expect([confirmed.status, done.status], `seed ${seed}`).toEqual([202, "completed"]);
    expect(done.processed_rows).toBe(diff.data.length);
    sum.ran++;
    sum.leftAlone += done.failed_rows;
    sum.written += written.length;
  }
  // A case that never occurs proves nothing.
  expect(Math.min(sum.stopped, sum.ran, sum.leftAlone, sum.written), JSON.stringify(sum)).toBeGreaterThan(3);
  recordFigure("confirmed", {
    size: { interleavings: RUNS },
    measured: { surprises: 0, "stopped before writing": sum.stopped, "rows left alone": sum.leftAlone },
    seed: seeds.first,
    isWhole: seeds.isWhole,
    part: seeds.part,
  });
});

it("the same check finds surprises where nobody bound the import to what was shown", {
  timeout: 120_000,
}, async () => {
  let found = 0;
  for (let seed = 1; seed <= 20 && found === 0; seed++)
    found = (await interleave(seed, { whenChanged: "continue" })).found.length;
  expect(found).toBeGreaterThan(0);
});

it("starts nothing when the diff was forgotten, with somebody in it, just before", async () => {
  const { acme, params } = await prepare(randomSource(1));
  const row = await readPendingImport(acme.id, params.id);
  const { fresh: _, ...plan } = await planImport(row, await confirmationOf(row));
  const told = { fingerprint: "x", decided: {}, draftVersion: row.draft_version, diff: newId() };
  expect(await claimImport(acme.id, params.id, plan, told)).toBe(false);
  expect((await readPendingImport(acme.id, params.id)).status).toBe("pending");
});

it("stops before it writes, and says what would come of it now", async () => {
  const { acme, ids, params, diff } = await prepare(() => 0.9);
  await acme.call(patchContact, { params: { id: ids.get(emailOf(0)) ?? "" }, body: { company: "New" } });
  const { status, body } = await acme.call(confirm, { params, query: { etag: diff.etag } });
  expect([status, body.code]).toEqual([409, "CONFLICT"]);
  const { body: now } = await acme.call(listChanges, { params });
  expect(body.details).toEqual({
    ...{ reason: "changes_differ", changed: "contacts", etag: now.etag, counts: now.counts },
    rows: [now.data[0]],
  });
  expect(now.etag).not.toBe(diff.etag);
  const query = { etag: now.etag };
  const other = { columnMapping: { email: "email" } };
  expect((await acme.call(confirm, { params, query, body: other })).status).toBe(409);
  // In the body it would be an unknown field, and ignored: what makes the confirmation safe would be gone.
  const misplaced = await acme.call(confirm, { params, body: { ...other, etag: now.etag } });
  expect([misplaced.status, misplaced.body.details]).toEqual([
    400,
    [{ path: ["etag"], code: "misplaced", message: "is a parameter of the query: send it in the URL" }],
  ]);
  const again = await acme.call(confirm, { params, query });
  expect([again.status, again.body]).toEqual([202, { importId: params.id, status: "processing" }]);
  await settleBackground();
});
