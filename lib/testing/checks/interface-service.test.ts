import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { mailQueue } from "@/lib/email/outbox";
import { settleBackground } from "@/lib/http/background";
import { insertUser } from "@/lib/identity/embedded/users";
import { newId } from "@/lib/ids";
import { drain } from "@/lib/jobs/queue";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { addContact, csv, newClient, UUID } from "./interface";
import { document, endpoint, endpoints, type Got, json, type Sent, send } from "./operations";

const KEY = "re_4kQ2x7Zp_secretsecretwXyZ";
let mail: InternalServer;
beforeAll(async () => {
  const path = (request: Request) => new URL(request.url).pathname.slice("/resend/".length);
  mail = await startInternalServer({ "/resend/": (request) => handleMail(request, path(request)) });
});
afterAll(() => mail.close());

const withoutToken = (id: string, sent: Sent = {}): Promise<Got> =>
  send(endpoint(id).handler, { method: endpoint(id).method, ...sent });

describe("interface: POST /api/contacts/{id}/send-email", () => {
  it("interface: sends with the workspace's own key; answers success (boolean) and messageId (string)", async () => {
    const acme = await newClient();
    const { id, email } = await addContact(acme);
    const message = { params: { id }, ...json({ subject: "Hello", body: "Dear Ada" }) };
    expect((await acme.call("sendEmail", message)).json).toMatchObject({ code: "EMAIL_NOT_CONFIGURED" });
    await acme.call("updateSettings", json({ mail_api_key: KEY }));
    const { status, json: sent } = await acme.call("sendEmail", message);
    expect([status, sent]).toEqual([200, { success: true, messageId: expect.any(String) }]);
    const [stored] = await pg()`select subject, text from inbox_mails where ${email} = any(recipients)`;
    expect(stored).toEqual({ subject: "Hello", text: "Dear Ada" });
  });
});

describe("interface: Statistics and settings", () => {
  it("interface: GET /api/stats answers totals, successRate, contactsThisMonth and contactsGrowth of {date, count}", async () => {
    const acme = await newClient();
    await addContact(acme);
    const { status, json: stats } = await acme.call("getStatistics");
    expect(status).toBe(200);
    expect(stats).toEqual({
      totalContacts: 1,
      totalImports: 0,
      successRate: 0,
      contactsThisMonth: 1,
      contactsGrowth: expect.arrayContaining([
        { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), count: 1 },
      ]),
      contactsByHour: [{ hour: expect.stringMatching(/:00:00Z$/), count: 1 }],
    });
  });

  it("interface: the statistics are cached for 5 minutes", async () => {
    const acme = await newClient();
    const total = async () => (await acme.call("getStatistics")).json.totalContacts;
    const age = (seconds: number) => pg()`
      update stats_cache set computed_at = now() - ${seconds} * interval '1 second'
      where workspace_id = ${acme.workspaceId}`;
    expect(await total()).toBe(0);
    await addContact(acme);
    await age(298);
    expect(await total()).toBe(0);
    await age(301);
    expect(await total()).toBe(1);
  });

  it("interface: GET /api/settings has mail_api_key masked and three switches; null removes the key", async () => {
    const acme = await newClient();
    const { json: first } = await acme.call("getSettings");
    expect(first).toMatchObject({
      workspace_id: acme.workspaceId,
      mail_api_key: null,
      notify_on_import_complete: true,
      notify_on_export_complete: true,
      notify_weekly_digest: true,
    });
    const { status, json: set } = await acme.call("updateSettings", json({ mail_api_key: KEY }));
    expect([status, set.mail_api_key]).toEqual([200, "re_****wXyZ"]);
    const read = await acme.call("getSettings");
    expect(read.json.mail_api_key).toBe("re_****wXyZ");
    expect(read.text).not.toContain(KEY);
    expect((await acme.call("updateSettings", json({ mail_api_key: null }))).json.mail_api_key).toBeNull();
  });

  it("interface: PUT /api/settings takes booleans for the switches and answers the settings", async () => {
    const acme = await newClient();
    for (const name of ["notify_on_import_complete", "notify_on_export_complete", "notify_weekly_digest"]) {
      expect((await acme.call("updateSettings", json({ [name]: false }))).json[name]).toBe(false);
      expect((await acme.call("updateSettings", json({ [name]: "no" }))).status).toBe(400);
    }
  });
});

describe("interface: Authentication", () => {
  it("interface: public endpoints need no token, all data endpoints need one", async () => {
    for (const id of ["getHealth", "getOpenApi"]) expect((await withoutToken(id)).status).toBe(200);
    const data = endpoints.filter((one) =>
      /^\/api\/(contacts|tags|imports|exports|settings|stats)/.test(one.path),
    );
    expect(data.length).toBeGreaterThan(25);
    for (const one of data) expect((await withoutToken(one.id)).status, one.id).toBe(401);
  });

  it("interface: 401 UNAUTHORIZED: header missing or malformed, token invalid, user without workspace_id", async () => {
    const { token, userId } = await newClient();
    const refused = async (authorization?: string) => {
      const { status, json: body } = await withoutToken(
        "listTags",
        authorization ? { headers: { authorization } } : {},
      );
      return [status, body.code, body.message];
    };
    const expected = [401, "UNAUTHORIZED", expect.any(String)];
    for (const value of [
      undefined,
      "nonsense",
      token,
      `Token ${token}`,
      `bearer ${token}`,
      `Bearer ${token}x`,
    ]) {
      expect(await refused(value)).toEqual(expected);
    }
    expect(await refused("Bearer a.b.c")).toEqual([401, "UNAUTHORIZED", "Invalid or expired token"]);
    await pg()`update identity.users set raw_user_meta_data = '{}' where id = ${userId}`;
    expect(await refused(`Bearer ${token}`)).toEqual(expected);
  });
});

describe("interface: POST /api/webhooks and events", () => {
  const signUp = async () => {
    const email = `${newId()}@example.com`;
    const user = await insertUser({ email, passwordHash: null, confirmed: false, data: {} });
    return { id: user?.id ?? "", email, email_confirmed_at: null as string | null };
  };
  const deliver = (event: unknown) => {
    const { body, headers } = json(event);
    return withoutToken("receiveWebhook", {
      body: body ?? null,
      headers: { ...headers, authorization: `Bearer ${process.env.WEBHOOK_SECRET}` },
    });
  };
  const event = (type: string, record: unknown, old_record: unknown = null) => ({
    type,
    schema: "auth",
    table: "users",
    record,
    old_record,
  });

  it("interface: a sign-up makes a workspace, default settings, metadata and a welcome mail after confirmation", async () => {
    const record = await signUp();
    expect((await deliver(event("INSERT", record))).status).toBe(200);
    const [row] = await pg()<{ id: string; held: string; metadata: string; on: boolean }[]>`
      select w.id, o.status as held, u.raw_user_meta_data->>'workspace_id' as metadata, s.notify_weekly_digest as on
      from workspaces w
      join settings s on s.workspace_id = w.id
      join outbox o on o.workspace_id = w.id and o.kind = 'welcome'
      join identity.users u on u.id = w.owner_id
      where w.owner_id = ${record.id}`;
    expect(row).toMatchObject({ id: expect.stringMatching(UUID), metadata: row?.id, held: "held", on: true });
    const received = () => pg()`select subject from inbox_mails where ${record.email} = any(recipients)`;
    await drain(mailQueue());
    expect(await received()).toHaveLength(0);
    await pg()`update identity.users set email_confirmed_at = now() where id = ${record.id}`;
    const confirmed = { ...record, email_confirmed_at: new Date().toISOString() };
    expect((await deliver(event("UPDATE", confirmed, record))).status).toBe(200);
    await drain(mailQueue());
    expect(await received()).toHaveLength(1);
  });

  it("interface: weekly, a digest is sent, controlled by notify_weekly_digest", async () => {
    const [acme, silent] = [await newClient(), await newClient("silent")];
    await silent.call("updateSettings", json({ notify_weekly_digest: false }));
    for (const { workspaceId } of [acme, silent]) {
      await pg()`
        insert into contacts (workspace_id, id, email, first_name, created_at)
        select ${workspaceId}, id::uuid, id || '@example.com', 'A', now() - day * interval '1 day'
        from unnest(${Array.from({ length: 14 }, () => newId())}::text[]) with ordinality as t(id, day)`;
    }
    const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` };
    expect((await withoutToken("runWeeklyDigest", { headers })).status).toBe(200);
    await settleBackground();
    await drain(mailQueue());
    const digests = ({ email }: { email: string }) =>
      pg()`select 1 from inbox_mails where ${email} = any(recipients) and subject not ilike '%welcome%'`;
    expect([(await digests(acme)).length, (await digests(silent)).length]).toEqual([1, 0]);
  });
});

describe("interface: Errors, limits and versioning", () => {
  it("interface: every error is a JSON object with code, message and optional details", async () => {
    const acme = await newClient();
    const errors = [
      await withoutToken("listContacts"),
      await acme.call("getContact", { params: { id: newId() } }),
      await acme.call("createContact", json({})),
      await acme.call("createContact", { body: "{", headers: { "content-type": "application/json" } }),
    ];
    for (const { headers, json: body } of errors) {
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect([typeof body.code, typeof body.message]).toEqual(["string", "string"]);
      expect(["code", "message", "details"]).toEqual(expect.arrayContaining(Object.keys(body)));
    }
  });

  it("interface: 100 requests per 60 seconds and address, then 429 RATE_LIMITED: Too many requests", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const answers = await Promise.all(
      Array.from({ length: 101 }, () => withoutToken("getHealth", { headers })),
    );
    expect(answers.filter((one) => one.status === 200)).toHaveLength(100);
    const rejected = answers.find((one) => one.status === 429);
    expect(rejected?.json).toEqual({ code: "RATE_LIMITED", message: "Too many requests" });
    for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"]) {
      expect(Number(rejected?.headers.get(name) ?? "x")).toBeGreaterThanOrEqual(0);
    }
    // The maximum, the remaining number, the milliseconds until the window resets, and the same in seconds.
    const header = (name: string) => Number(rejected?.headers.get(name));
    expect([header("x-ratelimit-limit"), header("x-ratelimit-remaining")]).toEqual([100, 0]);
    const untilReset = header("x-ratelimit-reset") - Date.now();
    expect(untilReset).toBeGreaterThan(0);
    expect(untilReset).toBeLessThanOrEqual(60_000);
    expect(header("retry-after")).toBeGreaterThanOrEqual(1);
    expect(header("retry-after")).toBeLessThanOrEqual(60);
  });

  it("interface: the client is known by X-Forwarded-For or X-Real-IP", async () => {
    const { handler } = endpoint("getHealth");
    const remaining = async (headers: Record<string, string>) => {
      const request = new Request("http://localhost/api/health", { headers });
      const answer = await handler(request, { params: Promise.resolve({}) });
      return Number(answer.headers.get("x-ratelimit-remaining"));
    };
    expect(await remaining({ "x-forwarded-for": "203.0.113.21" })).toBe(99);
    expect(await remaining({ "x-forwarded-for": "203.0.113.21" })).toBe(98);
    expect(await remaining({ "x-forwarded-for": "203.0.113.22" })).toBe(99);
    expect(await remaining({ "x-real-ip": "203.0.113.21" })).toBe(97);
  });

  it("interface: 5 uploads per 10 minutes and user, then 429: Too many uploads. Try again later.", async () => {
    const { call } = await newClient();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await call("createImport", csv("email\na@example.com\n")));
    expect(answers.map((one) => one.status)).toEqual([201, 201, 201, 201, 201, 429]);
    const message = "Too many uploads. Try again later.";
    expect(answers[5]?.json).toEqual({ code: "RATE_LIMITED", message });
  });

  it("interface: the description declares 1.0.0, OpenAPI 3.1.0, one HTTP bearer scheme with JWT", () => {
    expect([document.openapi, document.info.version]).toEqual(["3.1.0", "1.0.0"]);
    const schemes = Object.values(document.components?.securitySchemes ?? {});
    expect(schemes).toEqual([
      expect.objectContaining({ type: "http", scheme: "bearer", bearerFormat: "JWT" }),
    ]);
  });

  it("interface: every path begins with /api and carries no version", () => {
    for (const { path } of endpoints) expect(path).toMatch(/^\/api\/(?!v\d)/);
  });

  it.each([
    ...[
      "GET /api/contacts",
      "POST /api/contacts",
      "DELETE /api/contacts/{id}",
      "POST /api/contacts/bulk-delete",
    ],
    ...["POST /api/contacts/{id}/send-email", "POST /api/tags", "PUT /api/tags/{id}"],
    ...["POST /api/tags/{tagId}/contacts/{contactId}", "DELETE /api/tags/{tagId}/contacts/{contactId}"],
    ...[
      "POST /api/imports",
      "GET /api/imports",
      "GET /api/imports/{id}/preview",
      "POST /api/imports/{id}/confirm",
    ],
    ...[
      "DELETE /api/imports/{id}",
      "POST /api/exports",
      "GET /api/exports",
      "GET /api/exports/{id}/download",
    ],
    ...["GET /api/stats", "GET /api/settings", "PUT /api/settings", "POST /api/webhooks"],
  ])("interface: %s exists", (name) => {
    expect(endpoints.map((one) => `${one.method} ${one.path}`)).toContain(name);
  });
});
