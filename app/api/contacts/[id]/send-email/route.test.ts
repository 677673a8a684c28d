import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as readSettings, PUT as updateSettings } from "@/app/api/settings/route";
import { handleMail } from "@/lib/email/embedded/handler";
import { newId } from "@/lib/ids";
import { type MailProvider, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { hostileMarkup, hostileSubjects } from "@/lib/testing/hostile";
import { startInternalServer } from "@/lib/testing/internal-server";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST } from "./route";

const KEY = "re_4kQ2x7Zp_secretsecretwXyZ";
const mail = { subject: "Your question", body: "Hello Ada,\n\nhere is <the> answer." };

let provider: MailProvider;
beforeEach(async () => {
  provider = await startMailProvider();
});
afterEach(async () => provider.close());

/** A workspace with a mail key and one contact. */
async function prepared(contact: Record<string, unknown> = {}) {
  const acme = await newWorkspace();
  await acme.call(updateSettings, { body: { mail_api_key: KEY } });
  const body = { email: "ada@example.com", first_name: "Ada", ...contact };
  const { id } = (await acme.call(createContact, { body })).body;
  const send = (values: object = mail, headers: Record<string, string> = {}) =>
    acme.call(POST, { params: { id }, body: values, headers });
  return { acme, id, send };
}

it("sends text and escaped HTML with the workspace's own key and answers the provider's id", async () => {
  const { send } = await prepared();
  const reply = await send();
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ success: true, messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(provider.requests).toMatchObject([{ authorization: `Bearer ${KEY}` }]);
  const [sent] = provider.accepted;
  expect(sent).toMatchObject({ to: "ada@example.com", subject: mail.subject, text: mail.body });
  expect(sent?.html).toContain("Hello Ada,<br>\n<br>\nhere is &lt;the&gt; answer.");
});

it("names the workspace's own sender when it has one", async () => {
  const { acme, send } = await prepared();
  await send();
  await acme.call(updateSettings, { body: { mail_from: "Acme <hello@acme.example>" } });
  await send();
  expect(provider.accepted.map((sent) => sent.from)).toEqual([
    expect.stringContaining("localhost"),
    "Acme <hello@acme.example>",
  ]);
});

it("answers 400 EMAIL_NOT_CONFIGURED without a key", async () => {
  const { acme, send } = await prepared();
  await acme.call(updateSettings, { body: { mail_api_key: null } });
  expect((await acme.call(readSettings)).body.mail_api_key).toBeNull();
  const reply = await send();
  expect([reply.status, reply.body.code]).toEqual([400, "EMAIL_NOT_CONFIGURED"]);
  expect(provider.requests).toHaveLength(0);
});

it("answers the same 404 for an unknown contact and for another workspace's", async () => {
  const { id } = await prepared();
  const other = await prepared();
  const foreign = await other.acme.call(POST, { params: { id }, body: mail });
  const unknown = await other.acme.call(POST, { params: { id: newId() }, body: mail });
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(foreign.body).toEqual(unknown.body);
  expect(provider.requests).toHaveLength(0);
});

it("spares a contact that unsubscribed, unless told otherwise", async () => {
  const { send } = await prepared({ is_unsubscribed: true });
  const refused = await send();
  expect([refused.status, refused.body.code]).toEqual([409, "CONTACT_UNSUBSCRIBED"]);
  expect(provider.requests).toHaveLength(0);
  expect((await send({ ...mail, allow_unsubscribed: true })).status).toBe(200);
});

it("passes Idempotency-Key on and replays the answer", async () => {
  const { send } = await prepared();
  const first = await send(mail, { "idempotency-key": "order-1" });
  const again = await send(mail, { "idempotency-key": "order-1" });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(provider.requests.map((request) => request.key)).toEqual(["order-1"]);
  const other = await send({ ...mail, subject: "Another" }, { "idempotency-key": "order-1" });
  expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
});

it("never sends twice when the answer to the first request was lost", async () => {
  const { send } = await prepared();
  provider.dropRate = 1;
  const lost = await send(mail, { "idempotency-key": "order-2" });
  expect([lost.status, lost.body.code]).toEqual([502, "EMAIL_PROVIDER_ERROR"]);
  provider.dropRate = 0;
  expect((await send(mail, { "idempotency-key": "order-2" })).status).toBe(200);
  expect(provider.accepted).toHaveLength(1);
});

it.each([
  { status: 401, name: "invalid_api_key", message: `API key ${KEY} is invalid` },
  { status: 403, name: "restricted_api_key", message: `key re_4kQ2x7Zp_**** may not send` },
  { status: 422, name: "validation_error", message: "Invalid `from` field" },
  { status: 500, name: "internal_server_error", message: "oops" },
  { status: 502, page: "<html>Bad gateway</html>" },
  { status: 500, page: "null" },
])("answers 502 for the provider's $status $name and never shows the key", async (fault) => {
  const { send } = await prepared();
  provider.fault = () => fault;
  const reply = await send();
  expect([reply.status, reply.body.code]).toEqual([502, "EMAIL_PROVIDER_ERROR"]);
  expect(JSON.stringify(reply.body)).not.toMatch(/4kQ2x7Zp|secret|wXyZ/);
});

it("answers 503 with Retry-After when the provider wants us to slow down", async () => {
  const { send } = await prepared();
  provider.fault = () => ({ status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "7" } });
  const reply = await send();
  expect([reply.status, reply.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(reply.headers.get("retry-after")).toBe("7");
});

it("gives a provider that hangs less than ten seconds", async () => {
  const { send } = await prepared();
  provider.fault = () => "hang";
  const started = Date.now();
  const reply = await send();
  expect(Date.now() - started).toBeLessThan(10_000);
  expect([reply.status, reply.body.code]).toEqual([502, "EMAIL_PROVIDER_ERROR"]);
});

it("refuses every subject that could become a header, and sends nothing", async () => {
  const { send } = await prepared();
  expect(hostileSubjects).toHaveLength(40);
  for (const subject of hostileSubjects) {
    const reply = await send({ ...mail, subject });
    expect([reply.status, reply.body.code], JSON.stringify(subject)).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.body.details[0].path).toEqual(["subject"]);
  }
  expect(provider.requests).toHaveLength(0);
  // The check does not refuse everything: what looks unusual and is harmless passes.
  expect((await send({ ...mail, subject: "Re: 50% off? = ok · Grüße 👋" })).status).toBe(200);
});

it("holds subject and body to their lengths", async () => {
  const { send } = await prepared();
  const sizes = [
    [{ ...mail, subject: "" }, 400],
    [{ ...mail, subject: "   " }, 400],
    [{ ...mail, subject: "s".repeat(255) }, 200],
    [{ ...mail, subject: "s".repeat(256) }, 400],
    [{ ...mail, body: "" }, 400],
    [{ ...mail, body: "b".repeat(100_000) }, 200],
    [{ ...mail, body: "b".repeat(100_001) }, 400],
    [{ subject: "s" }, 400],
    [{ body: "b" }, 400],
  ] as const;
  for (const [body, status] of sizes) expect((await send(body)).status).toBe(status);
});

it("sends hostile markup as the text it is", async () => {
  const { send } = await prepared();
  await send({ ...mail, body: "plain" });
  for (const body of hostileMarkup.slice(0, 20)) await send({ ...mail, body });
  const angles = provider.accepted.map((sent) => sent.html.split("<").length);
  expect(new Set(angles).size).toBe(1);
  expect(angles).toHaveLength(21);
});

it("runs through the embedded mail service in the same way", async () => {
  await provider.close();
  const server = await startInternalServer({
    "/resend/": (request) => handleMail(request, new URL(request.url).pathname.slice("/resend/".length)),
  });
  const { send } = await prepared();
  const first = await send(mail, { "idempotency-key": "k" });
  expect(first.status).toBe(200);
  expect(first.body.messageId).toMatch(/^[0-9a-f-]{36}$/);
  await server.close();
  provider = await startMailProvider();
});
