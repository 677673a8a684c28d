import "@/lib/testing/cheap-passwords";
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { createApiKey } from "@/lib/api-keys/queries";
import { resetEnv } from "@/lib/env";
import { answerMail, authBrowser } from "@/lib/testing/auth-browser";
import { mailOf, mailsTo, mailTo, subjectsTo } from "@/lib/testing/inbox";
import { receiveMails } from "@/lib/testing/mail-server";
import { provision } from "@/lib/workspaces/provision";
import { identityAdmin, publishableKey, statelessClient } from "../client";

/** Who owns an account whose address a stranger may have entered first. */

const mine = "correct horse battery";
const theirs = "the stranger's own";
receiveMails();
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const anonymous = () => statelessClient(publishableKey()).auth;
const newEmail = () => `proof-${randomUUID()}@example.com`;
const noLimits = () => pg()`delete from rate_limits`;

function configure(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetEnv();
}
const requireConfirmation = () => configure({ AUTH_AUTOCONFIRM: "0" });

async function signsIn(email: string, password: string): Promise<boolean> {
  return (await anonymous().signInWithPassword({ email, password })).error === null;
}

describe("confirmation by mail", () => {
  const asked = async (variables: Record<string, string>) => {
    configure(variables);
    const { data } = await anonymous().signUp({ email: newEmail(), password: mine });
    return data.session === null;
  };

  it.each([
    ["the app has a public address", { APP_URL: "https://kith.example" }, true],
    ["the app has an address in the local network", { APP_URL: "http://192.168.1.20:3000" }, true],
    ["a name only looks like this machine", { APP_URL: "https://localhost.kith.example" }, true],
    ["real mail is sent", { RESEND_API_KEY: "re_x", RESEND_BASE_URL: "http://127.0.0.1:9" }, true],
    ["the app is this machine's own", { APP_URL: "http://127.0.0.1:3000" }, false],
    ["the address is one of this machine", { APP_URL: "http://[::1]:3000" }, false],
    ["it is switched off", { APP_URL: "https://kith.example", AUTH_AUTOCONFIRM: "1" }, false],
    ["it is switched on", { AUTH_AUTOCONFIRM: "0" }, true],
  ])("when %s", async (_, variables, expected) => {
    expect(await asked(variables)).toBe(expected);
  });
});

describe("a stranger who signed up with the address first, without confirmation,", () => {
  async function taken() {
    const email = newEmail();
    const stranger = await anonymous().signUp({ email, password: theirs });
    const id = stranger.data.user?.id ?? "";
    const workspaceId = (await provision(id)) ?? "";
    const { key } = await createApiKey(workspaceId, id, { name: "x", scopes: ["read"], expires_at: null });
    return { email, token: stranger.data.session?.access_token, key };
  }

  it.each(["magiclink", "recovery"] as const)("loses everything when the owner comes by %s", async (way) => {
    const { email, token } = await taken();
    const owner = authBrowser();
    if (way === "magiclink") await owner.signInWithOtp({ email });
    else await owner.resetPasswordForEmail(email);
    const entered = await answerMail(owner, await mailOf(email));
    expect(entered.data.user?.email).toBe(email);
    expect(await signsIn(email, theirs)).toBe(false);
    expect((await anonymous().getUser(token)).error?.name).toBe("AuthSessionMissingError");
    expect(await pg()`select from api_keys`).toHaveLength(0);
    expect((await owner.getUser()).data.user?.email).toBe(email);
    expect(await subjectsTo(email)).toContain("Your address is confirmed");
  });

  it("loses it by digits too, and not a second time what the owner set up then", async () => {
    const { email } = await taken();
    await anonymous().signInWithOtp({ email });
    const owner = anonymous();
    await owner.verifyOtp({ type: "email", email, token: (await mailOf(email)).code });
    expect((await owner.updateUser({ password: mine })).error).toBeNull();
    await noLimits();
    await anonymous().signInWithOtp({ email });
    await anonymous().verifyOtp({ type: "email", email, token: (await mailOf(email)).code });
    expect([await signsIn(email, mine), await signsIn(email, theirs)]).toEqual([true, false]);
  });
});

describe("of two sign-ups of one address, with confirmation,", () => {
  async function both(order: "owner first" | "stranger first") {
    requireConfirmation();
    const email = newEmail();
    const owner = authBrowser();
    const signUps = [
      () => owner.signUp({ email, password: mine }),
      () => anonymous().signUp({ email, password: theirs }),
    ];
    if (order === "stranger first") signUps.reverse();
    for (const signUp of signUps) {
      expect((await signUp()).error).toBeNull();
      await noLimits();
    }
    const mails = await mailsTo(email);
    const own = mails.find(({ token_hash }) => token_hash.startsWith("pkce_"));
    const other = mails.find(({ token_hash }) => !token_hash.startsWith("pkce_"));
    if (!own || !other) throw new Error("not two mails");
    return { email, owner, own, other };
  }

  it.each(["owner first", "stranger first"] as const)(
    "the owner's link brings the owner's password: %s",
    async (order) => {
      const { email, owner, own } = await both(order);
      expect((await answerMail(owner, own)).error).toBeNull();
      expect([await signsIn(email, mine), await signsIn(email, theirs)]).toEqual([true, false]);
    },
  );

  it.each(["owner first", "stranger first"] as const)(
    "the stranger's mail brings nobody's password: %s",
    async (order) => {
      for (const by of ["link", "code"] as const) {
        const { email, other } = await both(order);
        const { token_hash, code } = other;
        const proof =
          by === "link"
            ? ({ type: "signup", token_hash } as const)
            : ({ type: "signup", email, token: code } as const);
        const { data } = await anonymous().verifyOtp(proof);
        expect(data.session).not.toBeNull();
        expect([await signsIn(email, mine), await signsIn(email, theirs)]).toEqual([false, false]);
        expect((await anonymous().getUser(data.session?.access_token)).data.user?.email).toBe(email);
      }
    },
  );

  it("a third one after the confirmation changes nothing", async () => {
    const { email, owner, own } = await both("owner first");
    await answerMail(owner, own);
    await noLimits();
    await anonymous().signUp({ email, password: theirs });
    expect([await signsIn(email, mine), await signsIn(email, theirs)]).toEqual([true, false]);
    expect(await subjectsTo(email)).toContain("You already have an account");
  });
});

describe("a lonely sign-up, with confirmation,", () => {
  async function signedUp() {
    requireConfirmation();
    const email = newEmail();
    await anonymous().signUp({ email, password: theirs });
    return { email, mail: await mailOf(email) };
  }

  it("keeps its password when its digits were typed in", async () => {
    const { email, mail } = await signedUp();
    await anonymous().verifyOtp({ type: "signup", email, token: mail.code });
    expect(await signsIn(email, theirs)).toBe(true);
  });

  it("loses it when somebody only clicked, who may be the owner of a stranger's sign-up", async () => {
    const { email, mail } = await signedUp();
    const clicked = await anonymous().verifyOtp({ type: "signup", token_hash: mail.token_hash });
    expect(clicked.data.user?.email).toBe(email);
    expect(await signsIn(email, theirs)).toBe(false);
  });

  it("loses it when the owner asks for a link to sign in instead", async () => {
    const { email } = await signedUp();
    await noLimits();
    await anonymous().signInWithOtp({ email });
    await anonymous().verifyOtp({ type: "email", email, token: (await mailOf(email)).code });
    expect(await signsIn(email, theirs)).toBe(false);
  });

  it("keeps it when its mail is sent once more, or when an administrator confirms", async () => {
    const { email, mail } = await signedUp();
    await noLimits();
    await anonymous().resend({ type: "signup", email });
    const again = await mailOf(email);
    expect(again.code).not.toBe(mail.code);
    await anonymous().verifyOtp({ type: "signup", email, token: again.code });
    expect(await signsIn(email, theirs)).toBe(true);

    const other = newEmail();
    const { data } = await anonymous().signUp({ email: other, password: mine });
    const [row] = await pg()`select id from identity.users where email = ${other}`;
    expect(data.user?.id).toBe(row?.id);
    await identityAdmin().updateUserById(row?.id, { email_confirm: true });
    expect(await signsIn(other, mine)).toBe(true);
  });
});

describe("a stranger who asks for the mail of a sign-up again", () => {
  it("ends neither the owner's link nor the owner's digits, and no password", async () => {
    for (const answer of ["link", "code"]) {
      requireConfirmation();
      const [email, owner, stranger] = [newEmail(), authBrowser(), authBrowser()];
      await owner.signUp({ email, password: mine });
      const own = await mailOf(email);
      for (let again = 0; again < 3; again++) {
        await noLimits();
        await stranger.resend({ type: "signup", email });
        expect((await mailOf(email)).code).not.toBe(own.code);
      }
      if (answer === "link") expect((await answerMail(owner, own)).error).toBeNull();
      else expect((await owner.verifyOtp({ type: "signup", email, token: own.code })).error).toBeNull();
      expect(await signsIn(email, mine)).toBe(true);
    }
  });
});

describe("signing up an address that is known", () => {
  it("answers and mails as if it were new, and tells the mailbox alone", async () => {
    const known = newEmail();
    await anonymous().signUp({ email: known, password: mine });
    requireConfirmation();
    const waiting = newEmail();
    await anonymous().signUp({ email: waiting, password: mine });
    await noLimits();
    const answers = await Promise.all(
      [known, waiting, newEmail()].map(async (email) => {
        const { data, error } = await anonymous().signUp({ email, password: theirs });
        return JSON.stringify({ data, error })
          .replaceAll(email, "@")
          .replace(/[0-9a-f-]{36}/g, "id")
          .replace(/"[\d-]{10}T[^"]+"/g, "at");
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await mailTo(known)).toBeNull();
    expect(await subjectsTo(known)).toEqual(["You already have an account"]);
    expect(await signsIn(known, mine)).toBe(true);
  });

  it("gives no id away: neither the old one nor one of another kind", async () => {
    requireConfirmation();
    const email = newEmail();
    const ids = [];
    for (let i = 0; i < 3; i++) {
      ids.push((await anonymous().signUp({ email, password: mine })).data.user?.id ?? "");
      await noLimits();
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id[14] === "7")).toBe(true);
  });
});
