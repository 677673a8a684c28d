import type { TransactionSql } from "postgres";
import { describe, expect, it, vi } from "vitest";
import { DELETE, PATCH } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST } from "@/app/api/contacts/route";
import { POST as addTag, DELETE as untag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { PUT as updateTag } from "@/app/api/tags/[id]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { isRolledBack } from "@/db/driver/errors";
import { newId } from "@/lib/ids";
import { type Answer, newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
/** What an import's transaction does, and the concurrent request to the API. */
interface Case {
  workspace: Workspace;
  contactId: string;
  tagId: string;
}
type Statement = (tx: TransactionSql, one: Case) => PromiseLike<unknown>;

async function newCase(): Promise<Case> {
  const workspace = await newWorkspace();
  const body = { email: "ada@example.com", first_name: "Ada" };
  const contact = await workspace.call(POST, { body });
  const tag = await workspace.call(createTag, { body: { name: "one" } });
  return { workspace, contactId: contact.body.id, tagId: tag.body.id };
}

/** Resolves when another transaction waits for a lock of that backend. */
async function somebodyWaitsFor(pid: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await pg()<{ waits: boolean }[]>`
        select exists (select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))) as waits`;
      expect(row?.waits).toBe(true);
    },
    { timeout: 10_000, interval: 10 },
  );
}

/**
 * Takes the locks of `first`, sends the request, and then wants what the request has locked. A transaction that has
 * waited for a second checks for a deadlock and is aborted; on a busy machine that may be the import, which then takes
 * another try.
 */
async function askInDeadlock(
  [first, then]: [Statement, Statement],
  ask: (one: Case) => Promise<Answer>,
  prepare: (one: Case) => Promise<unknown> = async () => {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const one = await newCase();
    await prepare(one);
    let answer: Promise<Answer> | undefined;
    try {
      await pg().begin(async (tx) => {
        const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await first(tx, one);
        answer = ask(one);
        await somebodyWaitsFor(own?.pid ?? 0);
        await then(tx, one);
      });
      if (answer) return await answer;
    } catch (error) {
      await answer;
      if (attempt === 5 || !isRolledBack(error)) throw error;
    }
  }
}

const lockCounts: Statement = (tx, { workspace }) =>
  tx`update workspace_counts set contacts = contacts where workspace_id = ${workspace.id}`;
const writeContact: Statement = (tx, { workspace, contactId }) =>
  tx`update contacts set company = 'Imported' where workspace_id = ${workspace.id} and id = ${contactId}`;
const createOther: Statement = (tx, { workspace }) => tx`
  insert into contacts (workspace_id, id, email, first_name)
  values (${workspace.id}, ${newId()}, 'new@example.com', 'N') on conflict do nothing`;
const addPair: Statement = (tx, { workspace, contactId, tagId }) => tx`
  insert into contact_tags (workspace_id, tag_id, contact_id) values (${workspace.id}, ${tagId}, ${contactId})
  on conflict do nothing`;
const createTwo: Statement = (tx, { workspace }) =>
  tx`insert into tags (workspace_id, id, name) values (${workspace.id}, ${newId()}, 'two')`;

describe("a request that the database ends because of an import", () => {
  it.each<[string, [Statement, Statement], (one: Case) => Promise<Answer>, number]>([
    [
      "PATCH of is_unsubscribed",
      [lockCounts, writeContact],
      ({ workspace, contactId: id }) =>
        workspace.call(PATCH, { params: { id }, body: { is_unsubscribed: true } }),
      200,
    ],
    [
      "DELETE",
      [lockCounts, writeContact],
      ({ workspace, contactId: id }) => workspace.call(DELETE, { params: { id } }),
      204,
    ],
    [
      "bulk delete",
      [lockCounts, writeContact],
      ({ workspace, contactId: id }) => workspace.call(bulkDelete, { body: { ids: [id] } }),
      200,
    ],
    [
      "bulk unsubscribe",
      [lockCounts, writeContact],
      ({ workspace, contactId: id }) => workspace.call(bulkUnsubscribe, { body: { ids: [id] } }),
      200,
    ],
    [
      "POST of an e-mail that the import brings too",
      [lockCounts, createOther],
      ({ workspace }) => workspace.call(POST, { body: { email: "new@example.com", first_name: "N" } }),
      409,
    ],
    [
      "a tag put on a contact",
      [writeContact, addPair],
      ({ workspace, contactId, tagId }) => workspace.call(addTag, { params: { id: tagId, contactId } }),
      200,
    ],
    [
      "a tag renamed to one that the import creates",
      [createTwo, addPair],
      ({ workspace, tagId: id }) => workspace.call(updateTag, { params: { id }, body: { name: "two" } }),
      409,
    ],
  ])("is done after all: %s", async (_, import_, ask, status) => {
    const answer = await askInDeadlock(import_, ask);
    expect([answer.status, answer.body?.code], JSON.stringify(answer.body)).toEqual([
      status,
      status === 409 ? "CONFLICT" : undefined,
    ]);
  });

  it("is done after all: a tag taken off a contact", async () => {
    const params = ({ tagId: id, contactId }: Case) => ({ id, contactId });
    const removePair: Statement = (tx, { workspace, tagId }) => tx`
      delete from contact_tags where workspace_id = ${workspace.id} and tag_id = ${tagId}`;
    // It comes second: the import has already removed the tag.
    const answer = await askInDeadlock(
      [writeContact, removePair],
      (one) => one.workspace.call(untag, { params: params(one) }),
      (one) => one.workspace.call(addTag, { params: params(one) }),
    );
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  });
});
