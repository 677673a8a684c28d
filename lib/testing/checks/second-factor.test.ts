import { beforeEach, describe, expect, it } from "vitest";
import { POST as createApiKey } from "@/app/api/api-keys/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import {
  codeFor,
  newSecured,
  newSignedIn,
  signInAgain,
  tokenOf,
  verifyTotp,
} from "@/lib/testing/second-factor";
import { callRoute } from "@/lib/testing/workspace";
import { provision } from "@/lib/workspaces/provision";
import { endpoints, json, send } from "./operations";

/** No operation of the API answers a session that has shown one factor of two. Checked for every existing route. */

beforeEach(async () => {
  setDelivery(async () => {});
  await pg()`delete from rate_limits`;
});

const protectedOnes = endpoints.filter((one) => one.isProtected);

/** The answer of an operation to a token with an input that it accepts. */
async function ask(one: (typeof endpoints)[number], token: string) {
  const names = [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, "01900000-0000-7000-8000-000000000000"]));
  const example = one.operation.example === undefined ? {} : json(one.operation.example);
  const headers = { ...example.headers, authorization: `Bearer ${token}` };
  return send(one.handler, { ...example, method: one.method, params, headers });
}

const secured = async () => {
  const user = await newSecured();
  await provision(user.id);
  await user.sdk.refreshSession();
  return user;
};

describe("with one factor of two", () => {
  it("every operation that wants a token answers 403 and says why", async () => {
    const { email } = await secured();
    const token = await tokenOf(await signInAgain(email));
    expect(protectedOnes.length).toBeGreaterThan(30);
    for (const one of protectedOnes) {
      const got = await ask(one, token);
      expect([one.id, got.status, got.json?.code, got.json?.details?.reason]).toEqual([
        one.id,
        403,
        "FORBIDDEN",
        "second_factor",
      ]);
    }
  });

  it("the session that shows the other gets everything", async () => {
    const { email, factorId, secret } = await secured();
    const sdk = await signInAgain(email);
    await verifyTotp(sdk, factorId, codeFor(secret));
    const token = await tokenOf(sdk);
    const { status } = await callRoute(listContacts, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
  });

  it("API keys work as before, and so does who has begun a factor and not finished it", async () => {
    const { sdk } = await secured();
    const headers = { authorization: `Bearer ${await tokenOf(sdk)}` };
    const made = await callRoute(createApiKey, { headers, body: { name: "key", scopes: ["read"] } });
    expect(made.status).toBe(201);
    const byKey = { authorization: `Bearer ${made.body.key}` };
    expect((await callRoute(listContacts, { headers: byKey })).status).toBe(200);

    const begun = await newSignedIn();
    await provision(begun.id);
    await begun.sdk.mfa.enroll({ factorType: "totp" });
    await begun.sdk.refreshSession();
    const own = { authorization: `Bearer ${await tokenOf(begun.sdk)}` };
    expect((await callRoute(listContacts, { headers: own })).status).toBe(200);
  });
});
