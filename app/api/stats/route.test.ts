import { describe, expect, it } from "vitest";
import { closeDatabase, pg } from "@/db/client";
import { firstIdAt, newId } from "@/lib/ids";
import { importText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { GET } from "./route";

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Contacts created at one moment, with ids of that moment as the application generates them. */
async function createContacts(workspaceId: string, count: number, createdAt = Date.now()) {
  const suffix = () => newId().slice(24);
  const ids = Array.from({ length: count }, () => firstIdAt(createdAt).slice(0, 24) + suffix());
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, created_at)
    select ${workspaceId}, id, id || '@example.com', 'x', ${new Date(createdAt).toISOString()}::timestamptz
    from unnest(${ids}::uuid[]) as id`;
}

async function createImport(workspaceId: string, processed: number, failed: number) {
  await pg()`
    insert into imports (workspace_id, id, filename, blob_bytes, dialect, headers, processed_rows, created_rows, failed_rows)
    values (${workspaceId}, ${newId()}, 'x.csv', 0, '{}', '[]', ${processed}, ${processed - failed}, ${failed})`;
}

async function age(workspaceId: string, seconds: number) {
  await pg()`
    update stats_cache set computed_at = now() - ${seconds} * interval '1 second' where workspace_id = ${workspaceId}`;
}

/** The time zone of the database's sessions, which the operator chooses. */
async function useTimeZone(zone: string) {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await owner().unsafe(`alter database ${database} set timezone = '${zone}'`);
  await closeDatabase();
}

describe("GET /api/stats", () => {
  it("is all zeros, with 30 days, for an empty workspace", async () => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(GET);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalContacts: 0, totalImports: 0, successRate: 0, contactsThisMonth: 0 });
    const today = Date.now();
    expect(body.contactsGrowth).toEqual(
      Array.from({ length: 30 }, (_, n) => ({ date: dayOf(today - (29 - n) * DAY_MS), count: 0 })),
    );
  });

  it("counts days and months in UTC, and only the last 30 days in the growth", async () => {
    const acme = await newWorkspace();
    const now = new Date();
    const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    const moments = [
      { at: today, count: 2 },
      { at: today - 1, count: 3 },
      { at: today - 29 * DAY_MS, count: 5 },
      { at: today - 29 * DAY_MS - 1, count: 7 },
      { at: today - 400 * DAY_MS, count: 11 },
    ];
    for (const { at, count } of moments) await createContacts(acme.id, count, at);
    const { body } = await acme.call(GET);
    expect(body.totalContacts).toBe(28);
    expect(body.contactsThisMonth).toBe(
      moments.filter(({ at }) => at >= month).reduce((sum, { count }) => sum + count, 0),
    );
    const filled = body.contactsGrowth.filter((day: { count: number }) => day.count > 0);
    expect(filled).toEqual([
      { date: dayOf(today - 29 * DAY_MS), count: 5 },
      { date: dayOf(today - 1), count: 3 },
      { date: dayOf(today), count: 2 },
    ]);
  });

  it("counts the first week by the hour, from the first contact on, and nothing by the hour afterwards", async () => {
    const HOUR_MS = 3600 * 1000;
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const nameOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 14)}00:00Z`;
    const [acme, older] = await Promise.all([newWorkspace(), newWorkspace("older")]);
    await createContacts(acme.id, 4, hour - 3 * HOUR_MS + 59 * 60_000);
    await createContacts(acme.id, 2, hour);
    expect((await acme.call(GET)).body.contactsByHour).toEqual(
      [4, 0, 0, 2].map((count, at) => ({ hour: nameOf(hour - (3 - at) * HOUR_MS), count })),
    );
    await createContacts(older.id, 1, Date.now() - 7 * DAY_MS - 1000);
    await createContacts(older.id, 1);
    expect((await older.call(GET)).body.contactsByHour).toEqual([]);
  });

  it("are counted anew when an import has ended", async () => {
    const acme = await newWorkspace();
    expect((await acme.call(GET)).body.totalContacts).toBe(0);
    await importText(acme, "email\nada@example.com\nnobody\n");
    expect((await acme.call(GET)).body).toMatchObject({ totalContacts: 1, totalImports: 1, successRate: 50 });
  });

  it("shows what an earlier version cached", async () => {
    const acme = await newWorkspace();
    await acme.call(GET);
    await pg()`update stats_cache set value = value - 'contactsByHour' where workspace_id = ${acme.id}`;
    expect((await acme.call(GET)).body.contactsByHour).toEqual([]);
  });

  it("has its 30 days also where the clocks went forward at midnight", async () => {
    const acme = await newWorkspace();
    const change = new Date(Date.now() - 10 * DAY_MS);
    const day = (Date.UTC(2025, change.getUTCMonth(), change.getUTCDate()) - Date.UTC(2024, 11, 31)) / DAY_MS;
    await useTimeZone(`AAA0BBB-1,J${day}/0,J${((day + 180) % 365) + 1}/0`);
    const { status, body } = await acme.call(GET);
    await useTimeZone("UTC");
    expect(status).toBe(200);
    const today = Date.now();
    expect(body.contactsGrowth.map(({ date }: { date: string }) => date)).toEqual(
      Array.from({ length: 30 }, (_, n) => dayOf(today - (29 - n) * DAY_MS)),
    );
  });

  it("gives the share of import rows that did not fail, with one decimal", async () => {
    const acme = await newWorkspace();
    await createImport(acme.id, 0, 0);
    await createImport(acme.id, 900, 1);
    await createImport(acme.id, 100, 33);
    expect((await acme.call(GET)).body).toMatchObject({ totalImports: 3, successRate: 96.6 });
  });

  it("says 100 percent only when no row failed", async () => {
    const acme = await newWorkspace();
    await createImport(acme.id, 3001, 1);
    expect((await acme.call(GET)).body).toMatchObject({ successRate: 99.9 });
    const globex = await newWorkspace();
    await createImport(globex.id, 3001, 0);
    expect((await globex.call(GET)).body).toMatchObject({ successRate: 100 });
  });

  it("keeps its answer for exactly five minutes by the database's clock", async () => {
    const acme = await newWorkspace();
    const total = async () => (await acme.call(GET)).body.totalContacts;
    expect(await total()).toBe(0);
    await createContacts(acme.id, 1);
    await age(acme.id, 299);
    expect(await total()).toBe(0);
    await age(acme.id, 300);
    expect(await total()).toBe(1);
  });

  it("never shows one workspace the figures of another", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await createContacts(other.id, 4);
    expect((await other.call(GET)).body.totalContacts).toBe(4);
    expect((await acme.call(GET)).body.totalContacts).toBe(0);
  });

  it.each(["cold", "stale"])("is computed once when 100 requests find it %s", async (state) => {
    const acme = await newWorkspace();
    if (state === "stale") {
      await acme.call(GET);
      await age(acme.id, 1000);
    }
    await owner().unsafe(`
      drop table if exists stats_writes cascade;
      create table stats_writes (workspace_id uuid);
      create or replace function note_stats_write() returns trigger language plpgsql as
        'begin insert into stats_writes values (new.workspace_id); return new; end';
      create or replace trigger note after update on stats_cache for each row execute function note_stats_write();
      grant select, insert on stats_writes to kith_app`);
    const answers = await Promise.all(Array.from({ length: 100 }, () => acme.call(GET)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await pg()`select 1 from stats_writes where workspace_id = ${acme.id}`).toHaveLength(1);
  });
});
