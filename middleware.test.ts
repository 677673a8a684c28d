import "next/dist/server/node-environment-baseline";

import { randomUUID } from "node:crypto";
import { format } from "node:util";
import { createServerClient } from "@supabase/ssr";
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { PAGES } from "@/lib/client/pages";
import { resetEnv } from "@/lib/env";
import { identityFetch, identityUrl, publishableKey, resetIdentity } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { realtime } from "@/lib/identity/transport";
import { divertLog } from "@/lib/log";
import { config, middleware } from "./middleware";

/** A browser's cookies after signing up. */
async function signedInCookies(): Promise<Map<string, string>> {
  const jar = new Map<string, string>();
  const client = createServerClient(identityUrl(), publishableKey(), {
    cookieOptions: { name: "kith-auth" },
    cookies: {
      getAll: () => [],
      setAll: (cookies) => {
        for (const { name, value } of cookies) jar.set(name, value);
      },
    },
    global: { fetch: identityFetch },
    realtime,
  });
  const { error } = await client.auth.signUp({
    email: `mw-${randomUUID()}@example.com`,
    password: "correct horse",
  });
  if (error) throw error;
  return jar;
}

type Jar = Map<string, string>;

/** The session in the cookies; the SDK splits a large one over several. */
function sessionOf(jar: Jar) {
  const parts = [...jar].filter(([name]) => /^kith-auth(\.\d)?$/.test(name)).map(([, value]) => value);
  return JSON.parse(Buffer.from(parts.join("").replace("base64-", ""), "base64url").toString());
}

function jarOf(session: unknown): Jar {
  return new Map([["kith-auth", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`]]);
}

const expired = (jar: Jar) => jarOf({ ...sessionOf(jar), expires_at: 1 });

function visit(path: string, jar = new Map<string, string>(), host = "http://localhost:3000") {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return middleware(new NextRequest(`${host}${path}`, { headers: { cookie } }));
}

beforeAll(() => setDelivery(async () => {}));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  resetEnv();
  resetIdentity();
});

describe("the matcher", () => {
  const matches = (path: string, headers = {}) =>
    unstable_doesMiddlewareMatch({ config, nextConfig: {}, url: path, headers });

  it.each([
    ...PAGES.map(({ path }) => path),
    "/imports/x",
    "/sign-in",
    "/auth/confirm?token_hash=x",
    "/inbox",
    "/docs",
    "/apiary",
    "/contacts/x.png",
    "/imports/x.svg",
    "/contacts/x.txt",
    "/contacts/icon.svg",
    "/icon.svgx",
    "/_nextx",
  ])("takes the page %s", (path) => expect(matches(path)).toBe(true));

  it.each([
    "/api",
    "/api/imports",
    "/api/contacts?x=1",
    "/auth/v1/token",
    "/resend/emails",
    "/_next/static/a.js",
    "/icon.svg",
    "/sample.csv",
  ])("leaves %s alone", (path) => expect(matches(path)).toBe(false));

  it("leaves the router's prefetches alone, which are data, and no page that a browser fetches ahead", () => {
    expect(matches("/contacts", { "next-router-prefetch": "1" })).toBe(false);
    expect(matches("/contacts", { purpose: "prefetch" })).toBe(true);
  });
});

describe("pages", () => {
  it.each([...PAGES.map(({ path }) => path).slice(1), "/contacts/1", "/imports?x=1"])(
    "send a stranger from %s to the sign-in page and back",
    async (path) => {
      const response = await visit(path);
      expect(response.status).toBe(307);
      const target = new URL(response.headers.get("location") ?? "");
      expect([target.pathname, target.searchParams.get("next")]).toEqual(["/sign-in", path]);
    },
  );

  it.each(["/sign-in", "/sign-up", "/recover", "/auth/confirm", "/docs", "/inbox", "/nowhere", "/contactsx"])(
    "let a stranger see %s",
    async (path) => expect((await visit(path)).headers.get("location")).toBeNull(),
  );

  it("open for a signed-in user, and for no forged cookie", async () => {
    const jar = await signedInCookies();
    expect((await visit("/contacts", jar)).headers.get("location")).toBeNull();
    const session = sessionOf(jar);
    const [head, , signature] = session.access_token.split(".");
    const claims = Buffer.from(JSON.stringify({ sub: randomUUID(), exp: 9e9 })).toString("base64url");
    const forged = jarOf({ ...session, access_token: `${head}.${claims}.${signature}` });
    expect((await visit("/contacts", forged)).headers.get("location")).toContain("/sign-in");
  });

  it("refresh an expired session, for the page and for the browser, and say that nobody may store it", async () => {
    const old = expired(await signedInCookies());
    const response = await visit("/contacts", old);
    expect(response.headers.get("location")).toBeNull();
    const written = new Map(response.cookies.getAll().map(({ name, value }) => [name, value]));
    expect(sessionOf(written).refresh_token).not.toBe(sessionOf(old).refresh_token);
    const seenByPage = response.headers.get("x-middleware-request-cookie") ?? "";
    for (const [name, value] of written) if (value) expect(seenByPage).toContain(`${name}=${value}`);
    expect(response.headers.get("cache-control")).toContain("no-store");
  });

  it("clear the cookie of a session that was ended, and send its owner to the sign-in page", async () => {
    const old = expired(await signedInCookies());
    await pg()`delete from identity.sessions`;
    const response = await visit("/contacts", old);
    expect(response.headers.get("location")).toContain("/sign-in");
    expect(response.cookies.get("kith-auth")?.value).toBe("");
  });

  it.each([{ access_token: 5, refresh_token: {}, expires_at: "x" }, ["session"], "session", 1, null])(
    "take a cookie that holds %j for no session",
    async (nonsense) => {
      const jar = jarOf(nonsense);
      expect((await visit("/contacts", jar)).headers.get("location")).toContain("/sign-in");
      expect((await visit("/sign-in", jar)).headers.get("location")).toBeNull();
    },
  );

  it.each([
    ["text", "kith-auth=SECRET"],
    ["no JSON", `kith-auth=base64-${Buffer.from("SECRET").toString("base64url")}`],
    ["no base64", "kith-auth=base64-SECRET%%%\u00e9"],
    ["half of a session", "kith-auth.0=base64-SECRET; kith-auth.1=SECRET; kith-auth.7=SECRET"],
    ["JSON without a session", `kith-auth=base64-${Buffer.from('{"a":"SECRET"}').toString("base64url")}`],
    [
      "a session without a token",
      `kith-auth=base64-${Buffer.from(JSON.stringify({ access_token: "SECRET", refresh_token: "SECRET", expires_at: 9e9 })).toString("base64url")}`,
    ],
    [
      "a token that no one made",
      `kith-auth=base64-${Buffer.from(JSON.stringify({ access_token: "a.SECRET.c", refresh_token: "SECRET", expires_at: 9e9, user: 5 })).toString("base64url")}`,
    ],
  ])("say of a cookie that holds %s one line, which does not quote it", async (_, cookie) => {
    const lines: string[] = [];
    divertLog({ write: (line) => lines.push(line) });
    const note = (...said: unknown[]) => lines.push(format(...said));
    for (const method of ["log", "info", "warn", "error"] as const)
      vi.spyOn(console, method).mockImplementation(note);
    const answer = await middleware(
      new NextRequest("http://localhost:3000/contacts", { headers: { cookie: encodeURI(cookie) } }),
    );
    divertLog();
    vi.restoreAllMocks();
    expect(answer.headers.get("location")).toContain("/sign-in");
    expect(lines).toEqual([expect.stringContaining("a session cookie holds no session")]);
    expect(lines.join()).not.toContain("SECRET");
  });

  it("use no refresh token up for what may never be shown", async () => {
    const old = expired(await signedInCookies());
    const cookie = [...old].map(([name, value]) => `${name}=${value}`).join("; ");
    for (const name of ["purpose", "sec-purpose"]) {
      const headers = { cookie, [name]: "prefetch" };
      const response = await middleware(new NextRequest("http://localhost:3000/contacts", { headers }));
      expect([response.status, response.cookies.getAll()]).toEqual([200, []]);
      expect(response.headers.get("content-security-policy")).toContain("'nonce-");
    }
    expect((await visit("/contacts", old)).cookies.getAll()).not.toEqual([]);
  });

  it("keep the session under https in cookies that leave in no other way, as long as it lasts", async () => {
    const old = expired(await signedInCookies());
    vi.stubEnv("APP_URL", "https://kith.example.com");
    resetEnv();
    const renamed = new Map([...old].map(([name, value]) => [`__Host-${name}`, value]));
    const jar = new Map([...renamed, ["kith-auth", "left over"], ["kith-theme", "dark"]]);
    const response = await visit("/contacts", jar, "https://kith.example.com");
    expect(response.headers.get("location")).toBeNull();
    const written = response.headers.getSetCookie();
    const session = written.filter((line) => line.startsWith("__Host-kith-auth"));
    expect(session.length).toBeGreaterThan(0);
    for (const line of session) {
      expect(line).toMatch(/; Path=\/; .*Max-Age=15552000; .*Secure; SameSite=lax/i);
      expect(line).not.toMatch(/domain=/i);
    }
    expect(written.filter((line) => !line.startsWith("__Host-"))).toEqual([
      expect.stringMatching(/^kith-auth=; Path=\/; .*Max-Age=0/i),
    ]);
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });

  it("take nobody for signed out while the provider is down", async () => {
    const old = expired(await signedInCookies());
    vi.stubEnv("SUPABASE_URL", "https://project.example");
    resetEnv();
    vi.stubGlobal(
      "fetch",
      async () => new Response('{"error_code":"refresh_token_not_found"}', { status: 400 }),
    );
    expect((await visit("/contacts", old)).headers.get("location")).toContain("/sign-in");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    const started = performance.now();
    const response = await visit("/contacts", old);
    expect(response.headers.get("location")).toBeNull();
    expect(performance.now() - started).toBeLessThan(5000);
  }, 60_000);

  it("carry a policy with a nonce of their own, and the other security headers", async () => {
    const [one, two] = [await visit("/sign-in"), await visit("/sign-in")];
    const nonce = /'nonce-([^']+)'/.exec(one.headers.get("content-security-policy") ?? "")?.[1];
    expect(nonce).toBeTruthy();
    expect(one.headers.get("x-middleware-request-x-nonce")).toBe(nonce);
    expect(two.headers.get("content-security-policy")).not.toContain(nonce);
    const policy = one.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(one.headers.get("x-content-type-options")).toBe("nosniff");
    expect(one.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("somebody who has shown one factor of two", () => {
  /** A session like the provider's, of a user with a factor. */
  function half(jar: Jar, status: string, aal = "aal1"): Jar {
    const session = sessionOf(jar);
    const [head, , mac] = session.access_token.split(".");
    const claims = {
      ...JSON.parse(Buffer.from(session.access_token.split(".")[1], "base64url").toString()),
      aal,
    };
    const access_token = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), mac].join(".");
    return jarOf({ ...session, access_token, user: { ...session.user, factors: [{ status }] } });
  }

  it.each(["/contacts?q=ada", "/settings", "/reset-password"])(
    "is asked for the other before %s",
    async (path) => {
      const jar = await signedInCookies();
      const session = sessionOf(jar);
      const whole = jarOf({ ...session, user: { ...session.user, factors: [{ status: "verified" }] } });
      const answer = await visit(path, whole);
      expect(answer.headers.get("location")).toBe(
        `http://localhost:3000/second-factor?next=${encodeURIComponent(path)}`,
      );
      const begun = jarOf({ ...session, user: { ...session.user, factors: [{ status: "unverified" }] } });
      expect((await visit(path, begun)).headers.get("location")).toBeNull();
      expect((await visit("/second-factor", whole)).headers.get("location")).toBeNull();
    },
  );

  it("invents no second one: the signature is looked at", async () => {
    const forged = half(await signedInCookies(), "verified", "aal2");
    expect((await visit("/contacts", forged)).headers.get("location")).toMatch(/\/sign-in/);
  });
});
