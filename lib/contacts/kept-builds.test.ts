import type { TransactionSql } from "postgres";
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, it as test } from "vitest";
import { POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { POST as merge } from "@/app/api/contacts/[id]/merge/route";
import { DELETE as remove } from "@/app/api/contacts/[id]/route";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";
import { deleteContact } from "./erase";
import { bounds, pruneOrders } from "./kept";
import { buildOrder } from "./kept-orders";
import { listContacts, maintainList } from "./list";
import { maintainSearch, rules } from "./search-index";

// Not on a distributed database: docs/decisions/distributed.md.
const it = test.skipIf(inject("isDistributed"));

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

const waitsWith = (text: string) => async () =>
  (
    await owner()`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like ${`%${text}%`}`
  ).length > 0;
const isWaiting = waitsWith("update contact_orders set status = 'ready'");

/** Runs `work` in a transaction for which the build waits after writing everything and before it becomes ready. */
async function atTheEnd(
  id: string,
  build: (id: string) => Promise<void>,
  work: (tx: TransactionSql) => Promise<unknown>,
) {
  let built: Promise<void> = Promise.resolve();
  let worked: Promise<unknown> = Promise.resolve();
  await owner().begin(async (gate) => {
    await gate`lock table contact_order_keys, contact_filter_blocks in share mode`;
    built = build(id);
    await until(waitsWith("insert into contact_"));
    await new Promise<void>((begun) => {
      worked = pg().begin(async (tx) => {
        await tx`select from contact_orders where workspace_id = ${id} for update`;
        begun();
        await work(tx);
      });
    });
  });
  await Promise.all([built, worked]);
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

it.each(Object.entries(builds))(
  "the build of %s survives a batch that had begun before",
  async (_, build) => {
    const acme = await workspace();
    const [first = "", second = ""] = acme.ids;
    let built: Promise<void> = Promise.resolve();
    const rename = (tx: TransactionSql, id: string) => tx`
    update contacts set first_name = 'Aaa', company = 'Other', updated_at = now()
    where workspace_id = ${acme.id} and id = ${id}`;
    await pg().begin(async (tx) => {
      await rename(tx, first);
      built = build(acme.id);
      await until(
        async () => (await pg()`select from contact_orders where workspace_id = ${acme.id}`).length > 0,
      );
      await rename(tx, second);
    });
    await built;
    const [kept] = await pg()`select status from contact_orders where workspace_id = ${acme.id}`;
    expect(kept?.status).toBe("ready");
    const names = await listContacts(acme.id, { sort: "name", limit: 2 });
    expect(names.data.map(({ id }) => id)).toEqual([first, second].sort());
    expect((await listContacts(acme.id, filter)).total).toBe(118);
  },
);

it("a build waits for a writer that sets the time of the last change back while it waits for others", async () => {
  const acme = await workspace();
  const [first = "", second = ""] = acme.ids;
  const rename = (tx: TransactionSql, id: string, age: string) => tx`
    update contacts set first_name = 'Aaa', updated_at = now() - ${age}::interval
    where workspace_id = ${acme.id} and id = ${id}`;
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  let built: Promise<void> = Promise.resolve();
  let restored: Promise<unknown> = Promise.resolve();
  await pg().begin(async (tx) => {
    await rename(tx, first, "0");
    built = builds["an order"](acme.id);
    await new Promise((done) => setTimeout(done, 500));
    await new Promise<void>((begun) => {
      restored = pg().begin(async (later) => {
        await rename(later, second, "1 hour");
        begun();
        await ended;
      });
    });
  });
  await Promise.race([built, new Promise((done) => setTimeout(done, 1500))]);
  end();
  await Promise.all([built, restored]);
  const names = await listContacts(acme.id, { sort: "name", limit: 2 });
  expect(names.data.map(({ id }) => id)).toEqual([first, second].sort());
});

it("nobody who writes waits until the keys of an unused order are removed", async () => {
  const acme = await workspace();
  await buildFilter(acme.id);
  await pg()`update contact_orders set used_at = now() - interval '8 days' where workspace_id = ${acme.id}`;
  const [, last] = await pg()<{ first_id: string }[]>`
    select first_id from contact_filter_blocks where workspace_id = ${acme.id} order by first_id`;
  let pruned: Promise<number> = Promise.resolve(0);
  await pg().begin(async (tx) => {
    await tx`
      select from contact_filter_blocks where workspace_id = ${acme.id} and first_id = ${last?.first_id ?? ""} for update`;
    pruned = pruneOrders();
    await until(waitsWith("delete from contact_orders"));
    const deleted = deleteContact(acme.id, acme.ids[0] ?? "").then(() => "deleted");
    const waits = new Promise((done) => setTimeout(done, 20_000, "waits"));
    expect(await Promise.race([deleted, waits])).toBe("deleted");
  });
  expect(await pruned).toBeGreaterThan(0);
  expect(await rowsOf(acme.id)).toBe(0);
});

it("an unused order that cannot be removed does not hold up the others", async () => {
  for (const one of [await workspace(), await workspace()]) await builds["an order"](one.id);
  await pg()`update contact_orders set used_at = now() - interval '8 days'`;
  const unused = await pg()<{ id: string }[]>`select id from contact_orders`;
  const [first] = unused;
  onTestFinished(async () => {
    await owner()`drop function fail_removal cascade`;
  });
  await owner().unsafe(`
    create function fail_removal() returns trigger language plpgsql as $$ begin raise 'planted'; end $$;
    create trigger fail_removal before delete on contact_orders for each row
    when (old.id = '${first?.id}') execute function fail_removal()`);
  await expect(pruneOrders()).rejects.toThrow("planted");
  expect(unused.length).toBeGreaterThan(1);
  expect(await pg()`select id from contact_orders`).toEqual([first]);
});

it("what is dropped while it is built is not built again at once, nor beside it", async () => {
  const acme = await workspace();
  bounds.restMs = 60_000;
  const keptOf = () => pg()`select status from contact_orders where workspace_id = ${acme.id}`;
  const built = maintainList(acme.id, { sort: "name", limit: 20 });
  await until(async () => (await keptOf()).length > 0);
  await pg()`delete from contact_orders where workspace_id = ${acme.id}`;
  await maintainList(acme.id, { sort: "name", limit: 20 });
  expect(await keptOf()).toEqual([]);
  await built;
  await maintainList(acme.id, { sort: "name", limit: 20 });
  expect(await keptOf()).toEqual([]);
  bounds.restMs = 0;
  await maintainList(acme.id, { sort: "name", limit: 20 });
  expect(await keptOf()).toMatchObject([{ status: "ready" }]);
});

it("the undo of a merge waits for a deletion before it drops what is cached, which the deletion needs", async () => {
  const acme = await workspace();
  const [one = "", other = ""] = acme.ids;
  const merged = await acme.call(merge, { params: { id: one }, body: { with: other } });
  await builds["an order"](acme.id);
  let undone: Promise<{ status: number }> | undefined;
  await pg().begin(async (tx) => {
    await tx`update workspace_counts set contacts = contacts where workspace_id = ${acme.id}`;
    undone = acme.call(undoChange, { params: { id: String(merged.body.change_id) } });
    await until(waitsWith(""));
    await tx.unsafe("set local lock_timeout = '500ms'");
    await tx`update contact_orders set used_at = now() where workspace_id = ${acme.id}`;
  });
  expect((await undone)?.status).toBe(200);
});

it("the undo of a deletion waits for an import of the same address without the count, which the import needs", async () => {
  const acme = await workspace();
  const [one = ""] = acme.ids;
  await acme.call(remove, { method: "DELETE", params: { id: one } });
  const [deleted] = await pg()`select id from change_sets where workspace_id = ${acme.id}`;
  let undone: Promise<{ status: number }> | undefined;
  await pg().begin(async (tx) => {
    await tx`select set_config('kith.counts_later', '0 0', true)`;
    await tx`insert into contacts (workspace_id, id, email, first_name) values (${acme.id}, ${newId()}, '1@example.com', 'One')`;
    undone = acme.call(undoChange, { params: { id: String(deleted?.id) } });
    await until(waitsWith(""));
    await tx.unsafe("set local lock_timeout = '500ms'");
    await tx`select add_later_counts(${acme.id})`;
  });
  expect((await undone)?.status).toBe(200);
});
