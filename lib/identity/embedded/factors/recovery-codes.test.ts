import "@/lib/testing/cheap-passwords";
import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { subjectsTo } from "@/lib/testing/inbox";
import { receiveMails } from "@/lib/testing/mail-server";
import {
  type Browser,
  codeFor,
  newSecured,
  newSignedIn,
  signInAgain,
  verifyTotp,
} from "@/lib/testing/second-factor";

/** Codes for the day the phone is lost, through the SDK's own calls. */

receiveMails();

async function codesOf(sdk: Browser): Promise<string[]> {
  const { data, error } = await sdk.mfa.recoveryCodes.generate();
  if (error) throw error;
  return data.codes;
}

const remaining = async (sdk: Browser) => (await sdk.mfa.recoveryCodes.getStatus()).data?.remaining;

it("ten are shown once; none stands in the database", async () => {
  const { sdk, email } = await newSecured();
  const none = await sdk.mfa.recoveryCodes.getStatus();
  expect(none.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  const codes = await codesOf(sdk);
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[a-km-np-z2-9]{16}$/.test(code))).toBe(true);
  const rows = await pg()`select t::text as row from identity.mfa_recovery_codes t`;
  expect(rows.filter(({ row }) => codes.some((code) => row.includes(code)))).toEqual([]);
  expect((await sdk.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 });
  expect((await sdk.mfa.recoveryCodes.generate()).error?.code).toBe("mfa_verified_factor_exists");
  expect((await sdk.mfa.listFactors()).data?.recovery_code).toMatchObject([
    { friendly_name: "Recovery codes" },
  ]);
  expect(await subjectsTo(email)).toContain("A second factor was added");
});

it("each opens one session, as it was written down, and its owner is told", async () => {
  const { sdk, email, factorId } = await newSecured();
  const [code = "", other = ""] = await codesOf(sdk);
  const written = code.toUpperCase().replace(/(.{4})(?=.)/g, "$1-");
  const lost = await signInAgain(email);
  expect((await lost.mfa.recoveryCodes.verify({ code: written })).error).toBeNull();
  const { data } = await lost.getClaims();
  expect(data?.claims).toMatchObject({ aal: "aal2", amr: [{ method: "mfa/recovery_code" }, {}] });
  expect(await remaining(lost)).toBe(9);
  expect(await subjectsTo(email)).toContain("A recovery code was used");
  const thief = await signInAgain(email);
  const again = await thief.mfa.recoveryCodes.verify({ code });
  expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  // A user who has lost the phone sets up another factor.
  await lost.mfa.recoveryCodes.unenroll();
  expect((await lost.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await thief.mfa.recoveryCodes.verify({ code: other })).error?.code).toBe("mfa_verification_failed");
});

it("of many who send one at the same moment one gets in", async () => {
  const { sdk, email } = await newSecured();
  const [code = ""] = await codesOf(sdk);
  const browsers = await Promise.all([1, 2, 3].map(() => signInAgain(email)));
  const answers = await Promise.all(browsers.map((one) => one.mfa.recoveryCodes.verify({ code })));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
});

it("those of somebody else, and guesses, open nothing; ten guesses close the way for a while", async () => {
  const [victim, stranger] = [await newSecured(), await newSecured()];
  const [code = ""] = await codesOf(victim.sdk);
  await codesOf(stranger.sdk);
  const thief = await signInAgain(stranger.email);
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push((await thief.mfa.recoveryCodes.verify({ code })).error?.code);
  expect(answers).toEqual([...Array(10).fill("mfa_verification_failed"), "mfa_recovery_codes_locked"]);
  expect(await remaining(victim.sdk)).toBe(10);
  // Codes of the app are counted separately.
  expect((await verifyTotp(thief, stranger.factorId, codeFor(stranger.secret))).error).toBeNull();
});

it("new ones end the old ones", async () => {
  const { sdk, email } = await newSecured();
  const [old = ""] = await codesOf(sdk);
  const { data } = await sdk.mfa.recoveryCodes.regenerate();
  expect(data?.codes).toHaveLength(10);
  const browser = await signInAgain(email);
  expect((await browser.mfa.recoveryCodes.verify({ code: old })).error?.code).toBe("mfa_verification_failed");
  expect((await browser.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? "" })).error).toBeNull();
});

it("are never alone: not the first factor, and not the last", async () => {
  const { sdk } = await newSignedIn();
  expect((await sdk.mfa.recoveryCodes.generate()).error?.code).toBe("insufficient_aal");
  const secured = await newSecured();
  await codesOf(secured.sdk);
  const { factorId } = secured;
  expect((await secured.sdk.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 422,
    code: "mfa_recovery_codes_sole_factor",
  });
  await secured.sdk.mfa.recoveryCodes.unenroll();
  expect((await secured.sdk.mfa.unenroll({ factorId })).error).toBeNull();
});
