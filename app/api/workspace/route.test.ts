import { expect, it, vi } from "vitest";
import { POST as createKey } from "@/app/api/api-keys/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as createExport } from "@/app/api/exports/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as readStatistics } from "@/app/api/stats/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { blobStore } from "@/lib/adapters/blob";
import { settleBackground } from "@/lib/http/background";
import { importText, uploadText } from "@/lib/testing/imports";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";
import { provision } from "@/lib/workspaces/provision";
import { DELETE, GET } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const LINES = Array.from({ length: 200 }, (_, n) => `p${n}@example.com,P${n},vip`).join("\n");

/** A workspace with contacts, tags, a rejected row, an undo journal, an export, a key and a pending file. */
async function furnished(): Promise<Workspace> {
  const acme = await newWorkspace();
  await importText(acme, `email,first_name,tags\n${LINES}\nnobody,X,\n`);
  await importText(acme, "email,first_name\np1@example.com,Changed\n");
  await acme.call(createExport, { body: {} });
  await settleBackground();
  await acme.call(createKey, { body: { name: "sync" } });
  await uploadText(acme, "email\nada@example.com\n");
  return acme;
}

const nameOf = async (acme: Workspace): Promise<string> => (await acme.call(GET)).body.name;

/** Rows that name the workspace, by table; tables without any are left out. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const tables = await pg()<{ table: string }[]>`
    select c.table_name as table from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'`;
  expect(tables.length).toBeGreaterThan(12);
  const counts: Record<string, number> = {};
  for (const { table } of tables) {
    const [row] = await pg()`
      select count(*)::int as n from ${pg()(table)} where workspace_id = ${workspaceId}`;
    if (row?.n) counts[table] = row.n;
  }
  return counts;
}

async function filesOf(workspaceId: string): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of [`imports/${workspaceId}/`, `exports/${workspaceId}/`]) {
    for await (const { key } of blobStore().list(prefix)) keys.push(key);
  }
  return keys;
}

it("says what the workspace is called and how much it holds", async () => {
  const acme = await furnished();
  const { status, body } = await acme.call(GET);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: acme.id, contacts: 200 });
  expect(body.name).toMatch(/^acme-.* workspace$/);
});

it("deletes every row and file of the workspace, and nothing of another one", async () => {
  const [acme, other] = [await furnished(), await furnished()];
  const [before, filesBefore] = [await rowsOf(other.id), await filesOf(other.id)];
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(["contacts", "contact_tags", "import_errors", "import_changes", "api_keys"]),
  );
  expect(filesBefore.length).toBeGreaterThan(2);
  const reply = await acme.call(DELETE, { body: { name: await nameOf(acme) } });
  expect(reply.status).toBe(204);
  expect(await rowsOf(acme.id)).toEqual({});
  expect(await filesOf(acme.id)).toEqual([]);
  expect(await pg()`select 1 from workspaces where id = ${acme.id}`).toHaveLength(0);
  expect([await rowsOf(other.id), await filesOf(other.id)]).toEqual([before, filesBefore]);
});

it("refuses the old token from then on, and gives the same account a new, empty workspace", async () => {
  const acme = await furnished();
  await acme.call(DELETE, { body: { name: await nameOf(acme) } });
  expect((await acme.call(listContacts)).status).toBe(401);
  const fresh = await provision(acme.user.id);
  expect(fresh).not.toBe(acme.id);
  const { status, body } = await acme.call(listContacts);
  expect([status, body.total]).toEqual([200, 0]);
});

it("asks for the workspace's name", async () => {
  const acme = await newWorkspace();
  for (const body of [{}, { name: "" }, { name: "acme" }]) {
    const reply = await acme.call(DELETE, { body });
    expect([reply.status, reply.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.body.details[0].path).toEqual(["name"]);
  }
  expect((await acme.call(GET)).status).toBe(200);
});

it("is for signed-in users: no API key may do it", async () => {
  const acme = await newWorkspace();
  const key = await acme.call(createKey, { body: { name: "all", scopes: ["read", "write", "send"] } });
  const headers = { authorization: `Bearer ${key.body.key}` };
  const reply = await callRoute(DELETE, { headers, body: { name: await nameOf(acme) } });
  expect([reply.status, reply.body.code]).toEqual([403, "FORBIDDEN"]);
  expect((await acme.call(GET)).status).toBe(200);
});

it("stops a running import: nothing is written after the deletion", async () => {
  const acme = await newWorkspace();
  const rows = Array.from({ length: 60_000 }, (_, n) => `p${n}@example.com,P${n}`).join("\n");
  const { body } = await uploadText(acme, `email,first_name\n${rows}\n`);
  const columnMapping = { email: "email", first_name: "first_name" };
  await acme.call(confirm, { params: { id: body.importId }, body: { columnMapping } });
  await vi.waitUntil(async () => (await acme.call(GET)).body.contacts > 0, { timeout: 20_000 });
  const [running] = await pg()`select status from imports where id = ${body.importId}`;
  expect(running?.status).toBe("processing");
  const reply = await acme.call(DELETE, { body: { name: await nameOf(acme) } });
  expect(reply.status).toBe(204);
  await settleBackground();
  expect(await rowsOf(acme.id)).toEqual({});
  expect(await filesOf(acme.id)).toEqual([]);
});

it("leaves tombstones when the store does not answer", async () => {
  const acme = await furnished();
  const name = await nameOf(acme);
  vi.spyOn(blobStore(), "remove").mockRejectedValue(new Error("the store is down"));
  expect((await acme.call(DELETE, { body: { name } })).status).toBe(204);
  vi.restoreAllMocks();
  expect(Object.keys(await rowsOf(acme.id))).toEqual(["blob_tombstones"]);
});

it("lets requests that a deletion overtakes end as if they had come after it", async () => {
  const requests: ((acme: Workspace) => ReturnType<Workspace["call"]>)[] = [
    ({ call }) => call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } }),
    ({ call }) => call(createTag, { body: { name: "vip" }, headers: { "idempotency-key": "k" } }),
    ({ call }) => call(createKey, { body: { name: "sync" } }),
    ({ call }) => call(createExport, { body: {} }),
    ({ call }) => call(readStatistics),
  ];
  for (const request of requests) {
    const acme = await newWorkspace();
    const late = await pg().begin(async (tx) => {
      await tx`delete from workspaces where id = ${acme.id}`;
      const answer = request(acme);
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 20_000 });
      return [answer];
    });
    expect(await late[0]).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  }
});

/** Statements of this database that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await pg()`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.n;
}
