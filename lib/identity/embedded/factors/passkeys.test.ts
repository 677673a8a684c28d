import "@/lib/testing/cheap-passwords";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { type Gesture, newAuthenticator } from "@/lib/testing/authenticator";
import {
  callIdentity,
  growOld,
  newSignedIn,
  PASSWORD,
  signInAgain,
  tokenOf,
} from "@/lib/testing/second-factor";
import { identityAdmin, publishableKey, statelessClient } from "../../client";
import { setDelivery } from "../events";

/** Passkeys: as a second factor, and alone. The SDK in a browser uses them in e2e/second-factor.spec.ts. */

beforeEach(async () => {
  setDelivery(async () => {});
  await pg()`delete from rate_limits`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

type Device = ReturnType<typeof newAuthenticator>;

/** Answers a challenge of a factor: `create` for a new one, `get` for an existing one. */
async function answer(token: string, factorId: string, device: Device, gesture: Gesture = {}) {
  const asked = await callIdentity("POST", `factors/${factorId}/challenge`, token, {});
  const { type, credential_options } = asked.body.webauthn;
  const { challenge } = credential_options.publicKey;
  const credential_response =
    type === "create" ? device.create(challenge, gesture) : device.get(challenge, gesture);
  const body = { challenge_id: asked.body.id, webauthn: { type, credential_response } };
  const send = () => callIdentity("POST", `factors/${factorId}/verify`, token, body);
  return { asked, send };
}

/** A user with a passkey, and the credentials they signed in with. */
async function newHolder(friendly_name = "laptop") {
  const user = await newSignedIn();
  const token = await tokenOf(user.sdk);
  const device = newAuthenticator();
  const begun = await callIdentity("POST", "factors", token, { factor_type: "webauthn", friendly_name });
  const { asked, send } = await answer(token, begun.body.id, device);
  const done = await send();
  return { ...user, device, factorId: begun.body.id, asked, done, token: done.body.access_token };
}

async function signInBy(device: Device, gesture: Gesture = {}) {
  const asked = await callIdentity("POST", "passkeys/authentication/options", publishableKey(), {});
  const body = {
    challenge_id: asked.body.challenge_id,
    credential: device.get(asked.body.options.challenge, gesture),
  };
  const send = () => callIdentity("POST", "passkeys/authentication/verify", publishableKey(), body);
  return { asked, send };
}

describe("a passkey", () => {
  it("is made for this site and this user, and is a second factor from then on", async () => {
    const { asked, done, email, id } = await newHolder();
    const { publicKey } = asked.body.webauthn.credential_options;
    expect(publicKey).toMatchObject({ rp: { id: "localhost" }, user: { name: email }, attestation: "none" });
    expect(Buffer.from(publicKey.user.id, "base64url").toString()).toBe(id);
    expect(done.status).toBe(200);
    const { data } = await statelessClient(publishableKey()).auth.getClaims(done.body.access_token);
    expect(data?.claims).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/webauthn" }, { method: "password" }],
    });
    expect(done.body.user.factors).toMatchObject([{ factor_type: "webauthn", status: "verified" }]);
  });

  it("is shown after a password, once per challenge", async () => {
    const { email, factorId, device } = await newHolder();
    const token = await tokenOf(await signInAgain(email));
    const { asked, send } = await answer(token, factorId, device);
    expect(asked.body.webauthn.type).toBe("request");
    expect(asked.body.webauthn.credential_options.publicKey.allowCredentials).toMatchObject([
      { id: device.id },
    ]);
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
  });

  it.each<[string, Gesture]>([
    ["another site's page", { origin: "https://kith.example.evil" }],
    ["a passkey of another site", { rpId: "example.com" }],
  ])("does not answer %s", async (_, gesture) => {
    const { email, factorId, device } = await newHolder();
    const token = await tokenOf(await signInAgain(email));
    const { send } = await answer(token, factorId, device, gesture);
    expect(await send()).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  });

  it("is not another one: not a stranger's, not a copy that fell behind, not one made for an older challenge", async () => {
    const { email, factorId, device } = await newHolder();
    const token = await tokenOf(await signInAgain(email));
    const strange = await answer(token, factorId, newAuthenticator());
    expect((await strange.send()).code).toBe("mfa_verification_failed");
    await pg()`update identity.mfa_factors set sign_count = 50 where id = ${factorId}`;
    const copy = await answer(token, factorId, device, { counter: 50 });
    expect((await copy.send()).code).toBe("mfa_verification_failed");
    const late = await answer(token, factorId, device, { counter: 51 });
    await pg()`update identity.mfa_challenges set created_at = now() - interval '301 seconds'`;
    expect((await late.send()).code).toBe("mfa_challenge_expired");
  });

  it("belongs to one account only", async () => {
    const { device } = await newHolder();
    const other = await newSignedIn();
    const token = await tokenOf(other.sdk);
    const begun = await callIdentity("POST", "factors", token, {
      factor_type: "webauthn",
      friendly_name: "x",
    });
    const { send } = await answer(token, begun.body.id, device);
    expect(await send()).toMatchObject({ status: 422, code: "webauthn_credential_exists" });
  });
});

describe("signing in by a passkey alone", () => {
  it("opens a whole session, because it was opened by PIN or finger", async () => {
    const { device, id } = await newHolder();
    const { asked, send } = await signInBy(device);
    expect(asked.body.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const done = await send();
    expect([done.status, done.body.user.id]).toEqual([200, id]);
    const { data } = await statelessClient(publishableKey()).auth.getClaims(done.body.access_token);
    expect(data?.claims).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] });
    expect(await send()).toMatchObject({ status: 400, code: "webauthn_challenge_not_found" });
  });

  it("wants the PIN or finger, the right site, and a passkey that is known", async () => {
    const { device } = await newHolder();
    const attempts = [
      await signInBy(device, { userVerified: false }),
      await signInBy(device, { origin: "https://evil.example" }),
      await signInBy(device, { rpId: "evil.example" }),
      await signInBy(newAuthenticator()),
    ];
    for (const { send } of attempts) {
      expect(await send()).toMatchObject({ status: 400, code: "webauthn_verification_failed" });
    }
    const { send } = await signInBy(device);
    await pg()`update identity.mfa_challenges set created_at = now() - interval '301 seconds'`;
    expect(await send()).toMatchObject({ status: 400, code: "webauthn_challenge_expired" });
  });

  it("does nothing for a passkey that was not finished or was removed, or whose user is banned", async () => {
    const { device, id, token, factorId } = await newHolder();
    await identityAdmin().updateUserById(id, { ban_duration: "1h" });
    expect((await (await signInBy(device)).send()).code).toBe("user_banned");
    await identityAdmin().updateUserById(id, { ban_duration: "none" });
    const back = await (await signInBy(device)).send();
    expect(back.status).toBe(200);
    expect(token).toBeDefined();
    await callIdentity("DELETE", `factors/${factorId}`, back.body.access_token);
    expect((await (await signInBy(device)).send()).code).toBe("webauthn_verification_failed");
  });
});

describe("passkeys by GoTrue's own calls", () => {
  it("are registered, listed, renamed and deleted, and are the same factors", async () => {
    const { sdk, id } = await newSignedIn();
    const device = newAuthenticator();
    const { data: begun } = await sdk.passkey.startRegistration();
    const registered = await sdk.passkey.verifyRegistration({
      challengeId: begun?.challenge_id ?? "",
      credential: device.create(begun?.options.challenge ?? "") as never,
    });
    expect(registered.error).toBeNull();
    const passkeyId = registered.data?.id ?? "";
    expect((await sdk.passkey.list()).data).toMatchObject([{ id: passkeyId }]);
    expect((await sdk.passkey.update({ passkeyId, friendlyName: "key" })).data).toMatchObject({
      friendly_name: "key",
    });
    expect((await sdk.mfa.listFactors()).data?.webauthn).toMatchObject([{ friendly_name: "key" }]);
    await growOld(id);
    expect((await sdk.passkey.delete({ passkeyId })).error?.code).toBe("reauthentication_needed");
    await callIdentity("POST", "reauthenticate", await tokenOf(sdk), { current_password: PASSWORD });
    expect((await sdk.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await sdk.passkey.list()).data).toEqual([]);
  });

  it("are nobody else's, and not for half a session", async () => {
    const { email, factorId } = await newHolder();
    const stranger = await newHolder();
    for (const [method, path, body] of [
      ["PATCH", `passkeys/${factorId}`, { friendly_name: "mine" }],
      ["DELETE", `passkeys/${factorId}`],
    ] as const) {
      expect((await callIdentity(method, path, stranger.token, body)).code).toBe("mfa_factor_not_found");
    }
    const half = await tokenOf(await signInAgain(email));
    for (const [method, path, body] of [
      ["GET", "passkeys"],
      ["PATCH", `passkeys/${factorId}`, { friendly_name: "mine" }],
      ["DELETE", `passkeys/${factorId}`],
      ["POST", "passkeys/registration/options", {}],
      ["POST", "passkeys/registration/verify", {}],
    ] as const) {
      expect((await callIdentity(method, path, half, body)).code, `${method} ${path}`).toBe(
        "insufficient_aal",
      );
    }
  });
});

describe("where browsers give no passkeys", () => {
  it.each(["http://192.168.1.20:3000", "https://192.0.2.1", "http://kith.example"])(
    "at %s, none is offered",
    async (url) => {
      const { sdk } = await newSignedIn();
      vi.stubEnv("APP_URL", url);
      resetEnv();
      const { error } = await sdk.mfa.enroll({ factorType: "webauthn", friendlyName: "x" });
      expect(error).toMatchObject({ status: 422, code: "mfa_webauthn_enroll_not_enabled" });
      const asked = await callIdentity("POST", "passkeys/authentication/options", publishableKey(), {});
      expect(asked.code).toBe("mfa_webauthn_enroll_not_enabled");
    },
  );
});

it.each([
  {},
  { challenge_id: "x" },
  { challenge_id: "01900000-0000-7000-8000-000000000000", credential: {} },
  [],
])("nonsense is refused: %j", async (body) => {
  const answered = await callIdentity("POST", "passkeys/authentication/verify", publishableKey(), body);
  expect(answered).toMatchObject({ status: 400, code: "validation_failed" });
});
