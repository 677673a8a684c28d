import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** `kith_`, 32 random bytes in base 62, and a checksum that detects typos without a database. */
const PREFIX = "kith_";
const SECRET_BYTES = 32;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[${DIGITS}]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export interface NewToken {
  token: string;
  hash: string;
  /** What may be shown later: prefix and last four characters. */
  hint: string;
}

export function newToken(): NewToken {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
  const token = PREFIX + secret + checksum(secret);
  return { token, hash: hashToken(token), hint: `${PREFIX}****${token.slice(-4)}` };
}

/** SHA-256 is enough: the token has 256 random bits, so guessing is hopeless. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** True for anything in the form of an API key; the rest are access tokens. */
export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** True when form and checksum are right. */
export function isWellFormed(token: string): boolean {
  const secret = token.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return FORM.test(token) && token.endsWith(checksum(secret));
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}
