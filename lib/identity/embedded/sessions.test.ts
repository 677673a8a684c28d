import "@/lib/testing/cheap-passwords";
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { log } from "@/lib/log";
import { owner } from "@/lib/testing/owner";
import { identityAdmin, identityFetch, identityUrl, publishableKey, statelessClient } from "../client";
import { SESSIONS_PER_USER } from "./config";
import { setDelivery } from "./events";
import { sealStoredKeys } from "./sealed-rows";
import { startSession } from "./sessions";
import { findUser } from "./users";

/** Sessions: theft, the list, the limit, and how the keys are stored. */

const password = "correct horse battery";

beforeAll(() => setDelivery(async () => {}));
beforeEach(async () => {
  await pg()`delete from rate_limits`;
});

const anonymous = () => statelessClient(publishableKey()).auth;

async function newUser() {
  const email = `session-${randomUUID()}@example.com`;
  const { data } = await identityAdmin().createUser({ email, password, email_confirm: true });
  return { email, id: data.user?.id ?? "" };
}

async function signIn(email: string) {
  const { data, error } = await anonymous().signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

const refresh = async (refresh_token: string) =>
  (await anonymous().refreshSession({ refresh_token })).data.session;
const works = async (token: string | undefined) => (await anonymous().getUser(token)).error === null;
const later = (span: string) =>
  pg()`update identity.sessions set refreshed_at = refreshed_at - ${span}::interval`;

async function call(path: string, token: string, method = "GET") {
  const headers = { apikey: publishableKey(), authorization: `Bearer ${token}` };
  const response = await identityFetch(`${identityUrl()}/auth/v1/${path}`, { method, headers });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

describe("a session in daily use", () => {
  const age = (id: string, span: string) =>
    pg()`update identity.sessions set created_at = created_at - ${span}::interval where user_id = ${id}`;

  it("ends a year after its sign-in", async () => {
    const { email, id } = await newUser();
    const { refresh_token } = await signIn(email);
    await age(id, "364 days");
    const last = await refresh(refresh_token);
    expect(await works(last?.access_token)).toBe(true);
    await age(id, "2 days");
    expect(await refresh(last?.refresh_token ?? "")).toBeNull();
    expect(await works(last?.access_token)).toBe(false);
  });
});

describe("a copied refresh token", () => {
  it("ends the session as soon as thief and owner have refreshed by turns", async () => {
    const { email } = await newUser();
    const owner = await signIn(email);
    const thief = await refresh(owner.refresh_token);
    expect(await works(thief?.access_token)).toBe(true);
    await later("11 seconds");
    expect(await refresh(owner.refresh_token)).toBeNull();
    expect(await works(thief?.access_token)).toBe(false);
    expect(await refresh(thief?.refresh_token ?? "")).toBeNull();
  });

  it("is no suspicion while the answer may have been lost, however late", async () => {
    const { email } = await newUser();
    const first = await signIn(email);
    const lost = await refresh(first.refresh_token);
    await later("1 hour");
    const again = await refresh(first.refresh_token);
    expect(again?.refresh_token).toBe(lost?.refresh_token);
    expect(await works(again?.access_token)).toBe(true);
  });

  it("is no suspicion in tabs that refresh at once, though one of them is quicker", async () => {
    const { email } = await newUser();
    const first = await signIn(email);
    const quick = await refresh(first.refresh_token);
    expect(await works(quick?.access_token)).toBe(true);
    const slow = await refresh(first.refresh_token);
    expect(slow?.refresh_token).toBe(quick?.refresh_token);
    await later("11 seconds");
    expect(await works((await refresh(slow?.refresh_token ?? ""))?.access_token)).toBe(true);
  });
});

describe("the list of sessions", () => {
  it("names them all, tells the one that asks, and ends any of them at once", async () => {
    const { email, id } = await newUser();
    const [here, there] = [await signIn(email), await signIn(email)];
    const user = await findUser(id);
    if (!user) throw new Error("no user");
    const from = { address: "10.1.2.3", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
    await startSession(user, "magiclink", { from });
    const { body } = await call("sessions", here.access_token);
    expect(body.sessions).toHaveLength(3);
    expect(body.sessions[0]).toMatchObject({
      method: "magiclink",
      aal: "aal1",
      user_agent: from.userAgent,
      address: "10.1.2.3",
      current: false,
      last_used_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(body)).not.toContain("hmac");
    const other = body.sessions.find(
      (one: { method: string; current: boolean }) => !one.current && one.method === "password",
    );
    expect((await call(`sessions/${other.id}`, here.access_token, "DELETE")).status).toBe(204);
    expect([await works(there.access_token), await refresh(there.refresh_token)]).toEqual([false, null]);
    expect(await works(here.access_token)).toBe(true);
    expect((await call(`sessions/${other.id}`, here.access_token, "DELETE")).status).toBe(404);
  });

  it("ends another one only for who has just proved who they are, the own one always", async () => {
    const { email, id } = await newUser();
    const [here] = [await signIn(email), await signIn(email)];
    await pg()`update identity.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`;
    const { body } = await call("sessions", here.access_token);
    const find = (current: boolean) =>
      body.sessions.find((one: { current: boolean }) => one.current === current).id;
    const asked = [`sessions/${find(false)}`, "logout?scope=others"] as const;
    for (const [at, path] of asked.entries()) {
      const answer = await call(path, here.access_token, at === 0 ? "DELETE" : "POST");
      expect(answer).toMatchObject({ status: 400, body: { error_code: "reauthentication_needed" } });
    }
    const proved = await identityFetch(`${identityUrl()}/auth/v1/reauthenticate`, {
      method: "POST",
      headers: {
        apikey: publishableKey(),
        authorization: `Bearer ${here.access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ current_password: password }),
    });
    expect(proved.status).toBe(200);
    expect((await call(asked[0], here.access_token, "DELETE")).status).toBe(204);
    await pg()`update identity.sessions set proved_at = null where user_id = ${id}`;
    expect((await call(`sessions/${find(true)}`, here.access_token, "DELETE")).status).toBe(204);
    expect(await works(here.access_token)).toBe(false);
  });

  it("is nobody else's: neither to read nor to end", async () => {
    const [victim, stranger] = [await newUser(), await newUser()];
    const [theirs, own] = [await signIn(victim.email), await signIn(stranger.email)];
    const [session] = await pg()`select id from identity.sessions where user_id = ${victim.id}`;
    expect((await call(`sessions/${session?.id}`, own.access_token, "DELETE")).status).toBe(404);
    expect((await call("sessions", own.access_token)).body.sessions).toHaveLength(1);
    expect((await call("sessions", publishableKey())).status).toBe(403);
    expect(await works(theirs.access_token)).toBe(true);
  });

  it("is bounded: the longest unused session makes room, also for many at once", async () => {
    const { email, id } = await newUser();
    const first = await signIn(email);
    const user = await findUser(id);
    if (!user) throw new Error("no user");
    const many = Array.from({ length: SESSIONS_PER_USER + 5 }, () => startSession(user, "password"));
    const last = (await Promise.all(many)).at(-1);
    const [row] = await pg()`select count(*)::int as n from identity.sessions where user_id = ${id}`;
    expect(row?.n).toBe(SESSIONS_PER_USER);
    expect([await works(first.access_token), await works(last?.access_token)]).toEqual([false, true]);
  });
});

it("no session begins by single sign-on from before the mailbox was proved, which is ending at this moment", async () => {
  const { id } = await newUser();
  await pg()`update identity.users set encrypted_password = null, mailbox_proved_at = null where id = ${id}`;
  const before = await findUser(id);
  if (!before) throw new Error("no user");
  await pg()`update identity.users set mailbox_proved_at = now() where id = ${id}`;
  await expect(startSession(before, "oauth")).rejects.toMatchObject({ code: "invalid_credentials" });
  const after = await findUser(id);
  expect(after && (await startSession(after, "otp")).access_token).toBeTruthy();
});

describe("an access token", () => {
  it("says when and how the user signed in, not when it was refreshed", async () => {
    const { email, id } = await newUser();
    const session = await signIn(email);
    await pg()`update identity.sessions set created_at = created_at - interval '1 hour' where user_id = ${id}`;
    const renewed = await refresh(session.refresh_token);
    const { data } = await anonymous().getClaims(renewed?.access_token);
    const [entry] = (data?.claims.amr ?? []) as { method: string; timestamp: number }[];
    expect(entry?.method).toBe("password");
    expect(Number(data?.claims.iat) - Number(entry?.timestamp)).toBeGreaterThanOrEqual(3600);
  });
});

describe("a dump of the database", () => {
  const holder = globalThis as typeof globalThis & { kithSigningKeys?: unknown };
  const keysAtRest = async () => {
    const rows = await pg()`
      select refresh_token_hmac_key as key from identity.sessions union all select private_jwk from identity.signing_keys`;
    return rows.map(({ key }) => String(key));
  };

  it("signs nobody in: no key of the provider stands in it", async () => {
    const { email } = await newUser();
    await signIn(email);
    const stored = await keysAtRest();
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter((key) => !/^v1\.k1\./.test(key))).toEqual([]);
  });

  it("of an older version is encrypted at the start, and its tokens stay good", async () => {
    const { email, id } = await newUser();
    const session = await signIn(email);
    const { unseal } = await import("./sealed");
    for (const row of await pg()`select id, refresh_token_hmac_key as key from identity.sessions`) {
      const plain = unseal("identity.sessions.refresh_token_hmac_key", row.id, row.key);
      await pg()`update identity.sessions set refresh_token_hmac_key = ${plain} where id = ${row.id}`;
    }
    for (const row of await pg()`select kid, private_jwk as key from identity.signing_keys`) {
      const plain = unseal("identity.signing_keys.private_jwk", row.kid, row.key);
      await pg()`update identity.signing_keys set private_jwk = ${plain} where kid = ${row.kid}`;
    }
    holder.kithSigningKeys = undefined;
    expect(await works(session.access_token)).toBe(true);
    const { rotated, unreadable } = await sealStoredKeys();
    expect([rotated > 1, unreadable]).toEqual([true, 0]);
    expect((await keysAtRest()).filter((key) => !key.startsWith("v1.k1."))).toEqual([]);
    expect(await sealStoredKeys()).toEqual({ rotated: 0, unreadable: 0 });
    holder.kithSigningKeys = undefined;
    expect(await works(session.access_token)).toBe(true);
    expect((await refresh(session.refresh_token))?.user.id).toBe(id);
  });

  it("is written anew when the ring has a new key, and useless without the ring", async () => {
    const { email } = await newUser();
    const session = await signIn(email);
    const old = process.env.ENCRYPTION_KEYS ?? "";
    const ring = (keys: string) => {
      vi.stubEnv("ENCRYPTION_KEYS", keys);
      resetEnv();
      holder.kithSigningKeys = undefined;
    };
    ring(`k2:${Buffer.alloc(32, 7).toString("base64")},${old}`);
    await sealStoredKeys();
    expect((await keysAtRest()).every((key) => key.startsWith("v1.k2."))).toBe(true);
    expect(await works(session.access_token)).toBe(true);
    ring(`k3:${Buffer.alloc(32, 8).toString("base64")}`);
    expect(await works(session.access_token)).toBe(false);
    expect(await refresh(session.refresh_token)).toBeNull();
    expect((await sealStoredKeys()).unreadable).toBeGreaterThan(0);
    vi.unstubAllEnvs();
    resetEnv();
    holder.kithSigningKeys = undefined;
  });
});

it.each(["{", '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}'])(
  "a damaged signing key ends its tokens, not all sign-ins, and the log names its row: %s",
  async (damaged) => {
    const { email } = await newUser();
    const session = await signIn(email);
    const [newest] = await pg()`
      with newest as (select kid from identity.signing_keys order by created_at desc, kid desc limit 1)
      update identity.signing_keys k set private_jwk = ${damaged} from newest where k.kid = newest.kid returning k.kid`;
    Object.assign(globalThis, { kithSigningKeys: undefined });
    const said = vi.spyOn(log(), "error");
    expect(await works(session.access_token)).toBe(false);
    expect(said).toHaveBeenCalledWith({ kid: newest?.kid }, expect.stringContaining("identity.signing_keys"));
    const renewed = await refresh(session.refresh_token);
    expect(await works(renewed?.access_token)).toBe(true);
    said.mockRestore();
  },
);

it.each([
  ["has no space left", "53100", "disk_full", "300"],
  ["goes away", "57P01", "unavailable", "5"],
])(
  "answers 503 when the database %s, and the session goes on afterwards",
  async (_, sqlState, code, retryAfter) => {
    const { email } = await newUser();
    const session = await signIn(email);
    await owner().unsafe(`
    create function identity.fail() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = '${sqlState}'; end $$;
    create trigger fail before insert or update on identity.sessions for each row execute function identity.fail()`);
    try {
      const response = await identityFetch(`${identityUrl()}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: {
          apikey: publishableKey(),
          "content-type": "application/json",
          "x-supabase-api-version": "2024-01-01",
        },
        body: JSON.stringify({ email, password }),
      });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, retryAfter]);
      expect(await response.json()).toMatchObject({ code });
    } finally {
      await owner()`drop function identity.fail cascade`;
    }
    expect(await refresh(session.refresh_token)).not.toBeNull();
  },
);
