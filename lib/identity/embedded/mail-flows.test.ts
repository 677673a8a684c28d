import "@/lib/testing/cheap-passwords";
import { createHash, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { resetEnv } from "@/lib/env";
import { answerMail, authBrowser, followLink } from "@/lib/testing/auth-browser";
import { mailOf, mailTo } from "@/lib/testing/inbox";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { identityFetch, identityUrl, publishableKey, statelessClient } from "../client";
import { setDelivery, type UserEvent } from "./events";

/** Mails of the provider, and what can be done with them. Mail travels through the real Resend SDK over HTTP. */

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
  await pg()`delete from rate_limits`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const anonymous = () => statelessClient(publishableKey()).auth;
const newEmail = () => `mail-${randomUUID()}@example.com`;

function requireConfirmation() {
  vi.stubEnv("AUTH_AUTOCONFIRM", "0");
  resetEnv();
}

async function confirmedUser() {
  const email = newEmail();
  const { data, error } = await anonymous().signUp({ email, password });
  if (error) throw error;
  return { email, id: data.user?.id ?? "" };
}

describe("a magic link", () => {
  it("leads to our confirmation page, and from there to where one wanted to go", async () => {
    const { email } = await confirmedUser();
    await authBrowser().signInWithOtp({
      email,
      options: { emailRedirectTo: "http://localhost:3000/tags?a=1" },
    });
    const mail = await mailOf(email);
    expect(mail.url.origin + mail.url.pathname).toBe("http://localhost:3000/auth/confirm");
    expect(mail).toMatchObject({ type: "magiclink", next: "/tags?a=1" });
    expect(mail.html).toContain("&amp;type=magiclink");
  });

  it("is refused by every other browser, and stays good for the one that asked", async () => {
    const { email, id } = await confirmedUser();
    const asker = authBrowser();
    await asker.signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    const elsewhere = await anonymous().verifyOtp({ type: "magiclink", token_hash });
    expect(elsewhere.error).toMatchObject({ status: 400, code: "bad_code_verifier" });
    const asked = await answerMail(asker, { token_hash, type: "magiclink" });
    expect(asked.data.user?.id).toBe(id);
  });

  it("gives a PKCE code that only the browser that asked can use", async () => {
    const { email, id } = await confirmedUser();
    const asker = authBrowser();
    await asker.signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    expect(token_hash).toMatch(/^pkce_/);
    const { status, target } = await followLink(
      token_hash,
      "magiclink",
      "http://localhost:3000/auth/callback",
    );
    expect(status).toBe(303);
    const code = target.searchParams.get("code") ?? "";
    const other = authBrowser();
    await other.signInWithOtp({ email: newEmail() });
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const exchanged = await asker.exchangeCodeForSession(code);
    expect(exchanged.data.user?.id).toBe(id);
    const repeated = await identityFetch(`${identityUrl()}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: {
        apikey: publishableKey(),
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
      },
      body: JSON.stringify({ auth_code: code, code_verifier: "v".repeat(43) }),
    });
    expect([repeated.status, (await repeated.json()).code]).toEqual([404, "flow_state_not_found"]);
  });

  it("puts the session into the fragment when nobody asked for PKCE", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    const { target } = await followLink(token_hash, "magiclink", "http://localhost:3000/x");
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
    const { target } = await followLink("pkce_unknown", "magiclink", redirect);
    expect(target.origin).toBe("http://localhost:3000");
    expect(target.searchParams.get("error_code")).toBe("otp_expired");
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email, options: { emailRedirectTo: redirect } });
    expect((await mailOf(email)).next).toBe("/");
  });
});

describe("six digits", () => {
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const guess = (email: string, token: string) => anonymous().verifyOtp({ type: "email", email, token });

  it("can be guessed at ten times by one client, however many tries come at once", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code } = await mailOf(email);
    const tries = await Promise.all(Array.from({ length: 14 }, () => guess(email, wrongOf(code))));
    const codes = tries.map(({ error }) => error?.code);
    expect(codes.filter((one) => one === "otp_expired")).toHaveLength(10);
    expect((await guess(email, code)).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("still work on the tenth try, and only once", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code } = await mailOf(email);
    for (let i = 0; i < 9; i++) await guess(email, wrongOf(code));
    expect((await guess(email, code)).error).toBeNull();
    await pg()`delete from rate_limits`;
    expect((await guess(email, code)).error?.code).toBe("otp_expired");
  });

  it("expire after ten minutes, like the link", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code, token_hash } = await mailOf(email);
    const age = (span: string) =>
      pg()`update identity.one_time_tokens set created_at = now() - ${span}::interval`;
    await age("601 seconds");
    const byCode = await guess(email, code);
    const byLink = await anonymous().verifyOtp({ type: "magiclink", token_hash });
    expect([byCode.error?.code, byLink.error?.code]).toEqual(["otp_expired", "otp_expired"]);
    await age("590 seconds");
    expect((await guess(email, code)).error).toBeNull();
  });

  it("are not ended by a stranger who asks for mails to the same address", async () => {
    const { email, id } = await confirmedUser();
    const owner = authBrowser();
    await owner.signInWithOtp({ email });
    const { token_hash } = await mailOf(email);
    await pg()`delete from rate_limits`;
    await authBrowser().signInWithOtp({ email });
    const answered = await answerMail(owner, { token_hash, type: "magiclink" });
    expect(answered.data.user?.id).toBe(id);
  });

  it("are in no dump: a hash of each of a million does not find the code", async () => {
    const { email } = await confirmedUser();
    await anonymous().signInWithOtp({ email });
    const { code } = await mailOf(email);
    const [row] = await pg()`select id, code_hash from identity.one_time_tokens where relates_to = ${email}`;
    const plain = createHash("sha256").update(`${row?.id}:${code}`).digest("hex");
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect([plain, createHash("sha256").update(code).digest("hex")]).not.toContain(row?.code_hash);
    vi.stubEnv("SUPABASE_SECRET_KEY", "another");
    resetEnv();
    expect((await guess(email, code)).error?.code).toBe("otp_expired");
  });
});

describe("when confirmation is required", () => {
  it("signs in only after the mail was answered, and says when that was", async () => {
    requireConfirmation();
    const email = newEmail();
    const signUp = await anonymous().signUp({ email, password });
    expect([signUp.data.session, signUp.error]).toEqual([null, null]);
    const early = await anonymous().signInWithPassword({ email, password });
    expect(early.error).toMatchObject({ status: 400, code: "invalid_credentials" });
    const mail = await mailOf(email);
    expect(mail.type).toBe("signup");
    const verified = await anonymous().verifyOtp({ type: "email", email, token: mail.code });
    expect(verified.error).toBeNull();
    expect((await anonymous().signInWithPassword({ email, password })).error).toBeNull();
    expect(events[0]).toMatchObject({ type: "INSERT", record: { email, email_confirmed_at: null } });
    expect(events[1]).toMatchObject({ type: "UPDATE", old_record: { email_confirmed_at: null } });
    expect(events[1]?.record?.email_confirmed_at).toMatch(/Z$/);
  });
});

it("whoever signs a stranger's address up and signs in with that password learns nothing of an account", async () => {
  requireConfirmation();
  const { email: known } = await confirmedUser();
  const answers = [];
  for (const email of [known, newEmail()]) {
    await pg()`delete from rate_limits`;
    const signUp = await anonymous().signUp({ email, password: "the stranger chose this one" });
    const signIn = await anonymous().signInWithPassword({ email, password: "the stranger chose this one" });
    answers.push([signUp.error, signIn.error?.status, signIn.error?.code, signIn.error?.message]);
  }
  expect(answers[0]).toEqual(answers[1]);
});

describe("requests for mail", () => {
  it("look the same for an unknown address, which gets none", async () => {
    const email = newEmail();
    const otp = await anonymous().signInWithOtp({ email, options: { shouldCreateUser: false } });
    await pg()`delete from rate_limits`;
    const recover = await anonymous().resetPasswordForEmail(email);
    await pg()`delete from rate_limits`;
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
    const device = authBrowser();
    await device.resetPasswordForEmail(email);
    const { token_hash } = await mailOf(email);
    expect((await answerMail(device, { token_hash, type: "recovery" })).error).toBeNull();
    expect((await device.updateUser({ password: "a new password" })).error).toBeNull();
    const kicked = await anonymous().getUser(old.data.session?.access_token);
    expect(kicked.error?.name).toBe("AuthSessionMissingError");
    expect((await device.getUser()).data.user?.email).toBe(email);
  });

  it("move an account to a new address once that was confirmed", async () => {
    const { email, id } = await confirmedUser();
    const device = authBrowser();
    await device.signInWithPassword({ email, password });
    const address = newEmail();
    const asked = await device.updateUser({ email: address });
    expect(asked.data.user).toMatchObject({ email, new_email: address });
    const { token_hash, type } = await mailOf(address);
    const moved = await answerMail(device, { token_hash, type });
    expect(moved.data.user).toMatchObject({ id, email: address });
    const told = events.find(({ type }) => type === "UPDATE");
    expect(told).toMatchObject({ record: { email: address }, old_record: { email } });
  });
});
