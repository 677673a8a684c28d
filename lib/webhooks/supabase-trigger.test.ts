import { randomInt, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { afterEach, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/webhooks/route";
import { settleBackground } from "@/lib/http/background";
import { setDelivery } from "@/lib/identity/embedded/events";
import { insertUser } from "@/lib/identity/embedded/users";
import { SUPABASE_STAND_IN, webhookSnippet } from "@/lib/testing/doubles/supabase-events";
import { owner as pg } from "@/lib/testing/owner";

/** docs/supabase-webhook.sql on a real PostgreSQL, with a double of Supabase's own parts. */
const secret = (process.env.WEBHOOK_SECRET ?? "").replace("v1,whsec_", "");
const ADDRESS = "https://contacts.example.com/api/webhooks";
const installed = (key: string) => webhookSnippet(ADDRESS, key);

beforeAll(async () => {
  await pg().unsafe(SUPABASE_STAND_IN);
  await pg().unsafe(installed(secret));
  // Our own provider sends nothing: only the trigger does here.
  setDelivery(async () => undefined);
});
afterEach(async () => void (await pg()`truncate net.sent`));

interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
}

const sent = () => pg()<Sent[]>`select url, body, headers from net.sent order by n`;

/** Runs statements as the role that Supabase Auth uses, which may write `auth.users` and nothing else. */
async function asAuth(run: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  await pg().begin(async (tx) => {
    await tx`set local role trigger_auth_admin`;
    await run(tx);
  });
}

/** The product's answer to a call exactly as it was sent. */
async function deliver({ body, headers }: Sent) {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const request = new Request(ADDRESS, {
    method: "POST",
    headers: { ...headers, "x-forwarded-for": address },
    body,
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  await settleBackground();
  return { status: response.status, body: await response.json() };
}

/** The state of a user's welcome mail. */
async function welcomeOf(userId: string): Promise<string | undefined> {
  const [mail] = await pg()<{ status: string }[]>`
    select status from outbox where kind = 'welcome' and subject_key = ${userId}`;
  return mail?.status;
}

/** A user of the identity provider, about to be written to `auth.users`. */
async function newUser(confirmed = false) {
  const email = `zoë-${randomUUID()}@example.com`;
  const user = await insertUser({ email, passwordHash: null, confirmed, data: {} });
  if (!user) throw new Error("the user exists");
  return { id: user.id, email };
}

const signUp = (user: { id: string; email: string }) =>
  asAuth(
    (tx) => tx`
      insert into auth.users (id, email, encrypted_password, raw_user_meta_data, created_at)
      values (${user.id}, ${user.email}, 'hash of a password', '{"name": "Zoë"}', now())`,
  );

it("sends a sign-up and its confirmation, signed, and the product acts on both", async () => {
  const user = await newUser();
  await signUp(user);
  const [insert] = await sent();
  if (!insert) throw new Error("nothing was sent");
  expect(insert.url).toBe(ADDRESS);
  expect(JSON.parse(insert.body)).toEqual({
    type: "INSERT",
    schema: "auth",
    table: "users",
    record: {
      ...user,
      email_confirmed_at: null,
      banned_until: null,
      deleted_at: null,
      created_at: expect.any(String),
    },
    old_record: null,
  });
  expect(await deliver(insert)).toEqual({ status: 200, body: { success: true } });
  expect(await welcomeOf(user.id)).toBe("held");

  await pg()`update identity.users set email_confirmed_at = now() where id = ${user.id}`;
  await asAuth((tx) => tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`);
  const [, update] = await sent();
  if (!update) throw new Error("the confirmation was not sent");
  expect(JSON.parse(update.body)).toMatchObject({ type: "UPDATE", old_record: { email_confirmed_at: null } });
  expect(await deliver(update)).toEqual({ status: 200, body: { success: true } });
  expect(await welcomeOf(user.id)).not.toBe("held");
});

it("sends nothing else: no other column, no second confirmation, nothing rolled back", async () => {
  const user = await newUser();
  await signUp(user);
  await asAuth((tx) => tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`);
  expect(await sent()).toHaveLength(2);
  await asAuth(async (tx) => {
    await tx`update auth.users set last_sign_in_at = now() where id = ${user.id}`;
    await tx`update auth.users set raw_user_meta_data = '{"workspace_id": "x"}' where id = ${user.id}`;
    await tx`update auth.users set email = email, encrypted_password = 'x' where id = ${user.id}`;
    await tx`update auth.users set email_confirmed_at = now() + interval '1 second' where id = ${user.id}`;
    await tx`update auth.users set email_confirmed_at = null where id = ${user.id}`;
    await tx`update auth.users set banned_until = null, deleted_at = null where id = ${user.id}`;
  });
  const other = await newUser();
  await asAuth(async (tx) => {
    await tx`insert into auth.users (id, email) values (${other.id}, ${other.email})`;
    throw new Error("rolled back");
  }).catch(() => undefined);
  expect(await sent()).toHaveLength(2);
});

it("sends a new address, to which the mails about workspaces go from then on", async () => {
  const user = await newUser();
  await signUp(user);
  for (const call of await sent()) await deliver(call);
  const email = `new-${user.email.replace("ë", "e")}`;
  await pg()`update identity.users set email = ${email} where id = ${user.id}`;
  await asAuth((tx) => tx`update auth.users set email = ${email} where id = ${user.id}`);
  const [, moved] = await sent();
  if (!moved) throw new Error("the new address was not sent");
  expect(await deliver(moved)).toEqual({ status: 200, body: { success: true } });
  expect(await pg()`select email from memberships where user_id = ${user.id}`).toEqual([{ email }]);
});

it("sends a ban, its end and a deletion, and the product acts on them", async () => {
  const user = await newUser();
  await signUp(user);
  const act = async () => {
    const call = (await sent()).at(-1);
    if (!call) throw new Error("nothing was sent");
    expect(await deliver(call)).toEqual({ status: 200, body: { success: true } });
    const [row] = await pg()<{ suspended: boolean }[]>`
      select suspended_until is not null as suspended from memberships where user_id = ${user.id}`;
    return row ?? "no member";
  };
  expect(await act()).toEqual({ suspended: false });
  for (const banned of [true, false]) {
    const until = banned ? "2999-01-01T00:00:00Z" : null;
    await pg()`update identity.users set banned_until = ${until} where id = ${user.id}`;
    await asAuth((tx) => tx`update auth.users set banned_until = ${until} where id = ${user.id}`);
    expect(await act()).toEqual({ suspended: banned });
  }
  await pg()`delete from identity.users where id = ${user.id}`;
  await asAuth((tx) => tx`delete from auth.users where id = ${user.id}`);
  expect(await act()).toBe("no member");
  expect(await sent()).toHaveLength(4);
  expect(await pg()`select 1 from workspaces where owner_id = ${user.id}`).toHaveLength(0);
});

it("sends a deletion that keeps an empty shell", async () => {
  const user = await newUser();
  await signUp(user);
  await asAuth((tx) => tx`update auth.users set deleted_at = now() where id = ${user.id}`);
  const call = (await sent()).at(-1);
  expect(JSON.parse(call?.body ?? "{}")).toMatchObject({
    type: "UPDATE",
    record: { deleted_at: expect.any(String) },
    old_record: { deleted_at: null },
  });
});

it("sends both events when somebody is confirmed as they sign up, in whatever order they come to be acted on", async () => {
  const user = await newUser(true);
  await asAuth(async (tx) => {
    await tx`insert into auth.users (id, email, created_at) values (${user.id}, ${user.email}, now())`;
    await tx`update auth.users set email_confirmed_at = now() where id = ${user.id}`;
  });
  const calls = await sent();
  expect(calls).toHaveLength(2);
  for (const call of calls.reverse()) expect((await deliver(call)).status).toBe(200);
  const rows = await pg()`select 1 from workspaces where owner_id = ${user.id}`;
  expect(rows).toHaveLength(1);
});

it("sends no password, token or metadata, and no call can be forged from one", async () => {
  const user = await newUser();
  await signUp(user);
  const [call] = await sent();
  if (!call) throw new Error("nothing was sent");
  expect(call.body).not.toMatch(/password|meta_data|token/);
  const changed = { ...call, body: call.body.replace(user.id, randomUUID()) };
  expect((await deliver(changed)).status).toBe(401);
  const old = { ...call.headers, "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 301) };
  expect((await deliver({ ...call, headers: old })).status).toBe(401);
});

it("never fails a sign-up: not without pg_net, not with a secret that was not filled in", async () => {
  await pg().unsafe(installed("REPLACE_WITH_BASE64_OF_WEBHOOK_SECRET"));
  await signUp(await newUser());
  await pg().unsafe(installed(secret));
  await pg()`alter function net.http_post rename to http_gone`;
  await signUp(await newUser());
  await pg()`alter function net.http_gone rename to http_post`;
  expect(await sent()).toHaveLength(0);
  expect(
    await pg()`select 1 from auth.users where encrypted_password = 'hash of a password'`,
  ).not.toHaveLength(0);
});

it("can be run again, and lets nobody call its function", async () => {
  await pg().unsafe(installed(secret));
  await signUp(await newUser());
  expect(await sent()).toHaveLength(1);
  await expect(asAuth((tx) => tx`select kith_private.notify_user_event()`)).rejects.toThrow(
    /permission denied/,
  );
});
