import { beforeEach, expect, it } from "vitest";
import { pg } from "@/db/client";
import { flushAudit } from "@/lib/audit/note";
import { authBrowser } from "@/lib/testing/auth-browser";
import { codeFor, enrollTotp, newSignedIn, timePasses, tokenOf } from "@/lib/testing/second-factor";
import { apiKeys } from "../config";
import { setDelivery } from "../events";
import { handleIdentity } from "../handler";

/** The entries of the security log about second factors and links. Internal calls are not logged, so these come from outside. */

beforeEach(async () => {
  setDelivery(async () => {});
  await pg()`delete from rate_limits`;
});

async function call(method: string, path: string, token: string, body?: unknown) {
  const { publishable } = apiKeys();
  const headers = {
    apikey: publishable,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  const request = new Request(`http://kith.test/auth/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return handleIdentity(request, { address: "203.0.113.5" });
}

async function noted(userId: string) {
  await flushAudit();
  const rows =
    await pg()`select action, outcome, address from audit_events where user_id = ${userId} order by id`;
  return rows.map(({ action, outcome, address }) => [action, outcome, address].join(" "));
}

it("every step of a factor's life is noted with its outcome, about its user", async () => {
  const { id, sdk } = await newSignedIn();
  let token = await tokenOf(sdk);
  await call("POST", "factors", token, { factor_type: "totp", friendly_name: "seen" });
  const { factorId, secret } = await enrollTotp(sdk);
  const verify = async (code: string) => {
    const { data } = await sdk.mfa.challenge({ factorId });
    return call("POST", `factors/${factorId}/verify`, token, { challenge_id: data?.id, code });
  };
  await verify("12345");
  token = (await (await verify(codeFor(secret))).json()).access_token;
  await timePasses();
  const { codes } = await (await call("POST", "factors/recovery-codes", token)).json();
  await call("POST", "factors/recovery-codes/verify", token, { code: "wrong" });
  await call("POST", "factors/recovery-codes/verify", token, { code: codes[0] });
  await call("POST", "reauthenticate", token, { current_password: "wrong" });
  await call("DELETE", "factors/recovery-codes", token);
  await call("DELETE", `factors/${factorId}`, token);
  const lines = await noted(id);
  expect(lines).toEqual(
    [
      "factor.begun success",
      "factor.verified failure",
      "factor.verified success",
      "recovery_codes.made success",
      "recovery_code.used failure",
      "recovery_code.used success",
      "account.proved failure",
      "recovery_codes.removed success",
      "factor.removed success",
    ].map((line) => `${line} 203.0.113.5`),
  );
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it("a followed link is noted about its account, and a dead one as a failure of nobody's", async () => {
  const { id, email } = await newSignedIn();
  const { data } = await (await import("../../client"))
    .identityAdmin()
    .generateLink({ type: "magiclink", email });
  const link = `verify?type=magiclink&token=${data.properties?.hashed_token}`;
  expect((await call("GET", link, "")).status).toBe(303);
  expect(await noted(id)).toEqual(["link.followed success 203.0.113.5"]);
  await call("GET", link, "");
  expect(await noted(id)).toHaveLength(1);
  const [dead] =
    await pg()`select outcome from audit_events where action = 'link.followed' and user_id is null`;
  expect(dead?.outcome).toBe("failure");
});

it("of a link that only its own browser can use, too", async () => {
  const { id, email } = await newSignedIn();
  await authBrowser().signInWithOtp({ email });
  await pg()`update identity.one_time_tokens set token_hash = encode(sha256('pkce_x'), 'hex') where user_id = ${id}`;
  const answer = await call("GET", "verify?type=magiclink&token=pkce_x", "");
  expect(answer.headers.get("location")).toContain("code=");
  expect(await noted(id)).toEqual(["link.followed success 203.0.113.5"]);
});
