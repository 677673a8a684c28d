import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { answerMail, authBrowser } from "@/lib/testing/auth-browser";
import type { Person } from "@/lib/testing/doubles/openid-provider";
import { mailOf, subjectsTo } from "@/lib/testing/inbox";
import { newSecured } from "@/lib/testing/second-factor";
import { setEnv, signInAs, singleSignOn } from "@/lib/testing/single-sign-on";
import { getUserByToken, identityAdmin } from "../../client";
import { vouchedAddress } from "./claims";

/** Which account a sign-in through the provider opens. */

const sso = singleSignOn();
const password = "correct horse battery";

const person = (more: Partial<Person> = {}): Person => {
  const sub = randomUUID();
  return { sub, email: `sso-${sub}@example.com`, email_verified: true, ...more };
};
const linksOf = (userId: string) =>
  pg()<{ issuer: string; subject: string }[]>`
    select issuer, subject from identity.identities where user_id = ${userId}`;
const accountsOf = async (email = "") =>
  (await pg()`select id from identity.users where email = ${email}`).length;

async function proved(email = "") {
  const { data } = await identityAdmin().createUser({ email, email_confirm: true });
  return data.user?.id ?? "";
}

describe("the first sign-in of somebody", () => {
  it("makes an account with a workspace, in the language of the page", async () => {
    const ada = person();
    const { user, session, page } = await signInAs(sso, ada, "/tags");
    expect(page.pathname + page.search).toMatch(/^\/auth\/callback\?next=%2Ftags&code=/);
    expect(user).toMatchObject({ email: ada.email, user_metadata: { language: "de" } });
    expect(user?.email_confirmed_at).toBeTruthy();
    expect(user?.app_metadata.workspace_id).toMatch(/^[0-9a-f-]{36}$/);
    const claims = JSON.parse(Buffer.from(session?.access_token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
    expect([...(await linksOf(user?.id ?? ""))]).toEqual([{ issuer: sso.provider.issuer, subject: ada.sub }]);
  });

  it("opens the account that has proved the address, and its owner is told", async () => {
    const ada = person();
    const id = await proved(ada.email);
    expect((await signInAs(sso, ada)).user?.id).toBe(id);
    expect((await signInAs(sso, ada)).user?.id).toBe(id);
    const told = (await subjectsTo(ada.email ?? "")).filter((subject) => subject.includes("Single sign-on"));
    expect(told).toEqual(["Single sign-on now opens your account"]);
  });

  it("does not open an account whose address nobody has proved, until its owner has", async () => {
    const ada = person();
    const stranger = await authBrowser().signUp({ email: ada.email ?? "", password });
    expect(stranger.data.session).not.toBeNull();
    const refused = await signInAs(sso, ada, "/tags?a=1");
    expect(refused).toMatchObject({ failed: "sso_unconfirmed", session: null });
    expect(refused.page.pathname + refused.page.search).toBe(
      "/sign-in?error_code=sso_unconfirmed&next=%2Ftags%3Fa%3D1",
    );
    const owner = authBrowser();
    await owner.signInWithOtp({ email: ada.email ?? "" });
    await answerMail(owner, await mailOf(ada.email ?? ""));
    expect((await signInAs(sso, ada)).user?.id).toBe(stranger.data.user?.id);
    const again = await authBrowser().signInWithPassword({ email: ada.email ?? "", password });
    expect(again.error?.code).toBe("invalid_credentials");
  });

  it("does not open one that waits for its confirmation", async () => {
    setEnv({ AUTH_AUTOCONFIRM: "0" });
    const ada = person();
    await authBrowser().signUp({ email: ada.email ?? "", password });
    expect(await signInAs(sso, ada)).toMatchObject({ failed: "sso_unconfirmed", session: null });
  });

  it.each([
    { email_verified: false },
    { email_verified: "true" },
    { email_verified: undefined },
    { email: undefined },
  ])("makes and opens nothing for an address that the provider does not vouch for: %o", async (claims) => {
    const known = person();
    await proved(known.email);
    expect(await signInAs(sso, { ...known, ...claims })).toMatchObject({ failed: "sso_address" });
    const unknown = person(claims);
    expect(await signInAs(sso, unknown)).toMatchObject({ failed: "sso_address", session: null });
    expect(await accountsOf(unknown.email)).toBe(0);
  });

  it("makes no account where nobody may, or not with this address", async () => {
    setEnv({ AUTH_SIGNUP: "closed" });
    const ada = person();
    expect((await signInAs(sso, ada)).failed).toBe("signup_disabled");
    setEnv({ AUTH_SIGNUP: "example.org" });
    expect((await signInAs(sso, ada)).failed).toBe("email_address_not_authorized");
    expect(await accountsOf(ada.email)).toBe(0);
  });

  it("twice at once makes one account", async () => {
    const ada = person();
    const [first, second] = await Promise.all([signInAs(sso, ada), signInAs(sso, ada)]);
    expect(first.user?.id).toBeTruthy();
    expect(second.user?.id).toBe(first.user?.id);
  });
});

describe("later sign-ins", () => {
  it("go by issuer and subject, whatever the address is and whether it is vouched for", async () => {
    const ada = person();
    const { user } = await signInAs(sso, ada);
    const bob = person();
    await proved(bob.email);
    const renamed = await signInAs(sso, { ...ada, email: bob.email, email_verified: false });
    expect(renamed.user).toMatchObject({ id: user?.id, email: ada.email });
  });

  it("an address that was given to somebody else opens nothing of its former holder", async () => {
    const ada = person();
    await signInAs(sso, ada);
    const heir = person({ email: ada.email });
    expect(await signInAs(sso, heir)).toMatchObject({ failed: "sso_taken", session: null });
  });

  it("ask for the second factor of the account", async () => {
    const { email, id } = await newSecured();
    const { session, user } = await signInAs(sso, person({ email }));
    expect(user?.id).toBe(id);
    expect(await getUserByToken(session?.access_token ?? "")).toMatchObject({ id, isHalf: true });
  });

  it("do not open a blocked account", async () => {
    const ada = person();
    const { user } = await signInAs(sso, ada);
    await identityAdmin().updateUserById(user?.id ?? "", { ban_duration: "1h" });
    expect(await signInAs(sso, ada)).toMatchObject({ failed: "user_banned", session: null });
  });

  it("end with the account: the same person begins with a new one", async () => {
    const ada = person();
    const { user } = await signInAs(sso, ada);
    await identityAdmin().deleteUser(user?.id ?? "");
    expect(await linksOf(user?.id ?? "")).toHaveLength(0);
    const again = await signInAs(sso, ada);
    expect(again.user?.id).not.toBe(user?.id);
    expect(again.user?.email).toBe(ada.email);
  });
});

describe("an address", () => {
  const entra = "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0";

  it.each([true, 1, "1"])(
    "counts as vouched for when Entra says that the domain is the tenant's: %o",
    (xms_edov) => {
      expect(vouchedAddress(entra, { email: "Ada@Example.com", xms_edov })).toBe("ada@example.com");
      expect(vouchedAddress("https://login.example", { email: "ada@example.com", xms_edov })).toBeNull();
    },
  );

  it.each([false, 0, "0", "false", undefined])("does not when Entra says anything else: %o", (xms_edov) => {
    expect(vouchedAddress(entra, { email: "ada@example.com", xms_edov })).toBeNull();
  });

  it("must be one", () => {
    const of = (email: unknown) => vouchedAddress("https://login.example", { email, email_verified: true });
    expect(["ada@example.com", "ada", "", 7, ["ada@example.com"], "a\0@example.com"].map(of)).toEqual([
      "ada@example.com",
      ...[null, null, null, null, null],
    ]);
  });
});
