import { randomBytes, timingSafeEqual } from "node:crypto";
import { MAX_PASSWORD_LENGTH } from "./config";
import { inTurn } from "./hashing";
import type { Client } from "./incoming";
import { scryptAside } from "./scrypt-worker";

/** scrypt with 16 MB and five passes: one of the equivalent settings of OWASP's password storage guide. Tests lower it. */
export const hashCost = { ln: 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/**
 * A hash that contains its own cost, so that a later change leaves older ones readable. Waits its turn;
 * `client` is the client that asked for it. Throws 503 when too many wait.
 */
export async function hashPassword(password: string, client: Client | null = null): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(client, () => derive(password, salt, hashCost));
  const { ln, r, p } = hashCost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Whether the password matches the hash. Without a hash (no such user, or one without a password), or for a password
 * longer than allowed, it does the same work and returns false, so that timing does not reveal accounts.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  client: Client | null = null,
): Promise<boolean> {
  const possible = normalise(password).length <= MAX_PASSWORD_LENGTH;
  const parts = HASH.exec(hash ?? decoy());
  if (!parts) return false;
  const [, ln, r, p, salt = "", expected = ""] = parts;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const tried = possible ? password : "";
  const key = await inTurn(client, () => derive(tried, Buffer.from(salt, "base64url"), cost));
  const same = timingSafeEqual(key, Buffer.from(expected, "base64url"));
  return same && possible && hash !== null;
}

/** In the form of a hash, of nothing. */
const decoy = () =>
  `$scrypt$ln=${hashCost.ln},r=${hashCost.r},p=${hashCost.p}$${randomBytes(16).toString("base64url")}$${randomBytes(KEY_BYTES).toString("base64url")}`;

/** Two keyboards may write the same letter differently (RFC 8265, OpaqueString). */
export function normalise(password: string): string {
  return password.normalize("NFC");
}

function derive(password: string, salt: Buffer, cost: typeof hashCost): Promise<Buffer> {
  const { ln, r, p } = cost;
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return scryptAside({ password: normalise(password), salt, keyBytes: KEY_BYTES, options });
}
