import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as createKey } from "@/app/api/api-keys/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { callRoute, newWorkspace } from "@/lib/testing/workspace";
import { membershipQuestion, readSession, readUnverified, rightsIn } from "./token-questions";

const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

let acme: Awaited<ReturnType<typeof newWorkspace>>;
const statusOf = async (token = acme.token) =>
  (await callRoute(listContacts, { headers: { authorization: `Bearer ${token}` } })).status;

describe("a token that was good a moment ago", () => {
  beforeEach(async () => {
    acme = await newWorkspace();
    expect(await statusOf()).toBe(200);
  });

  it.each([
    ["its session was ended", () => pg()`delete from identity.sessions where user_id = ${acme.user.id}`],
    [
      "its user was banned",
      () =>
        pg()`update identity.users set banned_until = now() + interval '1 day' where id = ${acme.user.id}`,
    ],
    ["its user is gone", () => pg()`delete from identity.users where id = ${acme.user.id}`],
    [
      "its user was suspended in the workspace",
      () =>
        pg()`update memberships set suspended_until = now() + interval '1 day' where workspace_id = ${acme.id}`,
    ],
    ["its user left the workspace", () => pg()`delete from memberships where workspace_id = ${acme.id}`],
    [
      "its user's metadata names another workspace",
      () => pg()`
        update identity.users set raw_user_meta_data = jsonb_build_object('workspace_id', ${randomUUID()}::text)
        where id = ${acme.user.id}`,
    ],
  ])("is refused at once when %s", async (_, change) => {
    await change();
    expect(await statusOf()).toBe(401);
  });

  it("is refused at once, as 403, when a second factor was added", async () => {
    await pg()`
      insert into identity.mfa_factors (id, user_id, factor_type, status)
      values (${randomUUID()}, ${acme.user.id}, 'totp', 'unverified')`;
    expect(await statusOf()).toBe(200);
    await pg()`update identity.mfa_factors set status = 'verified' where user_id = ${acme.user.id}`;
    expect(await statusOf()).toBe(403);
  });

  it("finds a workspace that it does not name yet, and no other", async () => {
    const other = await newWorkspace("other");
    await pg()`update memberships set workspace_id = ${other.id} where user_id = ${acme.user.id}`;
    await pg()`
      update identity.users set raw_user_meta_data = jsonb_build_object('workspace_id', ${other.id}::text)
      where id = ${acme.user.id}`;
    expect(await statusOf()).toBe(200);
    await pg()`delete from memberships where user_id = ${acme.user.id}`;
    expect(await statusOf()).toBe(401);
  });

  it("that only claims what another one says, is refused although the database knows the session", async () => {
    const [head, body, signature = ""] = acme.token.split(".");
    const turned = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expect(await statusOf(`${head}.${body}.${turned}`)).toBe(401);
    expect(await statusOf(`${encode({ ...decode(head), alg: "none" })}.${body}.`)).toBe(401);
    expect(await statusOf(`${head}.${encode({ ...decode(body), aal: "aal2" })}.${signature}`)).toBe(401);
    expect(await statusOf()).toBe(200);
  });
});

it("refuses a revoked API key at once, and notes the use of the others", async () => {
  acme = await newWorkspace();
  const made = await acme.call(createKey, { body: { name: "script", scopes: ["read"] } });
  expect(await statusOf(made.body.key)).toBe(200);
  const used = await pg()`select last_used_at is not null as noted from api_keys where id = ${made.body.id}`;
  expect(used).toEqual([{ noted: true }]);
  await pg()`delete from api_keys where id = ${made.body.id}`;
  expect(await statusOf(made.body.key)).toBe(401);
});

it("reads of a token nothing that could break a statement", () => {
  const token = (claims: object | string) => `${encode({ alg: "none" })}.${encode(claims)}.`;
  const sub = randomUUID();
  const bad = [
    "",
    "a.b.c",
    "kith_x",
    token("text"),
    token({}),
    token({ sub: "' or true" }),
    token({ sub: 7 }),
    token({ sub: sub.slice(1) }),
    `${token({ sub })}.x`,
    `a.${"b".repeat(20_000)}.c`,
  ];
  for (const one of bad) expect([one.slice(0, 40), readUnverified(one)]).toEqual([one.slice(0, 40), null]);
  const nothing = { userId: sub, sessionId: null, workspaceId: null };
  const odd = [
    { session_id: "x" },
    { session_id: 1 },
    { user_metadata: null },
    { user_metadata: { workspace_id: {} } },
  ];
  for (const one of odd) expect(readUnverified(token({ sub, ...one }))).toEqual(nothing);
});

it("takes an answer about others for none", () => {
  const [userId, sessionId, workspaceId] = [randomUUID(), randomUUID(), randomUUID()];
  const said = { userId, sessionId, workspaceId };
  expect(membershipQuestion(said).parameters).toEqual([userId, workspaceId]);
  expect(membershipQuestion(said, sessionId).parameters).toEqual([userId, sessionId]);
  const rights = { role: "viewer", may_import: true, may_undo: true, may_export: true, may_send: true };
  const answer = { user_id: userId, workspace_id: workspaceId, rights };
  expect(rightsIn(answer, said, userId, workspaceId)).toEqual(rights);
  expect(rightsIn(null, said, userId, workspaceId)).toBeNull();
  expect(rightsIn({ ...answer, rights: { ...rights, role: "root" } }, said, userId, workspaceId)).toBeNull();
  expect(rightsIn(undefined, said, userId, workspaceId)).toBeUndefined();
  expect(rightsIn(answer, said, randomUUID(), workspaceId)).toBeUndefined();
  expect(rightsIn(answer, said, userId, randomUUID())).toBeUndefined();
  const state = {
    user_id: userId,
    email: null,
    named_workspace: workspaceId,
    is_banned: false,
    session_id: sessionId,
    seen_counter: 0,
    is_secured: false,
    member_of: workspaceId,
    rights,
  };
  expect(readSession(state, said)).toMatchObject({ member_of: workspaceId });
  expect(readSession({ ...state, session_id: randomUUID() }, said)).toBeNull();
  expect(readSession({ ...state, user_id: randomUUID() }, said)).toBeNull();
  expect(readSession({ ...state, is_banned: true }, said)).toBeNull();
  expect(readSession(null, said)).toBeNull();
});
