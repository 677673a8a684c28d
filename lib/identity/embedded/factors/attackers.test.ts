import "@/lib/testing/cheap-passwords";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { answerMail, authBrowser } from "@/lib/testing/auth-browser";
import { mailOf, subjectsTo } from "@/lib/testing/inbox";
import { receiveMails } from "@/lib/testing/mail-server";
import {
  callIdentity,
  codeFor,
  enrollTotp,
  newSecured,
  newSignedIn,
  PASSWORD,
  signInAgain,
  timePasses,
  tokenOf,
  verifyTotp,
} from "@/lib/testing/second-factor";
import { untilSomeoneWaitsFor } from "@/lib/testing/waiting";
import { handleIdentity } from "../handler";

/** Attackers who know the password, or read the mail, but do not have the second factor. */

receiveMails();

const aalOf = async (sdk: Parameters<typeof tokenOf>[0]) => (await sdk.getClaims()).data?.claims.aal;

describe("a code", () => {
  it("works once: neither again, nor with another challenge, nor in another session", async () => {
    const { email, sdk, factorId, secret } = await newSecured();
    const code = codeFor(secret);
    expect((await verifyTotp(sdk, factorId, code)).error).toBeNull();
    const again = await verifyTotp(sdk, factorId, code);
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const thief = await signInAgain(email);
    expect((await verifyTotp(thief, factorId, code)).error?.code).toBe("mfa_verification_failed");
    expect((await verifyTotp(thief, factorId, codeFor(secret, -1))).error?.code).toBe(
      "mfa_verification_failed",
    );
    expect(await aalOf(thief)).toBe("aal1");
  });

  it("sent by many at the same moment opens one session", async () => {
    const { email, factorId, secret } = await newSecured();
    const browsers = await Promise.all([1, 2, 3, 4].map(() => signInAgain(email)));
    const challenges = await Promise.all(browsers.map((sdk) => sdk.mfa.challenge({ factorId })));
    const code = codeFor(secret);
    const answers = await Promise.all(
      browsers.map((sdk, index) =>
        sdk.mfa.verify({ factorId, challengeId: challenges[index]?.data?.id ?? "", code }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const codes = answers.flatMap(({ error }) => error?.code ?? []);
    // The first attacker ends the sessions of the others, whichever step they have reached.
    expect(
      codes.every((one) => /mfa_verification_failed|mfa_factor_not_found|session_not_found/.test(one)),
    ).toBe(true);
  });

  it("sent twice at the same moment by one session is right once", async () => {
    const { sdk, factorId, secret } = await newSecured();
    const asked = await Promise.all([1, 2, 3].map(() => sdk.mfa.challenge({ factorId })));
    const token = await tokenOf(sdk);
    const code = codeFor(secret);
    const answers = await Promise.all(
      asked.map(({ data }) =>
        callIdentity("POST", `factors/${factorId}/verify`, token, { challenge_id: data?.id, code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  it("is guessed ten times by one client, and thirty times an hour by all; the owner hears of it", async () => {
    const { email, factorId, secret } = await newSecured();
    const sdk = await signInAgain(email);
    const token = await tokenOf(sdk);
    const { data } = await sdk.mfa.challenge({ factorId });
    const right = codeFor(secret);
    const wrong = right === "000000" ? "000001" : "000000";
    const guess = async (address: string, code = wrong) => {
      const { publishable } = (await import("../config")).apiKeys();
      const request = new Request(`http://kith.test/auth/v1/factors/${factorId}/verify`, {
        method: "POST",
        headers: {
          apikey: publishable,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ challenge_id: data?.id, code }),
      });
      return (await handleIdentity(request, { address })).status;
    };
    const here = [];
    for (let i = 0; i < 11; i++) here.push(await guess("10.0.0.1"));
    expect(here).toEqual([...Array(10).fill(422), 429]);
    expect(await guess("10.0.0.1", right)).toBe(429);
    const elsewhere = [];
    for (let i = 0; i < 21; i++) elsewhere.push(await guess(`10.0.1.${i}`));
    expect(elsewhere.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(await subjectsTo(email)).toContain("Somebody is trying codes for your account");
    // An hour later the right one is accepted: nobody was locked out for good.
    await pg()`delete from rate_limits`;
    expect(await guess("10.0.0.9", right)).toBe(200);
  });

  it.each(["", "abc", "12345", null, 123456, { $ne: "" }])("is not %j", async (code) => {
    const { sdk, factorId } = await newSecured();
    const { data } = await sdk.mfa.challenge({ factorId });
    const body = { challenge_id: data?.id, code };
    const answer = await callIdentity("POST", `factors/${factorId}/verify`, await tokenOf(sdk), body);
    expect([400, 422]).toContain(answer.status);
  });
});

describe("a factor or challenge of somebody else", () => {
  it("is not there: not to challenge, to verify, to remove", async () => {
    const [victim, stranger] = [await newSecured(), await newSecured()];
    const { factorId, secret } = victim;
    const answers = [
      await stranger.sdk.mfa.challenge({ factorId }),
      await verifyTotp(stranger.sdk, factorId, codeFor(secret)),
      await stranger.sdk.mfa.unenroll({ factorId }),
    ];
    expect(answers.map(({ error }) => [error?.status, error?.code])).toEqual(
      Array(3).fill([404, "mfa_factor_not_found"]),
    );
    expect((await victim.sdk.getUser()).data.user?.factors).toHaveLength(1);
  });

  it("does not go with an own factor", async () => {
    const [victim, stranger] = [await newSecured(), await newSecured()];
    const { data } = await victim.sdk.mfa.challenge({ factorId: victim.factorId });
    const challengeId = data?.id ?? "";
    const own = { factorId: stranger.factorId, challengeId, code: codeFor(stranger.secret) };
    expect((await stranger.sdk.mfa.verify(own)).error).toMatchObject({
      status: 422,
      code: "mfa_factor_not_found",
    });
  });

  it("of another session of the same user does not either", async () => {
    const { email, sdk, factorId, secret } = await newSecured();
    const thief = await signInAgain(email);
    const { data } = await sdk.mfa.challenge({ factorId });
    const stolen = { factorId, challengeId: data?.id ?? "", code: codeFor(secret) };
    expect((await thief.mfa.verify(stolen)).error?.code).toBe("mfa_factor_not_found");
  });

  it("that has expired is refused, whatever the code", async () => {
    const { sdk, factorId, secret } = await newSecured();
    const { data } = await sdk.mfa.challenge({ factorId });
    await pg()`update identity.mfa_challenges set created_at = now() - interval '301 seconds'`;
    const late = { factorId, challengeId: data?.id ?? "", code: codeFor(secret) };
    expect((await sdk.mfa.verify(late)).error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
    expect((await verifyTotp(sdk, factorId, codeFor(secret))).error).toBeNull();
  });
});

describe("a session that has not shown the second factor", () => {
  it("changes nothing of the account, sees no sessions, and adds and removes no factor", async () => {
    const { email, factorId } = await newSecured();
    const thief = await signInAgain(email);
    const token = await tokenOf(thief);
    const calls = [
      ["PUT", "user", { password: "another horse battery" }],
      ["PUT", "user", { email: "thief@example.com" }],
      ["PUT", "user", { data: { city: "Bern" } }],
      ["GET", "reauthenticate"],
      ["POST", "reauthenticate", { current_password: PASSWORD }],
      ["GET", "sessions"],
      ["DELETE", `sessions/${factorId}`],
      ["POST", "logout?scope=others"],
      ["POST", "factors", { factor_type: "totp", friendly_name: "mine" }],
      ["DELETE", `factors/${factorId}`],
      ["POST", "factors/recovery-codes"],
      ["POST", "factors/recovery-codes/regenerate"],
      ["DELETE", "factors/recovery-codes"],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await callIdentity(method, path, token, body);
      expect(answer.code, `${method} ${path}`).toBe("insufficient_aal");
    }
    expect((await signInAgain(email)).mfa).toBeDefined();
  });

  it("ends itself and no other, whatever it asks", async () => {
    const { email, sdk } = await newSecured();
    const thief = await signInAgain(email);
    const token = await tokenOf(thief);
    expect((await callIdentity("POST", "logout?scope=global", token)).status).toBe(204);
    expect((await sdk.getUser()).error).toBeNull();
    expect((await callIdentity("GET", "user", token)).code).toBe("session_not_found");
  });

  it("verifies no factor that it began before there was one", async () => {
    const owner = await newSignedIn();
    const thief = await signInAgain(owner.email);
    await enrollTotp(thief, "thief's");
    const { factorId, secret } = await enrollTotp(owner.sdk);
    await verifyTotp(owner.sdk, factorId, codeFor(secret));
    await timePasses();
    const back = await signInAgain(owner.email);
    expect((await back.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }]);
  });
});

describe("the mail of the account", () => {
  it("resets no password without the second factor", async () => {
    const { email, factorId, secret } = await newSecured();
    const reader = authBrowser();
    await reader.resetPasswordForEmail(email);
    expect((await answerMail(reader, await mailOf(email))).error).toBeNull();
    const refused = await reader.updateUser({ password: "another horse battery" });
    expect(refused.error).toMatchObject({ status: 401, code: "insufficient_aal" });
    await signInAgain(email);
    expect((await verifyTotp(reader, factorId, codeFor(secret))).error).toBeNull();
    expect((await reader.updateUser({ password: "another horse battery" })).error).toBeNull();
  });

  it.each(["magiclink", "code"])("opens half a session by %s", async (way) => {
    const { email } = await newSecured();
    const reader = authBrowser();
    await reader.signInWithOtp({ email });
    const mail = await mailOf(email);
    if (way === "code") await reader.verifyOtp({ type: "email", email, token: mail.code });
    else await answerMail(reader, mail);
    expect(await aalOf(reader)).toBe("aal1");
    expect((await reader.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal2");
  });

  it("does not take the factor away with the first proof of a moved address", async () => {
    const { email, sdk, id } = await newSecured();
    await pg()`update identity.users set mailbox_proved_at = null where id = ${id}`;
    const reader = authBrowser();
    await reader.signInWithOtp({ email });
    await answerMail(reader, await mailOf(email));
    expect(await aalOf(reader)).toBe("aal1");
    expect((await reader.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await sdk.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  it("moves the account to an address only where it was asked for", async () => {
    const { sdk, id } = await newSecured();
    const email = `moved-${id}@example.com`;
    expect((await sdk.updateUser({ email })).error).toBeNull();
    const { code } = await mailOf(email);
    const clicked = await authBrowser().verifyOtp({ type: "email_change", email, token: code });
    expect(clicked.error?.code).toBe("otp_expired");
    await pg()`delete from rate_limits`;
    await sdk.updateUser({ email });
    expect((await answerMail(sdk, await mailOf(email))).data.user?.email).toBe(email);
  });
});

it("an enrolment begun before the account got somebody else's address cannot be finished after it", async () => {
  const mallory = await newSignedIn();
  const { factorId, secret } = await enrollTotp(mallory.sdk);
  const email = `victim-${mallory.email}`;
  const asked = await callIdentity("PUT", "user", await tokenOf(mallory.sdk), { email });
  expect(asked.status).toBe(200);
  const { token_hash } = await mailOf(email);
  const clicked = await authBrowser().verifyOtp({ type: "email_change", token_hash });
  expect(clicked.data.user?.email).toBe(email);
  const { error } = await verifyTotp(mallory.sdk, factorId, codeFor(secret));
  expect(error?.code).toBe("email_not_confirmed");
  await pg()`delete from rate_limits`;
  const owner = authBrowser();
  await owner.signInWithOtp({ email });
  await answerMail(owner, await mailOf(email));
  expect((await owner.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal1");
});

it("nor at the same moment: the account has a factor or the address, not both", async () => {
  const mallory = await newSignedIn();
  const { factorId, secret } = await enrollTotp(mallory.sdk);
  const email = `victim-${mallory.email}`;
  expect((await callIdentity("PUT", "user", await tokenOf(mallory.sdk), { email })).status).toBe(200);
  const { token_hash } = await mailOf(email);
  let both: Promise<unknown> | undefined;
  await pg().begin(async (tx) => {
    const [mine] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await tx`select from identity.users where email = ${mallory.email} for update`;
    const clicked = authBrowser().verifyOtp({ type: "email_change", token_hash });
    await untilSomeoneWaitsFor(mine?.pid ?? 0);
    const verified = verifyTotp(mallory.sdk, factorId, codeFor(secret));
    await sleep(1000);
    both = Promise.all([clicked, verified]);
  });
  const [clicked, verified] = (await both) as [{ error: unknown }, { error: unknown }];
  expect([clicked.error, verified.error].filter((error) => error === null)).toHaveLength(1);
});
