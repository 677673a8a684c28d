import "@/lib/testing/cheap-passwords";
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { publishableKey, statelessClient } from "../client";
import { apiKeys } from "./config";
import { setDelivery } from "./events";
import { handleIdentity } from "./handler";

/** What strangers may send, and who may create an account. */

beforeAll(() => setDelivery(async () => {}));
beforeEach(async () => {
  await pg()`delete from rate_limits`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

function configure(name: string, value: string) {
  vi.stubEnv(name, value);
  resetEnv();
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  address?: string;
}

async function send(path: string, { method = "POST", headers = {}, body, address = "10.4.0.1" }: Sent = {}) {
  const request = new Request(`http://localhost/auth/v1/${path}`, {
    method,
    headers: { "x-supabase-api-version": "2024-01-01", ...headers },
    ...(body !== undefined && { body }),
  });
  const mails: Promise<unknown>[] = [];
  // No mail service listens here.
  const later = (work: () => Promise<unknown>) => void mails.push(work().catch(() => null));
  const response = await handleIdentity(request, { address, later });
  await Promise.all(mails);
  return { status: response.status, body: await response.json() };
}

const json = () => ({ apikey: publishableKey(), "content-type": "application/json" });
const newEmail = (domain = "example.com") => `stranger-${randomUUID()}@${domain}`;
const userCount = async () => (await pg()`select count(*)::int as n from identity.users`)[0]?.n;

describe("an address", () => {
  it("may carry the publishable key, never the secret one", async () => {
    const { secret, publishable } = apiKeys();
    expect((await send(`health?apikey=${publishable}`, { method: "GET" })).status).toBe(200);
    for (const path of ["health", "admin/users"]) {
      const answer = await send(`${path}?apikey=${secret}`, { method: "GET" });
      expect([answer.status, answer.body.code]).toEqual([401, "invalid_api_key"]);
    }
    const both = await send(`admin/users?apikey=${secret}`, {
      method: "GET",
      headers: { apikey: publishable },
    });
    expect(both.status).toBe(403);
  });
});

describe("a body", () => {
  const credentials = () => JSON.stringify({ email: newEmail(), password: "correct horse" });

  it.each([
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
  ])("that another site's page could send unasked is refused: %s", async (type) => {
    const before = await userCount();
    for (const path of ["signup", "otp", "recover", "token?grant_type=password", "verify"]) {
      const headers = { apikey: publishableKey(), ...(type && { "content-type": type }) };
      const { status, body } = await send(path, { headers, body: credentials() });
      expect([path, status, body.code]).toEqual([path, 415, "unsupported_media_type"]);
    }
    expect(await userCount()).toBe(before);
  });

  it.each(["application/json", "application/json;charset=UTF-8", "Application/JSON ; charset=utf-8"])(
    "that is %s is read",
    async (type) => {
      const headers = { apikey: publishableKey(), "content-type": type };
      expect((await send("signup", { headers, body: credentials() })).status).toBe(200);
    },
  );

  it.each([
    ["objects", '{"a":', "1", "}"],
    ["arrays", "[", "", "]"],
  ])(
    "nested into thousands of %s is the client's fault, wherever it stands",
    async (_, open, core, close) => {
      for (const depth of [33, 1000, 8000]) {
        const deep = open.repeat(depth) + core + close.repeat(depth);
        const texts = [deep, `{"email":"${newEmail()}","password":"correct horse","data":{"x":${deep}}}`];
        for (const path of ["signup", "otp", "token?grant_type=password", "verify", "recover"]) {
          for (const body of texts) {
            const answer = await send(path, { headers: json(), body });
            expect([path, depth, answer.status, answer.body.code]).toEqual([
              path,
              depth,
              400,
              "validation_failed",
            ]);
          }
        }
      }
    },
  );

  it("may be nested as much as anybody needs", async () => {
    const data = JSON.parse(`${'{"a":'.repeat(28)}1${"}".repeat(28)}`);
    const body = JSON.stringify({ email: newEmail(), password: "correct horse", data });
    expect((await send("signup", { headers: json(), body })).status).toBe(200);
  });
});

describe("PKCE", () => {
  const challenge = "a".repeat(43);

  it.each([
    ["plain", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["plain in capitals", { code_challenge: challenge, code_challenge_method: "PLAIN" }],
    ["none, which would mean plain", { code_challenge: challenge }],
    ["null", { code_challenge: challenge, code_challenge_method: null }],
  ])("is S256: refused with the method %s", async (_, pkce) => {
    for (const path of ["signup", "otp", "recover", "resend"]) {
      const body = JSON.stringify({ email: newEmail(), password: "correct horse", type: "signup", ...pkce });
      const answer = await send(path, { headers: json(), body });
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, "validation_failed"]);
    }
  });
});

describe("guessing codes", () => {
  it("by a stranger elsewhere does not keep the owner from using the right one", async () => {
    const email = newEmail();
    const sdk = statelessClient(publishableKey()).auth;
    await sdk.signUp({ email, password: "correct horse" });
    const [user] = await pg()`select id from identity.users where email = ${email}`;
    const { issueToken } = await import("./one-time-tokens");
    const { code } = await issueToken({ userId: user?.id, type: "magiclink", email, purpose: "otp" });
    const wrong = code === "000000" ? "000001" : "000000";
    const guess = (token: string, address: string) =>
      send("verify", { headers: json(), body: JSON.stringify({ type: "email", email, token }), address });
    const statuses = [];
    for (let n = 0; n < 30; n++) statuses.push((await guess(wrong, `10.5.0.${n % 2}`)).status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await guess(code, "10.6.0.1")).status).toBe(200);
  });

  it("by a stranger who asks for mails does not keep the owner from asking", async () => {
    const email = newEmail();
    const ask = (address: string) =>
      send("recover", { headers: json(), body: JSON.stringify({ email }), address });
    await ask("10.5.1.1");
    expect((await ask("10.5.1.1")).status).toBe(429);
    expect((await ask("10.6.1.1")).status).toBe(200);
  });
});

describe("AUTH_SIGNUP", () => {
  const signUp = (email: string, address?: string) =>
    send("signup", {
      headers: json(),
      body: JSON.stringify({ email, password: "correct horse" }),
      ...(address && { address }),
    });
  const otp = (email: string, address?: string) =>
    send("otp", { headers: json(), body: JSON.stringify({ email }), ...(address && { address }) });
  const disabled = async () =>
    (await send("settings", { method: "GET", headers: json() })).body.disable_signup;
  const exists = async (email: string) =>
    (await pg()`select from identity.users where email = ${email}`).length === 1;

  it("is open unless told otherwise, and the settings tell the truth", async () => {
    expect(await disabled()).toBe(false);
    configure("AUTH_SIGNUP", "closed");
    expect(await disabled()).toBe(true);
  });

  it("closed, makes no account by any way, and says the same to known addresses", async () => {
    const known = newEmail();
    await signUp(known);
    configure("AUTH_SIGNUP", "closed");
    const unknown = newEmail();
    for (const email of [known, unknown]) {
      const { status, body } = await signUp(email);
      expect([status, body.code]).toEqual([422, "signup_disabled"]);
    }
    expect((await otp(unknown)).status).toBe(200);
    expect(await exists(unknown)).toBe(false);
    const sdk = statelessClient(publishableKey()).auth;
    expect((await sdk.signInWithPassword({ email: known, password: "correct horse" })).error).toBeNull();
  });

  it("with domains takes their addresses only, also as a new address", async () => {
    configure("AUTH_SIGNUP", "acme.example, @Other.example");
    for (const domain of ["acme.example", "OTHER.example"])
      expect((await signUp(newEmail(domain))).status).toBe(200);
    for (const domain of [
      "example.com",
      "evil-acme.example",
      "acme.example.evil.example",
      "sub.acme.example",
    ]) {
      const email = newEmail(domain);
      const { status, body } = await signUp(email);
      expect([domain, status, body.code]).toEqual([domain, 400, "email_address_not_authorized"]);
      await otp(email);
      expect(await exists(email)).toBe(false);
    }
    const sdk = statelessClient(publishableKey()).auth;
    await sdk.signUp({ email: newEmail("acme.example"), password: "correct horse" });
    const moved = await sdk.updateUser({ email: newEmail("example.com") });
    expect(moved.error?.code).toBe("email_address_not_authorized");
  });

  it("that makes no sense stops the start", () => {
    for (const value of ["open,closed", "acme", "@", "a.example,,b.example"]) {
      vi.stubEnv("AUTH_SIGNUP", value);
      resetEnv();
      expect(() => apiKeys()).toThrow("AUTH_SIGNUP");
    }
  });

  it("limits new accounts per client and day, without telling who has one", async () => {
    configure("AUTH_SIGNUPS_PER_DAY", "3");
    const known = newEmail();
    const statuses = [];
    for (const email of [known, known, newEmail(), newEmail()])
      statuses.push((await signUp(email, "10.7.0.1")).status);
    expect(statuses).toEqual([200, 422, 200, 429]);
    expect((await signUp(newEmail(), "10.7.0.2")).status).toBe(200);
    const joins = [];
    for (let n = 0; n < 4; n++) {
      const email = newEmail();
      expect((await otp(email, "10.7.0.1")).status).toBe(200);
      joins.push(await exists(email));
    }
    expect(joins).toEqual([true, true, true, false]);
  });

  it("has no daily limit among ourselves, and one for strangers", async () => {
    const { env } = await import("@/lib/env");
    expect(env().AUTH_SIGNUPS_PER_DAY).toBe(0);
    configure("APP_URL", "https://kith.example");
    expect(env().AUTH_SIGNUPS_PER_DAY).toBe(50);
  });
});
