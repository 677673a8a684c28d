import type { TransactionSql } from "postgres";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isRetryable, pg } from "@/db/client";
import { countContacts, listContacts } from "@/lib/contacts/list";
import { owner } from "@/lib/testing/owner";
import { rowsRead } from "@/lib/testing/rows-read";
import { fillTags } from "@/lib/testing/tags";
import { newWorkspace } from "@/lib/testing/workspace";
import { listTags } from "./queries";

/** Enough for any plan to look up the contacts of a page. */
const CONTACTS = 20_000;
/** The rows of a page and its tags, and what else the database looks up. */
const PAGE = 1000;

let workspaceId: string;
let tags: string[];
async function begin() {
  workspaceId = (await newWorkspace()).id;
  await fillTags(workspaceId, 3);
  const rows = await pg()<
    { id: string }[]
  >`select id from tags where workspace_id = ${workspaceId} order by id`;
  tags = rows.map(({ id }) => id);
}

const addContacts = (count: number) => owner()`
  insert into contacts (workspace_id, id, email, first_name, search_doc)
  select ${workspaceId}, gen_random_uuid(), gen_random_uuid() || '@example.com', 'Ada', 'ada' from generate_series(1, ${count}::int)`;

type Writing = Pick<TransactionSql, "unsafe">;

/** Gives contacts a tag: a share of them, or those from a place on. */
const tagSome = (on: Writing, tag: string | undefined, { offset = 0, limit = 1_000_000 } = {}) =>
  on.unsafe(
    `insert into contact_tags (workspace_id, tag_id, contact_id)
     select workspace_id, $2::uuid, id from contacts where workspace_id = $1 order by id offset ${offset} limit ${limit}
     on conflict do nothing`,
    [workspaceId, tag ?? null],
  );

/** Tags whose counts differ from their contacts, and counts of tags that do not exist. */
const miscounted = () => pg()<{ tag_id: string }[]>`
  select coalesce(n.tag_id, l.tag_id) as tag_id, n.contacts::int as counted, l.contacts::int as real
  from (
    select workspace_id, tag_id, sum(contacts) as contacts from tag_counts group by workspace_id, tag_id
  ) n full join (
    select t.workspace_id, t.id as tag_id, count(l.contact_id) as contacts
    from tags t left join contact_tags l on l.workspace_id = t.workspace_id and l.tag_id = t.id
    group by t.workspace_id, t.id
  ) l on l.workspace_id = n.workspace_id and l.tag_id = n.tag_id
  where l.tag_id is null or coalesce(n.contacts, 0) <> l.contacts`;

async function write(tx: TransactionSql, seed: number): Promise<void> {
  const tag = tags[seed % tags.length];
  const kind = seed % 8;
  if (kind < 4) await tagSome(tx, tag, { offset: (seed * 7) % 60, limit: 15 });
  else if (kind < 6)
    await tx`
      delete from contact_tags where workspace_id = ${workspaceId} and tag_id = ${tag ?? null} and contact_id in (
        select id from contacts where workspace_id = ${workspaceId} order by id offset ${(seed * 5) % 60} limit 10)`;
  else if (kind === 6)
    await tx`
      delete from contacts where workspace_id = ${workspaceId} and id in (
        select id from contacts where workspace_id = ${workspaceId} order by id offset ${seed % 50} limit 2)`;
  else
    await tx`
      update contact_tags set tag_id = ${tags[(seed + 1) % tags.length] ?? null}
      where workspace_id = ${workspaceId} and tag_id = ${tag ?? null} and contact_id not in (
        select contact_id from contact_tags where workspace_id = ${workspaceId} and tag_id = ${tags[(seed + 1) % tags.length] ?? null})`;
}

/** A write of a busy workspace, with a chance of a rollback. Deadlocks over contacts are retried, as the product does. */
async function work(seed: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const failure = await pg()
      .begin(async (tx) => {
        await write(tx, seed);
        const regret = async (point: TransactionSql) => {
          await write(point, seed + 3);
          throw new Error("regret");
        };
        if (seed % 5 === 0) await tx.savepoint(regret).catch(unlessRegret);
        await write(tx, seed + 2);
        if (seed % 7 === 0) throw new Error("regret");
      })
      .catch((error: unknown) => error);
    if (!(failure instanceof Error) || failure.message === "regret") return;
    const isGone = "code" in failure && (failure.code === "23503" || failure.code === "23505");
    if (isGone) return;
    if (!isRetryable(failure)) throw failure;
  }
}

function unlessRegret(error: Error) {
  if (error.message !== "regret") throw error;
}

describe("the counts of tags", () => {
  beforeEach(begin);

  it("are exact after contacts are tagged, untagged and deleted at once, with rollbacks", async () => {
    await addContacts(80);
    await Promise.all(Array.from({ length: 200 }, (_, seed) => work(seed)));
    expect(await pg()`select from contact_tags where workspace_id = ${workspaceId}`).not.toHaveLength(0);
    expect(await miscounted()).toEqual([]);
  });

  it("are exact, and go with it, when a tag is deleted under its writers", async () => {
    await addContacts(80);
    const writers = Array.from({ length: 60 }, (_, seed) => work(seed));
    const removal = pg()`delete from tags where workspace_id = ${workspaceId} and id = ${tags[0] ?? null}`;
    await Promise.all([
      ...writers,
      removal.catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
      }),
    ]);
    expect(await miscounted()).toEqual([]);
    await pg()`delete from tags where workspace_id = ${workspaceId}`;
    expect(await pg()`select from tag_counts where workspace_id = ${workspaceId}`).toEqual([]);
  });

  it("make no writer wait for another, and later ones use what those have left", async () => {
    await addContacts(20);
    await pg().begin(async (slow) => {
      await tagSome(slow, tags[0], { limit: 5 });
      await pg().begin(async (quick) => {
        await quick`set local lock_timeout = 200`;
        await tagSome(quick, tags[0], { offset: 5, limit: 5 });
      });
      expect(await countContacts(workspaceId, { tag_ids: tags.slice(0, 1) })).toBe(5);
    });
    expect(await countContacts(workspaceId, { tag_ids: tags.slice(0, 1) })).toBe(10);
    for (let offset = 10; offset < 20; offset++) await tagSome(pg(), tags[0], { offset, limit: 1 });
    expect(await countContacts(workspaceId, { tag_ids: tags.slice(0, 1) })).toBe(20);
    expect(await pg()`select from tag_counts where workspace_id = ${workspaceId}`).toHaveLength(2);
  });

  it("this check catches a contact tagged past the triggers, and counts without a tag", async () => {
    await addContacts(3);
    await owner().begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tagSome(tx, tags[0]);
      await tx`
        insert into tag_counts (workspace_id, tag_id, part, contacts)
        values (${workspaceId}, gen_random_uuid(), gen_random_uuid(), 1)`;
    });
    expect(await miscounted()).toHaveLength(2);
    await owner()`delete from tags where workspace_id = ${workspaceId}`;
    await owner()`delete from tag_counts where workspace_id = ${workspaceId}`;
  });
});

describe("of a tag on many contacts", () => {
  beforeAll(async () => {
    await begin();
    await addContacts(CONTACTS);
    await tagSome(owner(), tags[0]);
  });

  const page = () => listContacts(workspaceId, { limit: 20, tag_ids: tags.slice(0, 1) });

  it("a page with its total reads no more than the page", async () => {
    expect(await page()).toMatchObject({ total: CONTACTS });
    expect(await rowsRead(page)).toBeLessThan(PAGE);
    await owner()`analyze contacts, contact_tags, tag_counts, tags`;
    expect(await rowsRead(page)).toBeLessThan(PAGE);
  });

  it("the list of tags does not count the contacts", async () => {
    const { data } = await listTags(workspaceId);
    expect(data.map(({ contact_count }) => contact_count)).toEqual(
      data.map(({ id }) => (id === tags[0] ? CONTACTS : 0)),
    );
    expect(await rowsRead(() => listTags(workspaceId))).toBeLessThan(PAGE);
  });

  it("a contact is tagged without reading the counts of others, whatever the statistics say", async () => {
    const other = (await newWorkspace()).id;
    await owner()`analyze tag_counts, tags`;
    await fillTags(other, 5000);
    await owner()`
      insert into tag_counts (workspace_id, tag_id, part, contacts)
      select workspace_id, id, gen_random_uuid(), 0 from tags where workspace_id = ${other}`;
    for (const tag of tags.slice(1)) {
      expect(await rowsRead(() => tagSome(pg(), tag, { limit: 1 }))).toBeLessThan(PAGE);
      await owner()`analyze tag_counts, tags`;
    }
  });
});
