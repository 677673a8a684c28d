import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as newKey } from "@/app/api/api-keys/route";
import { DELETE as removeContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { GET as runSweep } from "@/app/api/cron/sweep/route";
import { PUT as putSettings } from "@/app/api/settings/route";
import { pg } from "@/db/client";
import { flushAudit, note } from "@/lib/audit/note";
import { forgetEventsOf, pruneAudit } from "@/lib/audit/queries";
import { settleBackground } from "@/lib/http/background";
import { handleIdentity } from "@/lib/identity/embedded/handler";
import { hashPassword } from "@/lib/identity/embedded/passwords";
import { firstIdAt, newId } from "@/lib/ids";
import { owner } from "@/lib/testing/owner";
import { type CallOptions, callRoute, newWorkspace } from "@/lib/testing/workspace";
import { unprovision } from "@/lib/workspaces/provision";
import { GET } from "./route";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
const password = "a sound password for the log";

beforeEach(async () => void (await owner()`delete from audit_events`));

async function entries(acme: Workspace, query: Record<string, string> = {}) {
  await settleBackground();
  await flushAudit();
  const reply = await acme.call(GET, { query });
  expect(reply.status).toBe(200);
  return reply.body;
}

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const nobody = async () => {
  await settleBackground();
  await flushAudit();
  return pg()`select action, count from audit_events where workspace_id is null and user_id is null order by action`;
};

/** A call to the identity provider as a browser makes it. */
async function identity(path: string, body: unknown, address = "203.0.113.9", token?: string) {
  const request = new Request(`http://localhost/auth/v1/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: process.env.SUPABASE_PUBLISHABLE_KEY ?? "",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return handleIdentity(request, { address });
}

describe("GET /api/audit", () => {
  it("tells who did what, from where, with which outcome, and no value", async () => {
    const acme = await newWorkspace();
    const key = (await acme.call(newKey, { body: { name: "sync", scopes: ["read", "write"] } })).body;
    const withKey = (options: CallOptions) => ({
      ...options,
      headers: {
        authorization: `Bearer ${key.key}`,
        "x-forwarded-for": "203.0.113.7",
        "x-request-id": "r-1",
      },
    });
    const contact = (
      await acme.call(createContact, { body: { email: "ada@example.com", first_name: "Ada" } })
    ).body;
    await acme.call(removeContact, withKey({ params: { id: contact.id } }));
    await acme.call(putSettings, {
      body: { mail_api_key: "re_secret_123456789", mail_from: "Ada <ada@example.com>" },
    });
    await acme.call(putSettings, withKey({ body: { mail_from: "eve@example.com" } }));
    const { data, total } = await entries(acme);
    expect(total).toBe(4);
    const [refused, changed, deleted, created] = data;
    const mine = { user_id: acme.user.id, count: 1 };
    expect(created).toMatchObject({ ...mine, action: "api_key.created", outcome: "success", target: key.id });
    expect(deleted).toMatchObject({
      ...mine,
      action: "contact.deleted",
      target: contact.id,
      api_key_id: key.id,
      address: "203.0.113.7",
      request_id: "r-1",
    });
    expect(changed).toMatchObject({
      ...mine,
      action: "settings.changed",
      detail: { fields: ["mail_api_key", "mail_from"] },
    });
    expect(refused).toMatchObject({
      ...mine,
      action: "settings.changed",
      outcome: "failure",
      api_key_id: key.id,
    });
    expect(JSON.stringify(data)).not.toMatch(/re_secret|ada@|eve@|kith_/);
  });

  it("pages, filters, and shows a workspace its own alone; no key reads it", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    for (const name of ["a", "b", "c"]) await acme.call(newKey, { body: { name } });
    await other.call(newKey, { body: { name: "x" } });
    const first = await entries(acme, { limit: "2" });
    expect([first.data.length, first.total]).toEqual([2, 3]);
    const second = await entries(acme, { limit: "2", cursor: first.nextCursor });
    expect([second.data.length, second.nextCursor]).toEqual([1, null]);
    expect((await entries(acme, { action: "settings.changed" })).total).toBe(0);
    expect((await entries(acme, { outcome: "success" })).total).toBe(3);
    expect((await entries(other)).total).toBe(1);
    const { body } = await acme.call(newKey, { body: { name: "all", scopes: ["read", "write", "send"] } });
    const refused = await acme.call(GET, { headers: { authorization: `Bearer ${body.key}` } });
    expect(refused.status).toBe(403);
  });

  it("shows users their sign-ins, wrong passwords and changes, and nobody else", async () => {
    const [acme, other] = [await newWorkspace(), await newWorkspace("other")];
    await pg()`update identity.users set encrypted_password = ${await hashPassword(password)} where id = ${acme.user.id}`;
    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.1"]) {
      expect(
        (
          await identity(
            "token?grant_type=password",
            { email: acme.user.email, password: "wrong one" },
            address,
          )
        ).status,
      ).toBe(400);
    }
    const signedIn = await identity("token?grant_type=password", { email: acme.user.email, password });
    const { access_token } = await signedIn.json();
    await identity("logout?scope=local", {}, "203.0.113.9", access_token);
    const { data } = await entries(acme);
    expect(
      data.map((one: { action: string; outcome: string; count: number }) => [
        one.action,
        one.outcome,
        one.count,
      ]),
    ).toEqual([
      ["session.ended", "success", 1],
      ["session.started", "success", 1],
      ["session.started", "failure", 3],
    ]);
    expect(data[2]).toMatchObject({ user_id: acme.user.id, address: "203.0.113.1" });
    expect((await entries(other)).total).toBe(0);
  });

  it("tells the owner of a key that does not work any more", async () => {
    const acme = await newWorkspace();
    const { id, key } = (await acme.call(newKey, { body: { name: "old" } })).body;
    await pg()`update api_keys set expires_at = now() where id = ${id}`;
    for (const address of ["203.0.113.5", "203.0.113.5"]) {
      await callRoute(listContacts, {
        headers: { authorization: `Bearer ${key}`, ...from(address).headers },
      });
    }
    const { data } = await entries(acme, { outcome: "failure" });
    expect(data).toEqual([
      expect.objectContaining({ action: "api_key.refused", api_key_id: id, user_id: acme.user.id, count: 2 }),
    ]);
  });
});

describe("the security log", () => {
  it("counts what strangers fail at in one entry an hour, whatever they invent", async () => {
    for (let at = 0; at < 10; at++) {
      const stranger = from(`198.51.100.${at}`);
      await callRoute(listContacts, {
        headers: { ...stranger.headers, authorization: `Bearer kith_${randomUUID()}` },
      });
      await callRoute(runSweep, { headers: { ...stranger.headers, authorization: "Bearer wrong" } });
      await identity(
        "token?grant_type=password",
        { email: `${randomUUID()}@example.com`, password },
        `198.51.100.${at}`,
      );
    }
    const rows = await nobody();
    const counts = new Map<string, number>();
    for (const { action, count } of rows) counts.set(action, (counts.get(action) ?? 0) + count);
    expect(Object.fromEntries(counts)).toEqual({
      "api_key.refused": 10,
      "cron.refused": 10,
      "session.started": 10,
    });
    expect(rows.length).toBeLessThanOrEqual(6); // Three, unless the hour has ended meanwhile.
  });

  it("spreads the failures about one account over few entries an hour, from any number of addresses", async () => {
    const acme = await newWorkspace();
    for (let at = 0; at < 3000; at++) {
      note({
        action: "session.started",
        outcome: "failure",
        address: `2001:db8:${at.toString(16)}::/64`,
        claims: { email: acme.user.email },
      });
    }
    const { data, total } = await entries(acme, { limit: "100" });
    expect(total).toBeLessThanOrEqual(32);
    expect(data.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(3000);
  });

  it("never fails a request, nor keeps it waiting", async () => {
    const acme = await newWorkspace();
    await owner()`alter table audit_events rename to audit_gone`;
    try {
      expect((await acme.call(newKey, { body: { name: "still" } })).status).toBe(201);
      await settleBackground();
    } finally {
      await owner()`alter table audit_gone rename to audit_events`;
    }
    const started = performance.now();
    for (let at = 0; at < 1000; at++)
      note({ action: "export.started", outcome: "success", workspaceId: acme.id });
    expect(performance.now() - started).toBeLessThan(500);
    expect((await entries(acme)).total).toBe(1000);
  });

  it("forgets nothing of an account that is still there, whoever asks", async () => {
    const acme = await newWorkspace();
    note({ action: "session.created", outcome: "success", userId: acme.user.id, address: "203.0.113.9" });
    note({
      action: "settings.changed",
      outcome: "success",
      workspaceId: acme.id,
      userId: acme.user.id,
      address: "203.0.113.9",
    });
    await flushAudit();
    await forgetEventsOf(acme.user.id);
    const { data } = await entries(acme);
    expect(data.map(({ address }: { address: string }) => address)).toEqual(["203.0.113.9", "203.0.113.9"]);
  });

  it("forgets an account that was deleted at the provider", async () => {
    const [gone, acme] = [await newWorkspace("gone"), await newWorkspace()];
    const by = { outcome: "success", userId: gone.user.id, address: "203.0.113.9" } as const;
    note({ ...by, action: "session.started" });
    note({ ...by, action: "settings.changed", workspaceId: acme.id });
    await flushAudit();
    await pg()`delete from identity.users where id = ${gone.user.id}`;
    expect(await unprovision(gone.user.id)).toBe(true);
    const left = await pg()`select action, address from audit_events where user_id = ${gone.user.id}`;
    expect(left).toEqual([{ action: "settings.changed", address: null }]);
  });

  it("is kept for a year", async () => {
    const acme = await newWorkspace();
    const day = 24 * 60 * 60 * 1000;
    for (const id of [firstIdAt(Date.now() - 366 * day), firstIdAt(Date.now() - 364 * day), newId()]) {
      await pg()`
        insert into audit_events (id, workspace_id, action, outcome) values (${id}, ${acme.id}, 'x', 'success')`;
    }
    expect(await pruneAudit()).toBe(1);
    expect((await entries(acme)).total).toBe(2);
  });
});
