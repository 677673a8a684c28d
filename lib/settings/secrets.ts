import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";

/**
 * Secrets at rest: AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D, 8.2.2). Owner, column and key id are
 * authenticated too: a value copied to another owner or column does not decrypt. Stored as `v1.<key
 * id>.<nonce>.<ciphertext and tag>`, so that old keys of the ring still read what they wrote.
 */
const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a secret belongs: its owner (a workspace, a row of the identity provider) and its column. */
interface SecretPlace {
  owner: string;
  column: string;
}

interface Key {
  id: string;
  bytes: Buffer;
}

/** Encrypts with the first key of the ring. Throws 503 when none is configured: never plaintext. */
export function encryptSecret(place: SecretPlace, secret: string): string {
  const key = currentKey();
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(context(place, key.id));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, key.id, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** The secret, or null when it cannot be read: its key is not in the ring, or it was tampered with or moved. */
export function decryptSecret(place: SecretPlace, stored: string): string | null {
  const [version, keyId = "", nonce = "", text = ""] = stored.split(".");
  const key = keyRing().find(({ id }) => id === keyId);
  const sealed = Buffer.from(text, "base64url");
  if (version !== VERSION || !key || sealed.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, Buffer.from(nonce, "base64url"), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(context(place, keyId)).setAuthTag(sealed.subarray(-TAG_BYTES));
    return decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** True when a stored secret was written with the first key of the ring. */
export function isCurrent(stored: string): boolean {
  return stored.startsWith(`${VERSION}.${currentKey().id}.`);
}

function context({ owner, column }: SecretPlace, keyId: string): Buffer {
  return Buffer.from(`${VERSION}/${owner}/${column}/${keyId}`);
}

function currentKey(): Key {
  const [first] = keyRing();
  if (first) return first;
  throw new ApiError("SERVICE_UNAVAILABLE", "This server cannot store secrets: ENCRYPTION_KEYS is not set");
}

/** `id:base64,id2:base64`; the first encrypts. Throws a 503 that names the problem, never a key. */
function keyRing(): Key[] {
  const ring = (env().ENCRYPTION_KEYS ?? "").split(",").filter((part) => part.trim());
  return ring.map((part) => {
    const [id = "", text = ""] = part.trim().split(":");
    const bytes = Buffer.from(text, "base64");
    if (/^[\w-]{1,32}$/.test(id) && bytes.length === KEY_BYTES) return { id, bytes };
    const form = `each key is id:base64 of ${KEY_BYTES} bytes`;
    throw new ApiError("SERVICE_UNAVAILABLE", `This server cannot use its ENCRYPTION_KEYS: ${form}`);
  });
}

/**
 * The part of a key that may be shown: the issuer's prefix up to the first `_`, `****`, the last four characters. Keys
 * under 12 characters show nothing. A prefix has at most four characters: a longer one might be part of the secret.
 */
export function maskSecret(secret: string): string {
  if (secret.length < 12) return "****";
  const prefix = /^[^_]{1,4}_/.exec(secret)?.[0] ?? "";
  return `${prefix}****${secret.slice(-4)}`;
}
