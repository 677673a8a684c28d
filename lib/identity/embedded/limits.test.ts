import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { publishableKey } from "../client";
import { setDelivery } from "./events";
import { limitPassword } from "./guess-limits";
import { handleIdentity } from "./handler";
import { receive } from "./incoming";
import { hashPassword } from "./passwords";

/** The provider's own limits, with the client addresses that its mount sees. */

beforeAll(() => setDelivery(async () => {}));
beforeEach(async () => {
  await pg()`delete from rate_limits`;
});

const JSON_HEADERS = () => ({
  apikey: publishableKey(),
  "content-type": "application/json",
  "x-supabase-api-version": "2024-01-01",
});

async function post(path: string, body: unknown, address: string) {
  const request = new Request(`http://localhost/auth/v1/${path}`, {
    method: "POST",
    headers: JSON_HEADERS(),
    body: JSON.stringify(body),
  });
  const response = await handleIdentity(request, { address, later: () => {} });
  return { status: response.status, body: await response.json() };
}

const guess = (email: string, address: string) =>
  post("token?grant_type=password", { email, password: "wrong" }, address);

describe("guessing passwords", () => {
  it("ends after twenty tries at one account from one address; the owner elsewhere still gets in", async () => {
    const email = `limits-${randomUUID()}@example.com`;
    await post("signup", { email, password: "correct horse" }, "10.0.0.1");
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await guess(email, "10.6.6.6")).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
    const owner = await post("token?grant_type=password", { email, password: "correct horse" }, "10.0.0.1");
    expect(owner.status).toBe(200);
  });

  it("ends after a while from many addresses too", async () => {
    const tries: boolean[] = [];
    for (let i = 0; i < 302; i++) {
      const request = new Request("http://localhost/auth/v1/token");
      const incoming = await receive(request, { address: `10.7.${i >> 8}.${i & 255}` });
      tries.push(
        await limitPassword(incoming, "ada@example.com").then(
          () => true,
          () => false,
        ),
      );
    }
    expect(tries).toEqual([...Array(300).fill(true), false, false]);
  });
});

describe("one address", () => {
  it("gets sixty mails sent in five minutes, whoever they go to", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      statuses.push((await post("recover", { email: `nobody-${i}@example.com` }, "10.1.1.1")).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await post("recover", { email: "somebody@example.com" }, "10.1.1.2")).status).toBe(200);
  });

  it("stores no mail address in the limiter", async () => {
    await guess("ada@example.com", "10.1.1.3");
    const keys = await pg()`select key from rate_limits`;
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(({ key }) => String(key).includes("@"))).toEqual([]);
  });
});

describe("an error body", () => {
  it("has the newer shape only for clients that send the API version", async () => {
    const headers = { apikey: publishableKey() };
    const request = new Request("http://localhost/auth/v1/user", { headers });
    const old = await handleIdentity(request);
    expect([old.status, await old.json()]).toEqual([
      401,
      { code: 401, error_code: "no_authorization", msg: "This endpoint requires a valid Bearer token" },
    ]);
    const dated = new Request("http://localhost/auth/v1/user", {
      headers: { ...headers, "x-supabase-api-version": "2024-01-01" },
    });
    const response = await handleIdentity(dated);
    expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(await response.json()).toMatchObject({ code: "no_authorization" });
  });

  it.each([
    ["no key", {}, 401],
    ["a wrong key", { apikey: "sb_publishable_x" }, 401],
    ["an empty key", { apikey: "" }, 401],
  ])("comes for %s", async (_, headers: Record<string, string>, status) => {
    const response = await handleIdentity(new Request("http://localhost/auth/v1/settings", { headers }));
    expect(response.status).toBe(status);
  });

  it.each([
    ["{", 400, "bad_json"],
    ["[]", 400, "validation_failed"],
    ["null", 400, "validation_failed"],
    ['{"email":"a@b","password":"correct horse"}', 400, "validation_failed"],
    ['{"email":"a\\u0000@b.co","password":"correct horse"}', 400, "validation_failed"],
    ['{"email":"a@b.co","password":"correct horse","data":{"x":"\\u0000"}}', 400, "validation_failed"],
    ['{"email":"a@b.co","password":"correct horse","data":[]}', 400, "validation_failed"],
    [`{"email":"a@b.co","password":"${"a".repeat(300)}"}`, 400, "validation_failed"],
    [`{"email":"a@b.co","password":"${"a".repeat(70_000)}"}`, 413, "request_too_large"],
  ])("names what is wrong with the sign-up %s", async (body, status, code) => {
    const request = new Request("http://localhost/auth/v1/signup", {
      method: "POST",
      headers: JSON_HEADERS(),
      body,
    });
    const response = await handleIdentity(request);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });
});

describe("a sign-in that a change of the password overtakes", () => {
  it("gets no session: the change has ended them all", async () => {
    const email = `overtaken-${randomUUID()}@example.com`;
    const signedUp = await post("signup", { email, password: "correct horse" }, "10.1.2.1");
    const id: string = signedUp.body.user.id;
    const late = await pg().begin(async (tx) => {
      await tx`select from identity.users where id = ${id} for update`;
      await tx`update identity.users set encrypted_password = ${await hashPassword("another horse")} where id = ${id}`;
      const answer = post("token?grant_type=password", { email, password: "correct horse" }, "10.1.2.2");
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000 });
      await tx`delete from identity.sessions where user_id = ${id}`;
      return [answer];
    });
    expect((await late[0])?.body.code).toBe("invalid_credentials");
    expect(await pg()`select from identity.sessions where user_id = ${id}`).toHaveLength(0);
  });

  /** Statements of this database that wait for a lock. */
  async function waiting(): Promise<number> {
    const [row] = await pg()`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.n;
  }
});

describe("what comes from a client", () => {
  it("is never a failure of ours: a code that no column holds, a body that is cut off", async () => {
    const guess = { auth_code: "a\0b", code_verifier: "v".repeat(43) };
    const answer = await post("token?grant_type=pkce", guess, "10.1.1.4");
    expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    const headers = JSON_HEADERS();
    const sent = { method: "POST", headers, body, duplex: "half" } as const;
    const cut = await handleIdentity(new Request("http://localhost/auth/v1/otp", sent));
    expect([cut.status, (await cut.json()).code]).toEqual([400, "bad_json"]);
  });
});
