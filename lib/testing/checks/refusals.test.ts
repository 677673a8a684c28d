import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { route } from "@/lib/http/route";
import { newId } from "@/lib/ids";
import { createTag } from "@/lib/tags/queries";
import { createTagBody, tag } from "@/lib/tags/schemas";
import { type Fixture, kindOf, newFixture } from "./fixture";
import { type Endpoint, endpoint, endpoints, json, type Sent, send } from "./operations";

const writes = endpoints.filter((one) => one.isProtected && one.method !== "GET");

/** A digest of every table's rows of the workspace. The security log is for refusals, too. */
async function digests(workspaceId: string): Promise<Map<string, string>> {
  tables ??= await pg()<{ name: string }[]>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'workspace_id' and table_type = 'BASE TABLE'
      and table_name <> 'audit_events'`;
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t where workspace_id = $1`,
  );
  const rows = await pg().unsafe<{ name: string; digest: string }[]>(each.join(" union all "), [workspaceId]);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}
let tables: { name: string }[] | undefined;

/** Sends it as the owner. Null when it succeeds, otherwise the status and the tables that the refusal changed. */
async function refusalOf(one: Endpoint, fixture: Fixture, sent: Sent) {
  const before = await digests(fixture.id);
  const headers = { authorization: `Bearer ${fixture.token}`, ...sent.headers };
  const { status } = await send(one.handler, { ...sent, method: one.method, headers });
  await settleBackground();
  if (status < 400) return null;
  const after = await digests(fixture.id);
  const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  return { status, changed };
}

const exampleOf = ({ operation }: Endpoint) =>
  operation.example === undefined ? {} : json(operation.example);
const namesIn = ({ path }: Endpoint) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);

it("a write about something unknown changes nothing", { timeout: 120_000 }, async () => {
  const fixture = await newFixture("unknown");
  const wrong: unknown[] = [];
  for (const one of writes.filter((each) => namesIn(each).length > 0)) {
    const params = Object.fromEntries(namesIn(one).map((name) => [name, newId()]));
    const refusal = await refusalOf(one, fixture, { params, ...exampleOf(one) });
    if (refusal?.changed.length) wrong.push([one.id, refusal]);
  }
  expect(wrong).toEqual([]);
});

it("what is there already is refused, and nothing is written", { timeout: 120_000 }, async () => {
  const fixture = await newFixture("twice");
  const wrong: unknown[] = [];
  for (const one of writes) {
    const params = Object.fromEntries(namesIn(one).map((name) => [name, fixture[kindOf(one.path, name)]]));
    if (["deleteWorkspace", "leaveWorkspace"].includes(one.id) || one.method === "DELETE") continue;
    await refusalOf(one, fixture, { params, ...exampleOf(one) });
    const refusal = await refusalOf(one, fixture, { params, ...exampleOf(one) });
    if (refusal?.changed.length) wrong.push([one.id, refusal]);
  }
  expect(wrong).toEqual([]);
});

type Made = Fixture & { word: string };

/** Refused by what the workspace holds. Each names a custom key of its own, which would have a field. */
const CONFLICTS: [string, number, (made: Made, key: string) => Sent][] = [
  ["createField", 409, (_, key) => json({ name: "REGION", key, type: "number" })],
  ["createField", 409, (_, key) => json({ name: key, key: "Region" })],
  ["updateField", 409, ({ field }) => ({ params: { id: field }, ...json({ name: "region" }) })],
  ["createContact", 409, (_, key) => json({ ...ONE, external_id: "two", ...custom(key) })],
  ["createContact", 409, (_, key) => json({ ...ONE, email: "two@example.com", ...custom(key) })],
  [
    "updateContact",
    409,
    ({ contact: id }, key) => ({ params: { id }, ...json({ email: ONE.email, ...custom(key) }) }),
  ],
  [
    "updateContact",
    409,
    ({ contact: id }, key) => ({ params: { id }, ...json({ external_id: ONE.external_id, ...custom(key) }) }),
  ],
  [
    "bulkChangeContacts",
    400,
    (_, key) => json({ action: "set", fields: custom(key), filter: { segment_id: newId() } }),
  ],
  ["createTag", 409, ({ word }) => json({ name: word })],
  ["createSegment", 409, ({ word }) => json({ name: word, filter: {} })],
  [
    "confirmImport",
    409,
    ({ finishedImport: id }, key) => ({
      params: { id },
      ...json({ columnMapping: { "E-mail": "email", "First name": `custom_fields.${key}` } }),
    }),
  ],
];
const ONE = { email: "one@example.com", first_name: "One", external_id: "one" };
const custom = (key: string) => ({ custom_fields: { [key]: "north" } });

it("a conflict with what the workspace holds leaves all tables as they were", async () => {
  const made = { ...(await newFixture("conflict")), word: "conflict" };
  expect(await refusalOf(endpoint("createField"), made, json({ name: "Region" }))).toBeNull();
  expect(await refusalOf(endpoint("createContact"), made, json(ONE))).toBeNull();
  for (const [n, [id, status, sentOf]] of CONFLICTS.entries()) {
    const sent = sentOf(made, `zone ${n}`);
    const refusal = await refusalOf(endpoint(id), made, sent);
    expect.soft([id, sent.body, refusal]).toEqual([id, sent.body, { status, changed: [] }]);
  }
});

it("this check catches a handler that writes before it refuses", async () => {
  const fixture = await newFixture("planted");
  const handler = route({
    operationId: "planted",
    summary: "Planted",
    tag: "tags",
    body: createTagBody,
    response: { 200: tag },
    handler: async ({ workspace, body }) => {
      await createTag(workspace.id, body);
      return createTag(workspace.id, body);
    },
  });
  const planted = { ...endpoint("createTag"), handler };
  const refusal = await refusalOf(planted, fixture, json({ name: "early" }));
  expect(refusal?.status).toBe(409);
  expect(refusal?.changed).toContain("tags");
});
