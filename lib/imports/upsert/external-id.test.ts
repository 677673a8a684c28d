import { describe, expect, it } from "vitest";
import { DELETE as deleteContact, PATCH as patch } from "@/app/api/contacts/[id]/route";
import { GET as timeline } from "@/app/api/contacts/[id]/timeline/route";
import { GET as list } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { type BatchRow, contactsAndTags, sendBatch, takeBack } from "@/lib/testing/batches";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const said = (body: { rows: BatchRow[] }) => body.rows.map(({ status, code }) => code ?? status);

it("finds a contact by its id, gives it the row's address, and takes both back", async () => {
  const acme = await newWorkspace();
  const first = await sendBatch(acme, [
    { email: "ada@old.example", external_id: " c1 ", first_name: "Ada", tags: ["vip"] },
    { email: "bob@example.com", first_name: "Bob" },
  ]);
  const before = await contactsAndTags(acme);
  const body = await sendBatch(acme, [
    { email: "Ada@new.example", external_id: "c1", company: "Engines", tags: ["late"] },
    { email: "bob@example.com", external_id: "c2" },
    { email: "eve@example.com", external_id: "c3" },
  ]);
  expect(said(body)).toEqual(["updated", "updated", "created"]);
  expect(body.rows[0].id).toBe(first.rows[0].id);
  const found = await contactsOf(acme);
  expect(found.get("ada@new.example")).toMatchObject({
    id: first.rows[0].id,
    external_id: "c1",
    first_name: "Ada",
    company: "Engines",
  });
  expect(found.get("bob@example.com")).toMatchObject({ id: first.rows[1].id, external_id: "c2" });
  expect(found.size).toBe(3);
  const searched = await acme.call(list, { query: { search: "ada@new" } });
  expect(searched.body.total).toBe(1);
  const { data } = (await acme.call(timeline, { params: { id: first.rows[0].id } })).body;
  const changed = data.find((event: { change_id: string }) => event.change_id === body.change_id);
  expect(changed.fields).toContainEqual({
    field: "email",
    old: "ada@old.example",
    new: "ada@new.example",
  });
  const after = await contactsAndTags(acme);
  const done = await takeBack(acme, body.change_id);
  expect(done).toMatchObject({ kept: 0 });
  expect(await contactsAndTags(acme)).toEqual(before);
  await takeBack(acme, done.undo_id);
  expect(await contactsAndTags(acme)).toEqual(after);
});

it("fails a row whose address is another's, or whose address has another id", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [
    { email: "one@example.com", external_id: "1" },
    { email: "two@example.com", external_id: "2" },
    { email: "none@example.com" },
  ]);
  const rows = [
    { email: "two@example.com", external_id: "1", company: "No" },
    { email: "none@example.com", external_id: "1", company: "No" },
    { email: "two@example.com", external_id: "3", company: "No" },
    { email: "two@example.com", company: "Yes" },
  ];
  const body = await sendBatch(acme, rows);
  expect(body.rows.map(({ code, field }: BatchRow) => [code, field])).toEqual([
    ["email_taken", "email"],
    ["email_taken", "email"],
    ["external_id_differs", "external_id"],
    [undefined, undefined],
  ]);
  const found = await contactsOf(acme);
  expect(found.get("one@example.com")).toMatchObject({ company: null, external_id: "1" });
  expect(found.get("two@example.com")).toMatchObject({ company: "Yes", external_id: "2" });
  expect(found.get("none@example.com")).toMatchObject({ company: null, external_id: null });
});

it("keeps an address that a contact gives up for it until the batch is over", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [{ email: "info@example.com", external_id: "1" }]);
  const rows = [
    { email: "private@example.com", external_id: "1" },
    { email: "info@example.com", external_id: "2" },
    { email: "info@example.com" },
  ];
  expect(said(await sendBatch(acme, rows))).toEqual(["updated", "email_taken", "email_taken"]);
  expect(said(await sendBatch(acme, rows))).toEqual(["unchanged", "created", "unchanged"]);
});

it("merges rows of an id that comes twice, and fails those that give its contact a second address", async () => {
  const acme = await newWorkspace();
  const created = await sendBatch(acme, [
    { email: "a@example.com", external_id: "1", first_name: "A", phone: "1" },
    { email: "b@example.com", external_id: "1", first_name: "B", tags: ["b"] },
    { email: "a@example.com", phone: "2" },
    { email: "a@example.com", external_id: "1", phone: "2" },
  ]);
  expect(said(created)).toEqual(["created", "email_differs", "updated", "unchanged"]);
  const found = await contactsOf(acme);
  expect([...found.keys()]).toEqual(["a@example.com"]);
  expect(found.get("a@example.com")).toMatchObject({ first_name: "A", phone: "2", external_id: "1" });
  const moved = await sendBatch(acme, [
    { email: "a@example.com", external_id: "1", phone: "3" },
    { email: "c@example.com", external_id: "1" },
    { email: "d@example.com", external_id: "1" },
  ]);
  expect(said(moved)).toEqual(["updated", "updated", "email_differs"]);
  expect([...(await contactsOf(acme)).keys()]).toEqual(["c@example.com"]);
});

describe("in batches of any size", () => {
  const FILE = `email,external_id,company
made@example.com,1,A
other@example.com,1,B
moved@example.com,2,A
again@example.com,2,B
made@example.com,3,B
stored@example.com,3,C
stored@example.com,,D
made@example.com,,E
`;

  it.each([1, 2, 3, 100])("%i rows: a file gives a contact one address", async (rows) => {
    const acme = await newWorkspace();
    await sendBatch(acme, [{ email: "stored@example.com", external_id: "2" }]);
    process.env.IMPORT_BATCH_ROWS = String(rows);
    resetEnv();
    const columnMapping = { email: "email", external_id: "external_id", company: "company" };
    const done = await importText(acme, FILE, { columnMapping });
    delete process.env.IMPORT_BATCH_ROWS;
    resetEnv();
    expect(done).toMatchObject({ created_rows: 1, updated_rows: 2, failed_rows: 5 });
    const found = await contactsOf(acme);
    expect([...found.keys()].sort()).toEqual(["made@example.com", "moved@example.com"]);
    expect(found.get("made@example.com")).toMatchObject({ external_id: "1", company: "E" });
    expect(found.get("moved@example.com")).toMatchObject({ external_id: "2", company: "A" });
  });
});

it("obeys the policy: who is skipped keeps the address, who is only updated is not made, and never is never", async () => {
  const acme = await newWorkspace();
  await sendBatch(acme, [{ email: "one@example.com", external_id: "1" }, { email: "two@example.com" }]);
  const rows = [
    { email: "moved@example.com", external_id: "1", company: "X", is_unsubscribed: true },
    { email: "two@example.com", external_id: "2" },
    { email: "new@example.com", external_id: "3" },
  ];
  const sent = (query: Record<string, string>) => sendBatch(acme, rows, { ...query, dry_run: "true" });
  expect(said(await sent({ duplicate_strategy: "update_only" }))).toEqual(["updated", "updated", "skipped"]);
  expect(said(await sent({ never: "external_id" }))).toEqual(["updated", "unchanged", "created"]);
  expect(said(await sendBatch(acme, rows, { duplicate_strategy: "skip" }))).toEqual([
    "skipped",
    "skipped",
    "created",
  ]);
  const found = await contactsOf(acme);
  expect(found.get("one@example.com")).toMatchObject({ company: null, is_unsubscribed: true });
  expect(found.get("two@example.com")).toMatchObject({ external_id: null });
  expect(found.get("new@example.com")).toMatchObject({ external_id: "3" });
});

describe("who opted out", () => {
  it("stays so under the new address, and both are remembered", async () => {
    const acme = await newWorkspace();
    await sendBatch(acme, [{ email: "old@example.com", external_id: "1", is_unsubscribed: true }]);
    const { rows } = await sendBatch(acme, [
      { email: "new@example.com", external_id: "1", is_unsubscribed: false },
    ]);
    await acme.call(deleteContact, { params: { id: rows[0].id } });
    const again = await sendBatch(acme, [{ email: "old@example.com" }, { email: "new@example.com" }]);
    expect(again).toMatchObject({ created: 2, opted_out: 2 });
  });

  it("is not subscribed by moving away, nor is who moves to such an address", async () => {
    const acme = await newWorkspace();
    const { rows } = await sendBatch(acme, [{ email: "out@example.com", is_unsubscribed: true }]);
    await acme.call(deleteContact, { params: { id: rows[0].id } });
    await sendBatch(acme, [{ email: "in@example.com", external_id: "1" }]);
    const moving = [{ email: "out@example.com", external_id: "1" }];
    const { change_id } = await sendBatch(acme, moving);
    expect((await contactsOf(acme)).get("out@example.com")).toMatchObject({ is_unsubscribed: true });
    await takeBack(acme, change_id);
    expect((await contactsOf(acme)).get("in@example.com")).toMatchObject({ is_unsubscribed: false });
  });
});

it("moves nobody by a row that fails", async () => {
  const acme = await newWorkspace();
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`);
  await sendBatch(acme, [{ email: "full@example.com", external_id: "1", tags: tags(0, 100) }]);
  const body = await sendBatch(acme, [
    { email: "moved@example.com", external_id: "1", tags: tags(100, 1) },
    { email: "other@example.com", external_id: "2" },
  ]);
  expect(said(body)).toEqual(["too_many_tags", "created"]);
  const found = await contactsOf(acme);
  expect([...found.keys()].sort()).toEqual(["full@example.com", "other@example.com"]);
});

it("keeps an address or an id that somebody else has by the time of the undo", async () => {
  const acme = await newWorkspace();
  const { rows } = await sendBatch(acme, [
    { email: "one@example.com", external_id: "1" },
    { email: "two@example.com", external_id: "2" },
  ]);
  const [one, two] = rows.map(({ id }: BatchRow) => id);
  const moved = await sendBatch(acme, [{ email: "moved@example.com", external_id: "1" }]);
  await sendBatch(acme, [{ email: "one@example.com", external_id: "3" }]);
  expect(await takeBack(acme, moved.change_id)).toMatchObject({
    kept: 1,
    kept_items: [{ id: one, reason: "email_taken" }],
  });
  const cleared = await acme.call(patch, { params: { id: two }, body: { external_id: null } });
  expect(cleared.body.external_id).toBeNull();
  const [set] = await pg()<{ id: string }[]>`
    select written_by as id from contacts where workspace_id = ${acme.id} and id = ${two}`;
  await sendBatch(acme, [{ email: "four@example.com", external_id: "2" }]);
  expect(await takeBack(acme, set?.id ?? "")).toMatchObject({
    kept: 1,
    kept_items: [{ id: two, reason: "external_id_taken" }],
  });
});

it("runs batches and imports of the same ids in one order or the other, without an error", async () => {
  const acme = await newWorkspace();
  const people = Array.from({ length: 60 }, (_, n) => n);
  const rowsOf = (word: string, order: number[]) =>
    order.map((n) => ({ email: `${word}${n}@example.com`, external_id: `id${n}`, company: word }));
  const csvOf = (word: string, order: number[]) =>
    `email,external_id,company\n${order.map((n) => `${word}${n}@example.com,id${n},${word}`).join("\n")}\n`;
  for (let round = 0; round < 4; round++) {
    await pg()`delete from rate_limits`;
    const words = ["a", "b", "c", "d"].map((letter) => `${letter}${round}x`);
    const [a = "", b = "", c = "", d = ""] = words;
    const [one, other, ...imports] = await Promise.all([
      sendBatch(acme, rowsOf(a, people)),
      sendBatch(acme, rowsOf(b, people.toReversed())),
      importText(acme, csvOf(c, people)),
      importText(
        acme,
        csvOf(
          d,
          people.map((n) => (n * 7) % 60),
        ),
      ),
    ]);
    expect([one.failed, other.failed]).toEqual([0, 0]);
    for (const done of imports) expect(done).toMatchObject({ status: "completed", failed_rows: 0 });
    const rows = await pg()<{ word: string; email: string; company: string }[]>`
      select email, company from contacts where workspace_id = ${acme.id}`;
    expect(rows).toHaveLength(60);
    // The address and company of each contact come from the same writer: nothing comes in between.
    for (const { email, company } of rows)
      expect(email.startsWith(company), `${email} ${company}`).toBe(true);
    expect(new Set(rows.map(({ company }) => company)).size).toBe(1);
  }
});
