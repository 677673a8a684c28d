import { describe, expect, it } from "vitest";
import { GET as listContacts } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { POST as upload } from "@/app/api/imports/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { runJob } from "@/lib/jobs/run";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { importJob } from "./job";

describe("an uploaded file", () => {
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

  it.each(["x.exe", "x.html", "x.csv.exe", "x.exe.", "a/b.svg", "x.csv/x.js", ".htaccess", "people 2024.12"])(
    "is refused under the name %s, and leaves nothing",
    async (filename) => {
      const acme = await newWorkspace();
      const { status, body } = await uploadText(acme, "email\na@example.com\n", filename);
      expect([status, body]).toMatchObject([
        415,
        { code: "UNSUPPORTED_MEDIA_TYPE", details: { kind: "extension" } },
      ]);
      expect(await Array.fromAsync(blobStore().list(`imports/${acme.id}/`))).toEqual([]);
    },
  );

  it.each(["x.csv", "X.CSV", "a.b.tsv", "x.exe.txt", "people", "C:\\tmp\\x.Txt"])(
    "is taken under the name %s",
    async (filename) => {
      const { status } = await uploadText(await newWorkspace(), "email\na@example.com\n", filename);
      expect(status).toBe(201);
    },
  );

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
    expect(text.split("\r\n", 1)[0]).toBe("email;first_name;notes;_line;_error");
    const mended = text.replace("ada;", "ada@example.com;").replace("zoe@example;", "zoe@example.com;");
    expect(await importText(acme, mended)).toMatchObject({ created_rows: 2, failed_rows: 0 });
    const contacts = await contactsOf(acme);
    expect(contacts.get("ada@example.com")).toMatchObject({
      notes: 'a "quoted";\nnote',
      custom_fields: null,
    });
    expect(contacts.get("zoe@example.com")).toMatchObject({ notes: "=1+1" });
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

  it("fails, and says so by a code, when it is gone before its rows were read", async () => {
    const acme = await newWorkspace();
    const done = await importText(acme, "email\nada@example.com\n");
    await pg()`
      update imports set status = 'processing', processed_rows = 0, created_rows = 0, checkpoint_bytes = 0
      where id = ${done.id}`;
    await blobStore().remove([done.blob_url]);
    await runJob(importJob, { workspaceId: acme.id, id: done.id });
    const { body: failed } = await acme.call(getImport, { params: { id: done.id } });
    expect(failed).toMatchObject({ status: "failed", failure_code: "file_gone", processed_rows: 0 });
    expect(failed.summary).toContain("no longer stored");
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

  it("is taken by one import only, and never from another workspace", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const { body } = await uploadText(acme, "email\na@example.com\n");
    const { body: record } = await acme.call(getImport, { params: { id: body.importId } });
    const reference = { body: { pathname: record.blob_url, filename: "a.csv" } };
    expect((await acme.call(upload, reference)).status).toBe(409);
    expect((await other.call(upload, reference)).status).toBe(404);
  });
});
