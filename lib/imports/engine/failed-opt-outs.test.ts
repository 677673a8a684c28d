import { expect, it } from "vitest";
import { POST as undoSet } from "@/app/api/changes/[id]/undo/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { batchesOf, contactsOf, uploadText } from "@/lib/testing/imports";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const LONG = "x".repeat(201);
const COUNTED = "The opt-out still counts.";
const columnMapping = {
  email: "email",
  company: "company",
  out: "is_unsubscribed",
  age: "custom_fields.age",
};
const body = { columnMapping, columnTypes: { age: { type: "number", format: "dot" } } };
const HEAD = "email,company,out,age\n";

batchesOf(3);

async function run(acme: Workspace, text: string, options: object = {}) {
  const { importId: id } = (await uploadText(acme, text)).body;
  const params = { id };
  const told = await acme.call(dryRun, {
    params,
    body: { ...body, ...options },
    query: { errors_limit: "100" },
  });
  expect(told.status, JSON.stringify(told.body)).toBe(200);
  expect((await acme.call(confirm, { params, body: { ...body, ...options } })).status).toBe(202);
  await settleBackground();
  const done = (await acme.call(getImport, { params })).body;
  expect(done.status).toBe("completed");
  return { params, told: told.body, done, errors: (await acme.call(listErrors, { params })).body.data };
}

/** Address → unsubscribed, of all contacts. */
async function flags(acme: Workspace): Promise<Record<string, boolean>> {
  const { body: page } = await acme.call(listContacts, {});
  return Object.fromEntries(
    page.data.map((one: { email: string; is_unsubscribed: boolean }) => [one.email, one.is_unsubscribed]),
  );
}

async function remembered(acme: Workspace): Promise<number> {
  const [row] = await pg()`select count(*)::int as n from opt_outs where workspace_id = ${acme.id}`;
  return row?.n;
}

const create = (acme: Workspace, email: string) =>
  acme.call(createContact, { body: { email, first_name: "Before" } });

it("unsubscribes a contact whose row fails for another cell, says so, and takes it back", async () => {
  const acme = await newWorkspace();
  for (const name of ["long", "number", "stays", "other"]) await create(acme, `${name}@example.com`);
  const { params, told, done, errors } = await run(
    acme,
    `${HEAD}long@example.com,${LONG},yes,1\nnumber@example.com,,yes,many\nstays@example.com,${LONG},no,1\n` +
      `other@example.com,Acme,no,1\nnobody,,yes,1\n`,
  );
  expect(told).toMatchObject({ fail: 4, update: 1, changed: 3, unsubscribe: 2, failed_opt_outs: 2 });
  expect(done).toMatchObject({ failed_rows: 4, updated_rows: 1, changed_contacts: 3, failed_opt_outs: 2 });
  const said = (list: { message: string; opted_out: boolean }[]) =>
    list.map(({ message, opted_out }) => [message.endsWith(COUNTED), opted_out]);
  const expected = [
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ];
  expect([said(told.errors), said(errors)]).toEqual([expected, expected]);
  const after = { "long@example.com": true, "number@example.com": true, "stays@example.com": false };
  expect(await flags(acme)).toEqual({ ...after, "other@example.com": false });
  await acme.call(undo, { params });
  await settleBackground();
  expect(Object.values(await flags(acme))).toEqual([false, false, false, false]);
  expect(await remembered(acme)).toBe(0);
});

it("remembers whom it does not know, so that the corrected file cannot subscribe them", async () => {
  const acme = await newWorkspace();
  const first = await run(acme, `${HEAD}new@example.com,${LONG},yes,1\n`);
  expect(first.told).toMatchObject({ create: 0, fail: 1, failed_opt_outs: 1 });
  expect(await flags(acme)).toEqual({});
  const second = await run(acme, `${HEAD}new@example.com,Acme,no,1\n`);
  expect(second.told).toMatchObject({ create: 1, opted_out: 1 });
  expect(await flags(acme)).toEqual({ "new@example.com": true });
});

it("is undone, stands again and is undone again, for whom it does not know as well", async () => {
  const acme = await newWorkspace();
  const { params } = await run(acme, `${HEAD}new@example.com,${LONG},yes,1\nb@example.com,${LONG},yes,2\n`);
  expect(await remembered(acme)).toBe(2);
  // One of them is added meanwhile; the contact is created unsubscribed and stays so.
  await create(acme, "b@example.com");
  await acme.call(undo, { params });
  await settleBackground();
  expect(await remembered(acme)).toBe(1);
  const again = async () => {
    const [row] = await pg()<
      { set: string }[]
    >`select undo_change_id as set from imports where id = ${params.id}`;
    expect((await acme.call(undoSet, { params: { id: row?.set ?? "" } })).status).toBe(200);
    await settleBackground();
  };
  await again();
  expect(await remembered(acme)).toBe(2);
  await again();
  expect(await remembered(acme)).toBe(1);
  await create(acme, "new@example.com");
  expect(await flags(acme)).toEqual({ "new@example.com": false, "b@example.com": true });
});

it("keeps what another import said of the same stranger", async () => {
  const acme = await newWorkspace();
  const first = await run(acme, `${HEAD}new@example.com,${LONG},yes,1\n`);
  await run(acme, `${HEAD}new@example.com,${LONG},yes,2\n`);
  await acme.call(undo, { params: first.params });
  await settleBackground();
  expect(await remembered(acme)).toBe(1);
});

it.each([
  ["before", [`a@example.com,${LONG},yes,1`, "a@example.com,Acme,no,1"]],
  ["after", ["a@example.com,Acme,no,1", `a@example.com,${LONG},yes,1`]],
])("counts %s a good row of the same person, near or far in the file", async (_, rows) => {
  for (const apart of [0, 5]) {
    const acme = await newWorkspace();
    const between = Array.from({ length: apart }, (__, n) => `p${n}@example.com,,no,1`);
    const text = `${HEAD}${[rows[0], ...between, rows[1]].join("\n")}\n`;
    const { params, told, done } = await run(acme, text);
    expect((await flags(acme))["a@example.com"]).toBe(true);
    expect(told).toMatchObject({ create: 1 + apart, fail: 1, failed_opt_outs: 1 });
    expect([told.opted_out, told.changed]).toEqual([done.opted_out, done.changed_contacts]);
    expect(told.unsubscribe + told.opted_out).toBe(1);
    await acme.call(undo, { params });
    await settleBackground();
    expect([await flags(acme), await remembered(acme)]).toEqual([{}, 0]);
  }
});

it("counts whatever a row fails for: its tags, its width, its id, its length", async () => {
  const acme = await newWorkspace();
  const names = ["tags", "wide", "id", "bytes", "moved", "filled"];
  for (const name of names) await create(acme, `${name}@example.com`);
  const mapping = {
    email: "email",
    out: "is_unsubscribed",
    id: "external_id",
    tags: "tags",
    a: "custom_fields.a",
  };
  const first = { columnMapping: { ...mapping, a: "custom_fields.b" }, columnTypes: {} };
  const head = "email,out,id,tags,a\n";
  await run(
    acme,
    `${head}id@example.com,no,7,,\nmoved@example.com,no,8,,\nfilled@example.com,no,9,,${"b".repeat(9000)}\n`,
    first,
  );
  const tags = Array.from({ length: 101 }, (_, n) => `t${n}`).join(";");
  const text = [
    `tags@example.com,yes,1,"${tags}",`,
    "wide@example.com,yes,2,,x,y,z",
    "id@example.com,yes,77,,",
    `bytes@example.com,yes,3,,${"é".repeat(9000)}`,
    `new-address@example.com,yes,8,"${tags}",`,
    `filled@example.com,yes,9,,${"c".repeat(9000)}`,
  ].join("\n");
  const { told, done } = await run(acme, `${head}${text}\n`, { columnMapping: mapping, columnTypes: {} });
  expect([told.fail, told.failed_opt_outs, done.failed_rows, done.failed_opt_outs]).toEqual([6, 6, 6, 6]);
  expect(await flags(acme)).toEqual(Object.fromEntries(names.map((name) => [`${name}@example.com`, true])));
});

it("is counted by an import whose changes were reviewed", async () => {
  const acme = await newWorkspace();
  await create(acme, "known@example.com");
  const text = `email,company,Unsubscribed\nknown@example.com,${LONG},yes\nnew@example.com,${LONG},yes\nb@example.com,B,no\nnew@example.com,Acme,no\nc@example.com,C,no\n`;
  const params = { id: (await uploadText(acme, text)).body.importId };
  const told = (await acme.call(dryRun, { params })).body;
  expect(told).toMatchObject({ create: 3, fail: 2, failed_opt_outs: 2 });
  const confirmed = await acme.call(confirm, { params, query: { etag: told.etag } });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(202);
  await settleBackground();
  const { body: done } = await acme.call(getImport, { params });
  expect(done).toMatchObject({ status: "completed", created_rows: 3, failed_rows: 2, failed_opt_outs: 2 });
  expect(await flags(acme)).toEqual({
    "known@example.com": true,
    "new@example.com": true,
    "b@example.com": false,
    "c@example.com": false,
  });
});

const IDS = { email: "email", out: "is_unsubscribed", id: "external_id", company: "company" };
const asIds = { columnMapping: IDS, columnTypes: {} };

/** a is 7 of another system, b is 8. */
async function withIds(acme: Workspace) {
  await run(acme, "email,id,company,out\na@example.com,7,A,no\nb@example.com,8,B,no\n", asIds);
}

it("counts the opt-out of a line with an open quotation mark, wherever the mark is", async () => {
  const acme = await newWorkspace();
  const { told, done, errors } = await run(
    acme,
    `${HEAD}cell@example.com,"Ada,yes,1\nok@example.com,Ok,no,1\n"address@example.com,Ada,yes,2\nok2@example.com,Ok,no,1\n` +
      `flag@example.com,Ada,"yes,1\nok3@example.com,Ok,no,1\nshifted@example.com,"Ada, Ltd,yes,1\n` +
      `stays@example.com,"Ada,no,1\nok4@example.com,Ok,no,1\n`,
  );
  expect(told).toMatchObject({ fail: 5, create: 4, failed_opt_outs: 4 });
  expect(done).toMatchObject({ failed_rows: 5, failed_opt_outs: 4 });
  for (const { code } of errors) expect(code).toBe("unbalanced_quote");
  expect(errors.map(({ message }: { message: string }) => message.endsWith(COUNTED))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  for (const name of ["cell", "address", "flag", "shifted", "stays"])
    await create(acme, `${name}@example.com`);
  expect(await flags(acme)).toMatchObject({
    "cell@example.com": true,
    "address@example.com": true,
    "flag@example.com": true,
    "shifted@example.com": true,
    "stays@example.com": false,
    "ok@example.com": false,
  });
});

it("unsubscribes neither of two people whose rows a quotation mark joins", async () => {
  const acme = await newWorkspace();
  for (const name of ["a", "b"]) await create(acme, `${name}@example.com`);
  const text = `email,company,out\na@example.com,"Acme,no\nb@example.com,Beta",yes\nc@example.com,,no\n`;
  const { told, done } = await run(acme, text, {
    columnMapping: { email: "email", company: "company", out: "is_unsubscribed" },
    columnTypes: {},
  });
  expect([told.failed_opt_outs, done.failed_opt_outs, done.failed_rows]).toEqual([0, 0, 1]);
  expect(await flags(acme)).toEqual({
    "a@example.com": false,
    "b@example.com": false,
    "c@example.com": false,
  });
});

it("means whoever has the address, where the id is another's", async () => {
  const acme = await newWorkspace();
  await withIds(acme);
  const { done } = await run(acme, `email,id,company,out\nb@example.com,7,${LONG},yes\n`, asIds);
  expect(done).toMatchObject({ failed_rows: 1, failed_opt_outs: 1 });
  expect(await flags(acme)).toEqual({ "a@example.com": false, "b@example.com": true });
});

it("completes a reviewed import in which a failing row unsubscribes by its id whom another row names", async () => {
  const acme = await newWorkspace();
  await withIds(acme);
  const text = `email,id,company,out\na@example.com,,A,no\nnew@example.com,7,${LONG},yes\n`;
  const params = { id: (await uploadText(acme, text)).body.importId };
  const told = (await acme.call(dryRun, { params, body: asIds })).body;
  const confirmed = await acme.call(confirm, { params, body: asIds, query: { etag: told.etag } });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(202);
  await settleBackground();
  expect((await acme.call(getImport, { params })).body).toMatchObject({
    status: "completed",
    failed_opt_outs: 1,
  });
  expect((await flags(acme))["a@example.com"]).toBe(true);
});

it("locks the people of a batch in order of e-mail, those of failing rows too", async () => {
  const acme = await newWorkspace();
  for (const name of ["b", "m"]) await create(acme, `${name}@example.com`);
  const { importId: id } = (
    await uploadText(acme, `${HEAD}m@example.com,Acme,no,1\nb@example.com,${LONG},yes,1\n`)
  ).body;
  await pg().begin(async (tx) => {
    const lock = (name: string) => tx`
      select from contacts where workspace_id = ${acme.id} and email = ${`${name}@example.com`} for update nowait`;
    await lock("b");
    const [own] = await tx`select pg_backend_pid() as pid`;
    expect((await acme.call(confirm, { params: { id }, body })).status).toBe(202);
    await untilSomeoneWaitsFor(own?.pid);
    await lock("m"); // locked by the import, if it continued to b from there
  });
  await settleBackground();
  expect((await acme.call(getImport, { params: { id } })).body.status).toBe("completed");
});

it("a dry run remembers nobody", async () => {
  const acme = await newWorkspace();
  const params = {
    id: (await uploadText(acme, `email,company,Unsubscribed\nnew@example.com,${LONG},yes\n`)).body.importId,
  };
  expect((await acme.call(dryRun, { params })).body.failed_opt_outs).toBe(1);
  expect(await remembered(acme)).toBe(0);
});

it("is undone to the address that a row further down changed", async () => {
  const acme = await newWorkspace();
  const body = { email: "ada@example.com", first_name: "Ada", notes: "old", external_id: "x1" };
  await acme.call(createContact, { body });
  const file = `email,out,id,notes\nada@example.com,yes,,${"x".repeat(10_001)}\nbad,,,\nbad,,,\nnew@example.com,,x1,new\n`;
  const { importId } = (await uploadText(acme, file)).body;
  const params = { id: importId };
  const columnMapping = { email: "email", out: "is_unsubscribed", id: "external_id", notes: "notes" };
  await acme.call(confirm, { params, body: { columnMapping } });
  await settleBackground();
  const told = async () => [...(await contactsOf(acme)).values()].map(({ email, notes }) => [email, notes]);
  expect(await told()).toEqual([["new@example.com", "new"]]);
  await acme.call(undo, { params });
  await settleBackground();
  expect(await told()).toEqual([["ada@example.com", "old"]]);
});
