import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { route } from "@/lib/http/route";
import { newId } from "@/lib/ids";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { type Fixture, kindOf, newFixture } from "./fixture";
import { type Endpoint, endpoint, endpoints, type Got, json, type Sent, send } from "./operations";

const ours = await newFixture("acme");
const theirs = await newFixture("canaryb");
const authorization = `Bearer ${ours.token}`;

/** Every answer that our workspace received in this file. */
const told: string[] = [];

async function ask(one: Endpoint, sent: Sent): Promise<Got> {
  const headers = { authorization, ...sent.headers };
  const got = await send(one.handler, { ...sent, method: one.method, headers });
  told.push(`${one.id}: ${got.text} ${JSON.stringify([...got.headers])}`);
  return got;
}

const MALFORMED = ["nonsense", "0", "%00", "../x", `${newId()}0`, "' or 1=1 --", newId().replaceAll("-", "")];

const slots = endpoints.flatMap((one) =>
  [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
    one,
    name,
    title: `${one.id} {${name}}`,
  })),
);

interface Slot {
  one: Endpoint;
  name: string;
}

/** The given value in its slot, an id of ours in every other slot. */
function filled({ one, name }: Slot, value: string): Sent {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, found = ""]) => found);
  const params = Object.fromEntries(names.map((each) => [each, ours[kindOf(one.path, each)]]));
  const body = one.operation.example === undefined ? {} : json(one.operation.example);
  return { ...body, params: { ...params, [name]: value } };
}

/** Why a slot discloses or changes something of another workspace; empty if it does not. */
async function faultsOf(slot: Slot): Promise<string[]> {
  const foreign = await ask(slot.one, filled(slot, theirs[kindOf(slot.one.path, slot.name)]));
  const random = await ask(slot.one, filled(slot, newId()));
  const faults: string[] = [];
  if (foreign.status !== 404) faults.push(`foreign: ${foreign.status} ${foreign.text}`);
  if (foreign.text !== random.text || foreign.status !== random.status)
    faults.push(`random differs: ${random.text}`);
  for (const value of MALFORMED) {
    const { status, json: body } = await ask(slot.one, filled(slot, value));
    if (status !== 400 || body.code !== "VALIDATION_ERROR") faults.push(`${value}: ${status}`);
  }
  return faults;
}

async function stateOf({ id }: Fixture): Promise<string> {
  const tables = [
    "contacts",
    "tags",
    "contact_tags",
    "imports",
    "exports",
    "api_keys",
    "settings",
    "import_errors",
  ];
  const states = [];
  for (const table of tables) {
    states.push(await pg().unsafe(`select * from ${table} where workspace_id = $1 order by 1, 2`, [id]));
  }
  return JSON.stringify(states);
}

/** One cell is one value in one place for an id. */
const tried = { cells: 0, faults: 0 };

describe("an id in the path", () => {
  it.each(slots.map((slot) => [slot.title, slot] as const))(
    "%s: foreign and unknown are the same 404, malformed is 400",
    async (_, slot) => {
      const before = await stateOf(theirs);
      const faults = await faultsOf(slot);
      tried.cells += MALFORMED.length + 2;
      tried.faults += faults.length;
      expect(faults).toEqual([]);
      expect(await stateOf(theirs)).toBe(before);
    },
  );

  it("this check catches a handler that forgets the workspace", async () => {
    const handler = route({
      operationId: "planted",
      summary: "Planted",
      tag: "contacts",
      params: z.object({ id: z.string() }),
      response: { 200: z.unknown() },
      handler: async ({ params }) => {
        const rows = await pg()`select first_name from contacts where id::text = ${params.id}`;
        return { rows };
      },
    });
    const faults = await faultsOf({ one: { ...endpoint("getContact"), handler }, name: "id" });
    expect(faults.length).toBeGreaterThan(1);
    told.pop();
    expect(told.splice(-9).join()).toContain("canaryb");
  });
});

describe("an id in the query", () => {
  it.each(["listContacts", "listImports", "listExports"])(
    "%s: a foreign cursor is only a position",
    async (id) => {
      const one = endpoint(id);
      const all = await ask(one, { query: { limit: "100" } });
      const rows: { id: string }[] = all.json.data;
      expect(rows.length).toBeGreaterThan(0);
      for (const cursor of [theirs.contact, theirs.import, theirs.export, newId()]) {
        const { status, json: page } = await ask(one, { query: { cursor } });
        expect(status).toBe(200);
        expect(page.data).toEqual(rows.filter((row) => row.id < cursor));
        expect(page.total).toBe(rows.length);
      }
      for (const cursor of MALFORMED) expect((await ask(one, { query: { cursor } })).status).toBe(400);
    },
  );

  it("listContacts: a foreign tag is a tag nobody has", async () => {
    for (const match of ["any", "all"]) {
      const bodies = [];
      for (const tag_ids of [theirs.tag, newId()]) {
        bodies.push((await ask(endpoint("listContacts"), { query: { tag_ids, tag_match: match } })).json);
      }
      expect(bodies).toEqual(Array(2).fill({ data: [], nextCursor: null, total: 0 }));
    }
  });
});

describe("an id in the body", () => {
  it("bulk delete of 250 own and 250 foreign ids removes its own only", async () => {
    const made = await Promise.all(
      Array.from({ length: 250 }, (_, i) =>
        ask(endpoint("createContact"), json({ email: `bulk${i}@example.com`, first_name: "A" })),
      ),
    );
    await pg()`
      insert into contacts (workspace_id, id, email, first_name)
      select ${theirs.id}, gen_random_uuid(), 'canaryb-' || n || '@example.com', 'canaryb' from generate_series(1, 250) n`;
    const foreign = await pg()<{ id: string }[]>`
      select id from contacts where workspace_id = ${theirs.id} and email like 'canaryb-%'`;
    const ids = [...made.map((one) => one.json.id), ...foreign.map((row) => row.id)];
    const { json: result } = await ask(endpoint("bulkDeleteContacts"), json({ ids }));
    expect(result).toMatchObject({ deleted: 250 });
    const left =
      await pg()`select 1 from contacts where workspace_id = ${theirs.id} and email like 'canaryb-%'`;
    expect(left).toHaveLength(250);
  });

  it.each([
    ["createExport", (tag: string) => ({ tagIds: [tag] }), undefined],
    [
      "confirmImport",
      (tag: string) => ({ columnMapping: { "E-mail": "email" }, tagIds: [tag] }),
      ours.import,
    ],
    ["dryRunImport", (tag: string) => ({ columnMapping: { "E-mail": "email" }, tagIds: [tag] }), ours.import],
  ] as const)("%s: a foreign tag is refused as an unknown one is", async (id, body, param) => {
    const params: Record<string, string> = param ? { id: param } : {};
    const [foreign, random] = [
      await ask(endpoint(id), { ...json(body(theirs.tag)), params }),
      await ask(endpoint(id), { ...json(body(newId())), params }),
    ];
    expect([foreign.status, foreign.json.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(foreign.text).toBe(random.text);
    for (const value of ["nonsense", 7, null]) {
      const malformed = await ask(endpoint(id), { ...json(body(String(value))), params });
      expect(malformed.status).toBe(400);
    }
  });

  it("createExport: foreign contact ids export nothing", async () => {
    const { json: started } = await ask(endpoint("createExport"), json({ ids: [theirs.contact] }));
    await settleBackground();
    const { json: done } = await ask(endpoint("getExport"), { params: { id: started.exportId } });
    expect([done.status, done.total_rows]).toEqual(["completed", 0]);
    await ask(endpoint("downloadExport"), { params: { id: started.exportId } });
  });

  it("createImport: a foreign stored file is refused as an unknown one is", async () => {
    const of = async (pathname: string) => {
      await pg()`delete from rate_limits where key like 'upload:%'`;
      return ask(endpoint("createImport"), json({ pathname, filename: "x.csv" }));
    };
    const unknown = theirs.blobKey.replace(/[^/]+$/, `${newId()}.csv`);
    const [foreign, random] = [await of(theirs.blobKey), await of(unknown)];
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect([foreign.status, foreign.text]).toEqual([random.status, random.text]);
    for (const path of [`imports/${ours.id}/../${theirs.id}/x.csv`, "/etc/passwd", "../../etc/passwd"]) {
      expect((await of(path)).status, path).toBe(foreign.status);
    }
  });

  it.each(["createContact", "createTag", "updateSettings"])(
    "%s never takes a workspace or an id",
    async (id) => {
      const values = { email: `own-${id}@example.com`, first_name: "A", name: id };
      const { json: made } = await ask(
        endpoint(id),
        json({ ...values, id: theirs.contact, workspace_id: theirs.id }),
      );
      expect(made.workspace_id).toBe(ours.id);
      expect(made.id).not.toBe(theirs.contact);
    },
  );
});

it("no answer ever carried a word or an id of the other workspace", async () => {
  for (const one of endpoints.filter((each) => each.method === "GET" && each.isProtected)) {
    const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(names.map((name) => [name, ours[kindOf(one.path, name)]]));
    await ask(one, { params });
  }
  expect(told.length).toBeGreaterThan(300);
  const secrets = [
    "canaryb",
    theirs.id,
    theirs.contact,
    theirs.tag,
    theirs.import,
    theirs.export,
    theirs.apiKey,
  ];
  const leaks = told.filter((text) => secrets.some((secret) => text.toLowerCase().includes(secret)));
  expect(leaks).toEqual([]);
  recordFigure("tenancy", {
    size: { cells: tried.cells, answers: told.length },
    measured: { "cells told apart": tried.faults, "answers with a word or an id of the other": leaks.length },
  });
});
