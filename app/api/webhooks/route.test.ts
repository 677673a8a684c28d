import { randomInt, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { authenticate } from "@/lib/identity/authenticate";
import { identityAdmin, publishableKey, statelessClient } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { handleIdentity } from "@/lib/identity/embedded/handler";
import { insertUser } from "@/lib/identity/embedded/users";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { GET, POST } from "./route";

const password = "correct horse battery";

async function newUser(confirmed = true) {
  const email = `hook-${randomUUID()}@example.com`;
  const user = await insertUser({ email, passwordHash: null, confirmed, data: { name: "Ada" } });
  if (!user) throw new Error("the user exists");
  const record = { id: user.id, email, email_confirmed_at: confirmed ? new Date().toISOString() : null };
  return { id: user.id, email, record };
}

const insertOf = (record: unknown) => ({
  type: "INSERT",
  schema: "auth",
  table: "users",
  record,
  old_record: null,
});
const confirmOf = (record: { id: string; email: string }) => ({
  type: "UPDATE",
  schema: "auth",
  table: "users",
  record: { ...record, email_confirmed_at: "2026-11-20T12:00:00Z", encrypted_password: "secret" },
  old_record: { ...record, email_confirmed_at: null },
});

/** Posts a body signed by the reference library, each time as another message. */
async function deliver(event: unknown, headers: Record<string, string> = {}) {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const id = `msg_${randomUUID()}`;
  const at = new Date();
  const signer = new Webhook((process.env.WEBHOOK_SECRET ?? "").replace("v1,", ""));
  const request = new Request("http://localhost/api/webhooks", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": signer.sign(id, at, body),
      ...headers,
    },
    body,
  });
  const response = await POST(request);
  return { status: response.status, body: await response.json(), type: response.headers.get("content-type") };
}

/** How many of each kind the user has: workspaces, memberships, settings, counters, welcome mails. */
async function belongings(userId: string) {
  const [row] = await pg()`
    select (select count(*)::int from workspaces where owner_id = ${userId}) as workspaces,
           (select count(*)::int from memberships where user_id = ${userId}) as memberships,
           (select count(*)::int from settings s join workspaces w on w.id = s.workspace_id where w.owner_id = ${userId}) as settings,
           (select count(*)::int from workspace_counts c join workspaces w on w.id = c.workspace_id where w.owner_id = ${userId}) as counters,
           (select count(*)::int from outbox where kind = 'welcome' and subject_key = ${userId}) as welcomes`;
  const { data } = await identityAdmin().getUserById(userId);
  const [workspace] = await pg()`select id from workspaces where owner_id = ${userId}`;
  const named = data.user?.user_metadata.workspace_id;
  return {
    ...row,
    metadata: Boolean(named) && named === workspace?.id && named === data.user?.app_metadata.workspace_id,
  };
}
const complete = { workspaces: 1, memberships: 1, settings: 1, counters: 1, welcomes: 1, metadata: true };

async function welcomeOf(userId: string) {
  const [row] =
    await pg()`select status, recipient from outbox where kind = 'welcome' and subject_key = ${userId}`;
  return row;
}

describe("POST /api/webhooks", () => {
  it("gives a new user everything once, under fifty deliveries at once", async () => {
    const { id, record } = await newUser();
    const replies = await Promise.all(Array.from({ length: 50 }, () => deliver(insertOf(record))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies[0]).toMatchObject({
      body: { success: true },
      type: expect.stringContaining("application/json"),
    });
    expect(await belongings(id)).toEqual(complete);
    const [defaults] = await pg()`
      select notify_on_import_complete as a, notify_on_export_complete as b, notify_weekly_digest as c
      from settings s join workspaces w on w.id = s.workspace_id where w.owner_id = ${id}`;
    expect(defaults).toEqual({ a: true, b: true, c: true });
  });

  it("counts nobody who proves to be the provider, and everybody who does not", async () => {
    const { id, record } = await newUser();
    const same = { "x-forwarded-for": "203.0.113.44" };
    const burst = await Promise.all(Array.from({ length: 110 }, () => deliver(insertOf(record), same)));
    expect(burst.map(({ status }) => status)).not.toContain(429);
    expect(await belongings(id)).toEqual(complete);
    const forged = { ...same, "webhook-signature": "v1,AAAA" };
    const refused = await Promise.all(Array.from({ length: 101 }, () => deliver(insertOf(record), forged)));
    expect(refused.map(({ status }) => status).sort()).toEqual([...Array(100).fill(401), 429]);
    expect((await deliver(insertOf(record), same)).status).not.toBe(429);
  });

  it("keeps what the user's metadata held", async () => {
    const { id, record } = await newUser();
    await deliver(insertOf(record));
    const { data } = await identityAdmin().getUserById(id);
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada", workspace_id: expect.any(String) });
  });

  it("holds the welcome mail until the address is confirmed, and releases it once", async () => {
    const { id, email, record } = await newUser(false);
    await deliver(insertOf(record));
    expect(await welcomeOf(id)).toEqual({ status: "held", recipient: email });
    await deliver(confirmOf(record));
    expect((await welcomeOf(id))?.status).toBe("held");
    await identityAdmin().updateUserById(id, { email_confirm: true });
    await deliver(confirmOf(record));
    // Released: a sender may already have claimed it.
    expect(["pending", "sending"]).toContain((await welcomeOf(id))?.status);
    await settleBackground();
    await pg()`update outbox set status = 'sent' where subject_key = ${id}`;
    await deliver(confirmOf(record));
    await deliver(insertOf(record));
    expect((await welcomeOf(id))?.status).toBe("sent");
  });

  it("does not mind the confirmation arriving first, or alone", async () => {
    const { id, record } = await newUser();
    await deliver(confirmOf(record));
    expect(await belongings(id)).toEqual(complete);
    expect(["pending", "sending"]).toContain((await welcomeOf(id))?.status);
  });

  const halves: [string, (id: string, workspace: string) => Promise<unknown>][] = [
    [
      "the workspace alone",
      async (_, w) => {
        await pg()`delete from memberships where workspace_id = ${w}`;
        await pg()`delete from settings where workspace_id = ${w}`;
        await pg()`delete from workspace_counts where workspace_id = ${w}`;
        await pg()`delete from outbox where workspace_id = ${w}`;
        await pg()`update identity.users set raw_user_meta_data = '{}', raw_app_meta_data = raw_app_meta_data - 'workspace_id'`;
      },
    ],
    ["no membership", (_, w) => pg()`delete from memberships where workspace_id = ${w}`],
    ["no settings", (_, w) => pg()`delete from settings where workspace_id = ${w}`],
    ["no counters", (_, w) => pg()`delete from workspace_counts where workspace_id = ${w}`],
    ["no welcome mail", (_, w) => pg()`delete from outbox where workspace_id = ${w}`],
    ["no metadata", (id) => pg()`update identity.users set raw_user_meta_data = '{}' where id = ${id}`],
    ["no copy of it", (id) => pg()`update identity.users set raw_app_meta_data = '{}' where id = ${id}`],
    ["no workspace any more", (_, w) => pg()`delete from workspaces where id = ${w}`],
  ];
  it.each(halves)("repairs what a crash left: %s", async (_, breakIt) => {
    const { id, record } = await newUser();
    await deliver(insertOf(record));
    const [workspace] = await pg()`select id from workspaces where owner_id = ${id}`;
    await breakIt(id, String(workspace?.id));
    expect(await belongings(id)).not.toEqual(complete);
    await deliver(insertOf(record));
    expect(await belongings(id)).toEqual(complete);
  });

  it("ignores what is none of its business", async () => {
    const { id, record } = await newUser();
    const others = [
      { ...insertOf(record), table: "sessions" },
      { ...insertOf(record), schema: "public" },
      { ...insertOf(record), type: "DELETE", record: null, old_record: record },
      { ...insertOf(record), type: "UPDATE", old_record: record },
      insertOf({ ...record, id: randomUUID() }),
      { type: "something.else" },
      // A provider cannot send such a number as text, and none is kept.
      '{"type":"INSERT","schema":"auth","table":"sessions","record":{"id":12345678901234567890}}',
    ];
    for (const event of others) {
      expect(await deliver(event)).toMatchObject({ status: 200, body: { success: true, ignored: true } });
    }
    expect(await belongings(id)).toMatchObject({ workspaces: 0, welcomes: 0 });
  });

  it("says what is wrong with a signed body that is no event", async () => {
    expect(await deliver("{")).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
    expect(await deliver("[]")).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(await deliver(insertOf({ id: "1", email: "a@b.co" }))).toMatchObject({ status: 400 });
  });

  it("looks at no body whose signature is not good", async () => {
    const { id, record } = await newUser();
    const refused = [
      await deliver(insertOf(record), { "webhook-signature": "v1,AAAA" }),
      await deliver("{", { "webhook-signature": "v1,AAAA" }),
      await deliver(insertOf(record), { "webhook-timestamp": "1" }),
    ];
    refused.push(await deliver("x".repeat(300_000)));
    for (const reply of refused) expect(reply).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    expect(await belongings(id)).toMatchObject({ workspaces: 0 });
  });

  it("answers other methods with 405 and Allow", async () => {
    const headers = { authorization: `Bearer ${process.env.WEBHOOK_SECRET}` };
    const response = await GET(new Request("http://localhost/api/webhooks", { headers }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await GET(new Request("http://localhost/api/webhooks"))).status).toBe(401);
  });
});

describe("sign-up through the embedded provider", () => {
  let server: InternalServer;
  beforeAll(async () => {
    server = await startInternalServer({
      "/api/webhooks": (request) => POST(request),
      "/auth/v1/": handleIdentity,
    });
  });
  afterAll(() => server.close());

  it("delivers the signed webhook over HTTP before it answers, so the first call works", async () => {
    const email = `signup-${randomUUID()}@example.com`;
    const { data } = await statelessClient(publishableKey()).auth.signUp({ email, password });
    const caller = await authenticate(`Bearer ${data.session?.access_token}`);
    expect(caller).toMatchObject({ userId: data.user?.id, email });
    expect(await belongings(caller.userId)).toEqual(complete);
    // Released, not held; the worker may already be sending it, and no mail service listens here.
    expect(["pending", "sending"]).toContain((await welcomeOf(caller.userId))?.status);
  });

  it("succeeds without the webhook, and the next sign-in makes up for it", async () => {
    const email = `lost-${randomUUID()}@example.com`;
    const sdk = statelessClient(publishableKey());
    setDelivery(() => Promise.reject(new Error("lost")));
    const { data, error } = await sdk.auth.signUp({ email, password });
    setDelivery();
    expect(error).toBeNull();
    await expect(authenticate(`Bearer ${data.session?.access_token}`)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    const again = await sdk.auth.signInWithPassword({ email, password });
    expect(await authenticate(`Bearer ${again.data.session?.access_token}`)).toMatchObject({ email });
  });
});
