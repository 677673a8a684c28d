import { decryptSecret, encryptSecret, isCurrent } from "@/lib/settings/secrets";

/**
 * The provider's own keys at rest: encrypted with the key ring, bound to their row and column. Rows of older versions
 * hold them in plain text; such a value is still read, and encrypted at the next opportunity.
 */
export type KeyColumn =
  | "identity.mfa_factors.secret"
  | "identity.sessions.refresh_token_hmac_key"
  | "identity.signing_keys.private_jwk";

const SEALED = /^v\d+\./;

/** Encrypts a key for its row. Throws 503 without ENCRYPTION_KEYS: never stored in plain text. */
export function seal(column: KeyColumn, rowId: string, key: string): string {
  return encryptSecret({ owner: rowId, column }, key);
}

/** The key; null when the ring cannot read it, or when it was moved here from another row. */
export function unseal(column: KeyColumn, rowId: string, stored: string): string | null {
  return SEALED.test(stored) ? decryptSecret({ owner: rowId, column }, stored) : stored;
}

/** True when there is nothing to do: it was written with the first key of the ring. */
export function isSealed(stored: string): boolean {
  return SEALED.test(stored) && isCurrent(stored);
}
