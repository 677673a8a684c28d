import "@/lib/testing/cheap-passwords";
import { describe, expect, it } from "vitest";
import { pg } from "@/db/client";
import { codeTo, subjectsTo } from "@/lib/testing/inbox";
import { receiveMails } from "@/lib/testing/mail-server";
import {
  callIdentity,
  codeFor,
  enrollTotp,
  growOld,
  newSecured,
  newSignedIn,
  PASSWORD,
  signInAgain,
  timePasses,
  tokenOf,
  verifyTotp,
} from "@/lib/testing/second-factor";
import { identityAdmin } from "../../client";
import { pruneIdentity } from "../retention";
import { sealStoredKeys } from "../sealed-rows";

/** Adding and removing second factors, by the SDK. */

receiveMails();

const levels = async (sdk: Parameters<typeof tokenOf>[0]) => {
  const { data } = await sdk.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe("an app as second factor", () => {
  it("is enrolled, challenged, verified and listed by the SDK, and the session stays at aal2", async () => {
    const { sdk, email } = await newSignedIn();
    expect(await levels(sdk)).toEqual(["aal1", "aal1"]);
    const { data: enrolled } = await sdk.mfa.enroll({
      factorType: "totp",
      friendlyName: "phone",
      issuer: "Kith",
    });
    expect(enrolled).toMatchObject({ type: "totp", friendly_name: "phone" });
    expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(enrolled?.totp.uri).toContain(`otpauth://totp/Kith:${encodeURIComponent(email)}?`);
    expect((await sdk.mfa.listFactors()).data).toMatchObject({ all: [{ status: "unverified" }], totp: [] });
    const factorId = enrolled?.id ?? "";
    const { data: asked } = await sdk.mfa.challenge({ factorId });
    expect(asked).toMatchObject({ type: "totp" });
    expect((asked?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
    const code = codeFor(enrolled?.totp.secret ?? "");
    const { data, error } = await sdk.mfa.verify({ factorId, challengeId: asked?.id ?? "", code });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified", factor_type: "totp" }]);
    expect(await levels(sdk)).toEqual(["aal2", "aal2"]);
    expect((await sdk.refreshSession()).error).toBeNull();
    const { data: claims } = await sdk.getClaims();
    expect(claims?.claims.aal).toBe("aal2");
    expect(claims?.claims.amr).toMatchObject([{ method: "totp" }, { method: "password" }]);
    expect((await sdk.getUser()).data.user?.factors).toHaveLength(1);
    expect(await subjectsTo(email)).toContain("A second factor was added");
  });

  it("is asked for at the next sign-in", async () => {
    const { email, factorId, secret } = await newSecured();
    const sdk = await signInAgain(email);
    expect(await levels(sdk)).toEqual(["aal1", "aal2"]);
    expect((await verifyTotp(sdk, factorId, codeFor(secret))).error).toBeNull();
    expect(await levels(sdk)).toEqual(["aal2", "aal2"]);
  });

  it("ends the sessions that have not shown it, and not those that have", async () => {
    const user = await newSignedIn();
    const other = await signInAgain(user.email);
    const { factorId, secret } = await enrollTotp(user.sdk);
    await verifyTotp(user.sdk, factorId, codeFor(secret));
    expect((await other.getUser()).error?.name).toBe("AuthSessionMissingError");
    await timePasses();
    const third = await signInAgain(user.email);
    await verifyTotp(third, factorId, codeFor(secret));
    expect([(await user.sdk.getUser()).error, (await third.getUser()).error]).toEqual([null, null]);
  });

  it("is removed, which makes its sessions ordinary again and is told to the owner", async () => {
    const { sdk, factorId, email } = await newSecured();
    expect((await sdk.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await sdk.refreshSession();
    expect(await levels(sdk)).toEqual(["aal1", "aal1"]);
    expect((await sdk.getUser()).data.user?.factors).toBeUndefined();
    expect(await subjectsTo(email)).toContain("A second factor was removed");
  });

  it("has a secret that no dump gives away, and that a rotation of the keys writes anew", async () => {
    const { factorId, secret } = await newSecured();
    const stored = async () =>
      (await pg()`select secret from identity.mfa_factors where id = ${factorId}`)[0]?.secret;
    expect(await stored()).toMatch(/^v1\.k1\./);
    expect(await stored()).not.toContain(secret);
    await pg()`update identity.mfa_factors set secret = ${secret} where id = ${factorId}`;
    expect((await sealStoredKeys()).rotated).toBe(1);
    expect(await stored()).toMatch(/^v1\.k1\./);
  });
});

describe("enrolling answers with GoTrue's code for", () => {
  it("a name that is taken, and too many factors", async () => {
    const { sdk } = await newSecured();
    const taken = await sdk.mfa.enroll({ factorType: "totp", friendlyName: "phone" });
    expect(taken.error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
    for (let i = 0; i < 9; i++) {
      const { factorId, secret } = await enrollTotp(sdk, `phone ${i}`);
      await pg()`delete from rate_limits`;
      expect((await verifyTotp(sdk, factorId, codeFor(secret))).error).toBeNull();
    }
    const many = await sdk.mfa.enroll({ factorType: "totp", friendlyName: "one more" });
    expect(many.error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
  });

  it("kinds that are not offered, and bad names", async () => {
    const { sdk } = await newSignedIn();
    const phone = await sdk.mfa.enroll({ factorType: "phone", phone: "+41000000000" });
    expect(phone.error?.code).toBe("mfa_phone_enroll_not_enabled");
    const token = await tokenOf(sdk);
    for (const body of [
      { factor_type: "carrier pigeon" },
      { factor_type: "totp", friendly_name: "x".repeat(61) },
      { factor_type: "totp", friendly_name: "a\0b" },
      { factor_type: "totp", friendly_name: 7 },
    ]) {
      expect(await callIdentity("POST", "factors", token, body)).toMatchObject({
        status: 400,
        code: "validation_failed",
      });
    }
  });
});

describe("adding or removing a factor wants a fresh proof", () => {
  it("which a sign-in of the last ten minutes is, or the password, once more", async () => {
    const { sdk, id, factorId } = await newSecured();
    await growOld(id);
    const token = await tokenOf(sdk);
    const add = await sdk.mfa.enroll({ factorType: "totp", friendlyName: "second" });
    expect(add.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    expect((await sdk.mfa.unenroll({ factorId })).error?.code).toBe("reauthentication_needed");
    const wrong = await callIdentity("POST", "reauthenticate", token, { current_password: "wrong" });
    expect(wrong).toMatchObject({ status: 400, code: "current_password_invalid" });
    const nothing = await callIdentity("POST", "reauthenticate", token, {});
    expect(nothing.code).toBe("reauthentication_needed");
    expect((await sdk.mfa.unenroll({ factorId })).error?.code).toBe("reauthentication_needed");
    const right = await callIdentity("POST", "reauthenticate", token, { current_password: PASSWORD });
    expect(right.status).toBe(200);
    expect((await sdk.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it("which a second factor is, too", async () => {
    const { sdk, id, factorId, secret } = await newSecured();
    await growOld(id);
    await verifyTotp(sdk, factorId, codeFor(secret));
    expect((await sdk.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it("and a mailbox that is the account's: a stranger who typed the address cannot keep its owner out", async () => {
    const { sdk, id, email } = await newSignedIn();
    await pg()`update identity.users set mailbox_proved_at = null where id = ${id}`;
    const refused = await sdk.mfa.enroll({ factorType: "totp" });
    expect(refused.error).toMatchObject({ status: 422, code: "email_not_confirmed" });
    const token = await tokenOf(sdk);
    await callIdentity("POST", "reauthenticate", token, { current_password: PASSWORD });
    expect((await sdk.mfa.enroll({ factorType: "totp" })).error?.code).toBe("email_not_confirmed");
    await sdk.reauthenticate();
    const proved = await callIdentity("POST", "reauthenticate", token, { nonce: await codeTo(email) });
    expect(proved.status).toBe(200);
    expect((await sdk.mfa.enroll({ factorType: "totp" })).error).toBeNull();
  });
});

describe("a factor that was begun and not finished", () => {
  it("counts for nothing, and goes with the first that is finished", async () => {
    const { sdk, email } = await newSignedIn();
    await enrollTotp(sdk, "left alone");
    expect(await levels(await signInAgain(email))).toEqual(["aal1", "aal1"]);
    const { factorId, secret } = await enrollTotp(sdk, "finished");
    await verifyTotp(sdk, factorId, codeFor(secret));
    expect((await sdk.getUser()).data.user?.factors).toMatchObject([{ friendly_name: "finished" }]);
  });

  it("never stands in the way of another, makes room, and may be removed without a proof", async () => {
    const { sdk, id } = await newSignedIn();
    const factors = [];
    for (let i = 0; i < 12; i++) factors.push(await enrollTotp(sdk, `try ${i}`));
    expect((await sdk.getUser()).data.user?.factors).toHaveLength(4);
    await growOld(id);
    expect((await sdk.mfa.unenroll({ factorId: factors.at(-1)?.factorId ?? "" })).error).toBeNull();
  });

  it("is no factor any more after a quarter of an hour, frees its name, and is swept", async () => {
    const { sdk, id } = await newSignedIn();
    const { factorId, secret } = await enrollTotp(sdk);
    await pg()`update identity.mfa_factors set created_at = now() - interval '901 seconds' where user_id = ${id}`;
    const late = await verifyTotp(sdk, factorId, codeFor(secret));
    expect(late.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    await enrollTotp(sdk);
    await pg()`update identity.mfa_factors set created_at = now() - interval '25 hours' where user_id = ${id}`;
    await pg()`update identity.mfa_challenges set created_at = now() - interval '25 hours'`;
    expect(await pruneIdentity()).toBeGreaterThan(0);
    expect(await pg()`select from identity.mfa_factors where user_id = ${id}`).toHaveLength(0);
    expect(await pg()`select from identity.mfa_challenges`).toHaveLength(0);
  });
});

describe("an administrator", () => {
  it("lists the factors of a user and removes them, which the user hears of", async () => {
    const { id, email, factorId } = await newSecured();
    const listed = await identityAdmin().mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factorId, status: "verified" }]);
    expect((await identityAdmin().mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
    expect(await levels(await signInAgain(email))).toEqual(["aal1", "aal1"]);
    expect(await subjectsTo(email)).toContain("A second factor was removed");
    const again = await identityAdmin().mfa.deleteFactor({ userId: id, id: factorId });
    expect(again.error?.code).toBe("mfa_factor_not_found");
  });

  it("deletes them with the user", async () => {
    const { id } = await newSecured();
    await identityAdmin().deleteUser(id);
    expect(await pg()`select from identity.mfa_factors where user_id = ${id}`).toHaveLength(0);
  });
});
