import "@/lib/testing/cheap-passwords";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { flushAudit } from "@/lib/audit/note";
import { answerMail, authBrowser } from "@/lib/testing/auth-browser";
import { codeTo, mailOf, mailTo, subjectsTo } from "@/lib/testing/inbox";
import { receiveMails } from "@/lib/testing/mail-server";
import { identityAdmin, publishableKey, statelessClient } from "../client";

/** What a session alone may not do, and who is notified. */

const password = "correct horse battery";
const other = "another horse battery";
receiveMails();

const newEmail = () => `account-${randomUUID()}@example.com`;
const anonymous = () => statelessClient(publishableKey()).auth;
const signsIn = async (email: string, given: string) =>
  (await anonymous().signInWithPassword({ email, password: given })).error === null;

/** A user who signed in this long ago. */
async function signedIn(age: string) {
  const email = newEmail();
  const { data } = await identityAdmin().createUser({ email, password, email_confirm: true });
  const sdk = authBrowser();
  await sdk.signInWithPassword({ email, password });
  const id = data.user?.id ?? "";
  await pg()`update identity.sessions set created_at = now() - ${age}::interval where user_id = ${id}`;
  return { email, id, sdk };
}

describe("a session older than ten minutes", () => {
  it.each([
    ["password", { password: other }],
    ["address", { email: "new-address@example.com" }],
    ["password with an empty proof", { password: other, current_password: "", nonce: "" }],
  ])("does not change the %s", async (_, changes) => {
    const { sdk, email } = await signedIn("601 seconds");
    const { error } = await sdk.updateUser(changes);
    expect(error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    expect([await signsIn(email, password), await signsIn(email, other)]).toEqual([true, false]);
    expect(await pg()`select from identity.users where email_change is not null`).toHaveLength(0);
  });

  it("is not made young by a refresh", async () => {
    const { sdk } = await signedIn("601 seconds");
    expect((await sdk.refreshSession()).error).toBeNull();
    expect((await sdk.updateUser({ password: other })).error?.code).toBe("reauthentication_needed");
  });

  it("still changes what is no key: the user's own data", async () => {
    const { sdk } = await signedIn("1 day");
    expect((await sdk.updateUser({ data: { city: "Bern" } })).error).toBeNull();
  });

  it("changes the password with the current one, and only with the right one", async () => {
    const { sdk, email } = await signedIn("1 day");
    const wrong = await sdk.updateUser({ password: other, current_password: "wrong" });
    expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
    expect((await sdk.updateUser({ password: other, current_password: password })).error).toBeNull();
    expect([await signsIn(email, password), await signsIn(email, other)]).toEqual([false, true]);
  });

  it("changes it by the code of a mail, once, and not by somebody else's", async () => {
    const { sdk, email } = await signedIn("1 day");
    const stranger = await signedIn("1 day");
    expect((await sdk.reauthenticate()).error).toBeNull();
    await stranger.sdk.reauthenticate();
    const foreign = await sdk.updateUser({ password: other, nonce: await codeTo(stranger.email) });
    expect(foreign.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    const nonce = await codeTo(email);
    expect(nonce).toMatch(/^\d{6}$/);
    expect((await anonymous().verifyOtp({ type: "email", email, token: nonce })).error?.code).toBe(
      "otp_expired",
    );
    expect((await sdk.updateUser({ password: other, nonce })).error).toBeNull();
    const twice = await sdk.updateUser({ password: "a third horse battery", nonce });
    expect(twice.error?.code).toBe("reauthentication_not_valid");
  });

  it("lets nobody try passwords: the current one is asked for twenty times", async () => {
    const { sdk } = await signedIn("1 day");
    const codes = [];
    for (let i = 0; i < 21; i++) {
      codes.push((await sdk.updateUser({ password: other, current_password: `wrong ${i}` })).error?.code);
    }
    expect(codes.slice(0, 20).every((code) => code === "current_password_invalid")).toBe(true);
    expect(codes[20]).toBe("over_request_rate_limit");
  });
});

describe("a fresh session", () => {
  it("needs no proof, but one that is given must be right", async () => {
    const { sdk, email } = await signedIn("5 minutes");
    const wrong = await sdk.updateUser({ password: other, current_password: "wrong" });
    expect(wrong.error?.code).toBe("current_password_invalid");
    expect((await sdk.updateUser({ password: other })).error).toBeNull();
    expect(await signsIn(email, other)).toBe(true);
  });
});

describe("the address of an account", () => {
  it("is told of a new password", async () => {
    const { sdk, email } = await signedIn("1 minute");
    await sdk.updateUser({ password: other });
    expect(await subjectsTo(email)).toEqual(["Your password was changed"]);
  });

  it("is told that another one was asked for, and that it came", async () => {
    const { sdk, email, id } = await signedIn("1 minute");
    const address = newEmail();
    await sdk.updateUser({ email: address });
    expect(await subjectsTo(email)).toEqual(["A new e-mail address was requested"]);
    expect((await answerMail(sdk, await mailOf(address))).data.user?.email).toBe(address);
    expect((await subjectsTo(email))[0]).toBe("Your e-mail address was changed");
    await flushAudit();
    const noted = await pg()`
      select outcome from audit_events where user_id = ${id} and action = 'address.changed'`;
    expect(noted).toEqual([{ outcome: "success" }]);
    expect(await signsIn(address, password)).toBe(true);
  });

  it("is told of an account that has it already; the one who asks is not", async () => {
    const { sdk } = await signedIn("1 minute");
    const { email: taken } = await signedIn("1 minute");
    const answers = [];
    for (const email of [taken, newEmail()]) {
      const { data, error } = await sdk.updateUser({ email });
      answers.push(
        JSON.stringify({ data, error })
          .replaceAll(email, "@")
          .replace(/"[\d-]{10}T[^"]+"/g, "at"),
      );
    }
    expect(answers[0]).toBe(answers[1]);
    expect(await mailTo(taken)).toBeNull();
    expect(await subjectsTo(taken)).toEqual(["Somebody tried to use your address"]);
  });

  it("counts as proved only where it was asked for: a click on a stranger's mail joins nobody for good", async () => {
    const { sdk, email, id } = await signedIn("1 minute");
    const victim = newEmail();
    const [stranger] = [statelessClient(publishableKey()).auth];
    await stranger.signInWithPassword({ email, password });
    await stranger.updateUser({ email: victim });
    const mail = await mailOf(victim);
    expect(
      (await anonymous().verifyOtp({ type: "email_change", token_hash: mail.token_hash })).data.user?.id,
    ).toBe(id);
    await pg()`delete from rate_limits`;
    await anonymous().signInWithOtp({ email: victim });
    await anonymous().verifyOtp({ type: "email", email: victim, token: (await mailOf(victim)).code });
    expect(await signsIn(victim, password)).toBe(false);
    expect((await sdk.getUser()).error).not.toBeNull();
  });
});
