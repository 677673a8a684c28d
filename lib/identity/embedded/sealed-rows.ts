import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { db } from "@/db/client";
import { factors, sessions, signingKeys } from "@/db/identity-schema";
import { isSealed, type KeyColumn, seal, unseal } from "./sealed";

const BATCH = 500;

/** How many keys were written anew, and how many the ring cannot read. */
export interface Sealing {
  rotated: number;
  unreadable: number;
}

/**
 * Encrypts every key of the provider with the first key of the ring: those of older versions, which stand in the
 * clear, at the start, all others for the rotation command. A row that changes meanwhile is left alone.
 */
export async function sealStoredKeys(): Promise<Sealing> {
  const result = { rotated: 0, unreadable: 0 };
  await sealSigningKeys(result);
  await sealSessions(result);
  await sealFactors(result);
  return result;
}

async function sealSigningKeys(result: Sealing): Promise<void> {
  for (const { kid, private_jwk } of await db().select().from(signingKeys)) {
    const sealed = sealedAnew("identity.signing_keys.private_jwk", kid, private_jwk, result);
    if (!sealed) continue;
    const unchanged = and(eq(signingKeys.kid, kid), eq(signingKeys.private_jwk, private_jwk));
    const written = await db()
      .update(signingKeys)
      .set({ private_jwk: sealed })
      .where(unchanged)
      .returning({ kid: signingKeys.kid });
    result.rotated += written.length;
  }
}

async function sealSessions(result: Sealing): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (let full = true; full; ) {
    const rows = await db()
      .select({ id: sessions.id, key: sessions.refresh_token_hmac_key })
      .from(sessions)
      .where(gt(sessions.id, after))
      .orderBy(asc(sessions.id))
      .limit(BATCH);
    for (const { id, key } of rows) {
      const sealed = sealedAnew("identity.sessions.refresh_token_hmac_key", id, key, result);
      if (!sealed) continue;
      const unchanged = and(eq(sessions.id, id), eq(sessions.refresh_token_hmac_key, key));
      const written = await db()
        .update(sessions)
        .set({ refresh_token_hmac_key: sealed })
        .where(unchanged)
        .returning({ id: sessions.id });
      result.rotated += written.length;
    }
    after = rows.at(-1)?.id ?? after;
    full = rows.length === BATCH;
  }
}

async function sealFactors(result: Sealing): Promise<void> {
  const rows = await db()
    .select({ id: factors.id, secret: factors.secret })
    .from(factors)
    .where(isNotNull(factors.secret));
  for (const { id, secret } of rows) {
    const sealed = secret && sealedAnew("identity.mfa_factors.secret", id, secret, result);
    if (!sealed) continue;
    const unchanged = and(eq(factors.id, id), eq(factors.secret, secret));
    const written = await db()
      .update(factors)
      .set({ secret: sealed })
      .where(unchanged)
      .returning({ id: factors.id });
    result.rotated += written.length;
  }
}

/** Undefined where nothing is to be done, or nothing can be. */
function sealedAnew(column: KeyColumn, id: string, stored: string, result: Sealing): string | undefined {
  if (isSealed(stored)) return undefined;
  const key = unseal(column, id, stored);
  if (key !== null) return seal(column, id, key);
  result.unreadable++;
  return undefined;
}
