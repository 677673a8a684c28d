import { expect, it } from "vitest";
import { PATCH as patch, DELETE as remove } from "@/app/api/contacts/[id]/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { POST as create } from "@/app/api/contacts/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { RowLines } from "@/lib/imports/rows/lines";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { presumeOptedOut } from "./opted-out";
import { ProbeHash } from "./probe-hash";

const NOTHING = { custom: null, cleared: null, tags: null };

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function addContact(acme: Workspace, email: string, more: object = {}): Promise<string> {
  const { status, body } = await acme.call(create, { body: { email, first_name: "Ada", ...more } });
  expect(status).toBe(201);
  return body.id;
}

async function optOut(acme: Workspace, ...emails: string[]): Promise<void> {
  for (const email of emails) {
    const id = await addContact(acme, email, { is_unsubscribed: true });
    await acme.call(remove, { params: { id } });
  }
}

async function undoImport(acme: Workspace, id: string): Promise<void> {
  expect((await acme.call(undo, { params: { id } })).status).toBe(200);
  await settleBackground();
}

const remembered = async (acme: Workspace) =>
  (await pg()<{ n: number }[]>`select count(*)::int as n from opt_outs where workspace_id = ${acme.id}`)[0]
    ?.n;

const unsubscribedOf = async (acme: Workspace) =>
  [...(await contactsOf(acme))]
    .flatMap(([email, { is_unsubscribed }]) => (is_unsubscribed ? [email] : []))
    .sort();

/** Also if they are more than a page. */
const allUnsubscribed = async (acme: Workspace) =>
  (
    await pg()<{ email: string }[]>`
      select email from contacts where workspace_id = ${acme.id} and is_unsubscribed order by email`
  ).map(({ email }) => email);

const FILE = `email,first_name,unsubscribed
kept@example.com,Kim,
new@example.com,Nia,no
gone1@example.com,Gil,
gone2@example.com,Guy,no
gone3@example.com,Gus,yes
fresh@example.com,Fay,yes
stays@example.com,Sal,no
turns@example.com,Tim,yes
gone1@example.com,Again,
`;

async function optOutWorkspace(): Promise<Workspace> {
  const acme = await newWorkspace();
  await optOut(acme, "gone1@example.com", "gone2@example.com", "gone3@example.com");
  await addContact(acme, "kept@example.com");
  await addContact(acme, "turns@example.com");
  await addContact(acme, "stays@example.com", { is_unsubscribed: true });
  return acme;
}

it.each([[20_000], [2]])(
  "counts who opted out before, in batches of %i, as the dry run said",
  async (rows) => {
    process.env.IMPORT_BATCH_ROWS = String(rows);
    const acme = await optOutWorkspace();
    const received = await uploadText(acme, FILE);
    const params = { id: received.body.importId };
    const columnMapping = { email: "email", first_name: "first_name", unsubscribed: "is_unsubscribed" };
    const before = await remembered(acme);
    const tried = await acme.call(dryRun, { params, body: { columnMapping } });
    expect(tried.body).toMatchObject({ create: 5, opted_out: 2, unsubscribe: 3, stay_unsubscribed: 1 });
    expect(await remembered(acme)).toBe(before);
    const done = await importText(acme, FILE, { columnMapping });
    expect(done).toMatchObject({ created_rows: 5, opted_out: 2, failed_rows: 0 });
    expect(done.summary).toContain("2 opted out before and stay unsubscribed.");
    expect(await unsubscribedOf(acme)).toEqual(
      ["fresh", "gone1", "gone2", "gone3", "stays", "turns"].map((name) => `${name}@example.com`),
    );
    const [mail] = await pg()<{ optedOut: number }[]>`
    select (payload ->> 'optedOut')::int as "optedOut" from outbox
    where workspace_id = ${acme.id} and kind = 'import_completed'`;
    expect(mail?.optedOut).toBe(2);
  },
);

it("counts the rows of a whole file whose word about consent cannot be read, and names the words", async () => {
  process.env.IMPORT_BATCH_ROWS = "1000";
  resetEnv();
  const acme = await newWorkspace();
  const cells = Array.from({ length: 3000 }, (_, n) => ["yes", "no"][n % 2] ?? "");
  cells.splice(1500, 1, "vielleicht");
  cells.splice(2997, 3, "fraglich", "vielleicht", "n/a");
  const rows = cells.map((cell, n) => `p${n}@example.com,${cell},${n === 2998 ? "ja bis Mai" : "yes"}`);
  const text = `email,unsubscribed,newsletter\n${rows.join("\n")}\nbroken,vielleicht,\n`;
  const { body } = await uploadText(acme, text);
  const columnMapping = { email: "email", unsubscribed: "is_unsubscribed", newsletter: "is_subscribed" };
  const check = (leaveOut: object) =>
    acme.call(dryRun, { params: { id: body.importId }, body: { columnMapping, leaveOut } });
  expect((await check({})).body).toMatchObject({
    create: 3000,
    fail: 1,
    unread_consent: {
      rows: 3,
      values: [
        { header: "unsubscribed", value: "vielleicht", rows: 2 },
        { header: "unsubscribed", value: "fraglich", rows: 1 },
        { header: "newsletter", value: "ja bis Mai", rows: 1 },
      ],
    },
  });
  const { unread_consent } = (await check({ rows: [2998, 2999] })).body;
  expect(unread_consent).toEqual({
    rows: 1,
    values: [{ header: "unsubscribed", value: "vielleicht", rows: 1 }],
  });
});

it("takes back what only the undone import said, the memory included", async () => {
  const acme = await optOutWorkspace();
  const before = await remembered(acme);
  const done = await importText(acme, FILE);
  await undoImport(acme, done.id);
  expect(await unsubscribedOf(acme)).toEqual(["stays@example.com"]);
  expect(await remembered(acme)).toBe(before);
  await importText(acme, "email\nfresh@example.com\nturns@example.com\ngone3@example.com\n");
  expect(await unsubscribedOf(acme)).toEqual(["gone3@example.com", "stays@example.com"]);
});

it("keeps in memory what somebody else said too, or whose contact is gone, when an import is undone", async () => {
  const acme = await newWorkspace();
  const emails = ["hand", "file", "gone"].map((name) => `${name}@example.com`);
  const text = `email,unsubscribed\n${emails.map((email) => `${email},yes\n`).join("")}`;
  const first = await importText(acme, text);
  const contacts = await contactsOf(acme);
  const idOf = (email: string) => String(contacts.get(email)?.id);
  await acme.call(bulkUnsubscribe, { body: { ids: [idOf("hand@example.com")] } });
  await importText(acme, "email,unsubscribed\nfile@example.com,yes\n");
  await acme.call(remove, { params: { id: idOf("gone@example.com") } });
  await undoImport(acme, first.id);
  await importText(acme, `email\n${emails.join("\n")}\n`);
  expect(await unsubscribedOf(acme)).toEqual(["file@example.com", "gone@example.com", "hand@example.com"]);
});

it("subscribes nobody by the undo of an import that met an opt-out of another contact", async () => {
  const acme = await newWorkspace();
  const id = await addContact(acme, "ada@example.com");
  const done = await importText(acme, "email,unsubscribed\nada@example.com,yes\n");
  await pg()`update opt_outs set import_id = null where workspace_id = ${acme.id}`;
  await undoImport(acme, done.id);
  expect(await unsubscribedOf(acme)).toEqual(["ada@example.com"]);
  await acme.call(patch, { params: { id }, body: { is_unsubscribed: false } });
  expect(await unsubscribedOf(acme)).toEqual([]);
});

it("counts the same when it knows beforehand who opted out", async () => {
  process.env.IMPORT_BATCH_ROWS = "100";
  resetEnv();
  const acme = await newWorkspace();
  const emails = Array.from({ length: 1000 }, (_, n) => `p${n}@example.com`);
  const gone = emails.filter((_, n) => n % 3 === 0);
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
    select ${acme.id}, gen_random_uuid(), email, 'x', true from unnest(${gone}::text[]) as email`;
  await pg()`delete from contacts where workspace_id = ${acme.id}`;
  await pg()`select pack_opt_outs(${acme.id}, 0)`;
  const text = `email\n${emails.join("\n")}\n`;
  const received = await uploadText(acme, text);
  const columnMapping = { email: "email" };
  const tried = await acme.call(dryRun, {
    params: { id: received.body.importId },
    body: { columnMapping },
  });
  expect(tried.body).toMatchObject({ create: 1000, opted_out: gone.length });
  expect(await importText(acme, text)).toMatchObject({ created_rows: 1000, opted_out: gone.length });
  const [stored] = await pg()<{ n: number }[]>`
    select count(*)::int as n from contacts where workspace_id = ${acme.id} and is_unsubscribed`;
  expect(stored?.n).toBe(gone.length);
});

const linesOf = (emails: string[]) => {
  const lines = new RowLines({ text: [], is_unsubscribed: false, custom: false, tags: false });
  for (const [n, email] of emails.entries())
    lines.add({ row: n + 1, email, text: [], is_unsubscribed: false, ...NOTHING });
  return lines;
};

it("presumes beforehand who opted out, where that pays", async () => {
  const acme = await newWorkspace();
  const lines = linesOf(Array.from({ length: 1000 }, (_, n) => `p${n}@example.com`));
  const find = async (plan: { workspaceId: string }, rows: number) => {
    const found = await pg().begin((tx) => presumeOptedOut(tx, plan, lines, [...Array(rows).keys()]));
    return [...found];
  };
  expect(await find({ workspaceId: acme.id }, 1000)).toEqual([]);
  await optOut(acme, "p3@example.com", "p999@example.com", "other@example.com");
  const plan = { workspaceId: acme.id };
  expect(await find(plan, 999)).toEqual([]);
  expect(await find(plan, 1000)).toEqual([3, 999]);
  expect(await find(plan, 4)).toEqual([3]);
});

it("subscribes who was presumed to have opted out and did not, and remembers nobody for it", async () => {
  const acme = await newWorkspace();
  await optOut(acme, "p1@example.com");
  const [row] = await pg().begin(async (tx) => {
    await tx`select set_config('kith.presumed', 'yes', true), set_config('kith.opted_out', '2', true)`;
    await tx`
      insert into contacts (workspace_id, id, email, first_name, is_unsubscribed)
      select ${acme.id}, gen_random_uuid(), 'p' || n || '@example.com', 'x', n < 3 from generate_series(1, 200) n`;
    return tx<{ n: string }[]>`select current_setting('kith.opted_out') as n`;
  });
  expect(row?.n).toBe("1");
  expect(await allUnsubscribed(acme)).toEqual(["p1@example.com"]);
  expect(await remembered(acme)).toBe(1);
});

it("hashes an address as the database does", async () => {
  const seeds = [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 0x123456789abcdefn];
  const texts = Array.from({ length: 60 }, (_, n) =>
    "person.7f+x@mail-23.example.com/0123456789_abcdefghijk".repeat(2).slice(n % 7, (n % 7) + n),
  );
  for (const seed of seeds) {
    const hash = new ProbeHash(seed);
    const rows = await pg()<{ text: string; hash: string }[]>`
      select text, hashtextextended(text collate "C", ${String(seed)}::bigint)::text as hash from unnest(${texts}::text[]) as text`;
    for (const row of rows) {
      hash.of(row.text);
      expect(BigInt.asIntN(64, (BigInt(hash.high) << 32n) | BigInt(hash.low >>> 0)).toString()).toBe(
        row.hash,
      );
    }
  }
});

it("keeps in mind who was remembered with 26 bits only", async () => {
  const acme = await newWorkspace();
  await optOut(acme, "p7@example.com", "p150@example.com");
  await pg()`update opt_outs set probe = probe & 67108863 where workspace_id = ${acme.id}`;
  const text = `email\n${Array.from({ length: 1500 }, (_, n) => `p${n}@example.com\n`).join("")}`;
  for (const packed of [false, true]) {
    if (packed) await pg()`select pack_opt_outs(${acme.id}, 0)`;
    expect(await importText(acme, text)).toMatchObject({ opted_out: 2 });
    expect(await allUnsubscribed(acme)).toEqual(["p150@example.com", "p7@example.com"]);
    await pg()`delete from contacts where workspace_id = ${acme.id}`;
  }
});
