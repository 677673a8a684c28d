import { describe, expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { owner } from "@/lib/testing/owner";
import { newWorkspace } from "@/lib/testing/workspace";

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

  it("makes no tag that only a skipped repetition names", async () => {
    const acme = await newWorkspace();
    const text = "email,tags\nbob@example.com,real\nBOB@example.com,ghost\n";
    await importText(acme, text, { duplicateStrategy: "skip" });
    const tags = await pg()<{ name: string }[]>`select name from tags where workspace_id = ${acme.id}`;
    expect(tags.map((tag) => tag.name)).toEqual(["real"]);
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

  it("fails a row the database refuses alone, whatever stands around it", async () => {
    const acme = await newWorkspace();
    await owner()`alter table contacts add constraint no_poison check (first_name <> 'Poison')`;
    const names = Array.from({ length: 60 }, (_, i) => (i === 13 || i === 42 ? "Poison" : `N${i}`));
    const text = `email,first_name\n${names.map((name, i) => `p${i}@example.com,${name}`).join("\n")}\np13@example.com,\n`;
    const done = await importText(acme, text);
    await owner()`alter table contacts drop constraint no_poison`;
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
});
