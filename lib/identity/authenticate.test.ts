import { createHmac, randomUUID } from "node:crypto";
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { pg } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { provision } from "@/lib/workspaces/provision";
import { authenticate } from "./authenticate";
import { identityAdmin, publishableKey, resetIdentity, statelessClient } from "./client";
import { setDelivery } from "./embedded/events";
import { keys } from "./embedded/signing-keys";

const password = "correct horse battery";

async function newUser() {
  const { data, error } = await statelessClient(publishableKey()).auth.signUp({
    email: `auth-${randomUUID()}@example.com`,
    password,
  });
  if (error || !data.session || !data.user) throw error ?? new Error("no session");
  return {
    id: data.user.id,
    token: data.session.access_token,
    workspaceId: String(data.user.user_metadata.workspace_id),
  };
}

async function outcome(authorization: string | null) {
  try {
    return await authenticate(authorization);
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

let ada: Awaited<ReturnType<typeof newUser>>;
let eve: Awaited<ReturnType<typeof newUser>>;

beforeAll(async () => {
  setDelivery(async (event) => {
    if (event.record) await provision(event.record.id);
  });
  ada = await newUser();
  eve = await newUser();
});

describe("authenticate", () => {
  it("takes user and workspace from a good token", async () => {
    expect(await outcome(`Bearer ${ada.token}`)).toMatchObject({
      userId: ada.id,
      workspaceId: ada.workspaceId,
    });
  });

  it("asks the provider each time: a session that was ended is refused at once", async () => {
    const { token } = await newUser();
    expect(await outcome(`Bearer ${token}`)).toHaveProperty("userId");
    await identityAdmin().signOut(token, "global");
    expect(await outcome(`Bearer ${token}`)).toBe("UNAUTHORIZED");
  });
});

/** Tokens that are wrong in one respect each; `base` has the claims of a valid one. */
async function forgedTokens(): Promise<Record<string, string>> {
  const { kid, private: key, public: published } = await keys();
  const base = decode(ada.token);
  const now = Math.floor(Date.now() / 1000);
  const sign = (
    claims: JWTPayload,
    header: Record<string, unknown> = {},
    signer: CryptoKey | Uint8Array = key,
  ) => new SignJWT({ ...base, ...claims }).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(signer);
  const without = (name: string) => sign({ [name]: undefined });
  const stranger = await generateKeyPair("ES256");
  const own = published.get(kid);
  if (!own) throw new Error("no public key");
  const spki = await exportSPKI(own);
  const jwk = JSON.stringify(await crypto.subtle.exportKey("jwk", own));
  const hs256 = (secret: string) => {
    const head = `${encode({ alg: "HS256", kid, typ: "JWT" })}.${encode(base)}`;
    return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
  };
  const [head = "", body = "", signature = ""] = ada.token.split(".");
  return {
    "expired a second ago": await sign({ exp: now - 1 }),
    "expired a day ago": await sign({ exp: now - 86_400 }),
    "without expiry": await without("exp"),
    "not valid before tomorrow": await sign({ nbf: now + 86_400 }),
    "without subject": await without("sub"),
    "with a subject that is no UUID": await sign({ sub: "admin" }),
    "of a user who does not exist": await sign({ sub: randomUUID() }),
    "of somebody else's session": await sign({ sub: eve.id }),
    "without session": await without("session_id"),
    "of a session that does not exist": await sign({ session_id: randomUUID() }),
    "without issuer": await without("iss"),
    "of another issuer": await sign({ iss: "https://evil.example/auth/v1" }),
    "without audience": await without("aud"),
    "for another audience": await sign({ aud: "anon" }),
    "without key id": await sign({}, { kid: undefined }),
    "of an unknown key": await sign({}, { kid: "unknown" }),
    "of an unknown key that it brings along": await sign(
      {},
      { jwk: await crypto.subtle.exportKey("jwk", stranger.publicKey) },
      stranger.privateKey,
    ),
    "signed by a stranger under our key id": await sign({}, {}, stranger.privateKey),
    "with a critical header nobody knows": await sign({}, { crit: ["x"], x: 1 }).catch(
      () => `${encode({ alg: "ES256", kid, crit: ["x"], x: 1 })}.${body}.${signature}`,
    ),
    "with alg none": new UnsecuredJWT(base).encode(),
    "with alg none and our key id": `${encode({ alg: "none", kid })}.${body}.`,
    "with alg NONE and a signature": `${encode({ alg: "NONE", kid })}.${body}.${signature}`,
    "HS256 under the public key as PEM": hs256(spki),
    "HS256 under the public key as JWK": hs256(jwk),
    "HS256 under the publishable key": hs256(publishableKey()),
    "HS256 under nothing": hs256(""),
    "with a changed body": `${head}.${encode({ ...base, sub: eve.id })}.${signature}`,
    "with a shortened signature": `${head}.${body}.${signature.slice(0, -4)}`,
    "without signature": `${head}.${body}.`,
    "with an all-zero signature": `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`,
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(token: string): JWTPayload {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

describe("a token", () => {
  it("is refused in thirty forged forms", async () => {
    const forged = Object.entries(await forgedTokens());
    expect(forged).toHaveLength(30);
    for (const [name, token] of forged)
      expect([name, await outcome(`Bearer ${token}`)]).toEqual([name, "UNAUTHORIZED"]);
  });

  it("is forged by a helper that can make good ones too", async () => {
    const { kid, private: key } = await keys();
    const good = await new SignJWT(decode(ada.token)).setProtectedHeader({ alg: "ES256", kid }).sign(key);
    expect(await outcome(`Bearer ${good}`)).toMatchObject({ userId: ada.id });
  });

  it("must come in the one accepted form", async () => {
    const headers = [
      null,
      "",
      ada.token,
      "Bearer",
      "Bearer ",
      `bearer ${ada.token}`,
      `BEARER ${ada.token}`,
      `Bearer  ${ada.token}`,
      `Bearer\t${ada.token}`,
      `Bearer:${ada.token}`,
      `Token ${ada.token}`,
      `Basic ${ada.token}`,
      `Bearer ${ada.token} `,
      `Bearer ${ada.token},`,
      `Bearer ${ada.token} ${ada.token}`,
      `Bearer "${ada.token}"`,
      "Bearer undefined",
      "Bearer null",
      `Bearer ${publishableKey()}`,
      `Bearer ${process.env.SUPABASE_SECRET_KEY}`,
      "Bearer a.b",
      "Bearer a.b.c.d",
      "Bearer ü.ü.ü",
      "Bearer \u0000.a.b",
      `Bearer ${"a".repeat(20_000)}.b.c`,
    ];
    for (const header of headers) expect([header, await outcome(header)]).toEqual([header, "UNAUTHORIZED"]);
  });
});

describe("the workspace in the user's own metadata", () => {
  it("is refused in twelve forged forms", async () => {
    const { id, token, workspaceId } = await newUser();
    const forged: [string, unknown][] = [
      ["another workspace", ada.workspaceId],
      ["another workspace in capitals", ada.workspaceId.toUpperCase()],
      ["a workspace that does not exist", randomUUID()],
      ["null", null],
      ["an empty string", ""],
      ["a number", 1],
      ["true", true],
      ["an array of the own one", [workspaceId]],
      ["an array of both", [workspaceId, ada.workspaceId]],
      ["an object", { id: ada.workspaceId }],
      ["SQL", `${workspaceId}' or '1'='1`],
      ["a megabyte", "a".repeat(1024 * 1024)],
    ];
    for (const [name, value] of forged) {
      const patch = JSON.stringify({ workspace_id: value });
      await pg()`update identity.users set raw_user_meta_data = raw_user_meta_data || ${patch}::jsonb where id = ${id}`;
      expect([name, await outcome(`Bearer ${token}`)]).toEqual([name, "UNAUTHORIZED"]);
    }
    await pg()`update identity.users set raw_user_meta_data = raw_user_meta_data - 'workspace_id' where id = ${id}`;
    expect(await outcome(`Bearer ${token}`)).toBe("UNAUTHORIZED");
  });

  it("is put right by the next sign-in", async () => {
    const email = `forger-${randomUUID()}@example.com`;
    const sdk = statelessClient(publishableKey());
    const { data } = await sdk.auth.signUp({ email, password });
    await sdk.auth.updateUser({ data: { workspace_id: ada.workspaceId } });
    expect(await outcome(`Bearer ${data.session?.access_token}`)).toBe("UNAUTHORIZED");
    const again = await sdk.auth.signInWithPassword({ email, password });
    expect(await outcome(`Bearer ${again.data.session?.access_token}`)).toMatchObject({
      userId: data.user?.id,
    });
  });

  it("cannot grow beyond what a token and a cookie can carry", async () => {
    const sdk = statelessClient(publishableKey());
    await sdk.auth.signUp({ email: `big-${randomUUID()}@example.com`, password });
    const { error } = await sdk.auth.updateUser({ data: { about: "a".repeat(3000) } });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("an outage of the provider", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    resetEnv();
    resetIdentity();
  });

  function hostedAnswering(answer: () => Promise<Response>) {
    vi.stubEnv("SUPABASE_URL", "https://project.example");
    vi.stubGlobal("fetch", answer);
    resetEnv();
    resetIdentity();
  }
  const gateway = (status: number, body: string) => async () => new Response(body, { status });

  it.each([
    ["500", gateway(500, "{}")],
    ["502 with a page", gateway(502, "<html>")],
    ["503", gateway(503, "{}")],
    ["504", gateway(504, "")],
    ["520", gateway(520, "{}")],
    ["200 with a page", gateway(200, "<html>")],
    ["429", gateway(429, '{"code":"over_request_rate_limit","message":"slow down"}')],
    ["a wrong API key of ours", gateway(401, '{"message":"Invalid API key"}')],
    ["no connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("is 503 with Retry-After, not 401: %s", async (_, answer) => {
    hostedAnswering(answer);
    await expect(authenticate(`Bearer ${ada.token}`)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      headers: { "Retry-After": "5" },
    });
  });

  it("is noticed within five seconds when nothing answers", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const controller = new AbortController();
      expect(ms).toBeLessThanOrEqual(5000);
      setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), ms);
      return controller.signal;
    });
    vi.stubEnv("SUPABASE_URL", "https://project.example");
    vi.stubGlobal("fetch", (_: unknown, init?: RequestInit) => {
      signals.push(init?.signal);
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    });
    resetEnv();
    resetIdentity();
    const asked = outcome(`Bearer ${ada.token}`);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await asked).toBe("SERVICE_UNAVAILABLE");
    expect(signals).toHaveLength(1);
    vi.useRealTimers();
  });

  it("still tells refusals of a hosted project from it", async () => {
    hostedAnswering(gateway(403, '{"code":403,"error_code":"bad_jwt","msg":"invalid JWT"}'));
    expect(await outcome(`Bearer ${ada.token}`)).toBe("UNAUTHORIZED");
  });
});
