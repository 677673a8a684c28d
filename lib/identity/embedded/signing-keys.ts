import { asc, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { z } from "zod";
import { db } from "@/db/client";
import { signingKeys } from "@/db/identity-schema";
import { log } from "@/lib/log";
import { seal, unseal } from "./sealed";

interface Keys {
  kid: string;
  private: CryptoKey;
  public: Map<string, CryptoKey>;
  jwks: { keys: JWK[] };
}

interface SigningKey {
  kid: string;
  jwk: JWK;
}

const COLUMN = "identity.signing_keys.private_jwk";
const holder = globalThis as typeof globalThis & { kithSigningKeys?: Promise<Keys> };

/**
 * The keys that sign and verify access tokens, read once per process. The first process creates one; a lock makes two
 * processes that start together agree on it. Throws 503 without ENCRYPTION_KEYS.
 */
export function keys(): Promise<Keys> {
  holder.kithSigningKeys ??= load().catch((error) => {
    holder.kithSigningKeys = undefined;
    throw error;
  });
  return holder.kithSigningKeys;
}

async function load(): Promise<Keys> {
  const known = await readKeys();
  const all = known.length > 0 ? known : await makeKey();
  const [newest] = all.slice(-1);
  if (!newest) throw new Error("no signing key");
  const published = all.map(publicPart);
  const imported = await Promise.all(published.map(async (jwk) => [jwk.kid, await importKey(jwk)] as const));
  return {
    kid: newest.kid,
    private: await importKey(newest.jwk),
    public: new Map(imported),
    jwks: { keys: published },
  };
}

/**
 * Keys that can be used. Without its ring key, or damaged, a signing key is lost, and its tokens with it: a new one takes
 * over, and the log names the row.
 */
async function readKeys(): Promise<SigningKey[]> {
  const rows = await db()
    .select()
    .from(signingKeys)
    .orderBy(asc(signingKeys.created_at), asc(signingKeys.kid));
  const all = await Promise.all(rows.map(readKey));
  return all.flatMap((key) => key ?? []);
}

async function readKey({ kid, private_jwk }: typeof signingKeys.$inferSelect): Promise<SigningKey | null> {
  const text = unseal(COLUMN, kid, private_jwk);
  if (text === null) {
    log().error({ kid }, "a signing key cannot be read with this server's ENCRYPTION_KEYS");
    return null;
  }
  try {
    const key = { kid, jwk: asJwk(text) };
    await importKey(key.jwk);
    return key;
  } catch {
    // The error may quote the key.
    log().error({ kid }, "a signing key in the database is damaged: see identity.signing_keys");
    return null;
  }
}

async function makeKey(): Promise<SigningKey[]> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity.signing_keys'))`);
    if ((await readKeys()).length > 0) return;
    await tx.insert(signingKeys).values({ kid, private_jwk: seal(COLUMN, kid, JSON.stringify(jwk)) });
  });
  return readKeys();
}

const jwkText = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() });

function asJwk(text: string): JWK {
  return jwkText.parse(JSON.parse(text));
}

function publicPart({ kid, jwk: { kty, crv, x, y } }: SigningKey) {
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("a signing key is symmetric");
  return key;
}
