import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { POST as WEBHOOK } from "@/app/api/webhooks/route";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { settleBackground } from "@/lib/http/background";
import { identityAdmin, resetIdentity } from "@/lib/identity/client";
import { setDelivery, type UserEvent } from "@/lib/identity/embedded/events";
import { newId } from "@/lib/ids";
import { sweep } from "@/lib/server/sweep";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";
import { POST as UNDO } from "../changes/[id]/undo/route";
import { POST as MAIL } from "../contacts/[id]/send-email/route";
import { POST as CREATE, GET as LIST } from "../contacts/route";
import { GET as MEMBERS } from "../members/route";
import { POST as NEW_KEY } from "./route";

/** Events of the identity provider go through the real webhook, with its bearer secret. */
const secret = process.env.WEBHOOK_SECRET ?? "";
const deliver = async (event: UserEvent) => {
  const reply = await callRoute(WEBHOOK, { body: event, headers: { authorization: `Bearer ${secret}` } });
  if (reply.status !== 200) throw new Error(`webhook answered ${reply.status}`);
};
beforeEach(() => setDelivery(deliver));
afterEach(() => setDelivery());

async function maker() {
  const acme = await newWorkspace("maker");
  const { body } = await acme.call(NEW_KEY, { body: { name: "sync", scopes: ["read", "write"] } });
  const headers = { authorization: `Bearer ${body.key}` };
  const use = async () => [
    (await callRoute(LIST, { headers })).status,
    (await callRoute(CREATE, { headers, body: { email: `${newId()}@example.com`, first_name: "Ada" } }))
      .status,
  ];
  return { ...acme, use, keyed: headers };
}

const change = async (id: string, ban_duration: string) => {
  const { error } = await identityAdmin().updateUserById(id, { ban_duration });
  expect(error).toBeNull();
};
const remove = async (id: string) => {
  const { error } = await identityAdmin().deleteUser(id);
  expect(error).toBeNull();
};
const refresh = () => {
  resetEnv();
  resetIdentity();
};
const rowsOf = async (id: string) =>
  (
    await pg()`
    select (select count(*)::int from workspaces where id = ${id}) as workspaces,
           (select count(*)::int from contacts where workspace_id = ${id}) as contacts,
           (select count(*)::int from api_keys where workspace_id = ${id}) as keys`
  )[0];

it("a key stops with the ban of its maker, and works again when the ban is lifted", async () => {
  const { user, use } = await maker();
  expect(await use()).toEqual([200, 201]);
  await change(user.id, "24h");
  expect(await use()).toEqual([401, 401]);
  await change(user.id, "none");
  expect(await use()).toEqual([200, 201]);
});

it("a key says whose fault it is: its scopes', or its maker's role", async () => {
  const { id, user, keyed } = await maker();
  const undo = () => callRoute(UNDO, { headers: keyed, params: { id: newId() } });
  expect((await undo()).status).toBe(404);
  await pg()`update memberships set role = 'viewer' where workspace_id = ${id} and user_id = ${user.id}`;
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([403, { reason: "permission", permission: "undo" }]);
  expect(body.message).toMatch(/^Whoever created this API key may not/);
  const mail = await callRoute(MAIL, { headers: keyed, params: { id: newId() } });
  expect(mail.body).toMatchObject({
    message: "This API key may not send",
    details: { reason: "permission", permission: "send", scope: "send" },
  });
  const members = await callRoute(MEMBERS, { headers: keyed });
  expect([members.status, members.body.details]).toEqual([403, { reason: "user" }]);
});

it("a ban that ran out holds nobody back, without any event", async () => {
  const { user, use } = await maker();
  await change(user.id, "24h");
  await pg()`update memberships set suspended_until = now() where user_id = ${user.id}`;
  expect(await use()).toEqual([200, 201]);
});

it("a key stops with the account of its maker, and the workspace that nobody can enter goes too", async () => {
  const { id, user, use } = await maker();
  expect(await use()).toEqual([200, 201]);
  await remove(user.id);
  expect(await use()).toEqual([401, 401]);
  await settleBackground();
  expect(await rowsOf(id)).toEqual({ workspaces: 0, contacts: 0, keys: 0 });
});

it("leaves a workspace that has another member", async () => {
  const { id, user, use } = await maker();
  await use();
  await pg()`insert into memberships (workspace_id, user_id) values (${id}, ${newId()})`;
  await remove(user.id);
  await settleBackground();
  expect(await rowsOf(id)).toEqual({ workspaces: 1, contacts: 1, keys: 0 });
});

it("the sweep removes an abandoned workspace whose removal was interrupted", async () => {
  const { id, use } = await maker();
  await use();
  await pg()`update workspaces set abandoned_at = now() where id = ${id}`;
  const report = await sweep({ thorough: false });
  expect(report.abandoned_workspaces).toBeGreaterThan(0);
  expect(await rowsOf(id)).toEqual({ workspaces: 0, contacts: 0, keys: 0 });
});

it("the daily sweep makes up for events that were lost", async () => {
  setDelivery(() => Promise.reject(new Error("lost")));
  const [banned, gone, fine] = [await maker(), await maker(), await maker()];
  for (const { use } of [banned, gone, fine]) await use();
  await change(banned.user.id, "24h");
  await remove(gone.user.id);
  const report = await sweep({ thorough: true });
  expect(report.key_owners).toBe(1);
  expect([await banned.use(), await gone.use(), await fine.use()]).toEqual([
    [401, 401],
    [401, 401],
    [200, 201],
  ]);
});

const NOBODY = '{"code":404,"error_code":"user_not_found","msg":"User not found"}';

it("ends nothing at a hosted provider that knows nobody, as a wrong address of it does not", async () => {
  const { id, use } = await maker();
  await use();
  vi.stubEnv("SUPABASE_URL", "https://project.example");
  vi.stubGlobal("fetch", async () => new Response(NOBODY, { status: 404 }));
  refresh();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    refresh();
  });
  expect((await sweep({ thorough: true })).key_owners).toBe(0);
  expect(await rowsOf(id)).toMatchObject({ workspaces: 1, keys: 1 });
});

it("ends the keys of all accounts at our own provider, which cannot be the wrong one", async () => {
  setDelivery(() => Promise.reject(new Error("lost")));
  const { id, use } = await maker();
  await use();
  const members = await pg()<{ user_id: string }[]>`select distinct user_id from memberships`;
  for (const { user_id } of members) await identityAdmin().deleteUser(user_id);
  expect((await sweep({ thorough: true })).key_owners).toBeGreaterThan(0);
  expect(await rowsOf(id)).toMatchObject({ keys: 0 });
});

it("believes no event that the provider does not bear out", async () => {
  const { id, user, use } = await maker();
  const record = {
    id: user.id,
    email: user.email,
    email_confirmed_at: null,
    banned_until: null,
    created_at: new Date().toISOString(),
  };
  const table = { schema: "auth", table: "users" } as const;
  await deliver({ ...table, type: "DELETE", record: null, old_record: record });
  await deliver({
    ...table,
    type: "UPDATE",
    record: { ...record, banned_until: "9999-01-01T00:00:00Z" },
    old_record: record,
  });
  await settleBackground();
  expect(await use()).toEqual([200, 201]);
  expect(await rowsOf(id)).toEqual({ workspaces: 1, contacts: 1, keys: 1 });
});
