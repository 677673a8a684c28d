import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PATCH as editContact, GET as readContact } from "@/app/api/contacts/[id]/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { POST as createTag } from "@/app/api/tags/route";
import { pg } from "@/db/client";
import { workAs } from "@/db/work";
import { settleBackground } from "@/lib/http/background";
import { newId } from "@/lib/ids";
import { revivals } from "@/lib/server/jobs";
import { countDueDeliveries } from "@/lib/webhook-endpoints/outbox";
import { kindOf, newFixture } from "./checks/fixture";
import { credentials, type Endpoint, endpoint, endpoints, json, send } from "./checks/operations";
import { peopleCsv } from "./fixtures/people";
import { confirmedImport, importState, storeFile } from "./fixtures/workspace";
import { importText, uploadText } from "./imports";
import { hearNodes, type Sent } from "./nodes";
import { undoWhole } from "./undo";
import { newWorkspace } from "./workspace";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

/** Chores of the service itself look for work in all workspaces: who waits for a webhook is asked everywhere. */
const CHORES = /^SELECT .*webhook_deliveries_\d+ p WHERE/;

/** A workspace that is made lies where its id falls. */
const ELSEWHERE = new Set(["createWorkspace", "deleteWorkspace", "deleteAccount", "leaveWorkspace"]);

const strayed = (sent: Sent[], home: number) =>
  sent.filter(({ port, command }) => port !== home && !CHORES.test(command));

const file = (rows: number, company: string) =>
  `email,first_name,company,tags,id,score,unsubscribed\n${Array.from(
    { length: rows },
    (_, n) => `p${n}@example.com,P${n},${company},t${n % 7},${n},${n % 5},${n % 50 === 0}`,
  ).join("\n")}\n`;
const MAPPING = {
  ...{ email: "email", first_name: "first_name", company: "company", tags: "tags", id: "external_id" },
  ...{ score: "custom_fields.score", unsubscribed: "is_unsubscribed" },
};

/** What people do with a workspace in a day. */
async function workIn(workspace: Workspace) {
  const ok = async (answer: Promise<{ status: number; body: { id: string } }>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const made = { email: `${newId()}@example.com`, first_name: "Ada", custom_fields: { role: "Pilot" } };
  const { id } = await ok(workspace.call(createContact, { body: made }));
  const params = { id };
  await ok(workspace.call(editContact, { params, body: { company: "Analytical" } }));
  await ok(workspace.call(readContact, { params }));
  const lists: Record<string, string>[] = [
    {},
    { search: "ada" },
    { sort: "company" },
    { is_unsubscribed: "true" },
  ];
  for (const query of lists) await ok(workspace.call(listContacts, { query }));
  const tag = await ok(workspace.call(createTag, { body: { name: newId() } }));
  const tagged = { "content-type": "application/json", authorization: `Bearer ${workspace.token}` };
  const put = { params: { tagId: tag.id, contactId: id }, method: "POST", headers: tagged };
  expect((await send(endpoint("addTagToContact").handler, put)).status).toBeLessThan(300);
  await ok(workspace.call(listContacts, { query: { tag_ids: tag.id } }));
  await ok(workspace.call(bulkDelete, { body: { ids: [id] } }));
  const first = await importText(workspace, file(120, "Before"), { columnMapping: MAPPING });
  expect(first).toMatchObject({ status: "completed", failed_rows: 0 });
  const { body: pending } = await uploadText(workspace, file(130, "After"));
  await ok(workspace.call(dryRun, { params: { id: pending.importId }, body: { columnMapping: MAPPING } }));
  const again = await importText(workspace, `${file(130, "After")}bad,x\n`, { columnMapping: MAPPING });
  expect(again).toMatchObject({ status: "completed", created_rows: 10, updated_rows: 120, failed_rows: 1 });
  await undoWhole(workspace, again.id);
  await undoWhole(workspace, first.id);
  const { body: left } = await workspace.call(listContacts);
  expect(left.total).toBe(0);
}

describe.runIf(inject("isDistributed"))("a workspace on one of several nodes", () => {
  let nodes: Awaited<ReturnType<typeof hearNodes>>;
  beforeAll(async () => {
    nodes = await hearNodes();
  });
  afterAll(() => nodes.end());

  /** Workspaces, each on another worker. */
  async function twoApart() {
    const here = await newWorkspace();
    const home = await nodes.homeOf(here.id);
    for (;;) {
      const there = await newWorkspace();
      const other = await nodes.homeOf(there.id);
      if (other !== home) return { here, home, there, other };
    }
  }

  it("keeps what people do with it on its own node", async () => {
    const workspace = await newWorkspace();
    const home = await nodes.homeOf(workspace.id);
    nodes.sent.length = 0;
    await workIn(workspace);
    await settleBackground();
    expect(nodes.sent.length).toBeGreaterThan(200);
    expect(strayed(nodes.sent, home)).toEqual([]);
  });

  it("keeps every operation of the interface there", async () => {
    let fixture = await newFixture("apart");
    const found: Record<string, Sent[]> = {};
    const reached = new Set<string>();
    let heard = 0;
    for (const one of endpoints.filter(({ id, isProtected }) => isProtected && !ELSEWHERE.has(id))) {
      const home = await nodes.homeOf(fixture.id);
      nodes.sent.length = 0;
      const status = await callIt(one, fixture);
      const away = strayed(nodes.sent, home);
      if (away.length > 0) found[`${one.id} ${status}`] = away;
      if (status < 300) reached.add(one.id);
      heard += nodes.sent.length;
      if (one.method === "DELETE" || /^(merge|bulkDelete|undo|stop|cancel)/.test(one.id))
        fixture = await newFixture("apart");
    }
    expect(found).toEqual({});
    // So that it is not proven of refusals.
    expect(reached.size).toBeGreaterThan(70);
    expect(heard).toBeGreaterThan(500);
  });

  it("works on while the node of other workspaces is away, which get 503 and heal by themselves", async () => {
    const { here, there, other } = await twoApart();
    const GONE = 1;
    await nodes.move(other, GONE);
    try {
      await workIn(here);
      expect(await countDueDeliveries()).toBe(0);
      const lost = await leftImport(here.id);
      await workAs({ kind: "job" }, () => revivals().imports?.());
      await settleBackground();
      expect(await importState(here.id, lost)).toMatchObject({ status: "completed", created_rows: 100 });
      await expectAway(there);
    } finally {
      await nodes.move(GONE, other);
    }
    await workIn(there);
  });

  it("answers 503 within 5 s for a node that says nothing", async () => {
    const { there, other } = await twoApart();
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await nodes.move(other, port);
    try {
      await expectAway(there);
    } finally {
      await nodes.move(port, other);
      silent.close();
    }
    expect((await there.call(listContacts)).status).toBe(200);
  });

  it("would be heard where a statement goes to all nodes", async () => {
    const { id } = await newWorkspace();
    const home = await nodes.homeOf(id);
    nodes.sent.length = 0;
    await pg()`
      with made as (insert into tags (workspace_id, id, name) values (${id}, ${newId()}, 'Ada') returning id), noted as (
        insert into tag_changes (workspace_id, change_id, tag_id, kind) select ${id}::uuid, ${newId()}, id, 'created' from made)
      select 1`;
    expect(strayed(nodes.sent, home).map(({ command }) => command)).toContainEqual(
      expect.stringMatching(/^COPY/),
    );
  });
});

async function expectAway(workspace: Workspace): Promise<void> {
  for (const ask of [
    () => workspace.call(listContacts),
    () => workspace.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } }),
  ]) {
    const started = performance.now();
    const { status, headers } = await ask();
    expect([status, headers.has("retry-after")]).toEqual([503, true]);
    expect(performance.now() - started).toBeLessThan(5000);
  }
}

/** An import whose process died. */
async function leftImport(workspaceId: string): Promise<string> {
  const ROWS = 100;
  return confirmedImport(
    workspaceId,
    await storeFile(workspaceId, peopleCsv(ROWS, { repeats: 0, bad: 0 })),
    ROWS,
  );
}

/** Asks as the document's example does, for the fixture's own things. The status of the answer. */
async function callIt(one: Endpoint, fixture: Awaited<ReturnType<typeof newFixture>>): Promise<number> {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, fixture[kindOf(one.path, name)]]));
  if (/undo|import(errors|changes)/i.test(one.id) && one.path.includes("imports"))
    params.id = fixture.finishedImport;
  const example = Object.values(one.described.requestBody?.content ?? {})[0]?.example;
  const { body = null, headers = {} } = example === undefined ? {} : json(example);
  const sent = {
    method: one.method,
    params,
    body,
    headers: { ...headers, ...credentials(one.auth, fixture.token) },
  };
  const { status } = await send(one.handler, sent);
  await settleBackground();
  return status;
}
