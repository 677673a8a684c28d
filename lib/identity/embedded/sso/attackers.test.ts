import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { SSO_PROVIDER } from "@/lib/client/sso";
import { env } from "@/lib/env";
import { answerMail, authBrowser } from "@/lib/testing/auth-browser";
import { startOpenIdProvider } from "@/lib/testing/doubles/openid-provider";
import { mailOf, subjectsTo } from "@/lib/testing/inbox";
import { callIdentity } from "@/lib/testing/second-factor";
import { atSignIn, newBrowser, setEnv, signInAs, singleSignOn } from "@/lib/testing/single-sign-on";

/** What must fail, and how the sign-in page learns of it. */

const sso = singleSignOn();

function newVisitor() {
  const sub = randomUUID();
  const visitor = { sub, email: `sso-${sub}@example.com`, email_verified: true };
  sso.provider.visitor = visitor;
  return visitor;
}

/** A browser up to the address at which the provider's answer arrives, not opened yet. */
async function answered(change: (atProvider: URL) => void = () => {}) {
  newVisitor();
  const { sdk, browser, url } = await atSignIn(sso);
  const { target, set } = await browser.step(new URL(url));
  change(target);
  for (let at = target; ; ) {
    if (at.pathname === "/auth/v1/callback") return { sdk, browser, url: at, set, asked: target };
    at = (await browser.step(at)).target;
  }
}

const codeIn = (way: URL[]) => way.at(-1)?.searchParams.get("error_code");
const sessions = async () => (await pg()`select id from identity.sessions`).length;

describe("the request to the provider", () => {
  it("has PKCE, state and nonce, and what answers them stays sealed in the browser", async () => {
    const { asked, set } = await answered();
    const sent = Object.fromEntries(asked.searchParams);
    expect(sent).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid email",
      ui_locales: "de",
      redirect_uri: `${sso.app.url}/auth/v1/callback`,
    });
    expect([sent.state, sent.nonce, sent.code_challenge].map((one) => one?.length)).toEqual([43, 43, 43]);
    expect(set).toHaveLength(1);
    expect(set[0]).toMatch(/^kith-sso=v1\.[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(set[0]).not.toContain(sent.nonce);
  });

  it("keeps it for https alone where the app has it", async () => {
    setEnv({ APP_URL: "https://kith.example" });
    const { browser, url } = await atSignIn(sso, "/", "https://kith.example");
    const { set } = await browser.step(new URL(url));
    expect(set[0]).toMatch(/^__Host-kith-sso=.+; Secure$/);
  });

  it("begins under the address that the provider leads back to", async () => {
    newVisitor();
    const { port } = new URL(sso.app.url);
    const alias = `http://localhost:${port}`;
    const { sdk, url, browser } = await atSignIn(sso, "/tags", alias);
    const first = await browser.step(new URL(url));
    expect(first.target.origin).toBe(sso.app.url);
    expect(first.set).toEqual([]);
    const way = await newBrowser(alias).visit(url);
    expect(way.at(-1)?.origin).toBe(alias);
    const { data } = await sdk.exchangeCodeForSession(way.at(-1)?.searchParams.get("code") ?? "");
    expect(data.session).not.toBeNull();
  });

  it.each([
    { provider: "google" },
    { code_challenge: "" },
    { code_challenge_method: "plain" },
    { code_challenge_method: "" },
  ])("is not made for %o", async (change) => {
    const { url } = await atSignIn(sso);
    const wrong = new URL(url);
    for (const [name, value] of Object.entries(change)) wrong.searchParams.set(name, value);
    expect((await fetch(wrong, { redirect: "manual" })).status).toBe(400);
  });
});

describe("an answer opens nothing", () => {
  it("in another browser than the one that asked", async () => {
    const before = await sessions();
    const { url } = await answered();
    expect(codeIn(await newBrowser(sso.app.url).visit(url))).toBe("sso_expired");
    expect(await sessions()).toBe(before);
  });

  it("with another state; the sign-in that is under way goes on", async () => {
    const { sdk, browser, url } = await answered();
    const forged = new URL(url);
    forged.searchParams.set("state", "A".repeat(43));
    expect(codeIn(await browser.visit(forged))).toBe("sso_expired");
    const way = await browser.visit(url);
    const { data } = await sdk.exchangeCodeForSession(way.at(-1)?.searchParams.get("code") ?? "");
    expect(data.session).not.toBeNull();
  });

  it("a second time, whether or not the browser has kept its cookie", async () => {
    const { browser, url } = await answered();
    const cookies = [...browser.jarOf(url)];
    expect((await browser.visit(url)).at(-1)?.searchParams.get("code")).toBeTruthy();
    expect(codeIn(await browser.visit(url))).toBe("sso_expired");
    for (const [name, value] of cookies) browser.jarOf(url).set(name, value);
    expect(codeIn(await browser.visit(url))).toBe("sso_failed");
  });

  it("with another nonce, verifier or issuer", async () => {
    const nonce = await answered(({ searchParams }) => searchParams.set("nonce", "other"));
    expect(codeIn(await nonce.browser.visit(nonce.url))).toBe("sso_failed");
    const verifier = await answered(({ searchParams }) => searchParams.set("code_challenge", "A".repeat(43)));
    expect(codeIn(await verifier.browser.visit(verifier.url))).toBe("sso_failed");
    const issuer = await answered();
    issuer.url.searchParams.set("iss", "https://other.example");
    expect(codeIn(await issuer.browser.visit(issuer.url))).toBe("sso_failed");
  });

  it("with a cookie that somebody else wrote", async () => {
    const { browser, url } = await answered();
    for (const value of ["", "v1", "v1.k1.x.y", "{}", "%00", "v1.k1.AAAA.".padEnd(400, "A")]) {
      browser.jarOf(url).set("kith-sso", value);
      expect(codeIn(await browser.visit(url))).toBe("sso_expired");
    }
  });

  it("to whoever has its code without the secret of the page that asked", async () => {
    newVisitor();
    const { browser, url } = await atSignIn(sso);
    const code = (await browser.visit(url)).at(-1)?.searchParams.get("code") ?? "";
    const other = await atSignIn(sso);
    expect((await other.sdk.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
  });
});

describe("the sign-in page hears", () => {
  it("that somebody did not sign in there", async () => {
    expect(await signInAs(sso, "refuses", "/contacts")).toMatchObject({ failed: "sso_denied" });
  });

  it("that the provider is away, before and after somebody signed in there", async () => {
    const other = await startOpenIdProvider(`${sso.app.url}/auth/v1/callback`);
    setEnv({ OIDC_ISSUER: other.issuer, OIDC_CLIENT_SECRET: other.clientSecret });
    other.visitor = newVisitor();
    const { browser, url } = await atSignIn(sso);
    let at = new URL(url);
    while (at.pathname !== "/auth/v1/callback") at = (await browser.step(at)).target;
    await other.close();
    expect(codeIn(await browser.visit(at))).toBe("sso_unavailable");
    setEnv({ OIDC_NAME: "Elsewhere" });
    const later = await atSignIn(sso);
    expect(codeIn(await later.browser.visit(later.url))).toBe("sso_unavailable");
  });

  it("that it answers nonsense, or does not know this app", async () => {
    setEnv({ OIDC_ISSUER: sso.app.url });
    const nonsense = await atSignIn(sso);
    expect(codeIn(await nonsense.browser.visit(nonsense.url))).toBe("sso_unavailable");
    setEnv({ OIDC_ISSUER: sso.provider.issuer, OIDC_CLIENT_SECRET: "wrong" });
    newVisitor();
    const unknown = await atSignIn(sso);
    expect(codeIn(await unknown.browser.visit(unknown.url))).toBe("sso_unavailable");
  });

  it("and the way leads to pages of ours alone", async () => {
    newVisitor();
    const { browser, url } = await atSignIn(sso, "/", "https://evil.example");
    expect((await browser.visit(url)).at(-1)?.origin).toBe(sso.app.url);
    const refused = await atSignIn(sso, "https://evil.example/");
    sso.provider.visitor = "refuses";
    const page = (await refused.browser.visit(refused.url)).at(-1);
    expect(page?.origin).toBe(sso.app.url);
    expect(page?.pathname).toBe("/sign-in");
  });
});

describe("the configuration", () => {
  const bad = (variables: Record<string, string>) => () => {
    setEnv(variables);
    return env();
  };

  it("is refused when half of it is there, or when its issuer would let strangers in", () => {
    expect(bad({ OIDC_CLIENT_SECRET: "" })).toThrow(/OIDC_CLIENT_SECRET: is missing/);
    expect(bad({ OIDC_CLIENT_SECRET: "s", OIDC_ISSUER: "" })).toThrow(/OIDC_ISSUER: is missing/);
    for (const issuer of [
      "http://login.example",
      "https://login.microsoftonline.com/common/v2.0",
      "https://login.example/?tenant=1",
      "https://user:word@login.example",
      "ftp://login.example",
      "login.example",
    ]) {
      expect(bad({ OIDC_ISSUER: issuer })).toThrow(/OIDC_ISSUER/);
    }
  });

  it("counts for the embedded provider alone: a hosted project has its own", async () => {
    setEnv({ SUPABASE_URL: "https://project.example" });
    expect(env().oidc).toBeNull();
    setEnv({ SUPABASE_URL: "", OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" });
    const query = new URLSearchParams({ provider: SSO_PROVIDER, code_challenge: "A".repeat(43) });
    for (const path of [`authorize?${query}&code_challenge_method=s256`, "callback?state=x&code=y"]) {
      expect((await fetch(`${sso.app.url}/auth/v1/${path}`)).status).toBe(400);
    }
  });
});

it("a provider's person who gave the account somebody else's address loses it to the first proof of that mailbox", async () => {
  const mallory = newVisitor();
  const attacker = await signInAs(sso, mallory);
  const email = `victim-${randomUUID()}@example.com`;
  const sent = await callIdentity("PUT", "user", attacker.session?.access_token ?? "", { email });
  expect(sent.status).toBe(200);
  const { token_hash } = await mailOf(email);
  await authBrowser().verifyOtp({ type: "email_change", token_hash });
  await pg()`delete from rate_limits`;
  const victim = authBrowser();
  await victim.signInWithOtp({ email });
  const { data } = await answerMail(victim, await mailOf(email));
  expect(data.user?.id).toBe(attacker.user?.id);
  expect(await subjectsTo(email)).toContain("Ihre Adresse ist bestätigt");
  const again = await signInAs(sso, mallory);
  expect(again.user?.email).toBe(mallory.email);
  expect(again.user?.id).not.toBe(data.user?.id);
});
