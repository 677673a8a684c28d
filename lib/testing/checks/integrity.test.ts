import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { isRetryable, pg } from "@/db/client";
import { newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

const addContact = async (workspaceId: string, id = newId()) => {
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    values (${workspaceId}, ${id}, ${`${id}@example.com`}, 'Ada')`;
  return id;
};
const addTag = async (workspaceId: string, id = newId()) => {
  await pg()`insert into tags (workspace_id, id, name) values (${workspaceId}, ${id}, ${id})`;
  return id;
};
const link = (workspaceId: string, tagId: string, contactId: string) => pg()`
  insert into contact_tags (workspace_id, tag_id, contact_id) values (${workspaceId}, ${tagId}, ${contactId})`;

describe("a link between two workspaces", () => {
  it("cannot be stored, whichever side is foreign", async () => {
    const [a, b] = [await newWorkspace("a"), await newWorkspace("b")];
    const [ourTag, ourContact] = [await addTag(a.id), await addContact(a.id)];
    const [theirTag, theirContact] = [await addTag(b.id), await addContact(b.id)];
    const cross: [string, string, string][] = [
      [a.id, theirTag, ourContact],
      [a.id, ourTag, theirContact],
      [b.id, ourTag, theirContact],
      [b.id, theirTag, ourContact],
      [a.id, theirTag, theirContact],
      [b.id, ourTag, ourContact],
    ];
    for (const row of cross) await expect(link(...row)).rejects.toMatchObject({ code: "23503" });
    await link(a.id, ourTag, ourContact);
    const move = pg()`update contact_tags set workspace_id = ${b.id} where workspace_id = ${a.id}`;
    await expect(move).rejects.toMatchObject({ code: "23503" });
  });

  it("cannot begin with a contact of an unknown workspace", async () => {
    await expect(addContact(newId())).rejects.toMatchObject({ code: "23503" });
    const { id } = await newWorkspace();
    const mixed = pg()`
      insert into contacts (workspace_id, id, email, first_name) values
        (${id}, ${newId()}, 'a@example.com', 'A'), (${newId()}, ${newId()}, 'b@example.com', 'B')`;
    await expect(mixed).rejects.toMatchObject({ code: "23503" });
    expect(await pg()`select 1 from contacts where workspace_id = ${id}`).toHaveLength(0);
  });

  it("cannot come about by moving a contact, to an unknown workspace or a known one", async () => {
    const [{ id }, other] = [await newWorkspace(), await newWorkspace("other")];
    const contact = await addContact(id);
    for (const unsubscribed of [false, true]) {
      await pg()`update contacts set is_unsubscribed = ${unsubscribed} where id = ${contact}`;
      for (const target of [newId(), other.id]) {
        const move = pg()`update contacts set workspace_id = ${target} where id = ${contact}`;
        await expect(move).rejects.toMatchObject({ code: "23503" });
      }
    }
  });
});

/** Workspaces whose counts differ from their rows, and contacts without a workspace. */
async function miscounted(): Promise<{ id: string }[]> {
  return pg()<{ id: string }[]>`
    select coalesce(c.workspace_id, n.workspace_id) as id, c.contacts, n.contacts as real
    from workspace_counts c
    full join (
      select workspace_id, count(*) as contacts, count(*) filter (where is_unsubscribed) as unsubscribed
      from contacts group by workspace_id
    ) n on n.workspace_id = c.workspace_id
    where c.workspace_id is null
      or (c.contacts, c.unsubscribed) is distinct from (coalesce(n.contacts, 0), coalesce(n.unsubscribed, 0))`;
}

const workspaces: string[] = [];
async function write(tx: TransactionSql, workspaceId: string, seed: number): Promise<void> {
  const kind = seed % 5;
  if (kind < 2) {
    await tx`
      insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
      select ${workspaceId}, gen_random_uuid(), gen_random_uuid() || '@example.com', 'A', n % 3 = 0
      from generate_series(1, ${(seed % 4) + 1}) n`;
  } else if (kind === 2) {
    await tx`
      delete from contacts where workspace_id = ${workspaceId} and id in (
        select id from contacts where workspace_id = ${workspaceId} order by id limit 2)`;
  } else {
    await tx`
      update contacts set is_unsubscribed = not is_unsubscribed where workspace_id = ${workspaceId} and id in (
        select id from contacts where workspace_id = ${workspaceId} order by id limit 3)`;
  }
}

/** Writes as an import does before its turn for the counts: counts later, and rolls some of it back. */
async function writeEarly(tx: TransactionSql, workspaceId: string, seed: number): Promise<void> {
  await tx`select set_config('kith.counts_later', '0 0', true)`;
  await write(tx, workspaceId, seed);
  const regret = async (point: TransactionSql) => {
    await write(point, workspaceId, seed + 1);
    throw new Error("regret");
  };
  await tx.savepoint(regret).catch((error: Error) => {
    if (error.message !== "regret") throw error;
  });
  await write(tx, workspaceId, seed + 3);
  await tx`select add_later_counts(${workspaceId})`;
}

/** The writes of a busy workspace, with a chance of a rollback. Deadlocks are retried, as the product does. */
async function work(workspaceId: string, seed: number): Promise<void> {
  const step = async () =>
    pg().begin(async (tx) => {
      await (seed % 4 === 0 ? writeEarly : write)(tx, workspaceId, seed);
      if (seed % 7 === 0) throw new Error("regret");
    });
  for (let attempt = 0; attempt < 20; attempt++) {
    const failure = await step().then(
      () => null,
      (error: unknown) => error,
    );
    if (!failure || isExpected(failure)) return;
    if (!isRetryable(failure)) throw failure;
  }
}

/** A rollback, or a workspace that was deleted. */
const isExpected = (error: unknown) =>
  error instanceof Error && (error.message === "regret" || ("code" in error && error.code === "23503"));

describe("workspace_counts", () => {
  it("is exact after inserts, updates, deletes and rollbacks at once", async () => {
    for (let i = 0; i < 3; i++) workspaces.push((await newWorkspace()).id);
    const jobs = Array.from({ length: 300 }, (_, seed) => work(workspaces[seed % 3] ?? "", seed));
    await Promise.all(jobs);
    const [{ n } = { n: 0 }] = await pg()<{ n: number }[]>`select count(*)::int as n from contacts`;
    expect(n).toBeGreaterThan(50);
    expect(await miscounted()).toEqual([]);
  });

  it("is exact, and nothing is orphaned, when a workspace is deleted under its writers", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newWorkspace();
      const writers = Array.from({ length: 20 }, (_, seed) => work(id, seed * 5 + (seed % 2)));
      const removal = pg()`delete from workspaces where id = ${id}`.catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
      });
      await Promise.all([...writers, removal]);
      expect(await miscounted()).toEqual([]);
    }
  });

  it("this check catches a contact past the triggers, counted nowhere or without a workspace", async () => {
    const { id } = await newWorkspace();
    await owner().begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into contacts (workspace_id, id, email, first_name)
        values (${id}, ${newId()}, 'past@example.com', 'A'), (${newId()}, ${newId()}, 'orphan@example.com', 'B')`;
    });
    expect(await miscounted()).toHaveLength(2);
  });
});
