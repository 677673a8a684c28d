import { asc, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { db } from "@/db/client";
import { signingKeys } from "@/db/identity-schema";

interface Keys {
  kid: string;
  private: CryptoKey;
  public: Map<string, CryptoKey>;
  jwks: { keys: JWK[] };
}

const holder = globalThis as typeof globalThis & { kithSigningKeys?: Promise<Keys> };

/**
 * The keys that sign and verify access tokens, read once per process. The first process of all makes one; a lock
 * sees to it that two processes starting together agree on it.
 */
export function keys(): Promise<Keys> {
  holder.kithSigningKeys ??= load().catch((error) => {
    holder.kithSigningKeys = undefined;
    throw error;
  });
  return holder.kithSigningKeys;
}

async function load(): Promise<Keys> {
  const rows = (await readKeys()) ?? (await makeKey());
  const [newest] = rows.slice(-1);
  if (!newest) throw new Error("no signing key");
  const published = rows.map(({ kid, private_jwk }) => publicPart(kid, private_jwk));
  const imported = await Promise.all(published.map(async (jwk) => [jwk.kid, await importKey(jwk)] as const));
  return {
    kid: newest.kid,
    private: await importKey(newest.private_jwk),
    public: new Map(imported),
    jwks: { keys: published },
  };
}

async function readKeys() {
  const rows = await db()
    .select()
    .from(signingKeys)
    .orderBy(asc(signingKeys.created_at), asc(signingKeys.kid));
  return rows.length > 0 ? rows : null;
}

async function makeKey() {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity.signing_keys'))`);
    const existing = await tx.select({ kid: signingKeys.kid }).from(signingKeys).limit(1);
    if (existing.length === 0) await tx.insert(signingKeys).values({ kid, private_jwk: jwk });
  });
  return (await readKeys()) ?? [];
}

function publicPart(kid: string, jwk: JWK) {
  const { kty, crv, x, y } = jwk;
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("a signing key is symmetric");
  return key;
}
