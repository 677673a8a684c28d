import { describe, expect, it } from "vitest";
import { PATCH as updateContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport, DELETE as removeImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as upload } from "@/app/api/imports/route";
import { POST as addTag } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as createTag } from "@/app/api/tags/route";
import { sql } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { newWorkspace } from "@/lib/testing/workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function uploadText(workspace: Workspace, text: string | Uint8Array, filename = "people.csv") {
  const headers = { "content-type": "text/csv" };
  return workspace.call(upload, {
    body: typeof text === "string" ? Buffer.from(text) : text,
    headers,
    query: { filename },
  });
}

/** Uploads, confirms the suggestions (or the given mapping) and waits for the end. */
async function importText(
  workspace: Workspace,
  text: string | Uint8Array,
  body: Record<string, unknown> = {},
) {
  const received = await uploadText(workspace, text);
  expect(received.status).toBe(201);
  const columnMapping = Object.fromEntries(
    received.body.suggestions.map((one: { header: string; field: string }) => [one.header, one.field]),
  );
  const params = { id: received.body.importId };
  const confirmed = await workspace.call(confirm, { params, body: { columnMapping, ...body } });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(202);
  await settleBackground();
  return (await workspace.call(getImport, { params })).body;
}

async function contactsOf(workspace: Workspace) {
  const { body } = await workspace.call(listContacts, { query: { limit: "100" } });
  return new Map<string, Record<string, unknown>>(
    body.data.map((one: { email: string }) => [one.email, one]),
  );
}

describe("an import", () => {
  it("previews, maps, imports and explains", async () => {
    const acme = await newWorkspace();
    const received = await uploadText(
      acme,
      'E-Mail;Vorname;Nachname;Firma\r\nada@example.com;Ada;Lovelace;"Engines; ""Ltd"""\r\nkaputt;Max;;\r\nzoe@example.com;Zoë;Müller;\r\n',
    );
    expect(received.status).toBe(201);
    expect(received.body.preview).toEqual({
      headers: ["E-Mail", "Vorname", "Nachname", "Firma"],
      rows: [
        ["ada@example.com", "Ada", "Lovelace", 'Engines; "Ltd"'],
        ["kaputt", "Max", "", ""],
        ["zoe@example.com", "Zoë", "Müller", ""],
      ],
      totalRows: 3,
    });
    expect(received.body).toMatchObject({ delimiter: ";", encoding: "utf-8", headerRow: 1 });
    const fields = received.body.suggestions.map((one: { field: string }) => one.field);
    expect(fields).toEqual(["email", "first_name", "last_name", "company"]);
    const done = await importText(
      acme,
      'E-Mail;Vorname;Nachname;Firma\r\nada@example.com;Ada;Lovelace;"Engines; ""Ltd"""\r\nkaputt;Max;;\r\nzoe@example.com;Zoë;Müller;\r\n',
    );
    expect(done).toMatchObject({
      status: "completed",
      total_rows: 3,
      processed_rows: 3,
      created_rows: 2,
      updated_rows: 0,
      failed_rows: 1,
    });
    const contacts = await contactsOf(acme);
    expect(contacts.get("zoe@example.com")).toMatchObject({
      first_name: "Zoë",
      last_name: "Müller",
      company: null,
      import_row: 3,
    });
    const errors = await acme.call(listErrors, { params: { id: done.id } });
    expect(errors.body).toMatchObject({
      total: 1,
      data: [{ row: 2, line: 3, column: "E-Mail", code: "email_invalid" }],
    });
  });

  it("updates with non-empty cells, never re-subscribes, adds tags, and can be undone", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, {
      body: {
        email: "ada@example.com",
        first_name: "Ada",
        phone: "1",
        is_unsubscribed: true,
        custom_fields: { plan: "pro" },
      },
    });
    await acme.call(createContact, { body: { email: "bob@example.com", first_name: "Bob" } });
    const before = await contactsOf(acme);
    const text = [
      "email,first_name,phone,unsubscribed,tags,plan",
      'ADA@example.com,,2,no,"vip, new",',
      "bob@example.com,Bob,,,,",
      "cyd@example.com,,,yes,VIP,free",
      "cyd@example.com,Cyd,,,,",
    ].join("\n");
    const received = await uploadText(acme, text);
    const columnMapping = {
      email: "email",
      first_name: "first_name",
      phone: "phone",
      unsubscribed: "is_unsubscribed",
      tags: "tags",
      plan: "custom_fields.plan",
    };
    const params = { id: received.body.importId };
    const tried = await acme.call(dryRun, { params, body: { columnMapping } });
    expect(tried.status, JSON.stringify(tried.body)).toBe(200);
    expect(tried.body).toMatchObject({ rows: 4, create: 1, update: 2, unchanged: 1, skip: 0, fail: 0 });
    expect(await contactsOf(acme)).toEqual(before);
    const done = await importText(acme, text, { columnMapping });
    expect(done).toMatchObject({
      created_rows: 1,
      updated_rows: 3,
      unchanged_rows: 1,
      failed_rows: 0,
      processed_rows: 4,
    });
    const after = await contactsOf(acme);
    expect(after.get("ada@example.com")).toMatchObject({
      first_name: "Ada",
      phone: "2",
      is_unsubscribed: true,
      custom_fields: { plan: "pro" },
    });
    expect(after.get("bob@example.com")).toEqual(before.get("bob@example.com"));
    expect(after.get("cyd@example.com")).toMatchObject({
      first_name: "Cyd",
      is_unsubscribed: true,
      custom_fields: { plan: "free" },
    });
    const names = (email: string) =>
      ((after.get(email)?.tags ?? []) as { name: string }[]).map((tag) => tag.name);
    expect(names("ada@example.com")).toEqual(["new", "vip"]);
    expect(names("cyd@example.com")).toEqual(["vip"]);
    const undone = await acme.call(undo, { params: { id: done.id } });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(undone.body).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await contactsOf(acme)).toEqual(before);
  });

  it("starts a pending import exactly once", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, "email\na@b.co\n");
    const params = { id: body.importId };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        acme.call(confirm, { params, body: { columnMapping: { email: "email" } } }),
      ),
    );
    await settleBackground();
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, ...Array(9).fill(409)]);
    expect((await acme.call(preview, { params })).body.code).toBe("IMPORT_NOT_PENDING");
  });

  it("skips known e-mails when asked to, and says so", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } });
    const before = await contactsOf(acme);
    const text = "email,first_name\nada@example.com,Other\nbob@example.com,Bob\nBOB@example.com,Bobby\n";
    const done = await importText(acme, text, { duplicateStrategy: "skip" });
    expect(done).toMatchObject({ created_rows: 1, updated_rows: 0, skipped_rows: 2, processed_rows: 3 });
    const after = await contactsOf(acme);
    expect(after.get("ada@example.com")).toEqual(before.get("ada@example.com"));
    expect(after.get("bob@example.com")).toMatchObject({ first_name: "Bob" });
  });

  it("clears stored values by empty cells only when asked to, and only those that are mapped", async () => {
    const acme = await newWorkspace();
    const body = {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "L",
      phone: "1",
      company: "C",
      custom_fields: { a: "1", b: "2" },
    };
    await acme.call(createContact, { body });
    const columnMapping = { email: "email", first: "first_name", phone: "phone", a: "custom_fields.a" };
    await importText(acme, "email,first,phone,a\nada@example.com,,,\n", { columnMapping });
    expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
      first_name: "Ada",
      phone: "1",
      custom_fields: { a: "1", b: "2" },
    });
    await importText(acme, "email,first,phone,a\nada@example.com,,,\n", {
      columnMapping,
      emptyCells: "clear",
    });
    expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
      first_name: "Ada",
      last_name: "L",
      phone: null,
      company: "C",
      custom_fields: { b: "2" },
    });
  });

  it.each([
    ["utf-8 with BOM", Buffer.from("\ufeffemail,name\nzoe@example.com,Zoë Müller\n")],
    [
      "windows-1252",
      Buffer.from("email,name\nzoe@example.com,Zoë Müller\nana@example.com,José Núñez\n", "latin1"),
    ],
    ["utf-16le with BOM", Buffer.from("\ufeffemail\tname\r\nzoe@example.com\tZoë Müller\r\n", "utf16le")],
    ["utf-16le without BOM", Buffer.from("email;name\r\nzoe@example.com;Zoë Müller\r\n", "utf16le")],
  ])("keeps accents whole: %s", async (_, file) => {
    const acme = await newWorkspace();
    const done = await importText(acme, file, { columnMapping: { email: "email", name: "full_name" } });
    expect(done.failed_rows).toBe(0);
    expect((await contactsOf(acme)).get("zoe@example.com")).toMatchObject({
      first_name: "Zoë",
      last_name: "Müller",
    });
  });

  it("finds the encoding of a name that stands far below a head of plain ASCII", async () => {
    const acme = await newWorkspace();
    const filler = Array.from({ length: 12_000 }, (_, i) => `p${i}@example.com,Person`).join("\n");
    const file = Buffer.from(`email,first_name\n${filler}\nzoe@example.com,Zo\xeb M\xfcller\n`, "latin1");
    expect(file.length).toBeGreaterThan(256 * 1024);
    const { body } = await uploadText(acme, file);
    expect(body).toMatchObject({ encoding: "windows-1252", preview: { totalRows: 12_001 } });
    const done = await importText(acme, file);
    expect(done).toMatchObject({ created_rows: 12_001, failed_rows: 0 });
    const found = await acme.call(listContacts, { query: { search: "müller" } });
    expect(found.body.data).toMatchObject([{ email: "zoe@example.com", first_name: "Zoë Müller" }]);
  });

  it("fails a row the database refuses alone, whatever stands around it", async () => {
    const acme = await newWorkspace();
    await sql()`alter table contacts add constraint no_poison check (first_name <> 'Poison')`;
    const names = Array.from({ length: 60 }, (_, i) => (i === 13 || i === 42 ? "Poison" : `N${i}`));
    const text = `email,first_name\n${names.map((name, i) => `p${i}@example.com,${name}`).join("\n")}\np13@example.com,\n`;
    const done = await importText(acme, text);
    await sql()`alter table contacts drop constraint no_poison`;
    expect(done).toMatchObject({
      status: "completed",
      created_rows: 58,
      failed_rows: 3,
      updated_rows: 0,
      processed_rows: 61,
    });
    const errors = await acme.call(listErrors, { params: { id: done.id } });
    expect(errors.body.data.map((one: { row: number; code: string }) => [one.row, one.code])).toEqual([
      [14, "not_storable"],
      [43, "not_storable"],
      [61, "not_storable"],
    ]);
    expect(errors.body.data[0].cells).toEqual(["p13@example.com", "Poison"]);
  });

  it("gives failed rows back as a file that can be mended and uploaded as it is", async () => {
    const acme = await newWorkspace();
    const done = await importText(
      acme,
      'email;first_name;notes\nada;Ada;"a ""quoted"";\nnote"\nbob@example.com;Bob;\nzoe@example;Zoë;=1+1\n',
    );
    expect(done).toMatchObject({ created_rows: 1, failed_rows: 2 });
    const file = await acme.call(listErrors, { params: { id: done.id }, query: { format: "csv" } });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toContain("people-errors.csv");
    const text = await file.response.text();
    expect(text.split("\r\n", 1)[0]).toBe("email,first_name,notes,_line,_error");
    const mended = text.replace("ada,", "ada@example.com,").replace("zoe@example,", "zoe@example.com,");
    expect(await importText(acme, mended)).toMatchObject({ created_rows: 2, failed_rows: 0 });
    const contacts = await contactsOf(acme);
    expect(contacts.get("ada@example.com")).toMatchObject({
      notes: 'a "quoted";\nnote',
      custom_fields: null,
    });
    expect(contacts.get("zoe@example.com")).toMatchObject({ notes: "=1+1" });
  });

  it("keeps and names contacts that somebody edited since, when it is undone", async () => {
    const acme = await newWorkspace();
    await acme.call(createContact, { body: { email: "old@example.com", first_name: "Old" } });
    const done = await importText(
      acme,
      "email,first_name\nold@example.com,New\na@example.com,A\nb@example.com,B\nc@example.com,C\n",
    );
    const contacts = await contactsOf(acme);
    const edit = (email: string, body: object) =>
      acme.call(updateContact, { params: { id: String(contacts.get(email)?.id) }, body });
    await edit("old@example.com", { phone: "1" });
    await edit("b@example.com", { phone: "2" });
    const tag = await acme.call(createTag, { body: { name: "vip" } });
    await acme.call(addTag, {
      params: { id: tag.body.id, contactId: String(contacts.get("c@example.com")?.id) },
    });
    const undone = await acme.call(undo, { params: { id: done.id } });
    expect(undone.body).toMatchObject({ undo_status: "completed", removed: 1, restored: 0, kept: 3 });
    expect(undone.body.kept_contacts.map((one: { email: string }) => one.email).sort()).toEqual([
      "b@example.com",
      "c@example.com",
      "old@example.com",
    ]);
    expect([...(await contactsOf(acme)).keys()].sort()).toEqual([
      "b@example.com",
      "c@example.com",
      "old@example.com",
    ]);
    const again = await acme.call(undo, { params: { id: done.id } });
    expect(again.body).toEqual(undone.body);
  });

  it("undoes imports one after the other, the last one first", async () => {
    const acme = await newWorkspace();
    const first = await importText(acme, "email,first_name\na@example.com,One\n");
    const afterFirst = await contactsOf(acme);
    const second = await importText(acme, "email,first_name\na@example.com,Two\n");
    expect((await acme.call(undo, { params: { id: second.id } })).body).toMatchObject({
      restored: 1,
      kept: 0,
    });
    expect(await contactsOf(acme)).toEqual(afterFirst);
    expect((await acme.call(undo, { params: { id: first.id } })).body).toMatchObject({ removed: 1, kept: 0 });
    expect((await contactsOf(acme)).size).toBe(0);
  });

  it("goes on in slices to the same end as in one go", async () => {
    const acme = await newWorkspace();
    process.env.IMPORT_BATCH_ROWS = "7";
    process.env.JOB_TIME_BUDGET_MS = "0";
    resetEnv();
    try {
      const rows = Array.from({ length: 100 }, (_, i) => `p${i % 90}@example.com,"N\n${i}"`);
      const done = await importText(acme, `email,first_name\r\n${rows.join("\r\n")}`);
      expect(done).toMatchObject({
        status: "completed",
        created_rows: 90,
        updated_rows: 10,
        processed_rows: 100,
        total_rows: 100,
      });
    } finally {
      delete process.env.IMPORT_BATCH_ROWS;
      delete process.env.JOB_TIME_BUDGET_MS;
      resetEnv();
    }
    expect((await contactsOf(acme)).get("p0@example.com")).toMatchObject({ first_name: "N\n90" });
  });

  it("never deadlocks when three imports bring the same people in another order", async () => {
    const acme = await newWorkspace();
    const emails = Array.from({ length: 600 }, (_, i) => `p${i}@example.com`);
    const texts = [emails, emails.toReversed(), emails.toSorted()].map(
      (list, at) => `email,first_name\n${list.map((email) => `${email},N${at}`).join("\n")}\n`,
    );
    const done = await Promise.all(texts.map((text) => importText(acme, text)));
    expect(done.map((one) => one.status)).toEqual(["completed", "completed", "completed"]);
    expect(done.reduce((sum, one) => sum + one.created_rows, 0)).toBe(600);
    expect(done.reduce((sum, one) => sum + one.failed_rows, 0)).toBe(0);
  });

  it("deletes the record and the file, and leaves the contacts", async () => {
    const acme = await newWorkspace();
    const done = await importText(acme, "email\na@example.com\nbad\n");
    expect((await acme.call(removeImport, { params: { id: done.id } })).status).toBe(204);
    expect((await acme.call(removeImport, { params: { id: done.id } })).status).toBe(404);
    expect(await blobStore().head(String(done.blob_url))).toBeNull();
    expect((await contactsOf(acme)).size).toBe(1);
    const [left] = await sql()`select count(*)::int as n from import_errors where import_id = ${done.id}`;
    expect(left?.n).toBe(0);
  });

  it.each([
    ["", 400, "IMPORT_EMPTY"],
    ["\ufeff", 400, "IMPORT_EMPTY"],
    ["\n\n  \n", 400, "IMPORT_EMPTY"],
    [Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 415, "UNSUPPORTED_MEDIA_TYPE"],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 415, "UNSUPPORTED_MEDIA_TYPE"],
  ])("refuses %j and leaves nothing behind", async (file, status, code) => {
    const acme = await newWorkspace();
    const answer = await uploadText(acme, file);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const keys = [];
    for await (const entry of blobStore().list(`imports/${acme.id}/`)) keys.push(entry.key);
    expect(keys).toEqual([]);
  });

  it("takes a header without rows, and completes it at once", async () => {
    const acme = await newWorkspace();
    const received = await uploadText(acme, "email,first_name\n");
    expect(received.body.preview).toMatchObject({ rows: [], totalRows: 0 });
    expect(await importText(acme, "email,first_name\n")).toMatchObject({
      status: "completed",
      total_rows: 0,
    });
  });

  it("names every problem of a mapping", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, "email,a,b\nx@example.com,1,2\n");
    const params = { id: body.importId };
    for (const columnMapping of [
      { a: "first_name" },
      { email: "email", a: "email" },
      { email: "email", a: "nonsense" },
      { email: "email", z: "phone" },
    ]) {
      const answer = await acme.call(confirm, { params, body: { columnMapping } });
      expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(answer.body.details[0].path[0]).toBe("columnMapping");
    }
    const tags = await acme.call(confirm, {
      params,
      body: { columnMapping: { email: "email" }, tagIds: [acme.id] },
    });
    expect(tags.body.details).toMatchObject([{ path: ["tagIds", 0] }]);
    expect((await acme.call(getImport, { params })).body.status).toBe("pending");
  });

  it("remembers a confirmed mapping and recognises the same file", async () => {
    const acme = await newWorkspace();
    const text = "email,xyz\na@example.com,1\n";
    const done = await importText(acme, text, {
      columnMapping: { email: "email", xyz: "custom_fields.score" },
    });
    const { body } = await uploadText(acme, text);
    expect(body).toMatchObject({ remembered: true, duplicate_of: done.id });
    expect(body.suggestions[1]).toMatchObject({ header: "xyz", field: "custom_fields.score" });
  });

  it("reads the file again as the user says, without a new upload", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(
      acme,
      Buffer.from("report\nemail,name\nana@example.com,Jos\xe9\n", "latin1"),
    );
    const params = { id: body.importId };
    const greek = await acme.call(preview, {
      params,
      query: { encoding: "windows-1253", headerRow: "2", delimiter: "," },
    });
    expect(greek.body).toMatchObject({
      encoding: "windows-1253",
      headerRow: 2,
      preview: { headers: ["email", "name"], totalRows: 1 },
    });
    expect(greek.body.preview.rows[0][1]).toBe("Josι");
    const whole = await acme.call(preview, { params, query: { headerRow: "0" } });
    expect(whole.body.preview.totalRows).toBe(3);
    expect((await acme.call(preview, { params, query: { encoding: "klingon" } })).status).toBe(400);
  });
});
