import type { TransactionSql } from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { deleteContact } from "./erase";
import { bounds } from "./kept";
import { buildOrder } from "./kept-orders";
import { listContacts, maintainList } from "./list";
import { maintainSearch, rules } from "./search-index";

const usual = { bounds: { ...bounds }, rules: { ...rules } };
beforeEach(
  () => void Object.assign(bounds, { worthwhile: 50, since: 40, restMs: 0, knownMs: 0, slowMs: -1 }),
);
afterEach(() => {
  Object.assign(bounds, usual.bounds);
  Object.assign(rules, usual.rules);
});

async function workspace(count = 120) {
  const acme = await newWorkspace();
  const ids = Array.from({ length: count }, () => newId());
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, company, updated_at)
    select ${acme.id}, id, n || '@example.com', 'Person ' || n, 'Acme', now() - interval '1 minute'
    from unnest(${ids}::uuid[]) with ordinality p(id, n)`;
  return { ...acme, ids };
}

const filter = { company: "acme", limit: 20 };
const buildFilter = async (id: string) => {
  await listContacts(id, filter);
  await maintainList(id, filter);
};
const builds = {
  "an order": (id: string) => buildOrder(id, { field: "name", isDescending: false }),
  "a filter": buildFilter,
};

const rowsOf = async (id: string) =>
  Number(
    (
      await owner()`
        select (select count(*) from contact_order_keys where workspace_id = ${id})
          + (select count(*) from contact_filter_blocks where workspace_id = ${id}) as n`
    )[0]?.n,
  );

async function until(is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await is()); await new Promise((done) => setTimeout(done, 20)))
    if (Date.now() > end) throw new Error("it did not happen");
}

const isWaiting = async () =>
  (
    await owner()`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%update contact_orders set status = ''ready''%'`
  ).length > 0;

/** Runs `work` in a transaction that the build waits for when everything is written, before it says that it is ready. */
async function atTheEnd(
  id: string,
  build: (id: string) => Promise<void>,
  work: (tx: TransactionSql) => Promise<unknown>,
) {
  const built = build(id);
  await until(async () => (await pg()`select from contact_orders where workspace_id = ${id}`).length > 0);
  // Later than the moment whose writers the build waits for.
  await new Promise((done) => setTimeout(done, 150));
  await pg().begin(work);
  await built;
}

describe.each(Object.entries(builds))("the build of %s", (_, build) => {
  it.each(["contact_orders where workspace_id", "workspaces where id"])(
    "leaves nothing when it is removed meanwhile: delete from %s",
    async (what) => {
      const acme = await workspace();
      await atTheEnd(acme.id, build, async (tx) => {
        await tx.unsafe(`delete from ${what} = $1`, [acme.id]);
        await until(isWaiting);
      });
      expect(await rowsOf(acme.id)).toBe(0);
    },
  );
});

it("an order has nothing of who is erased while it is built", async () => {
  const acme = await workspace();
  const [gone = ""] = acme.ids;
  let erased: Promise<unknown> = Promise.resolve();
  await atTheEnd(acme.id, builds["an order"], async (tx) => {
    await tx`select from contact_orders where workspace_id = ${acme.id} for update`;
    await until(isWaiting);
    erased = deleteContact(acme.id, gone, { erase: true });
    await Promise.race([erased, new Promise((done) => setTimeout(done, 500))]);
  });
  await erased;
  expect(
    await pg()`select from contact_order_keys where workspace_id = ${acme.id} and contact_id = ${gone}`,
  ).toHaveLength(0);
});

it("what is cached is dropped by a write that sets the time of the last change back, and nothing else", async () => {
  const acme = await workspace();
  const one = acme.ids[98] ?? "";
  const search = async (words: string) => (await listContacts(acme.id, { search: words, limit: 20 })).total;
  const first = async () => (await listContacts(acme.id, { sort: "name", limit: 20 })).data[0]?.id;
  Object.assign(rules, { block: 8, share: 0.9 });
  await builds["an order"](acme.id);
  await maintainSearch(acme.id);
  await pg()`
    update contacts set first_name = 'Aaa Zuckmayer', updated_at = now() where workspace_id = ${acme.id} and id = ${one}`;
  expect([await search("zuckmayer"), await first()]).toEqual([1, one]);
  await pg()`
    update contacts set updated_at = now() - interval '1 hour' where workspace_id = ${acme.id} and id = ${one}`;
  expect([await search("zuckmayer"), await first()]).toEqual([1, one]);
});

it("a build waits for a writer with another role, who began before it", async () => {
  const acme = await workspace();
  const late = newId();
  let built: Promise<void> = Promise.resolve();
  await owner().begin(async (tx) => {
    await tx`
      insert into contacts (workspace_id, id, email, first_name)
      values (${acme.id}, ${late}, 'late@example.com', 'Aaa')`;
    built = builds["an order"](acme.id);
    await Promise.race([built, new Promise((done) => setTimeout(done, 1500))]);
  });
  await built;
  const { data } = await listContacts(acme.id, { sort: "name", limit: 20 });
  expect(data[0]?.id).toBe(late);
});
