import { describe, expect, it } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/account/route";
import { POST as newKey } from "@/app/api/api-keys/route";
import { GET as audit } from "@/app/api/audit/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { POST as createExport } from "@/app/api/exports/route";
import { POST as upload } from "@/app/api/imports/route";
import { POST as leave } from "@/app/api/workspace/leave/route";
import { GET as readWorkspace } from "@/app/api/workspace/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { hashPassword } from "@/lib/identity/embedded/passwords";
import { newId } from "@/lib/ids";
import { callRoute, newMember, newWorkspace } from "@/lib/testing/workspace";
import { leaveWorkspaces } from "@/lib/workspaces/members";
import { provision } from "@/lib/workspaces/provision";
import { permissionsOf, permissionsOfKey, type Rights, ROLES } from "@/lib/workspaces/roles";
import { PATCH as change, DELETE as remove } from "./[userId]/route";
import { GET as list } from "./route";

type Caller = Awaited<ReturnType<typeof newMember>>;

const contact = () => ({ email: `${newId()}@example.com`, first_name: "Ada" });
const changed = (by: Pick<Caller, "call">, userId: string, body: object) =>
  by.call(change, { params: { userId }, body });
const rolesOf = async (id: string) =>
  (
    await pg()<
      { role: string }[]
    >`select role from memberships where workspace_id = ${id} order by created_at`
  ).map(({ role }) => role);

describe("roles", () => {
  const rights = (role: Rights["role"], on: boolean): Rights => ({
    role,
    may_import: on,
    may_undo: on,
    may_export: on,
    may_send: on,
  });

  it("each may what the ones below it may, and a viewer only reads, whatever the switches say", () => {
    for (const [n, role] of ROLES.slice(1).entries()) {
      const above = permissionsOf(rights(ROLES[n] ?? "owner", true));
      for (const permission of permissionsOf(rights(role, true))) expect(above).toContain(permission);
    }
    expect(permissionsOf(rights("viewer", true))).toEqual(["read", "belong"]);
    expect(permissionsOf(rights("editor", false))).toEqual(["read", "write", "belong"]);
    expect(permissionsOf(rights("admin", false))).toEqual(permissionsOf(rights("admin", true)));
  });

  it("a key has what its scopes say, and never more than its maker", () => {
    const all = ["read", "write", "send", "manage"];
    expect(permissionsOfKey(all.slice(0, 3), rights("owner", true)).includes("manage")).toBe(false);
    expect(permissionsOfKey(["write"], rights("editor", false))).toEqual(["write"]);
    expect(permissionsOfKey(["read", "write", "send"], rights("viewer", true))).toEqual(["read"]);
    expect(permissionsOfKey([], rights("owner", true))).toEqual([]);
  });
});

describe("X-Workspace-Id", () => {
  it("picks one of the caller's workspaces for this request, and no other changes", async () => {
    const acme = await newWorkspace("acme");
    const guest = await newMember(acme.id, { role: "editor" });
    const made = await guest.call(createContact, { body: contact() });
    expect([made.status, made.body.workspace_id]).toEqual([201, acme.id]);
    expect((await guest.home.call(listContacts)).body.total).toBe(0);
    expect((await acme.call(listContacts)).body.total).toBe(1);
    const upper = { headers: { "x-workspace-id": acme.id.toUpperCase() } };
    expect((await guest.home.call(readWorkspace, upper)).body).toMatchObject({ id: acme.id, role: "editor" });
  });

  it("is one and the same 403 for others' workspaces, unknown ones and no id at all", async () => {
    const [acme, other] = [await newWorkspace("acme"), await newWorkspace("other")];
    const key = (await acme.call(newKey, { body: { name: "key" } })).body.key;
    const answers = new Set<string>();
    for (const workspace of [other.id, newId(), "nonsense", "", "' or true --", `${acme.id},${other.id}`]) {
      for (const token of [acme.token, key]) {
        const headers = { authorization: `Bearer ${token}`, "x-workspace-id": workspace };
        const { status, body } = await callRoute(listContacts, { headers });
        answers.add(`${status} ${JSON.stringify(body)}`);
      }
    }
    expect([...answers]).toEqual([
      '403 {"code":"FORBIDDEN","message":"X-Workspace-Id names no workspace that this caller belongs to","details":{"reason":"workspace"}}',
    ]);
    const own = { authorization: `Bearer ${key}`, "x-workspace-id": acme.id };
    expect((await callRoute(listContacts, { headers: own })).status).toBe(200);
  });
});

describe("a member", () => {
  it("may what the role says, from the next request on, and so may the keys they made", async () => {
    const acme = await newWorkspace("acme");
    const guest = await newMember(acme.id, { role: "admin" });
    const scopes = ["read", "write", "send"];
    const { key } = (await guest.call(newKey, { body: { name: "script", scopes } })).body;
    const use = async () => {
      const as = { authorization: `Bearer ${key}` };
      const csv = { "content-type": "text/csv" };
      return [
        (await guest.call(createContact, { body: contact() })).status,
        (await guest.call(createExport, { body: {} })).status,
        (await callRoute(createContact, { headers: as, body: contact() })).status,
        (await callRoute(upload, { headers: { ...as, ...csv }, body: "email\na@example.com\n" })).status,
        (await callRoute(listContacts, { headers: as })).status,
      ];
    };
    expect(await use()).toEqual([201, 202, 201, 201, 200]);
    await changed(acme, guest.user.id, { role: "editor", may_export: false, may_import: false });
    expect(await use()).toEqual([201, 403, 201, 403, 200]);
    await changed(acme, guest.user.id, { role: "viewer" });
    expect(await use()).toEqual([403, 403, 403, 403, 200]);
    expect((await acme.call(remove, { params: { userId: guest.user.id } })).status).toBe(204);
    expect(await use()).toEqual([403, 403, 401, 401, 401]);
    await settleBackground();
  });

  it("who is an admin appoints whom they like but owners, and nobody touches another owner", async () => {
    const acme = await newWorkspace("acme");
    const [admin, editor] = [
      await newMember(acme.id, { role: "admin" }),
      await newMember(acme.id, { role: "editor" }),
    ];
    expect((await changed(admin, editor.user.id, { role: "admin" })).body.role).toBe("admin");
    for (const [userId, role] of [
      [editor.user.id, "owner"],
      [admin.user.id, "owner"],
      [acme.user.id, "viewer"],
      [acme.user.id, "owner"],
    ] as const) {
      expect((await changed(admin, userId, { role })).status).toBe(403);
    }
    expect((await admin.call(remove, { params: { userId: acme.user.id } })).status).toBe(403);
    expect((await changed(editor, admin.user.id, { role: "viewer" })).status).toBe(200);
    expect((await changed(admin, admin.user.id, { role: "admin" })).status).toBe(403);
    expect(await rolesOf(acme.id)).toEqual(["owner", "viewer", "admin"]);
    const wrong = [{}, { role: "root" }, { may_send: "yes" }, { role: null }];
    for (const body of wrong) expect((await changed(acme, editor.user.id, body)).status).toBe(400);
    expect((await changed(acme, newId(), { role: "viewer" })).status).toBe(404);
  });

  it("sees everybody in the list, and of the security log only what they did themselves", async () => {
    const acme = await newWorkspace("acme");
    const viewer = await newMember(acme.id, { role: "viewer" });
    await acme.call(newKey, { body: { name: "key" } });
    await changed(acme, viewer.user.id, { may_send: false });
    await settleBackground();
    expect((await viewer.call(list)).body.data).toMatchObject([
      { user_id: acme.user.id, email: acme.user.email, role: "owner" },
      { user_id: viewer.user.id, role: "viewer", may_send: false },
    ]);
    const actions = async (by: Pick<Caller, "call">) =>
      (await by.call(audit)).body.data.map(({ action }: { action: string }) => action);
    expect(await actions(acme)).toEqual(["member.changed", "api_key.created"]);
    expect(await actions(viewer)).toEqual([]);
    expect((await acme.call(audit)).body.data[0]).toMatchObject({
      target: viewer.user.id,
      detail: { may_send: false },
    });
  });
});

describe("the last owner", () => {
  it("neither leaves nor steps down nor deletes the account while others are there", async () => {
    const acme = await newWorkspace("acme");
    const guest = await newMember(acme.id, { role: "admin" });
    const isLast = { status: 409, body: { details: { reason: "last_owner" } } };
    expect(await acme.call(leave)).toMatchObject(isLast);
    expect(await changed(acme, acme.user.id, { role: "admin" })).toMatchObject(isLast);
    const body = { email: acme.user.email };
    expect(await acme.call(deleteAccount, { body })).toMatchObject({
      status: 409,
      body: { details: { reason: "last_owner", workspaces: [{ id: acme.id }] } },
    });
    const sessions = () => pg()`select id from identity.sessions where user_id = ${acme.user.id}`;
    const [before, password] = [await sessions(), "correct horse battery"];
    await pg()`
      update identity.users set encrypted_password = ${await hashPassword(password)} where id = ${acme.user.id}`;
    expect(await acme.call(deleteAccount, { body: { ...body, password } })).toMatchObject(isLast);
    expect(await sessions()).toEqual(before);
    await pg()`update memberships set role = 'owner', suspended_until = now() + interval '1 day'
      where user_id = ${guest.user.id} and workspace_id = ${acme.id}`;
    expect(await acme.call(leave)).toMatchObject(isLast);
    await pg()`update memberships set suspended_until = null where user_id = ${guest.user.id}`;
    expect((await acme.call(leave)).status).toBe(204);
    expect(await rolesOf(acme.id)).toEqual(["owner"]);
  });

  it("of several who go or step down at once, one stays", async () => {
    for (const act of ["leave", "demote", "each other"] as const) {
      const acme = await newWorkspace("acme");
      const others = [
        await newMember(acme.id, { role: "owner" }),
        await newMember(acme.id, { role: "owner" }),
      ];
      const all = [acme, ...others];
      const answers = await Promise.all(
        all.map((one, n) => {
          if (act === "leave") return one.call(leave);
          const whom = act === "demote" ? one : (all[(n + 1) % all.length] ?? one);
          return changed(one, whom.user.id, { role: "viewer" });
        }),
      );
      expect(answers.filter(({ status }) => status < 300).length, act).toBeLessThan(3);
      expect(
        (await rolesOf(acme.id)).filter((role) => role === "owner"),
        act,
      ).toHaveLength(1);
    }
  });

  it("whose account is deleted by force is followed by the longest member of the highest role", async () => {
    const acme = await newWorkspace("acme");
    await newMember(acme.id, { role: "editor" });
    const admin = await newMember(acme.id, { role: "admin" });
    await leaveWorkspaces(acme.user.id);
    expect(await rolesOf(acme.id)).toEqual(["editor", "owner"]);
    const [row] = await pg()`select owner_id, abandoned_at from workspaces where id = ${acme.id}`;
    expect(row).toEqual({ owner_id: null, abandoned_at: null });
    expect((await admin.call(readWorkspace)).body.role).toBe("owner");
  });

  it("is not followed by somebody who is banned, while somebody else is there", async () => {
    const acme = await newWorkspace("acme");
    const banned = [await newMember(acme.id, { role: "owner" }), await newMember(acme.id, { role: "admin" })];
    for (const { user } of banned)
      await pg()`update memberships set suspended_until = 'infinity' where user_id = ${user.id}`;
    const editor = await newMember(acme.id, { role: "editor" });
    await leaveWorkspaces(acme.user.id);
    expect(await rolesOf(acme.id)).toEqual(["owner", "admin", "owner"]);
    await leaveWorkspaces(editor.user.id);
    expect(await rolesOf(acme.id)).toEqual(["owner", "admin"]);
  });
});

it("who left the workspace of their sign-up gets an empty one, and is no member of the old one again", async () => {
  const acme = await newWorkspace("acme");
  await newMember(acme.id, { role: "owner" });
  expect((await acme.call(leave)).status).toBe(204);
  expect((await acme.call(listContacts)).status).toBe(401);
  const again = await Promise.all([provision(acme.user.id), provision(acme.user.id)]);
  expect(new Set(again).size).toBe(1);
  expect(again[0]).not.toBe(acme.id);
  expect((await acme.call(readWorkspace)).body).toMatchObject({ id: again[0], contacts: 0, role: "owner" });
  expect(await rolesOf(acme.id)).toEqual(["owner"]);
});

it("a removed member is sent nothing more of what waits for them", async () => {
  const acme = await newWorkspace("acme");
  const guest = await newMember(acme.id, { role: "editor" });
  const queue = (recipient: string) => pg()`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload)
    values (${newId()}, ${acme.id}, 'import_completed', ${newId()}, ${recipient}, '{}')`;
  await queue(guest.user.email);
  await queue(acme.user.email);
  await acme.call(remove, { params: { userId: guest.user.id } });
  const rows =
    await pg()`select recipient from outbox where workspace_id = ${acme.id} and kind = 'import_completed'`;
  expect(rows).toEqual([{ recipient: acme.user.email }]);
});

it("a deleted account is sent nothing more, and its address is in no list of mails", async () => {
  const acme = await newWorkspace("acme");
  const other = await newMember(acme.id, { role: "owner" });
  const queue = (recipient: string, status: string) => pg()`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload, status)
    values (${newId()}, ${acme.id}, 'import_completed', ${newId()}, ${recipient}, '{}', ${status})`;
  await queue(acme.user.email, "pending");
  await queue(acme.user.email, "sent");
  await queue(other.user.email, "sent");
  await leaveWorkspaces(acme.user.id);
  const rows = await pg()`select recipient from outbox where workspace_id = ${acme.id}`;
  expect(rows).toEqual([{ recipient: other.user.email }]);
});
