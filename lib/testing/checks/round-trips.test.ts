import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pg } from "@/db/client";
import { workAs } from "@/db/work";
import { bounds } from "@/lib/contacts/kept";
import { rules } from "@/lib/contacts/search-index";
import { settleBackground } from "@/lib/http/background";
import { type Fixture, kindOf, newFixture } from "./fixture";
import { type Endpoint, endpoint, endpoints, json, send } from "./operations";
import { listenIn } from "./scoped";

/** Work that a request leaves to a job does not delay its answer. */
const said = listenIn(["request", "search"]);

let fixture: Fixture;
beforeAll(async () => {
  // However busy the machine is, no filter here takes long enough to be looked for among the cached ones.
  bounds.slowMs = Number.POSITIVE_INFINITY;
  fixture = await newFixture("trips");
});

/** The statements for one answer, when the caller's token has been seen before. */
async function statementsOf(
  one: Endpoint,
  { query = {}, token = fixture.token }: { query?: Record<string, string>; token?: string } = {},
) {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, fixture[kindOf(one.path, name)]]));
  if (one.id === "previewImportUndo") params.id = fixture.finishedImport;
  const ask = () => send(one.handler, { params, query, headers: { authorization: `Bearer ${token}` } });
  await ask();
  await settleBackground();
  said.length = 0;
  const { status } = await ask();
  await settleBackground();
  expect(status).toBe(200);
  return said.map(({ text }) => text);
}

/** Answers whose parts depend on each other, and their statements: fewer are welcome, and a line here: histories, undo after its check, files and what was found in them. */
const MORE: Record<string, number> = {
  // Two of them at once: the steps of its contacts, and who of them still exists.
  getChange: 6,
  previewChangeUndo: 12,
  getContactTimeline: 4,
  listDuplicates: 4,
  listImportChanges: 5,
  listImportErrors: 3,
  // The types of the fields that its columns fill.
  getImport: 3,
  previewImport: 4,
  previewImportUndo: 15,
  // Its entry in the security log, which Next writes after the answer.
  downloadExport: 3,
};

const reads = endpoints.filter(({ method, isProtected }) => method === "GET" && isProtected);

describe("an answer takes one statement that counts the request and tells its caller, and one that reads", () => {
  it.each(reads.map((one) => [one.id, one] as const))("%s", async (id, one) => {
    const [first, ...others] = await statementsOf(one);
    expect(first).toMatch(/insert into rate_limits[\s\S]+from identity\.users[\s\S]+memberships/);
    expect(others.length).toBeGreaterThan(0);
    expect(1 + others.length).toBe(MORE[id] ?? 2);
  });

  it.each([
    ["another page", { cursor: "ffffffff-ffff-ffff-ffff-ffffffffffff" }],
    ["beyond the last page", { cursor: "00000000-0000-0000-0000-000000000000" }],
    ["the unsubscribed", { is_unsubscribed: "true" }],
    ["a search", { search: "trips" }],
    [
      "a search without a hit, from a cursor",
      { search: "x", cursor: "00000000-0000-0000-0000-000000000000" },
    ],
    ["a search that finds more than a page", { search: "example", limit: "1" }],
  ])("a list of contacts: %s", async (_, query) => {
    expect(await statementsOf(endpoint("listContacts"), { query })).toHaveLength(2);
  });

  it("a list of contacts by tag, and by tag and words", async () => {
    const tag_ids = fixture.tag;
    expect(await statementsOf(endpoint("listContacts"), { query: { tag_ids } })).toHaveLength(2);
    expect(await statementsOf(endpoint("listContacts"), { query: { tag_ids, search: "a" } })).toHaveLength(2);
  });

  it("a list of contacts for a script with an API key", async () => {
    const made = await send(endpoint("createApiKey").handler, {
      ...json({ name: "counting" }),
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${fixture.token}` },
    });
    const [first, ...others] = await statementsOf(endpoint("listContacts"), { token: made.json.key });
    expect(first).toMatch(/insert into rate_limits[\s\S]+from api_keys/);
    expect(others).toHaveLength(1);
  });

  it("a token whose signature is wrong gets nothing read", async () => {
    const [head, body, signature = ""] = fixture.token.split(".");
    const token = `${head}.${body}.${signature.split("").toReversed().join("")}`;
    said.length = 0;
    const { status } = await send(endpoint("listContacts").handler, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([status, said.length]).toEqual([401, 1]);
  });

  it("this check hears a third one", async () => {
    said.length = 0;
    await workAs({ kind: "request" }, async () => await pg()`select 1`);
    await workAs({ kind: "job" }, async () => await pg()`select 2`);
    expect(said.map(({ text }) => text)).toEqual(["select 1"]);
  });
});

// Not on a distributed database: docs/decisions/distributed.md.
describe.skipIf(inject("isDistributed"))("a list of contacts of a large workspace", () => {
  const usual = { bounds: { ...bounds }, rules: { ...rules } };
  beforeAll(async () => {
    Object.assign(bounds, { worthwhile: 50, restMs: 0, slowMs: -1 });
    Object.assign(rules, { block: 32, share: 0.5 });
    await pg()`
      insert into contacts (workspace_id, id, email, first_name, company, custom_fields, updated_at)
      select ${fixture.id}, gen_random_uuid(), 'many' || n || '@example.com', 'Ada', 'Acme', '{"trips": "x"}', now() - interval '1 minute'
      from generate_series(1, 500) n`;
  });
  afterAll(() => {
    Object.assign(bounds, usual.bounds);
    Object.assign(rules, usual.rules);
  });

  /** Asked twice, after which everything that helps is cached, and once more. */
  async function statementsWith(query: Record<string, string>, knownMs: number): Promise<number> {
    bounds.knownMs = knownMs;
    await statementsOf(endpoint("listContacts"), { query });
    return (await statementsOf(endpoint("listContacts"), { query })).length;
  }

  it.each([
    ["an order", { sort: "name" }, 3, 2],
    ["an order by a custom field", { sort: "custom_fields.trips" }, 4, 2],
    ["a filter", { company: "acme" }, 3, 2],
    ["a filter, in another order", { company: "acme", sort: "-updated_at" }, 3, 2],
    ["the index of searches", { search: "many77@" }, 4, null],
    ["a frequent word", { search: "example" }, 5, null],
  ])("%s: what finds it is asked every ten seconds", async (_, query, finding, known) => {
    expect(await statementsWith(query, 0)).toBe(finding);
    if (known !== null) expect(await statementsWith(query, 60_000)).toBe(known);
    expect(
      (await pg()`select from contact_orders where workspace_id = ${fixture.id} and status = 'ready'`).length,
    ).toBeGreaterThan(0);
  });
});
