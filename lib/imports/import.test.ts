import { describe, expect, it } from "vitest";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { POST as upload } from "@/app/api/imports/route";
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
    const names = (email: string) => (after.get(email)?.tags as { name: string }[]).map((tag) => tag.name);
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
});
