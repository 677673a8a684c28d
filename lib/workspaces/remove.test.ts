import { afterEach, expect, it, vi } from "vitest";
import { GET as listContacts } from "@/app/api/contacts/route";
import { DELETE, GET } from "@/app/api/workspace/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { importText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { provision } from "./provision";
import { closeWorkspace } from "./queries";
import { removeAbandonedWorkspaces } from "./remove";
import { LARGE_TABLES, removeSlice, rules } from "./slices";

const { slice } = rules;
afterEach(() => {
  rules.slice = slice;
});

const PEOPLE = Array.from({ length: 50 }, (_, n) => `p${n}@example.com,P${n},vip`).join("\n");

async function furnished() {
  const acme = await newWorkspace();
  await importText(acme, `email,first_name,tags\n${PEOPLE}\nnobody,X,\n`);
  await importText(acme, `email,first_name,tags\n${PEOPLE.replaceAll("P", "Q")}\n`);
  const { name } = (await acme.call(GET)).body;
  return { ...acme, name: String(name) };
}

/** Rows that name the workspace. */
async function rowsOf(workspaceId: string): Promise<number> {
  let rows = 0;
  const tables = await pg()<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'`;
  for (const { name } of tables) {
    const [row] =
      await pg()`select count(*)::int as n from ${pg()(name)} where workspace_id = ${workspaceId}`;
    rows += row?.n ?? 0;
  }
  return rows;
}

it("answers soon when there is much to remove, lets nobody in from then on, and finishes after the answer", async () => {
  const acme = await furnished();
  await pg().begin(async (tx) => {
    await tx`select from contacts where workspace_id = ${acme.id} for update`;
    const late = new Promise<null>((resolve) => setTimeout(resolve, 10_000, null));
    const reply = await Promise.race([acme.call(DELETE, { body: { name: acme.name } }), late]);
    expect(reply?.status).toBe(204);
    expect((await acme.call(listContacts)).status).toBe(401);
    expect(await provision(acme.user.id)).not.toBe(acme.id);
    const { body } = await acme.call(listContacts);
    expect(body.total).toBe(0);
  });
  await settleBackground();
  expect(await rowsOf(acme.id)).toBe(0);
  expect(await pg()`select from workspaces where id = ${acme.id}`).toHaveLength(0);
});

it("is finished by the sweep, wherever a removal in slices was interrupted", async () => {
  rules.slice = 7;
  const [acme, other] = [await furnished(), await furnished()];
  const before = await rowsOf(other.id);
  await closeWorkspace(acme.id, acme.name, { role: "owner", permissions: [] });
  for (const table of LARGE_TABLES) {
    const end = await pg().begin((tx) => removeSlice(tx, acme.id, table, null));
    await pg().begin((tx) => removeSlice(tx, acme.id, table, end));
  }
  expect(await rowsOf(acme.id)).toBeGreaterThan(100);
  await Promise.all([removeAbandonedWorkspaces(), removeAbandonedWorkspaces()]);
  expect(await rowsOf(acme.id)).toBe(0);
  expect(await rowsOf(other.id)).toBe(before);
});

it("is not held up by one that cannot be removed", async () => {
  const [stuck, acme] = [await newWorkspace(), await newWorkspace()];
  await pg()`update workspaces set abandoned_at = now() where id = ${acme.id}`;
  await pg()`update workspaces set abandoned_at = now() - interval '1 day' where id = ${stuck.id}`;
  await owner()`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`;
  await owner().unsafe(`create trigger stuck before delete on workspaces for each row
    when (old.id = '${stuck.id}') execute function refuse()`);
  try {
    await expect(removeAbandonedWorkspaces()).rejects.toThrow("no");
    const left = await pg()`select id from workspaces where id = any(${[stuck.id, acme.id]})`;
    expect(left.map(({ id }) => id)).toEqual([stuck.id]);
  } finally {
    await owner()`drop function refuse() cascade`;
  }
});

it("has its turn after many that cannot be removed, at the next sweep at the latest", async () => {
  const stuck = Array.from({ length: 25 }, newId);
  await pg()`
    insert into workspaces (id, name, abandoned_at)
    select id, 'stuck', now() - interval '1 day' from unnest(${stuck}::uuid[]) as id`;
  const acme = await newWorkspace();
  await pg()`update workspaces set abandoned_at = now() - interval '1 hour' where id = ${acme.id}`;
  await owner().unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger stuck before delete on workspaces for each row
    when (old.name = 'stuck') execute function refuse()`);
  try {
    for (const _ of [1, 2]) await expect(removeAbandonedWorkspaces()).rejects.toThrow("no");
    expect(await pg()`select from workspaces where id = ${acme.id}`).toHaveLength(0);
    expect(await pg()`select from workspaces where name = 'stuck'`).toHaveLength(25);
  } finally {
    await owner()`drop function refuse() cascade`;
  }
  expect(await removeAbandonedWorkspaces()).toBe(20);
});

it("deletes each row in one slice and reads none again", async () => {
  rules.slice = 7;
  const acme = await furnished();
  const spy = vi.fn();
  for (const table of LARGE_TABLES) {
    let after: string[] | null = null;
    do {
      const from: string[] | null = after;
      after = await pg().begin((tx) => removeSlice(tx, acme.id, table, from));
      if (after) spy(after.join());
    } while (after);
  }
  expect(new Set(spy.mock.calls.map(String)).size).toBe(spy.mock.calls.length);
  const [row] = await pg()`
    select (select count(*) from contacts where workspace_id = ${acme.id})::int as contacts,
      (select count(*) from import_changes where workspace_id = ${acme.id})::int as journal,
      (select contacts from workspace_counts where workspace_id = ${acme.id})::int as counted`;
  expect(row).toEqual({ contacts: 0, journal: 0, counted: 0 });
});
