import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { handleMail } from "@/lib/email/embedded/handler";
import { settleBackground } from "@/lib/http/background";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { addContact, addTag, type Client, csv, newClient, UUID } from "./interface";
import { json } from "./operations";

const FILE = "E-mail,First name,Score\r\nada@example.com,Ada,1\r\nbob@example.com,Bob,2\r\nnobody,Eve,3\r\n";
const MAPPING = { "E-mail": "email", "First name": "first_name", Score: "skip" };

let mail: InternalServer;
let acme: Client;
beforeAll(async () => {
  const path = (request: Request) => new URL(request.url).pathname.slice("/resend/".length);
  mail = await startInternalServer({ "/resend/": (request) => handleMail(request, path(request)) });
});
afterAll(() => mail.close());
beforeEach(async () => {
  acme = await newClient();
});

async function uploaded(text = FILE) {
  const answer = await acme.call("createImport", csv(text));
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

async function imported(): Promise<string> {
  const { importId: id } = await uploaded();
  await acme.call("confirmImport", { params: { id }, ...json({ columnMapping: MAPPING }) });
  await settleBackground();
  return id;
}

/** Subjects of the mails about one kind of job that were really sent to our user. */
async function mails(about: string): Promise<string[]> {
  const rows = await pg()<{ subject: string }[]>`
    select subject from inbox_mails where ${acme.email} = any(recipients) and subject ilike ${`%${about}%`}`;
  return rows.map((row) => row.subject);
}

describe("interface: POST /api/imports and its preview", () => {
  it("interface: the upload answers the preview with suggested mappings: headers, rows, totalRows, suggestions", async () => {
    const { importId, preview, suggestions } = await uploaded();
    expect(importId).toMatch(UUID);
    expect(preview).toEqual({
      headers: ["E-mail", "First name", "Score"],
      rows: [
        ["ada@example.com", "Ada", "1"],
        ["bob@example.com", "Bob", "2"],
        ["nobody", "Eve", "3"],
      ],
      totalRows: 3,
    });
    expect(suggestions).toHaveLength(3);
    for (const one of suggestions) {
      expect([typeof one.header, typeof one.field, typeof one.confidence]).toEqual([
        "string",
        "string",
        "string",
      ]);
    }
    expect(suggestions[0]).toMatchObject({ header: "E-mail", field: "email", confidence: "high" });
  });

  it("interface: GET /api/imports/{id}/preview re-fetches preview and suggestions of a pending import only", async () => {
    const first = await uploaded();
    const params = { id: first.importId };
    const again = await acme.call("previewImport", { params });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ importId: first.importId, preview: first.preview });
    expect(again.json.suggestions).toEqual(first.suggestions);
    await acme.call("confirmImport", { params, ...json({ columnMapping: MAPPING }) });
    expect((await acme.call("previewImport", { params })).status).toBe(409);
  });

  it("interface: a multipart upload is taken as well", async () => {
    const form = new FormData();
    form.set("file", new File([FILE], "people.csv", { type: "text/csv" }));
    const answer = await acme.call("createImport", { body: form });
    expect([answer.status, answer.json.preview.totalRows]).toEqual([201, 3]);
  });

  it("interface: the stored file may be up to 200 MB", async () => {
    const headers = { "content-type": "text/csv", "content-length": String(300 * 1024 * 1024) };
    const answer = await acme.call("createImport", { body: FILE, headers });
    expect([answer.status, answer.json.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await acme.call("listImports")).json.total).toBe(0);
  });
});

describe("interface: GET /api/imports", () => {
  it("interface: data (array of Import), nextCursor and total; cursor and limit as in every list", async () => {
    await uploaded();
    const id = await imported();
    const page = (await acme.call("listImports", { query: { limit: "1" } })).json;
    expect(page).toEqual({ data: [expect.objectContaining({ id })], nextCursor: id, total: 2 });
    const next = (await acme.call("listImports", { query: { cursor: id } })).json;
    expect([next.data.length, next.nextCursor, next.total]).toEqual([1, null, 2]);
    for (const query of ["limit=0", "limit=101", "cursor=x"]) {
      expect((await acme.call("listImports", { query })).status).toBe(400);
    }
  });

  it("interface: an Import has its fields, counters and statuses", async () => {
    const id = await imported();
    const { json: record } = await acme.call("getImport", { params: { id } });
    expect(record).toMatchObject({
      id,
      workspace_id: acme.workspaceId,
      filename: "people.csv",
      status: "completed",
      total_rows: 3,
      processed_rows: 3,
      updated_rows: 0,
      failed_rows: 1,
      blob_url: expect.any(String),
      summary: expect.any(String),
      ai_suggestions: expect.any(Array),
      column_mapping: MAPPING,
      created_at: expect.any(String),
      completed_at: expect.any(String),
    });
  });
});

describe("interface: POST /api/imports/{id}/confirm", () => {
  it("interface: confirms the mapping, answers importId and status, and processes in the background", async () => {
    const { importId: id } = await uploaded();
    const { status, json: body } = await acme.call("confirmImport", {
      params: { id },
      ...json({ columnMapping: MAPPING }),
    });
    expect(status).toBe(202);
    expect(body).toEqual({ importId: id, status: "processing" });
    await settleBackground();
    const { json: list } = await acme.call("listContacts");
    expect(list.data.map((one: { email: string }) => one.email).sort()).toEqual([
      "ada@example.com",
      "bob@example.com",
    ]);
  });

  it("interface: columnMapping is an object; a bad one is refused", async () => {
    const { importId: id } = await uploaded();
    for (const columnMapping of [null, "email", {}, { "E-mail": "nonsense" }, { Unknown: "email" }]) {
      const { status } = await acme.call("confirmImport", { params: { id }, ...json({ columnMapping }) });
      expect(status, JSON.stringify(columnMapping)).toBe(400);
    }
  });

  it("interface: an import finishes: a notification e-mail, controlled by notify_on_import_complete", async () => {
    await imported();
    expect(await mails("import")).toHaveLength(1);
    acme = await newClient("silent");
    await acme.call("updateSettings", json({ notify_on_import_complete: false }));
    await imported();
    expect(await mails("import")).toEqual([]);
  });
});

it("interface: DELETE /api/imports/{id} deletes the record and its stored file", async () => {
  const id = await imported();
  const { json: record } = await acme.call("getImport", { params: { id } });
  expect(await blobStore().head(record.blob_url)).not.toBeNull();
  expect((await acme.call("deleteImport", { params: { id } })).status).toBe(204);
  await settleBackground();
  expect(await blobStore().head(record.blob_url)).toBeNull();
  expect((await acme.call("getImport", { params: { id } })).status).toBe(404);
});

describe("interface: Exports", () => {
  const start = async (body: Record<string, unknown> = {}) => {
    const answer = await acme.call("createExport", json(body));
    expect(answer.status, answer.text).toBe(202);
    await settleBackground();
    return answer.json;
  };

  it("interface: POST /api/exports starts a job: exportId (UUID) and status", async () => {
    expect(await start({ filename: "mine" })).toEqual({
      exportId: expect.stringMatching(UUID),
      status: expect.stringMatching(/^(pending|processing)$/),
    });
  });

  it("interface: an Export has its fields, tag_ids the tag filter", async () => {
    const tag = await addTag(acme);
    const tagged = await addContact(acme);
    await addContact(acme);
    await acme.call("addTagToContact", { params: { tagId: tag.id, contactId: tagged.id } });
    const { exportId: id } = await start({ tagIds: [tag.id], filename: "mine" });
    const { json: list } = await acme.call("listExports");
    expect(list).toMatchObject({ nextCursor: null, total: 1 });
    expect(list.data[0]).toMatchObject({
      id,
      workspace_id: acme.workspaceId,
      filename: "mine.csv",
      status: "completed",
      total_rows: 1,
      processed_rows: 1,
      blob_url: expect.any(String),
      tag_ids: [tag.id],
      error_message: null,
      created_at: expect.any(String),
      completed_at: expect.any(String),
    });
  });

  it("interface: GET /api/exports takes cursor and limit, 1 to 100", async () => {
    await start();
    const { exportId } = await start();
    const page = (await acme.call("listExports", { query: { limit: "1" } })).json;
    expect([page.data[0].id, page.nextCursor, page.total]).toEqual([exportId, exportId, 2]);
    for (const query of ["limit=0", "limit=101", "cursor=x"]) {
      expect((await acme.call("listExports", { query })).status).toBe(400);
    }
  });

  it("interface: GET /api/exports/{id}/download streams the completed export as CSV", async () => {
    const contact = await addContact(acme, { first_name: "Ünal, Zoë" });
    const { exportId: id } = await start();
    const answer = await acme.call("downloadExport", { params: { id } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(answer.text).toContain(`${contact.email},"Ünal, Zoë"`);
  });

  it("interface: an export finishes: a notification e-mail, controlled by notify_on_export_complete", async () => {
    await start();
    expect(await mails("export")).toHaveLength(1);
    acme = await newClient("silent");
    await acme.call("updateSettings", json({ notify_on_export_complete: false }));
    await start();
    expect(await mails("export")).toEqual([]);
  });
});
