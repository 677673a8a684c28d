import type { MailProvider } from "@/lib/testing/doubles/mail-provider";
import { completeExport } from "./imports";
import { type App, expect, type Platform, test, UNSCHEDULED } from "./platform";
import { cron, signUp, type User } from "./user";

const KEY = "re_4kQ2x7Zp_secretsecretwXyZ";
const MAIL = { subject: "Hello", body: "Dear Ada" };

/** The one-off mails that the provider accepted; a new workspace's welcome is among the other mails. */
const oneOff = ({ accepted }: MailProvider) => accepted.filter(({ subject }) => subject === MAIL.subject);

/** Starts a process whose mails go to the double of the provider. */
const startSending = (platform: Platform, { url }: MailProvider) =>
  platform.start({ ...UNSCHEDULED, RESEND_BASE_URL: url });

/** The provider's answer to a client that sends too many requests. */
const askAgainIn = (seconds: number) => ({
  status: 429,
  name: "rate_limit_exceeded",
  headers: { "retry-after": String(seconds) },
});

/** Signs up a user whose welcome mail has been sent. */
async function signUpWelcomed(platform: Platform, app: App, provider: MailProvider): Promise<User> {
  const user = await signUp(platform, app);
  await expect.poll(() => provider.accepted.length).toBe(1);
  return user;
}

/** A user with a mail key and one contact, and a way to write to it. */
async function correspondent(platform: Platform, app: App) {
  const user = await signUp(platform, app);
  expect((await user.ask(app, "PUT", "/api/settings", { mail_api_key: KEY })).status).toBe(200);
  const contact = { email: "ada@example.com", first_name: "Ada" };
  const { id } = (await user.ask(app, "POST", "/api/contacts", contact)).body;
  const path = `/api/contacts/${id}/send-email`;
  return { send: (headers = {}) => user.ask(app, "POST", path, MAIL, headers) };
}

test("whatever the mail provider answers, a one-off mail ends in a documented error that does not show the key", async ({
  platform,
  provider,
}) => {
  const app = await startSending(platform, provider);
  const { send } = await correspondent(platform, app);
  const refusals = [
    { status: 401, name: "invalid_api_key", message: `API key ${KEY} is invalid` },
    { status: 403, name: "restricted_api_key", message: "key re_4kQ2x7Zp_**** may not send" },
    { status: 422, name: "validation_error", message: "Invalid `from` field" },
    { status: 500, name: "internal_server_error", message: "oops" },
    { status: 502, page: "<html>Bad gateway</html>" },
    { status: 500, page: "null" },
    "hang" as const,
  ];
  for (const fault of refusals) {
    provider.fault = () => fault;
    const started = Date.now();
    const { status, body } = await send();
    expect([status, body.code], JSON.stringify(fault)).toEqual([502, "EMAIL_PROVIDER_ERROR"]);
    expect(JSON.stringify(body)).not.toMatch(/4kQ2x7Zp|secret|wXyZ/);
    expect(Date.now() - started).toBeLessThan(10_000);
  }
  provider.fault = () => askAgainIn(7);
  const slowed = await send();
  expect([slowed.status, slowed.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(slowed.headers.get("retry-after")).toBe("7");
  expect(oneOff(provider)).toEqual([]);
});

test("a one-off mail whose answer was lost, asked for again under its key, is accepted once", async ({
  platform,
  provider,
}) => {
  const app = await startSending(platform, provider);
  const { send } = await correspondent(platform, app);
  const headers = { "idempotency-key": "order-2" };
  provider.dropRate = 1;
  expect((await send(headers)).status).toBe(502);
  provider.dropRate = 0;
  const first = await send(headers);
  expect(first).toMatchObject({ status: 200, body: { success: true } });
  expect((await send(headers)).body).toEqual(first.body);
  expect(oneOff(provider)).toMatchObject([{ to: "ada@example.com", text: MAIL.body }]);
});

test("a mail of the system waits as long as the provider asks, and 23 hours after its first attempt is left alone", async ({
  platform,
  provider,
}) => {
  const app = await startSending(platform, provider);
  const sweep = () => cron(app, "sweep", `Bearer ${platform.secrets.CRON_SECRET}`);
  const mail = async () => {
    const [row] = await platform.pg<{ status: string; wait: number; attempts: number }[]>`
      select status, attempts, extract(epoch from next_attempt_at - now())::float8 as wait
      from outbox where kind = 'export_completed'`;
    return row;
  };
  const due = () =>
    platform.pg`update outbox set next_attempt_at = now() - interval '1 second' where kind = 'export_completed'`;
  const user = await signUpWelcomed(platform, app, provider);

  provider.fault = () => askAgainIn(90);
  await completeExport(user, app); // It ends in a mail of the system.
  await expect.poll(async () => (await mail())?.attempts).toBe(1);
  await expect.poll(async () => (await mail())?.status).toBe("pending");
  expect((await mail())?.wait).toBeGreaterThan(60);
  const asked = provider.requests.length;
  await sweep();
  expect(provider.requests).toHaveLength(asked);

  provider.fault = () => null;
  provider.dropRate = 1;
  await due();
  await sweep();
  await expect.poll(async () => (await mail())?.attempts).toBe(2);
  await expect.poll(async () => (await mail())?.status).toBe("pending");
  expect(provider.accepted).toHaveLength(2); // Accepted, but not recorded here.

  provider.dropRate = 0;
  await platform.pg`update outbox set first_attempt_at = now() - interval '23 hours 1 minute'`;
  await due();
  const before = provider.requests.length;
  await sweep();
  await expect.poll(async () => (await mail())?.status).toBe("unknown");
  expect(provider.requests).toHaveLength(before);
});

test("a notification that is switched off while its mail waits is not sent, and says so", async ({
  platform,
  provider,
}) => {
  const app = await startSending(platform, provider);
  const user = await signUpWelcomed(platform, app, provider);
  provider.fault = () => askAgainIn(90);
  await completeExport(user, app);
  const mail = async () => {
    const { body } = await user.ask(app, "GET", "/api/notifications");
    return body.data.find(({ kind }: { kind: string }) => kind === "export_completed");
  };
  await expect.poll(mail).toMatchObject({ status: "pending", attempts: 1 });
  await user.ask(app, "PUT", "/api/settings", { notify_on_export_complete: false });
  provider.fault = () => null;
  await platform.pg`update outbox set next_attempt_at = now() - interval '1 second' where status = 'pending'`;
  await cron(app, "sweep", `Bearer ${platform.secrets.CRON_SECRET}`);
  await expect.poll(mail).toMatchObject({ status: "dropped" });
  expect(provider.accepted).toHaveLength(1);
});

test("a mail key that somebody copies into another workspace's settings is of no use there", async ({
  platform,
  provider,
}) => {
  const app = await startSending(platform, provider);
  const [own, other] = [await correspondent(platform, app), await correspondent(platform, app)];
  expect([(await own.send()).status, (await other.send()).status]).toEqual([200, 200]);
  const [first] = await platform.pg<{ workspace_id: string; mail_api_key: string }[]>`
    select workspace_id, mail_api_key from settings order by workspace_id limit 1`;
  await platform.pg`
    update settings set mail_api_key = ${first?.mail_api_key ?? ""}
    where workspace_id <> ${first?.workspace_id ?? ""}`;
  const asked = provider.requests.length;
  const answers = [await own.send(), await other.send()];
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503]);
  expect(provider.requests).toHaveLength(asked + 1);
});
