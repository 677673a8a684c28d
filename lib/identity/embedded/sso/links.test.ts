import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { flushAudit } from "@/lib/audit/note";
import type { Person } from "@/lib/testing/doubles/openid-provider";
import { subjectsTo } from "@/lib/testing/inbox";
import { growOld } from "@/lib/testing/second-factor";
import { atSignIn, signInAs, singleSignOn } from "@/lib/testing/single-sign-on";
import { identityAdmin, publishableKey, statelessClient } from "../../client";

/** What an account sees of its links to the provider, and how it ends them. */

const sso = singleSignOn();
const password = "correct horse battery";

const person = (more: Partial<Person> = {}): Person => {
  const sub = randomUUID();
  return { sub, email: `links-${sub}@example.com`, email_verified: true, ...more };
};

/** A person with an account, linked and signed in through the provider. */
async function linked(known: { password?: string } = {}) {
  const ada = person();
  const email = ada.email ?? "";
  if (known.password) await identityAdmin().createUser({ email, email_confirm: true, ...known });
  const { session, user } = await signInAs(sso, ada);
  return { ada, email, id: user?.id ?? "", token: session?.access_token ?? "" };
}

async function call(token: string, method: string, path = "user/identities") {
  const headers = { apikey: publishableKey(), authorization: `Bearer ${token}` };
  const response = await fetch(`${sso.app.url}/auth/v1/${path}`, { method, headers });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

const linkOf = async (token: string) => (await call(token, "GET")).body.identities[0];
const unlink = async (token: string) =>
  call(token, "DELETE", `user/identities/${(await linkOf(token)).identity_id}`);
const works = async (token: string) => (await call(token, "GET", "user")).status === 200;

async function byPassword(email: string) {
  const { data } = await statelessClient(publishableKey()).auth.signInWithPassword({ email, password });
  return data.session?.access_token ?? "";
}

describe("the ways to sign in", () => {
  it("are told: whether there is a password, and each provider with name, address and day", async () => {
    const { token, email } = await linked({ password });
    expect(await call(token, "GET")).toMatchObject({
      status: 200,
      body: {
        password: true,
        identities: [
          // Without OIDC_NAME.
          {
            ...{ provider: "custom:oidc", name: "127.0.0.1", email },
            ...{ unlinked_at: null, created_at: expect.any(String) },
          },
        ],
      },
    });
    const fresh = await linked();
    expect((await call(fresh.token, "GET")).body.password).toBe(false);
    expect((await call("", "GET")).status).toBe(401);
  });
});

describe("unlinking", () => {
  it("ends the other sessions and sign-ins that the provider began, and is told and noted", async () => {
    const { ada, email, id, token } = await linked({ password });
    const elsewhere = (await signInAs(sso, ada)).session?.access_token ?? "";
    const own = await byPassword(email);
    sso.provider.visitor = ada;
    const { sdk, browser, url } = await atSignIn(sso);
    const begun = (await browser.visit(url)).at(-1);
    expect((await unlink(own)).status).toBe(200);
    expect([await works(elsewhere), await works(token), await works(own)]).toEqual([false, false, true]);
    const late = await sdk.exchangeCodeForSession(begun?.searchParams.get("code") ?? "");
    expect(late.data.session).toBeNull();
    expect(await linkOf(own)).toMatchObject({ unlinked_at: expect.any(String) });
    expect(await subjectsTo(email)).toContain("Single sign-on no longer opens your account");
    await flushAudit();
    const noted =
      await pg()`select outcome from audit_events where user_id = ${id} and action = 'identity.unlinked'`;
    expect([...noted]).toEqual([{ outcome: "success" }]);
  });

  it("keeps the session that asked for it", async () => {
    const { token } = await linked({ password });
    expect((await unlink(token)).status).toBe(200);
    expect(await works(token)).toBe(true);
  });

  it("is refused while nothing else signs in", async () => {
    const { token } = await linked();
    expect(await unlink(token)).toMatchObject({
      status: 422,
      body: { error_code: "single_identity_not_deletable", msg: expect.stringContaining("password") },
    });
    expect(await linkOf(token)).toMatchObject({ unlinked_at: null });
  });

  it("asks who it is when the sign-in was long ago", async () => {
    const { id, token } = await linked({ password });
    await growOld(id);
    expect(await unlink(token)).toMatchObject({
      status: 400,
      body: { error_code: "reauthentication_needed" },
    });
  });

  it("reaches no link of another account", async () => {
    const victim = await linked({ password });
    const other = await linked({ password });
    const { identity_id } = await linkOf(victim.token);
    for (const method of ["DELETE", "POST"])
      expect((await call(other.token, method, `user/identities/${identity_id}`)).status).toBe(404);
    expect(await linkOf(victim.token)).toMatchObject({ unlinked_at: null });
  });
});

describe("after unlinking", () => {
  it("the provider opens the account no more, though its address is the same, until its owner links it again", async () => {
    const { ada, email, id, token } = await linked({ password });
    await unlink(token);
    expect(await signInAs(sso, ada)).toMatchObject({ failed: "sso_unlinked", session: null });
    const heir = person({ email });
    expect(await signInAs(sso, heir)).toMatchObject({ failed: "sso_unlinked", session: null });
    const { identity_id } = await linkOf(token);
    expect((await call(token, "POST", `user/identities/${identity_id}`)).status).toBe(200);
    expect((await signInAs(sso, ada)).user?.id).toBe(id);
    expect(await subjectsTo(email)).toContain("Single sign-on now opens your account");
  });

  it("a person who is linked to another account by then opens that one alone", async () => {
    const { ada, id, token } = await linked({ password });
    const { identity_id } = await linkOf(token);
    await unlink(token);
    const moved = { ...ada, email: `moved-${ada.sub}@example.com` };
    const other = await signInAs(sso, moved);
    expect(other.user?.email).toBe(moved.email);
    expect(other.user?.id).not.toBe(id);
    expect(await call(token, "POST", `user/identities/${identity_id}`)).toMatchObject({
      status: 422,
      body: { error_code: "identity_already_exists" },
    });
    expect((await signInAs(sso, ada)).user?.id).toBe(other.user?.id);
  });
});
