import { describe, expect, it } from "vitest";
import { PUT as updateSettings } from "@/app/api/settings/route";
import { pg } from "@/db/client";
import { apiKeyScope } from "@/lib/api-keys/schemas";
import { settleBackground } from "@/lib/http/background";
import { permissionFor } from "@/lib/http/operation";
import { route } from "@/lib/http/route";
import { updateSettings as write } from "@/lib/settings/queries";
import { updateSettingsBody, workspaceSettings } from "@/lib/settings/schemas";
import { scopeFor } from "@/lib/workspaces/roles";
import { type Fixture, kindOf, newFixture, upload } from "./fixture";
import { type Endpoint, endpoint, endpoints, json, send } from "./operations";

const SCOPES = apiKeyScope.options;
const protectedOnes = endpoints.filter((one) => one.isProtected);

async function newKey(fixture: Fixture, scopes: readonly string[]): Promise<string> {
  const { handler } = endpoint("createApiKey");
  const headers = { authorization: `Bearer ${fixture.token}`, "content-type": "application/json" };
  const got = await send(handler, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: scopes.join(), scopes }),
  });
  expect(got.status).toBe(201);
  return got.json.key;
}

/** Calls an operation with an input it accepts. */
async function call(one: Endpoint, fixture: Fixture, token: string) {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, fixture[kindOf(one.path, name)]]));
  const example = one.operation.example === undefined ? {} : json(one.operation.example);
  const content = one.id === "createImport" ? upload("email\nada@example.com\n", "x") : example;
  const headers = { ...content.headers, authorization: `Bearer ${token}` };
  const got = await send(one.handler, { ...content, method: one.method, params, headers });
  await settleBackground();
  return got;
}

/** The scope that an operation requires, as its method and declaration tell the document's reader. */
const neededBy = ({ method, operation }: Endpoint) => scopeFor(permissionFor(operation, method));

/** The workspace, its members and keys, and the settings for the sender and receivers of mails: what no key may change. */
async function protectedRows({ id }: Fixture): Promise<string> {
  const rows = await Promise.all([
    pg()`select mail_api_key, mail_from, notify_on_import_complete, notify_on_export_complete, notify_weekly_digest
          from settings where workspace_id = ${id}`,
    pg()`select id, name, key_hash, scopes, created_by, expires_at from api_keys where workspace_id = ${id} order by id`,
    pg()`select * from memberships where workspace_id = ${id} order by user_id`,
    pg()`select * from workspaces where id = ${id}`,
  ]);
  return JSON.stringify(rows);
}

async function newTenant(word: string) {
  const fixture = await newFixture(word);
  return { fixture, key: await newKey(fixture, SCOPES) };
}

/** Covers all reads: what one leaves unchanged, the next one needs. */
let shared: ReturnType<typeof newTenant> | undefined;
function sharedTenant() {
  shared ??= newTenant("reads");
  return shared;
}

/** Whether a key with every existing scope changes the protectedRows by this operation. */
async function changesProtectedRows(one: Endpoint): Promise<boolean> {
  const { fixture, key } = await (one.method === "GET" ? sharedTenant() : newTenant("house"));
  const before = await protectedRows(fixture);
  await call(one, fixture, key);
  return (await protectedRows(fixture)) !== before;
}

describe("what an API key may do", () => {
  it("every operation, every scope: 403 exactly for those without the one it needs", async () => {
    const fixture = await newFixture("scopes");
    const wrong: string[] = [];
    for (const scope of SCOPES) {
      const key = await newKey(fixture, [scope]);
      for (const one of protectedOnes.filter((each) => neededBy(each) !== scope)) {
        const { status, json: body } = await call(one, fixture, key);
        const isUsers = neededBy(one) === "manage";
        const said = isUsers ? body?.details?.reason === "user" : body?.details?.scope === neededBy(one);
        if (status !== 403 || body?.code !== "FORBIDDEN" || !said)
          wrong.push(`${one.id} with ${scope}: ${status} ${JSON.stringify(body?.details)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(protectedOnes.map((one) => [one.id, one] as const))(
    "%s changes no member, key, sender or workspace by a key with all scopes",
    async (_, one) => expect(await changesProtectedRows(one)).toBe(false),
  );

  it("this check catches settings that a key may write", async () => {
    const handler = route({
      operationId: "planted",
      summary: "Planted",
      tag: "settings",
      body: updateSettingsBody,
      response: { 200: workspaceSettings },
      handler: async ({ workspace, body }) => write(workspace.id, body),
    });
    expect(await changesProtectedRows({ ...endpoint("updateSettings"), handler })).toBe(true);
  });

  it("a user may do it all", async () => {
    const fixture = await newFixture("owner");
    const got = await call(
      { ...endpoint("updateSettings"), handler: updateSettings },
      fixture,
      fixture.token,
    );
    expect(got.status).toBe(200);
  });
});
