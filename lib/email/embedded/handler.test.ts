import { randomUUID } from "node:crypto";
import { Resend } from "resend";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { sendAccountMail } from "../account-mail";
import { MailError, mailClient } from "../client";
import { handleMail } from "./handler";

/** The embedded mail service, as the real Resend SDK sees it. */

let server: InternalServer;
let seen: Request[] = [];
beforeAll(async () => {
  server = await startInternalServer({
    "/resend/": (request) => {
      seen.push(request);
      return handleMail(request, new URL(request.url).pathname.replace("/resend/", ""));
    },
  });
});
afterAll(() => server.close());

const mail = { from: "Kith <kith@example.com>", to: "ada@example.com", subject: "Hi — Grüße", text: "Hello" };
const client = (key = `re_${randomUUID().replaceAll("-", "")}`) =>
  new Resend(key, { baseUrl: `${server.url}/resend` });

describe("the embedded mail service", () => {
  it("keeps a mail and gives it back with everything that was sent", async () => {
    const resend = client();
    const sent = await resend.emails.send({
      ...mail,
      to: ["ada@example.com", "Grace <grace@example.com>"],
      html: "<p>Hello</p>",
      replyTo: "support@example.com",
      headers: { "List-Unsubscribe": "<https://example.com/u>" },
      tags: [{ name: "kind", value: "digest" }],
    });
    expect(sent.error).toBeNull();
    const got = await resend.emails.get(sent.data?.id ?? "");
    expect(got.data).toMatchObject({
      object: "email",
      id: sent.data?.id,
      from: mail.from,
      to: ["ada@example.com", "Grace <grace@example.com>"],
      subject: mail.subject,
      html: "<p>Hello</p>",
      text: "Hello",
      reply_to: ["support@example.com"],
      tags: [{ name: "kind", value: "digest" }],
      last_event: "delivered",
    });
  });

  it("lists the mails of one key, newest first, by pages", async () => {
    const resend = client();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await resend.emails.send(mail)).data?.id ?? "");
    const first = await resend.emails.list({ limit: 2 });
    expect(first.data).toMatchObject({ object: "list", has_more: true });
    expect(first.data?.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await resend.emails.list({ limit: 2, after: ids[1] ?? "" });
    expect(second.data?.data.map(({ id }) => id)).toEqual(ids.slice(2));
    const stranger = await client().emails.list();
    expect(stranger.data?.data).toEqual([]);
    expect((await client().emails.get(ids[0] ?? "")).error).toMatchObject({
      statusCode: 404,
      name: "not_found",
    });
  });

  it("sends once per idempotency key, also when two calls race", async () => {
    const resend = client();
    const options = { idempotencyKey: `import/${randomUUID()}` };
    const sent = await Promise.all([1, 2, 3, 4].map(() => resend.emails.send(mail, options)));
    expect(new Set(sent.map(({ data }) => data?.id)).size).toBe(1);
    const other = await resend.emails.send({ ...mail, subject: "Another" }, options);
    expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
    expect((await resend.emails.list()).data?.data).toHaveLength(1);
    expect((await client().emails.send({ ...mail, subject: "Mine" }, options)).error).toBeNull();
  });

  it("forgets an idempotency key after 24 hours", async () => {
    const resend = client();
    const options = { idempotencyKey: `digest/${randomUUID()}` };
    const first = await resend.emails.send(mail, options);
    await pg()`update inbox_mails set created_at = created_at - interval '25 hours' where id = ${first.data?.id ?? ""}`;
    const second = await resend.emails.send({ ...mail, subject: "Next week" }, options);
    expect(second.error).toBeNull();
    expect(second.data?.id).not.toBe(first.data?.id);
  });

  it("takes a batch whole or not at all", async () => {
    const resend = client();
    const options = { idempotencyKey: `batch/${randomUUID()}` };
    const batch = [mail, { ...mail, to: "grace@example.com" }];
    const sent = await resend.batch.send(batch, options);
    expect(sent.data?.data).toHaveLength(2);
    expect((await resend.batch.send(batch, options)).data).toEqual(sent.data);
    const bad = await resend.batch.send([mail, { ...mail, to: "nobody" }]);
    expect(bad.error).toMatchObject({ statusCode: 422, name: "validation_error" });
    expect((await resend.emails.list()).data?.data).toHaveLength(2);
  });

  it.each([
    ["no subject", { subject: undefined }, 422, "missing_required_field"],
    ["no recipient", { to: undefined }, 422, "missing_required_field"],
    ["an empty list of recipients", { to: [] }, 422, "validation_error"],
    ["too many recipients", { to: Array(51).fill("a@example.com") }, 422, "validation_error"],
    ["a recipient that is none", { to: "ada" }, 422, "validation_error"],
    ["a sender that is none", { from: "Kith" }, 422, "invalid_from_address"],
    ["no text", { text: undefined }, 422, "missing_required_field"],
    ["a line break in the subject", { subject: "a\r\nBcc: eve@example.com" }, 422, "validation_error"],
    ["a NUL", { text: "a\u0000b" }, 422, "validation_error"],
    ["half a character", { headers: { "X-A": "\ud800" } }, 422, "validation_error"],
    ["a line break in a header", { headers: { "X-A": "a\nb" } }, 422, "validation_error"],
    ["a line break in a recipient", { to: "a@example.com\n" }, 422, "validation_error"],
  ])("refuses %s", async (_, change, status, name) => {
    const body = JSON.stringify({ ...mail, ...change });
    const headers = { authorization: "Bearer re_test_key" };
    const request = new Request("http://localhost/resend/emails", { method: "POST", headers, body });
    const response = await handleMail(request, "emails");
    expect([response.status, await response.json()]).toEqual([
      status,
      { statusCode: status, name, message: expect.any(String) },
    ]);
  });

  it("wants a key that looks like one of Resend's", async () => {
    expect((await client("sk_123456").emails.send(mail)).error).toMatchObject({ name: "invalid_api_key" });
    const bare = await handleMail(new Request("http://localhost/resend/emails"), "emails");
    expect([bare.status, (await bare.json()).name]).toEqual([401, "missing_api_key"]);
    const strange = await handleMail(
      new Request("http://localhost/x", { headers: { authorization: "Bearer re_test_key" } }),
      "domains",
    );
    expect(strange.status).toBe(404);
  });
});

describe("sendAccountMail", () => {
  const ada = { id: "ada", email: "ada@example.com" };
  const hi = { title: "Hi", intro: "Ada & co", link: { url: "https://kith.test/a?b=c&d=e", button: "Go" } };

  it("goes through the SDK to the embedded service, once per key", async () => {
    seen = [];
    const key = `welcome/${randomUUID()}`;
    const id = await sendAccountMail(ada, { ...hi, code: "012345", note: "Not you?" }, key);
    expect(await sendAccountMail(ada, { ...hi, code: "012345", note: "Not you?" }, key)).toBe(id);
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(["/resend/emails", "/resend/emails"]);
    expect(seen[0]?.headers.get("user-agent")).toMatch(/^resend-node/);
    const { data } = await mailClient().emails.get(id);
    expect(data).toMatchObject({ subject: "Hi", html: expect.stringContaining("Ada &amp; co") });
    expect(data?.text).toMatch(/^Go https:\/\/kith\.test\/a\?b=c&d=e$/m);
    expect(data?.text).toMatch(/^Or enter this code:\s012345$/m);
  });

  it("throws what the provider said", async () => {
    const wrong = sendAccountMail({ ...ada, email: "nobody" }, { ...hi, note: "" }, randomUUID());
    await expect(wrong).rejects.toMatchObject({ name: "MailError", status: 422, code: "validation_error" });
    await expect(wrong).rejects.toBeInstanceOf(MailError);
  });
});
