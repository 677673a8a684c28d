import { randomUUID } from "node:crypto";
import { createServerClient } from "@supabase/ssr";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { resetEnv } from "@/lib/env";
import { mailOf, mailTo } from "@/lib/testing/inbox";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { identityFetch, identityUrl, publishableKey, statelessClient } from "../client";
import { realtime } from "../transport";
import { setDelivery, type UserEvent } from "./events";

/** What is mailed, and what can be done with it. Mail travels through the real Resend SDK over HTTP. */

let server: InternalServer;
const events: UserEvent[] = [];
const password = "correct horse battery";

beforeAll(async () => {
  server = await startInternalServer({
    "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
  });
  setDelivery(async (event) => {
    events.push(event);
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  events.length = 0;
  await sql()`truncate rate_limits`;
});
afterEach(() => vi.unstubAllEnvs());

const anonymous = () => statelessClient(publishableKey()).auth;
const newEmail = () => `mail-${randomUUID()}@example.com`;

function requireConfirmation() {
  vi.stubEnv("AUTH_AUTOCONFIRM", "0");
  resetEnv();
  return () => {
    vi.unstubAllEnvs();
    resetEnv();
  };
}

async function confirmedUser() {
  const email = newEmail();
  const { data, error } = await anonymous().signUp({ email, password });
  if (error) throw error;
  return { email, id: data.user?.id ?? "" };
}

/** @supabase/ssr, as a browser with its own cookies. */
function browser() {
  const jar = new Map<string, string>();
  return createServerClient(identityUrl(), publishableKey(), {
    cookieOptions: { name: "kith-auth" },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) value ? jar.set(name, value) : jar.delete(name);
      },
    },
    global: { fetch: identityFetch },
    realtime,
  }).auth;
}

async function follow(token: string, type: string, redirect_to: string) {
  const query = new URLSearchParams({ token, type, redirect_to });
  const response = await identityFetch(`${identityUrl()}/auth/v1/verify?${query}`);
  return { status: response.status, target: new URL(response.headers.get("location") ?? "") };
}

describe("a magic link", () => {
  it("leads to our confirmation page and works in any browser", async () => {
    const { email, id } = await confirmedUser();
    await browser().signInWithOtp({ email, options: { emailRedirectTo: "http://localhost:3000/tags?a=1" } });
    const mail = await mailOf(email);
    expect(mail.url.origin + mail.url.pathname).toBe("http://localhost:3000/auth/confirm");
    expect(mail).toMatchObject({ type: "magiclink", next: "/tags?a=1" });
    expect(mail.html).toContain("&amp;type=magiclink");
    const elsewhere = await anonymous().verifyOtp({ type: mail.type, token_hash: mail.token_hash });
    expect(elsewhere.data.user?.id).toBe(id);
  });

  it("gives a PKCE code that only the browser that asked can use", async () => {
    const { email, id } = await confirmedUser();
    const asker = browser();
    await asker.signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    expect(token_hash).toMatch(/^pkce_/);
    const { status, target } = await follow(token_hash, "magiclink", "http://localhost:3000/auth/callback");
    expect(status).toBe(303);
    const code = target.searchParams.get("code") ?? "";
    const other = browser();
    await other.signInWithOtp({ email: newEmail() });
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const exchanged = await asker.exchangeCodeForSession(code);
    expect(exchanged.data.user?.id).toBe(id);
    const repeated = await identityFetch(`${identityUrl()}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { apikey: publishableKey(), "x-supabase-api-version": "2024-01-01" },
      body: JSON.stringify({ auth_code: code, code_verifier: "v".repeat(43) }),
    });
    expect([repeated.status, (await repeated.json()).code]).toEqual([404, "flow_state_not_found"]);
  });

  it("puts the session into the fragment when nobody asked for PKCE", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    const { target } = await follow(token_hash, "magiclink", "http://localhost:3000/x");
    const session = new URLSearchParams(target.hash.slice(1));
    expect(target.search).toBe("");
    expect((await anonymous().getUser(session.get("access_token") ?? "")).data.user?.email).toBe(email);
  });

  it.each([
    "https://evil.example/x",
    "//evil.example",
    "http://localhost:3000@evil.example",
    "javascript:alert(1)",
  ])("never leads to %s", async (redirect) => {
    const { target } = await follow("pkce_unknown", "magiclink", redirect);
    expect(target.origin).toBe("http://localhost:3000");
    expect(target.searchParams.get("error_code")).toBe("otp_expired");
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email, options: { emailRedirectTo: redirect } });
    expect((await mailOf(email)).next).toBe("/");
  });
});

describe("six digits", () => {
  it("are burnt by five wrong guesses, however many come at once", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code } = await mailOf(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    await Promise.all(
      Array.from({ length: 8 }, () => anonymous().verifyOtp({ type: "email", email, token: wrong })),
    );
    const right = await anonymous().verifyOtp({ type: "email", email, token: code });
    expect(right.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  it("still work on the fifth try", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code } = await mailOf(email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let i = 0; i < 4; i++) await anonymous().verifyOtp({ type: "email", email, token: wrong });
    expect((await anonymous().verifyOtp({ type: "email", email, token: code })).error).toBeNull();
  });

  it("expire after an hour, like the link", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code, token_hash } = await mailOf(email);
    await sql()`update identity.one_time_tokens set created_at = created_at - interval '61 minutes'`;
    const byCode = await anonymous().verifyOtp({ type: "email", email, token: code });
    const byLink = await anonymous().verifyOtp({ type: "magiclink", token_hash });
    expect([byCode.error?.code, byLink.error?.code]).toEqual(["otp_expired", "otp_expired"]);
  });

  it("can be guessed at thirty times an hour, new codes included", async () => {
    const email = newEmail();
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 31; i++) {
      codes.push((await anonymous().verifyOtp({ type: "email", email, token: "000000" })).error?.code);
    }
    expect(codes.slice(0, 30).every((code) => code === "otp_expired")).toBe(true);
    expect(codes[30]).toBe("over_request_rate_limit");
  });
});

describe("when confirmation is required", () => {
  it("signs in only after the mail was answered, and says when that was", async () => {
    const restore = requireConfirmation();
    const email = newEmail();
    const signUp = await anonymous().signUp({ email, password });
    expect([signUp.data.session, signUp.error]).toEqual([null, null]);
    const early = await anonymous().signInWithPassword({ email, password });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });
    const mail = await mailOf(email);
    expect(mail.type).toBe("signup");
    const verified = await anonymous().verifyOtp({ type: "email", email, token: mail.code });
    expect(verified.error).toBeNull();
    expect((await anonymous().signInWithPassword({ email, password })).error).toBeNull();
    expect(events[0]).toMatchObject({ type: "INSERT", record: { email, email_confirmed_at: null } });
    expect(events[1]).toMatchObject({ type: "UPDATE", old_record: { email_confirmed_at: null } });
    expect(events[1]?.record?.email_confirmed_at).toMatch(/Z$/);
    restore();
  });

  it("answers a repeated sign-up as if it were the first, and mails nothing", async () => {
    const { email, id } = await confirmedUser();
    const restore = requireConfirmation();
    const { data, error } = await anonymous().signUp({ email, password: "another password" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [] });
    expect(data.user?.id).not.toBe(id);
    expect(await mailTo(email)).toBeNull();
    restore();
    expect((await anonymous().signInWithPassword({ email, password })).error).toBeNull();
  });

  it("does not let a stranger's earlier password into the owner's account", async () => {
    const restore = requireConfirmation();
    const [first, second] = [newEmail(), newEmail()];
    for (const email of [first, second]) await anonymous().signUp({ email, password: "the stranger's" });
    await sql()`truncate rate_limits`;
    await anonymous().signUp({ email: first, password });
    await anonymous().verifyOtp({ type: "signup", token_hash: (await mailOf(first)).token_hash });
    await anonymous().signInWithOtp({ email: second });
    await anonymous().verifyOtp({ type: "email", email: second, token: (await mailOf(second)).code });
    for (const email of [first, second]) {
      const stranger = await anonymous().signInWithPassword({ email, password: "the stranger's" });
      expect(stranger.error?.code).toBe("invalid_credentials");
    }
    expect((await anonymous().signInWithPassword({ email: first, password })).error).toBeNull();
    restore();
  });
});

describe("requests for mail", () => {
  it("look the same for an unknown address, which gets none", async () => {
    const email = newEmail();
    const otp = await anonymous().signInWithOtp({ email, options: { shouldCreateUser: false } });
    await sql()`truncate rate_limits`;
    const recover = await anonymous().resetPasswordForEmail(email);
    await sql()`truncate rate_limits`;
    const resend = await anonymous().resend({ type: "signup", email });
    expect([otp.error, recover.error, resend.error]).toEqual([null, null, null]);
    expect(await mailTo(email)).toBeNull();
  });

  it("are limited per address, known or not", async () => {
    const { email } = await confirmedUser();
    for (const address of [email, newEmail()]) {
      const both = [
        await anonymous().resetPasswordForEmail(address),
        await anonymous().resetPasswordForEmail(address),
      ];
      expect(both.map(({ error }) => error?.code)).toEqual([undefined, "over_email_send_rate_limit"]);
    }
  });

  it("sign a new address up by magic link", async () => {
    const email = newEmail();
    await anonymous().signInWithOtp({ email, options: { data: { name: "Ada" } } });
    const mail = await mailOf(email);
    expect(mail.type).toBe("signup");
    const { data } = await anonymous().verifyOtp({ type: "email", email, token: mail.code });
    expect(data.user?.user_metadata).toMatchObject({ name: "Ada" });
  });

  it("recover a forgotten password and end the other sessions", async () => {
    const { email } = await confirmedUser();
    const old = await anonymous().signInWithPassword({ email, password });
    const device = browser();
    await device.resetPasswordForEmail(email);
    const { token_hash } = await mailOf(email);
    expect((await device.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
    expect((await device.updateUser({ password: "a new password" })).error).toBeNull();
    const kicked = await anonymous().getUser(old.data.session?.access_token);
    expect(kicked.error?.name).toBe("AuthSessionMissingError");
    expect((await device.getUser()).data.user?.email).toBe(email);
  });

  it("move an account to a new address once that was confirmed", async () => {
    const { email, id } = await confirmedUser();
    const device = browser();
    await device.signInWithPassword({ email, password });
    const address = newEmail();
    const asked = await device.updateUser({ email: address });
    expect(asked.data.user).toMatchObject({ email, new_email: address });
    const { token_hash, type } = await mailOf(address);
    const moved = await anonymous().verifyOtp({ type, token_hash });
    expect(moved.data.user).toMatchObject({ id, email: address });
    const told = events.find(({ type }) => type === "UPDATE");
    expect(told).toMatchObject({ record: { email: address }, old_record: { email } });
  });
});
