import "@/lib/testing/cheap-passwords";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, pg } from "@/db/client";
import { handleMail } from "@/lib/email/embedded/handler";
import { followLink } from "@/lib/testing/auth-browser";
import { mailOf } from "@/lib/testing/inbox";
import { type InternalServer, startInternalServer } from "@/lib/testing/internal-server";
import { identityFetch, identityUrl, publishableKey, statelessClient } from "../client";
import { setDelivery } from "./events";
import { bindSession } from "./flows";
import { insertUser } from "./users";

let server: InternalServer;
beforeAll(async () => {
  server = await startInternalServer({
    "/resend/": (request) => handleMail(request, new URL(request.url).pathname.replace("/resend/", "")),
  });
  setDelivery(async () => undefined);
});
afterAll(() => server.close());

async function post(path: string, body: unknown) {
  const response = await identityFetch(`${identityUrl()}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: publishableKey(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const anonymous = () => statelessClient(publishableKey()).auth;

/** A user who requested a link with this verifier and followed it: the code is ready to be exchanged. */
async function followed() {
  const email = `code-${randomUUID()}@example.com`;
  const user = await insertUser({ email, passwordHash: null, confirmed: true, data: {} });
  const verifier = randomBytes(32).toString("base64url");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  await post("otp", { email, code_challenge, code_challenge_method: "s256" });
  const { token_hash } = await mailOf(email);
  const { target } = await followLink(token_hash, "magiclink", "http://localhost:3000/auth/callback");
  const exchange = (code_verifier = verifier) =>
    post("token?grant_type=pkce", { auth_code: target.searchParams.get("code"), code_verifier });
  return { userId: user?.id ?? "", exchange };
}

it("a code that is exchanged a second time ends the session of the first, at once", async () => {
  const { exchange, userId } = await followed();
  const first = await exchange();
  expect(first.status).toBe(200);
  const { data: whose } = await anonymous().getUser(first.body.access_token);
  expect(whose.user?.id).toBe(userId);
  expect(await exchange()).toMatchObject({ status: 404, body: { error_code: "flow_state_not_found" } });
  expect((await anonymous().getUser(first.body.access_token)).data.user).toBeNull();
  expect((await anonymous().refreshSession(first.body)).error?.code).toBe("refresh_token_not_found");
  expect((await exchange()).status).toBe(404);
});

it("whoever has the code without its secret ends nothing", async () => {
  const { exchange } = await followed();
  const first = await exchange();
  expect((await exchange("v".repeat(43))).status).toBe(404);
  expect((await anonymous().getUser(first.body.access_token)).data.user).not.toBeNull();
});

it("two exchanges at once leave nobody with a session", async () => {
  const { exchange, userId } = await followed();
  const answers = await Promise.all([exchange(), exchange(), exchange()]);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(await pg()`select id from identity.sessions where user_id = ${userId}`).toHaveLength(0);
  const [flow] = await pg()<{ id: string }[]>`select id from identity.flow_state where user_id = ${userId}`;
  expect(await db().transaction((tx) => bindSession(tx, flow?.id ?? "", randomUUID()))).toBe(false);
});
