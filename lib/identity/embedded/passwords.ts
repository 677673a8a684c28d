import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./config";
import { IdentityError, invalid } from "./errors";

/** scrypt with 16 MB and five passes: one of the equivalent settings of OWASP's password storage guide. */
const COST = { ln: 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** Throws `weak_password`, in the shape from which the SDK makes AuthWeakPasswordError. */
export function checkStrength(password: string): void {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  if ([...password].length >= MIN_PASSWORD_LENGTH) return;
  const message = `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`;
  throw new IdentityError(422, "weak_password", message, { weak_password: { reasons: ["length"] } });
}

/** A hash that names its own cost, so that a later change of COST leaves older ones readable. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const { ln, r, p } = COST;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Whether the password is the one that was hashed. Without a hash (no such user, or one without a password) it
 * does the same work and answers false, so that time does not tell accounts apart.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = HASH.exec(hash ?? (await decoy()));
  if (!parts) return false;
  const [, ln, r, p, salt = "", expected = ""] = parts;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const key = await derive(password.slice(0, MAX_PASSWORD_LENGTH), Buffer.from(salt, "base64url"), cost);
  const same = timingSafeEqual(key, Buffer.from(expected, "base64url"));
  return same && hash !== null;
}

let decoyHash: Promise<string> | undefined;
function decoy(): Promise<string> {
  decoyHash ??= hashPassword(randomBytes(16).toString("hex"));
  return decoyHash;
}

/** Normalised first (RFC 8265, OpaqueString): two keyboards may write the same letter differently. */
function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const options: ScryptOptions = {
    N: 2 ** cost.ln,
    r: cost.r,
    p: cost.p,
    maxmem: 256 * 2 ** cost.ln * cost.r,
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
