import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST as CREATE_CONTACT } from "../contacts/route";
import { POST as ADD_TAG } from "../tags/[id]/contacts/[contactId]/route";
import { POST as CREATE_TAG } from "../tags/route";
import { GET as DOWNLOAD } from "./[id]/download/route";
import { DELETE, GET as READ } from "./[id]/route";
import { GET as LIST, POST } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

async function createContacts(workspace: Workspace, count: number) {
  await pg()`
    insert into contacts (workspace_id, id, email, first_name)
    select ${workspace.id}, id, 'c' || n || '@example.com', 'Contact ' || n
    from unnest(${Array.from({ length: count }, () => newId())}::uuid[]) with ordinality as t(id, n)`;
}

/** Starts an export and waits until it is over. */
async function completedExport(workspace: Workspace, body: Record<string, unknown> = {}): Promise<string> {
  const started = await workspace.call(POST, { body });
  expect(started.status).toBe(202);
  await settleBackground();
  return started.body.exportId;
}

async function fileOf(workspace: Workspace, id: string, query: Record<string, string> = {}): Promise<string> {
  const answer = await workspace.call(DOWNLOAD, { params: { id }, query });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.response.arrayBuffer()).toString("utf8");
}

describe("POST /api/exports", () => {
  it("answers 202 and exports every contact, newest first", async () => {
    const acme = await newWorkspace();
    await createContacts(acme, 3);
    const started = await acme.call(POST, { body: {} });
    expect(started.status).toBe(202);
    expect(started.body).toEqual({ exportId: expect.any(String), status: "pending" });
    expect(started.headers.get("location")).toBe(`/api/exports/${started.body.exportId}`);
    await settleBackground();
    const { body } = await acme.call(READ, { params: { id: started.body.exportId } });
    expect(body).toMatchObject({
      status: "completed",
      total_rows: 3,
      processed_rows: 3,
      blob_url: `/api/exports/${body.id}/download`,
      filename: expect.stringMatching(/^contacts-\d{4}-\d{2}-\d{2}\.csv$/),
      error_message: null,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.completed_at)).toBe(7 * 24 * 3600 * 1000);
    const lines = (await fileOf(acme, body.id)).split("\r\n");
    expect(lines[0]).toBe(
      "email,first_name,last_name,phone,company,notes,external_id,tags,is_unsubscribed,created_at,updated_at",
    );
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([
      "c3@example.com",
      "c2@example.com",
      "c1@example.com",
      "",
    ]);
  });

  it("combines tags, search, subscription and ids", async () => {
    const acme = await newWorkspace();
    const contact = async (name: string, is_unsubscribed = false) =>
      (
        await acme.call(CREATE_CONTACT, {
          body: {
            email: `${name}@example.com`,
            first_name: name,
            is_unsubscribed,
            custom_fields: { plan: name },
          },
        })
      ).body.id;
    const [ada, bob, cleo] = [await contact("ada"), await contact("bob", true), await contact("cleo")];
    const tagged = async (name: string, ids: string[]) => {
      const { body } = await acme.call(CREATE_TAG, { body: { name } });
      for (const contactId of ids) await acme.call(ADD_TAG, { params: { id: body.id, contactId } });
      return body.id;
    };
    const [red, blue] = [await tagged("red", [ada, bob]), await tagged("blue; green", [bob, cleo])];
    const emails = async (body: Record<string, unknown>) =>
      (await fileOf(acme, await completedExport(acme, body)))
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split("@")[0]);
    expect(await emails({ tagIds: [red] })).toEqual(["bob", "ada"]);
    expect(await emails({ tagIds: [red, blue] })).toEqual(["cleo", "bob", "ada"]);
    expect(await emails({ tagIds: [red, blue], tagMatch: "all" })).toEqual(["bob"]);
    expect(await emails({ search: "LEO" })).toEqual(["cleo"]);
    expect(await emails({ search: "%'\\" })).toEqual([]);
    expect(await emails({ is_unsubscribed: false })).toEqual(["cleo", "ada"]);
    expect(await emails({ ids: [ada, cleo, newId()] })).toEqual(["cleo", "ada"]);
    expect(await emails({ ids: [ada, cleo], tagIds: [blue], is_unsubscribed: false })).toEqual(["cleo"]);
    const file = await fileOf(acme, await completedExport(acme, { tagIds: [red] }));
    expect(file.split("\r\n")[0]).toContain(",custom_fields.plan,");
    expect(file.split("\r\n")[1]).toContain('"""blue; green"";red",true,bob,');
  });

  it("refuses foreign and unknown tags by their position", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const own = (await acme.call(CREATE_TAG, { body: { name: "own" } })).body.id;
    const foreign = (await other.call(CREATE_TAG, { body: { name: "foreign" } })).body.id;
    const answer = await acme.call(POST, { body: { tagIds: [own, foreign, newId()] } });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(answer.body.details.map((problem: { path: unknown }) => problem.path)).toEqual([
      ["tagIds", 1],
      ["tagIds", 2],
    ]);
  });

  it.each([
    { tagIds: ["x"] },
    { tagIds: "x" },
    { ids: [] },
    { filename: "x".repeat(256) },
    { filename: 7 },
    { search: "x".repeat(201) },
    { is_unsubscribed: "yes" },
    { tagMatch: "none" },
    { search: "" },
    { search: "\u200b" },
    { search: "\u0301" },
  ])("refuses %j", async (body) => {
    const acme = await newWorkspace();
    expect((await acme.call(POST, { body })).status).toBe(400);
  });

  it.each([
    ["filter", { search: "ada" }, /in the body itself/],
    ["tag_ids", [newId()], /send tagIds/],
    ["tag_match", "all", /send tagMatch/],
    ["within", { search: "ada" }, /send segment_id/],
  ])("refuses %s, which means something elsewhere, and ignores other names", async (name, value, says) => {
    const acme = await newWorkspace();
    const { status, body } = await acme.call(POST, { body: { [name]: value, colour: "red" } });
    expect([status, body.details]).toEqual([
      400,
      [{ path: [name], code: "custom", message: expect.stringMatching(says) }],
    ]);
    expect((await acme.call(POST, { body: { colour: "red" } })).status).toBe(202);
    await settleBackground();
  });

  it("starts one export for a repeated Idempotency-Key", async () => {
    const acme = await newWorkspace();
    const send = () => acme.call(POST, { body: {}, headers: { "idempotency-key": "k1" } });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    await settleBackground();
    expect((await acme.call(LIST)).body.total).toBe(1);
  });
});

describe("GET /api/exports", () => {
  it("pages through all, newest first", async () => {
    const acme = await newWorkspace();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await completedExport(acme));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await acme.call(LIST, { query: { limit: "2", ...(cursor && { cursor }) } });
      expect(body.total).toBe(5);
      seen.push(...body.data.map((row: { id: string }) => row.id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids);
  });
});

const TODAY = `contacts-${new Date().toISOString().slice(0, 10)}.csv`;

describe("GET /api/exports/{id}/download", () => {
  it.each([
    [
      "Kunden – 2026 🎉.csv",
      "attachment; filename=\"Kunden _ 2026 __.csv\"; filename*=UTF-8''Kunden%20%E2%80%93%202026%20%F0%9F%8E%89.csv",
    ],
    [
      'a"b\r\nSet-Cookie: x=1',
      "attachment; filename=\"abSet-Cookie x=1.csv\"; filename*=UTF-8''abSet-Cookie%20x%3D1.csv",
    ],
    ["a/b\\c:d*?", "attachment; filename=\"a-b-cd.csv\"; filename*=UTF-8''a-b-cd.csv"],
    ["../../etc/passwd", "attachment; filename=\"etc-passwd.csv\"; filename*=UTF-8''etc-passwd.csv"],
    ["/", `attachment; filename="${TODAY}"; filename*=UTF-8''${TODAY}`],
    [
      "C:\\temp\\отчёт.CSV",
      "attachment; filename=\"C-temp-_____.csv\"; filename*=UTF-8''C-temp-%D0%BE%D1%82%D1%87%D1%91%D1%82.csv",
    ],
    ["100%'s (a*b)", "attachment; filename=\"100_s (ab).csv\"; filename*=UTF-8''100%25s%20%28ab%29.csv"],
  ])("names %j safely", async (filename, header) => {
    const acme = await newWorkspace();
    const id = await completedExport(acme, { filename });
    const { headers } = await acme.call(DOWNLOAD, { params: { id } });
    expect(headers.get("content-disposition")).toBe(header);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("starts with a byte order mark when asked to", async () => {
    const acme = await newWorkspace();
    const id = await completedExport(acme);
    const plain = await fileOf(acme, id);
    expect(await fileOf(acme, id, { bom: "1" })).toBe(`\ufeff${plain}`);
    expect(await fileOf(acme, id, { bom: "0" })).toBe(plain);
    expect((await acme.call(DOWNLOAD, { params: { id }, query: { bom: "2" } })).status).toBe(400);
  });

  it("answers 409 until the export is completed, and when it failed", async () => {
    const acme = await newWorkspace();
    const id = newId();
    await pg()`
      insert into exports (workspace_id, id, filename, filter, lease_until)
      values (${acme.id}, ${id}, 'x.csv', '{}', now() + interval '1 hour')`;
    for (const status of ["pending", "processing", "failed"]) {
      await pg()`update exports set status = ${status}, error_message = 'why' where id = ${id}`;
      const answer = await acme.call(DOWNLOAD, { params: { id } });
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([
        409,
        "EXPORT_NOT_READY",
        { status },
      ]);
    }
  });

  it("answers 410 when the file is gone or has expired", async () => {
    const acme = await newWorkspace();
    const [expired, lost] = [await completedExport(acme), await completedExport(acme)];
    await pg()`update exports set expires_at = now() where id = ${expired}`;
    await pg()`update exports set blob_key = blob_key || 'x' where id = ${lost}`;
    for (const id of [expired, lost]) {
      const answer = await acme.call(DOWNLOAD, { params: { id } });
      expect([answer.status, answer.body.code]).toEqual([410, "GONE"]);
    }
  });
});

describe("DELETE /api/exports/{id}", () => {
  it("removes the export and its file", async () => {
    const acme = await newWorkspace();
    const id = await completedExport(acme);
    expect((await acme.call(DELETE, { params: { id } })).status).toBe(204);
    expect((await acme.call(READ, { params: { id } })).status).toBe(404);
    expect((await acme.call(DELETE, { params: { id } })).status).toBe(404);
    expect(await pg()`select key from blob_tombstones where workspace_id = ${acme.id}`).toHaveLength(0);
  });
});

describe("tenancy", () => {
  it("answers the same 404 for another workspace's export as for an unknown one", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    const foreign = await completedExport(other);
    for (const handler of [READ, DOWNLOAD, DELETE]) {
      const answers = [];
      for (const id of [foreign, newId()]) {
        const { status, body } = await acme.call(handler, { params: { id } });
        answers.push({ status, body });
      }
      expect(answers[0]?.status).toBe(404);
      expect(answers[0]).toEqual(answers[1]);
    }
    expect((await acme.call(LIST)).body).toEqual({ data: [], nextCursor: null, total: 0 });
    expect((await other.call(READ, { params: { id: foreign } })).status).toBe(200);
  });
});
