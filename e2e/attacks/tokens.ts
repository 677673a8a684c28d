import { randomUUID } from "node:crypto";
import { exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { filled, type Operation } from "./document";
import {
  administer,
  ask,
  type Headers,
  identity,
  inParallel,
  type Json,
  newSession,
  newUser,
  type Target,
  target,
  type User,
  withDatabase,
} from "./target";

/** Authorization headers that must be refused everywhere, by what is wrong with them; null stands for none. */
export type Bad = Record<string, string | null>;

const parts = (token: string) => token.split(".").map((part) => Buffer.from(part, "base64url").toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens that nobody issued, made from one that was. */
export async function forgedTokens({ token }: User): Promise<Bad> {
  const [header = {}, claims = {}]: Json[] = parts(token)
    .slice(0, 2)
    .map((part) => JSON.parse(part));
  const [, payload = "", signature = ""] = token.split(".");
  const { keys } = (await ask(target, "/auth/v1/.well-known/jwks.json")).json as { keys: JWK[] };
  const known = await importJWK(keys[0] ?? {}, "ES256", { extractable: true });
  const spki = await exportSPKI(known as CryptoKey);
  const own = await generateKeyPair("ES256", { extractable: true });
  const sign = (key: CryptoKey | Uint8Array, more: object = {}, alg = "ES256") =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg, ...more }).sign(key);
  const bytes = (text: string) => new TextEncoder().encode(text.padEnd(32));
  const kids = [
    "",
    "../../../dev/null",
    "/dev/null",
    "' union select '' --",
    "__proto__",
    "constructor",
    "0",
    "\0",
  ];
  const tokens: Record<string, string> = {
    unsigned: new UnsecuredJWT(claims).encode(),
    "of the algorithm NONE": `${encoded({ ...header, alg: "NONE" })}.${payload}.`,
    "with its signature cut": token.slice(0, -8),
    "with no signature": `${token.split(".").slice(0, 2).join(".")}.`,
    "with a signature of zeros": `${token.split(".").slice(0, 2).join(".")}.${Buffer.alloc(64).toString("base64url")}`,
    "of another user": `${token.split(".")[0]}.${encoded({ ...claims, sub: randomUUID() })}.${signature}`,
    "that lasts longer": `${token.split(".")[0]}.${encoded({ ...claims, exp: 9e9 })}.${signature}`,
    "of an administrator": `${token.split(".")[0]}.${encoded({ ...claims, role: "service_role" })}.${signature}`,
    "signed by another key": await sign(own.privateKey),
    "with its own key": await sign(own.privateKey, { jwk: keys[0] }),
    "with a key elsewhere": await sign(own.privateKey, {
      jku: "http://127.0.0.1:1/keys",
      x5u: "http://127.0.0.1:1/",
    }),
    "with a critical header": await sign(own.privateKey, { crit: ["exp"], exp: 1 }).catch(() => "a.b.c"),
    "keyed by the public key as PEM": await sign(bytes(spki), {}, "HS256"),
    "keyed by the public key as JWK": await sign(bytes(JSON.stringify(keys[0])), {}, "HS256"),
    "keyed by its coordinates": await sign(Buffer.from(keys[0]?.x ?? "", "base64url"), {}, "HS256"),
    "an API key that is none": `kith_${"a".repeat(43)}`,
    "the publishable key": target.secrets.SUPABASE_PUBLISHABLE_KEY ?? "",
    "the provider's secret": target.secrets.SUPABASE_SECRET_KEY ?? "",
    "of 20 000 characters": token + "a".repeat(20_000),
  };
  for (const kid of kids) tokens[`of the key ${JSON.stringify(kid)}`] = await sign(own.privateKey, { kid });
  for (const kid of kids.slice(1, 3))
    tokens[`keyed by what ${kid} has`] = await sign(bytes(""), { kid }, "HS256");
  const bad: Bad = {
    none: null,
    empty: "",
    "lower-case bearer": `bearer ${token}`,
    "two spaces": `Bearer  ${token}`,
    "no scheme": token,
    basic: `Basic ${Buffer.from(`a:${token}`).toString("base64")}`,
    "two tokens": `Bearer ${token}, Bearer ${token}`,
  };
  for (const [name, value] of Object.entries(tokens)) bad[name] = `Bearer ${value}`;
  return bad;
}

/** Wrong claims under the product's own signature, which only a thief of its keys could create. */
export async function insideTokens({ token }: User): Promise<Bad> {
  process.env.ENCRYPTION_KEYS = target.secrets.ENCRYPTION_KEYS;
  const { unseal } = await import("@/lib/identity/embedded/sealed");
  const [row] = await withDatabase((pg) => pg`select kid, private_jwk from identity.signing_keys`);
  const jwk = JSON.parse(unseal("identity.signing_keys.private_jwk", row?.kid, row?.private_jwk) ?? "{}");
  const key = await importJWK(jwk, "ES256");
  const [header = {}, claims = {}]: Json[] = parts(token)
    .slice(0, 2)
    .map((part) => JSON.parse(part));
  const signed = async (more: object) =>
    `Bearer ${await new SignJWT({ ...claims, ...more }).setProtectedHeader(header).sign(key)}`;
  const now = Math.floor(Date.now() / 1000);
  return {
    expired: await signed({ iat: now - 7200, exp: now - 3600 }),
    "of the future": await signed({ nbf: now + 3600 }),
    "without an end": await signed({ exp: undefined }),
    "of another issuer": await signed({ iss: "https://evil.example" }),
    "for another audience": await signed({ aud: "another" }),
    "of an unknown user": await signed({ sub: randomUUID() }),
    "of an unknown session": await signed({ session_id: randomUUID() }),
    "of a session with another's name": await signed({ sub: (await newUser()).id }),
    "whose user is no id": await signed({ sub: "1" }),
  };
}

/** Credentials that were valid once. */
export async function endedTokens(): Promise<Bad> {
  const ended: Bad = {};
  const bearer = (token: string) => `Bearer ${token}`;
  const newKey = async (user: User, more: object = {}): Promise<string> => {
    const made = await user.as("/api/api-keys", { method: "POST", body: { name: "key", ...more } });
    return bearer(made.json.key);
  };
  const [gone, banned, deleted, leaver, thrifty] = await Promise.all(
    Array.from({ length: 5 }, () => newUser()),
  );
  if (!gone || !banned || !deleted || !leaver || !thrifty) throw new Error("no users");

  await identity(target, "logout", { method: "POST", headers: { authorization: bearer(gone.token) } });
  ended["of a session that signed out"] = bearer(gone.token);

  ended["a key of a banned user"] = await newKey(banned);
  await administer(target, `users/${banned.id}`, { method: "PUT", body: { ban_duration: "24h" } });
  ended["of a banned user"] = bearer(banned.token);

  ended["a key of a deleted user"] = await newKey(deleted);
  await administer(target, `users/${deleted.id}`, { method: "DELETE" });
  ended["of a deleted user"] = bearer(deleted.token);

  ended["a key of an ended membership"] = await newKey(leaver);
  const { name } = (await leaver.as("/api/workspace")).json;
  await leaver.as("/api/workspace", { method: "DELETE", body: { name } });
  ended["of an ended membership"] = bearer(leaver.token);

  const made = await thrifty.as("/api/api-keys", { method: "POST", body: { name: "revoked" } });
  await thrifty.as(`/api/api-keys/${made.json.id}`, { method: "DELETE" });
  ended["a key that was revoked"] = bearer(made.json.key);
  const expires_at = new Date(Date.now() + 1500).toISOString();
  ended["a key that has expired"] = await newKey(thrifty, { expires_at });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return ended;
}

/** The operations that accept a bad token, or refuse it in another way than the document says. */
export async function acceptedTokens(at: Target, operations: Operation[], bad: Bad): Promise<string[]> {
  const guarded = operations.filter(({ audience }) => audience !== "everybody");
  const cells = guarded.flatMap((operation) =>
    Object.entries(bad).map(([name, value]) => ({ operation, name, value })),
  );
  const wrong = await inParallel(cells, async ({ operation, name, value }) => {
    const { method, types, example } = operation;
    const sent = types.includes("application/json") ? { body: example } : {};
    const headers: Headers = value === null ? {} : { authorization: value };
    // A value that no header can hold never reaches the product.
    const got = await ask(
      at,
      filled(operation, () => randomUUID()),
      { method, ...sent, headers },
    ).catch(() => null);
    const isRefused = got === null || (got.status === 401 && got.json?.code === "UNAUTHORIZED");
    const isTooLong = got?.status === 431;
    return isRefused || isTooLong ? [] : [`${operation.id} takes a token ${name}: ${got.status}`];
  });
  return wrong.flat();
}

/** What a refresh token that was already used still does. */
export async function refreshFaults(at: Target): Promise<string[]> {
  const user = await newUser();
  const { refresh_token } = await newSession(target, user.email);
  const refresh = (token: string) =>
    identity(at, "token?grant_type=refresh_token", { body: { refresh_token: token } });
  const first = await refresh(refresh_token);
  const used = await ask(at, "/api/tags", {
    headers: { authorization: `Bearer ${first.json.access_token}` },
  });
  // Within ten seconds it may be the same client, in two tabs.
  await new Promise((resolve) => setTimeout(resolve, 10_500));
  const stolen = await refresh(refresh_token);
  const faults = first.status === 200 && used.status === 200 ? [] : ["a refresh does not work"];
  if (stolen.status !== 400) faults.push(`a refresh token is good twice: ${stolen.status}`);
  if ((await refresh(first.json.refresh_token)).status !== 400)
    faults.push("the session of a stolen token lives");
  for (const odd of ["", "a", refresh_token.slice(0, -2), `${refresh_token}A`, refresh_token.toLowerCase()])
    if ((await refresh(odd)).status !== 400) faults.push(`takes the refresh token ${odd}`);
  return faults;
}

/** The operations that a key may call without the scope they need, and those it may not call with it. */
export async function scopeFaults(at: Target, operations: Operation[], user: User): Promise<string[]> {
  const scopes = ["read", "write", "send"];
  const keys = new Map<string, string>();
  for (const scope of scopes) {
    const made = await user.as("/api/api-keys", { method: "POST", body: { name: scope, scopes: [scope] } });
    keys.set(scope, made.json.key);
  }
  const users = operations.filter(({ audience }) => audience === "users");
  const cells = users.flatMap((operation) => scopes.map((scope) => ({ operation, scope })));
  const wrong = await inParallel(cells, async ({ operation, scope }) => {
    const { method, types, example } = operation;
    const headers = { authorization: `Bearer ${keys.get(scope)}` };
    const sent = types.includes("application/json") ? { body: example } : {};
    const { status, json } = await ask(
      at,
      filled(operation, () => randomUUID()),
      { method, ...sent, headers },
    );
    const isRefused = status === 403 && json?.code === "FORBIDDEN";
    return isRefused === (operation.scope !== scope)
      ? []
      : [`${operation.id} by a key for ${scope}: ${status}`];
  });
  return wrong.flat();
}
