import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import encodeQR from "qr";

/** Time-based one-time passwords (RFC 6238) as authenticator apps know them: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** 160 bits, the length of the hash (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;
/** Clocks of phones differ, and people type slowly: one step before and after the current one. */
const SKEW_STEPS = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret in base32 (RFC 4648), without padding, as apps expect it. */
export function newSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

export function toBase32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The time step of a moment (milliseconds since 1970). */
export const stepOf = (now: number) => Math.floor(now / 1000 / STEP_SECONDS);

/** The code of a step (RFC 4226, 5.3). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code it is, the newest first; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const typed = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(typed)) return undefined;
  const steps = Array.from({ length: 2 * SKEW_STEPS + 1 }, (_, index) => stepOf(now) + SKEW_STEPS - index);
  const right = steps.filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(typed)),
  );
  return right[0];
}

/** The content of the QR code (the Key URI Format that all apps share). */
export function keyUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = [
    `algorithm=SHA1&digits=${DIGITS}`,
    `issuer=${encodeURIComponent(issuer)}`,
    `period=${STEP_SECONDS}&secret=${secret}`,
  ];
  return `otpauth://totp/${label}?${query.join("&")}`;
}

/** The QR code as an SVG without `#`: the SDK puts it into a data URI as it is. */
export function keyPicture(uri: string): string {
  const rows = encodeQR(uri, "raw", { ecc: "medium", border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = rows.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path.join("")}"/></svg>`,
  ].join("");
}
