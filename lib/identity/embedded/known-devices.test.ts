import "@/lib/testing/cheap-passwords";
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { publishableKey } from "../client";
import { setDelivery } from "./events";
import { handleIdentity } from "./handler";

/** Strangers who use up an account's attempts, and the browser in which its owner signed in before. */

const PASSWORD = "correct horse battery";
const MAX_ANYWHERE = 300;

beforeAll(() => setDelivery(async () => {}));
beforeEach(async () => {
  await pg()`delete from rate_limits`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

interface Sender {
  address?: string;
  cookie?: string;
  token?: string;
}

async function call(method: string, path: string, body: unknown, from: Sender = {}) {
  const { address = "10.0.0.1", cookie, token } = from;
  const request = new Request(`http://localhost/auth/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey(),
      "content-type": "application/json",
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const response = await handleIdentity(request, { address, later: () => {} });
  const set = response.headers.get("set-cookie");
  return { status: response.status, body: await response.json(), set, cookie: set?.split(";")[0] ?? "" };
}

const newAddress = () => `owner-${randomUUID()}@example.com`;
const signUp = (email: string, cookie = "") =>
  call("POST", "signup", { email, password: PASSWORD }, { cookie });
const signIn = (email: string, from: Sender = {}, password = PASSWORD) =>
  call("POST", "token?grant_type=password", { email, password }, from);

/** Attempts of strangers from as many addresses as needed, as the limiter counts them. */
async function useUp(kind: "password" | "code" | "mails", email: string, max: number): Promise<void> {
  await (kind === "mails"
    ? call("POST", "recover", { email }, { address: "10.9.9.9" })
    : kind === "code"
      ? call("POST", "verify", { email, token: "123456", type: "email" }, { address: "10.9.9.9" })
      : signIn(email, { address: "10.9.9.9" }, "wrong"));
  const changed = await pg()`
    update rate_limits set hits = array_fill(hits[1], array[${max}::int])
    where key ~ ${`^identity:${kind}:[\\w-]{22}$`} returning key`;
  expect(changed).toHaveLength(1);
}

it("lets the owner sign in where they did before, while strangers have used every try up", async () => {
  const email = newAddress();
  const { cookie } = await signUp(email);
  await useUp("password", email, MAX_ANYWHERE);
  expect((await signIn(email, { address: "10.0.0.2" })).status).toBe(429);
  expect((await signIn(email, { address: "10.0.0.2", cookie })).status).toBe(200);
});

it("does so for the six digits, whose tries strangers used up, and for mails", async () => {
  const email = newAddress();
  const { cookie } = await signUp(email);
  await useUp("mails", email, 30);
  await useUp("code", email, 200);
  expect((await call("POST", "otp", { email }, { address: "10.0.0.2" })).status).toBe(429);
  expect((await call("POST", "otp", { email }, { address: "10.0.0.2", cookie })).status).toBe(200);
  const digits = { email, token: "123456", type: "email" };
  expect((await call("POST", "verify", digits, { address: "10.0.0.2" })).status).toBe(429);
  expect((await call("POST", "verify", digits, { address: "10.0.0.2", cookie })).status).toBe(403);
});

it("asks who is signed in for the password, whatever strangers did", async () => {
  const email = newAddress();
  const { body } = await signUp(email);
  await useUp("password", email, MAX_ANYWHERE);
  const proof = { current_password: PASSWORD };
  const answer = await call("POST", "reauthenticate", proof, { token: body.access_token });
  expect(answer.status).toBe(200);
});

it("gives a known device no more tries than any other, from wherever it asks", async () => {
  const email = newAddress();
  const { cookie } = await signUp(email);
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++)
    statuses.push((await signIn(email, { address: `10.1.0.${n}`, cookie }, "wrong")).status);
  expect(statuses).toEqual([...Array(20).fill(400), 429]);
});

it("keeps the known devices of an account to a hundred tries an hour together", async () => {
  const email = newAddress();
  const { cookie } = await signUp(email);
  await signIn(email, { cookie }, "wrong");
  await pg()`
    update rate_limits set hits = array_fill(hits[1], array[100]) where key like 'identity:password:%:known'`;
  expect((await signIn(email, { cookie })).status).toBe(429);
  expect((await signIn(email)).status).toBe(200);
});

it("knows a device for its own account only, and not by a cookie that was changed", async () => {
  const [owner, thief] = [newAddress(), newAddress()];
  const theirs = (await signUp(thief)).cookie;
  const { cookie } = await signUp(owner);
  await useUp("password", owner, MAX_ANYWHERE);
  const [value] = /[^=]+$/.exec(cookie) ?? [""];
  const [issued = "", nonce = "", mac = ""] = value.split(".");
  const forged = [
    theirs,
    cookie.replace(nonce, "A".repeat(16)),
    cookie.replace(issued, String(Number(issued) + 1)),
    cookie.replace(mac, "A".repeat(43)),
    `${cookie}.x`,
    "kith-device=~~~",
  ];
  for (const one of forged) expect([one, (await signIn(owner, { cookie: one })).status]).toEqual([one, 429]);
});

it("forgets every device with a new password, but for the one that chose it", async () => {
  const email = newAddress();
  const first = await signUp(email);
  const change = { password: "another horse battery", current_password: PASSWORD };
  const changed = await call("PUT", "user", change, { token: first.body.access_token });
  expect(changed.status).toBe(200);
  await useUp("password", email, MAX_ANYWHERE);
  const { password } = change;
  expect((await signIn(email, { cookie: first.cookie }, password)).status).toBe(429);
  expect((await signIn(email, { cookie: changed.cookie }, password)).status).toBe(200);
});

it("ends with its life, although a browser would still send it", async () => {
  const email = newAddress();
  const { cookie } = await signUp(email);
  await useUp("password", email, MAX_ANYWHERE);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 401 * 24 * 60 * 60 * 1000 });
  expect((await signIn(email, { cookie })).status).not.toBe(200);
  vi.useRealTimers();
});

it("knows several accounts on one device, the latest four", async () => {
  const emails = Array.from({ length: 5 }, newAddress);
  let cookie = "";
  for (const email of emails) ({ cookie } = await signUp(email, cookie));
  expect(cookie.split("~")).toHaveLength(4);
  const [oldest = "", second = ""] = emails;
  await useUp("password", second, MAX_ANYWHERE);
  expect((await signIn(second, { cookie })).status).toBe(200);
  await pg()`delete from rate_limits`;
  await useUp("password", oldest, MAX_ANYWHERE);
  expect((await signIn(oldest, { cookie })).status).toBe(429);
});

it("is a cookie that no script reads and no other site sends, without an address or an id", async () => {
  const email = newAddress();
  const { set, body } = await signUp(email);
  expect(set).toMatch(/^kith-device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
  expect(set).not.toContain(body.user.id);
  vi.stubEnv("APP_URL", "https://kith.example.com");
  resetEnv();
  const { set: secure } = await signIn(email);
  expect(secure).toMatch(/^__Host-kith-device=[^;]+; Path=\/; .*; Secure$/);
});

it("comes with no refusal, and with no mere look at the account", async () => {
  const email = newAddress();
  const { body } = await signUp(email);
  expect((await signIn(email, {}, "wrong")).set).toBeNull();
  expect((await call("POST", "recover", { email })).set).toBeNull();
  const data = { data: { name: "Ada" } };
  expect((await call("PUT", "user", data, { token: body.access_token })).set).toBeNull();
});
