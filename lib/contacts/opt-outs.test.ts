import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { PATCH as patch, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { sendBatch, takeBack } from "@/lib/testing/batches";
import { readSets } from "@/lib/testing/change-history-parts";
import { contactsOf, importText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function newContact(acme: Workspace, email: string, more: object = {}) {
  const { status, body } = await acme.call(create, { body: { email, first_name: "Ada", ...more } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const change = (acme: Workspace, id: string, body: object) => acme.call(patch, { params: { id }, body });
const isUnsubscribed = async (acme: Workspace, email: string) =>
  (await contactsOf(acme)).get(email)?.is_unsubscribed;
const hashes = async (acme: Workspace) =>
  (await pg()<{ hash: Buffer }[]>`select hash from opt_outs where workspace_id = ${acme.id}`).map((row) =>
    row.hash.toString("hex"),
  );

const MOVES = { columnMapping: { external_id: "external_id", email: "email" } };

/** Ways in which a contact opts out and is removed. */
const GONE: [string, (acme: Workspace, id: string) => Promise<unknown>][] = [
  [
    "unsubscribed and deleted",
    async (acme, id) => {
      await change(acme, id, { is_unsubscribed: true });
      await acme.call(remove, { params: { id } });
    },
  ],
  [
    "unsubscribed and deleted in bulk",
    async (acme, id) => {
      await acme.call(bulkUnsubscribe, { body: { ids: [id] } });
      await acme.call(bulkDelete, { body: { ids: [id] } });
    },
  ],
  [
    "unsubscribed and erased",
    async (acme, id) => {
      await change(acme, id, { is_unsubscribed: true });
      expect((await acme.call(remove, { params: { id }, query: { erase: "true" } })).status).toBe(204);
    },
  ],
  [
    "unsubscribed, deleted, and erased in bulk",
    async (acme, id) => {
      await acme.call(bulkUnsubscribe, { body: { ids: [id] } });
      await acme.call(remove, { params: { id } });
      expect((await acme.call(bulkDelete, { body: { ids: [id], erase: true } })).status).toBe(200);
    },
  ],
  [
    "unsubscribed by a file and deleted",
    async (acme, id) => {
      await importText(acme, "email,unsubscribed\nada@example.com,yes\n");
      await acme.call(remove, { params: { id } });
    },
  ],
  [
    "unsubscribed and moved to another address",
    async (acme, id) => {
      await change(acme, id, { is_unsubscribed: true });
      await change(acme, id, { email: "other@example.com" });
    },
  ],
  [
    "unsubscribed and deleted by a statement",
    async (acme, id) => {
      await pg()`update contacts set is_unsubscribed = true where workspace_id = ${acme.id} and id = ${id}`;
      await pg()`delete from contacts where workspace_id = ${acme.id} and id = ${id}`;
    },
  ],
];

/** Ways in which the address comes back. */
const BACK: [string, (acme: Workspace) => Promise<unknown>][] = [
  ["the API", (acme) => newContact(acme, "Ada@Example.com", { is_unsubscribed: false })],
  ["a file", (acme) => importText(acme, "email\nada@example.com\n")],
  ["a file with tags", (acme) => importText(acme, "email,tags\nada@example.com,vip\n")],
  ["a file that says subscribed", (acme) => importText(acme, "email,unsubscribed\nada@example.com,no\n")],
  ["a batch", (acme) => sendBatch(acme, [{ email: "ada@example.com", is_unsubscribed: false }])],
  [
    "another contact's change of address",
    async (acme) => {
      const { id } = await newContact(acme, "bob@example.com");
      const { body } = await change(acme, id, { email: "ada@example.com", is_unsubscribed: false });
      expect(body.is_unsubscribed).toBe(true);
    },
  ],
  [
    "a statement",
    (acme) => pg()`
      insert into contacts (workspace_id, id, email, first_name)
      select ${acme.id}, gen_random_uuid(), email, 'x'
      from unnest(array['ada@example.com', 'eve@example.com']) as email`,
  ],
];

it.each(GONE.flatMap(([gone, leave]) => BACK.map(([back, come]) => [gone, back, leave, come] as const)))(
  "keeps who was %s unsubscribed, coming back by %s",
  async (_gone, _back, leave, come) => {
    const acme = await newWorkspace();
    const { id } = await newContact(acme, "ada@example.com");
    await leave(acme, id);
    await come(acme);
    expect(await isUnsubscribed(acme, "ada@example.com")).toBe(true);
  },
);

/** Ways in which somebody had the address before, and gave it up; each is undone later. */
const GIVEN_UP: [string, (acme: Workspace, id: string) => Promise<unknown>][] = [
  ["a deletion", (acme, id) => acme.call(remove, { params: { id } })],
  ["a deletion in bulk", (acme, id) => acme.call(bulkDelete, { body: { ids: [id] } })],
  ["a batch", (acme) => sendBatch(acme, [{ external_id: "1", email: "other@example.com" }])],
  ["an import", (acme) => importText(acme, "external_id,email\n1,other@example.com\n", MOVES)],
];

it.each(GIVEN_UP)(
  "keeps who was erased unsubscribed when the undo of %s brings the address back",
  async (_, give) => {
    const acme = await newWorkspace();
    const former = await newContact(acme, "ada@example.com", { external_id: "1" });
    await give(acme, former.id);
    const [set] = await readSets(acme.id);
    const { id } = await newContact(acme, "ada@example.com");
    await change(acme, id, { is_unsubscribed: true });
    await acme.call(remove, { params: { id }, query: { erase: "true" } });
    expect(await takeBack(acme, set?.id ?? "")).toMatchObject({ undo_status: "completed" });
    const back = (await contactsOf(acme)).get("ada@example.com");
    expect(back).toMatchObject({ id: former.id, is_unsubscribed: true });
  },
);

it("answers a creation with the truth", async () => {
  const acme = await newWorkspace();
  const { id } = await newContact(acme, "ada@example.com", { is_unsubscribed: true });
  await acme.call(remove, { params: { id } });
  expect(await newContact(acme, "ada@example.com")).toMatchObject({ is_unsubscribed: true });
  const other = await newWorkspace();
  expect(await newContact(other, "ada@example.com")).toMatchObject({ is_unsubscribed: false });
});

it("subscribes again only who is named by hand, with a trace, and then for good", async () => {
  const acme = await newWorkspace();
  const { id } = await newContact(acme, "ada@example.com", { is_unsubscribed: true });
  await pg()`update contacts set is_unsubscribed = false where workspace_id = ${acme.id} and id = ${id}`;
  expect(await isUnsubscribed(acme, "ada@example.com")).toBe(true);
  expect((await change(acme, id, { is_unsubscribed: false })).body.is_unsubscribed).toBe(false);
  expect(await hashes(acme)).toEqual([]);
  const { body } = await acme.call(timeline, { params: { id } });
  expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain("resubscribed");
  await acme.call(remove, { params: { id } });
  expect(await newContact(acme, "ada@example.com")).toMatchObject({ is_unsubscribed: false });
});

it("tells no trace of somebody who never opted out", async () => {
  const acme = await newWorkspace();
  const { id } = await newContact(acme, "ada@example.com");
  await change(acme, id, { is_unsubscribed: false });
  const { body } = await acme.call(timeline, { params: { id } });
  expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain("resubscribed");
});

it("remembers HMAC-SHA-256 under the workspace's own key, and nothing else", async () => {
  const acme = await newWorkspace();
  const other = await newWorkspace();
  for (const one of [acme, other]) await newContact(one, "ada@example.com", { is_unsubscribed: true });
  const [keys] = await pg()<{ inner_pad: Buffer; outer_pad: Buffer }[]>`
    select inner_pad, outer_pad from opt_out_keys where workspace_id = ${acme.id}`;
  const key = Buffer.from(keys?.inner_pad.map((byte) => byte ^ 0x36) ?? []);
  expect(Buffer.from(keys?.outer_pad.map((byte) => byte ^ 0x5c) ?? [])).toEqual(key);
  expect(new Set(key.subarray(0, 32)).size).toBeGreaterThan(16);
  expect(await hashes(acme)).toEqual([createHmac("sha256", key).update("ada@example.com").digest("hex")]);
  expect(await hashes(other)).not.toEqual(await hashes(acme));
});

it("forgets with the workspace", async () => {
  const acme = await newWorkspace();
  await newContact(acme, "ada@example.com", { is_unsubscribed: true });
  await pg()`delete from workspaces where id = ${acme.id}`;
  const [left] = await pg()`
    select (select count(*)::int from opt_outs where workspace_id = ${acme.id}) as hashes,
      (select count(*)::int from opt_out_keys where workspace_id = ${acme.id}) as keys`;
  expect(left).toEqual({ hashes: 0, keys: 0 });
});

it("refuses to forget in silence when a workspace lost its key", async () => {
  const acme = await newWorkspace();
  const { id } = await newContact(acme, "ada@example.com");
  await pg()`delete from opt_out_keys where workspace_id = ${acme.id}`;
  await expect(
    pg()`update contacts set is_unsubscribed = true where workspace_id = ${acme.id} and id = ${id}`,
  ).rejects.toThrow(/no key for opt-outs/);
});

it("finds everybody among many, packed into the filter or not", async () => {
  const acme = await newWorkspace();
  const insert = (from: number, to: number, unsubscribed: boolean) => pg()`
    insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
    select ${acme.id}, gen_random_uuid(), 'p' || n || '@example.com', 'x', ${unsubscribed}
    from generate_series(${from}::int, ${to}::int) n`;
  const clear = async () => {
    await pg()`delete from contacts where workspace_id = ${acme.id}`;
    // As after autovacuum: with such statistics every join looks cheap, and this took minutes.
    await owner()`analyze contacts`;
  };
  const count = async () => {
    const rows = await pg()<{ n: number }[]>`
      select substr(email, 2, strpos(email, '@') - 2)::int as n from contacts
      where workspace_id = ${acme.id} and is_unsubscribed order by 1`;
    return [rows.length, rows[0]?.n, rows.at(-1)?.n];
  };
  await insert(1, 3000, true);
  await clear();
  await insert(1, 6_000, false);
  expect(await count()).toEqual([3000, 1, 3000]);
  await pg()`select pack_opt_outs(${acme.id}, 1000)`;
  await clear();
  await insert(5_001, 5_500, true);
  await clear();
  await insert(1, 6_000, false);
  expect(await count()).toEqual([3500, 1, 5_500]);
  await pg()`select pack_opt_outs(${acme.id}, 0)`;
  await clear();
  await insert(1, 6_000, false);
  expect(await count()).toEqual([3500, 1, 5_500]);
});

it.each([
  [50, false],
  [50, true],
  [200, false],
  [200, true],
])("knows an address spelled otherwise, among %i rows, some remembered before: %s", async (rows, before) => {
  const acme = await newWorkspace();
  if (before) {
    await newContact(acme, "gone@example.com", { is_unsubscribed: true });
    await pg()`delete from contacts where workspace_id = ${acme.id}`;
  }
  const emails = Array.from({ length: rows }, (_, n) => `p${n}@example.com`);
  const insert = (more: string[], unsubscribed: string[]) => pg()`
    insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
    select ${acme.id}, gen_random_uuid(), email, 'x', email = any(${unsubscribed}::text[])
    from unnest(${[...more, ...emails]}::text[]) as email`;
  const subscribed = async () =>
    (
      await pg()<{ email: string }[]>`
        select email from contacts
        where workspace_id = ${acme.id} and not is_unsubscribed and lower(btrim(email)) in ('a@x.co', 'b@x.co', 'gone@example.com')`
    ).map(({ email }) => email);
  await insert(["a@x.co", "A@X.co", " b@x.co", "b@x.co ", "Gone@example.com "], ["a@x.co", "b@x.co "]);
  expect(await subscribed()).toEqual(before ? [] : ["Gone@example.com "]);
  await pg()`select pack_opt_outs(${acme.id}, 0)`;
  await pg()`delete from contacts where workspace_id = ${acme.id}`;
  await insert(["A@x.co", "B@x.co", " a@x.co"], []);
  expect(await subscribed()).toEqual([]);
});
