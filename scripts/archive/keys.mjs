import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Failure } from "../lib/failure.mjs";
import { readSecrets } from "../lib/secrets.mjs";

/** @import { Secrets, WrappedKeys, Wrapping } from "./types.ts" */

/** RFC 7914; 128 MB and some 0.4 s for every guess of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MAX_N = 2 ** 20;
const SHORTEST = 12;

/**
 * Throws a Failure for a passphrase that would protect too little.
 * @param {string} passphrase
 */
export function requireLong(passphrase) {
  if (passphrase.length < SHORTEST)
    throw new Failure(`The passphrase (BACKUP_PASSPHRASE) needs ${SHORTEST} characters or more.`);
}

/**
 * The secrets of this installation: those of the data folder, and the key ring in the environment.
 * @param {string} dataDir
 * @returns {Secrets}
 */
export function ownSecrets(dataDir) {
  const given = process.env.ENCRYPTION_KEYS?.trim();
  return { ...readSecrets(dataDir), ...(given && { ENCRYPTION_KEYS: given }) };
}

/**
 * Distinguishes keys without revealing them: they are 32 random bytes.
 * @param {Secrets} secrets
 */
export function fingerprints({ ENCRYPTION_KEYS = "" }) {
  const ring = ENCRYPTION_KEYS.split(",").filter((key) => key.trim());
  return ring.map((key) => createHash("sha256").update(`kith ${key.trim()}`).digest("hex").slice(0, 16));
}

/**
 * Encrypts secrets with a passphrase: scrypt, then AES-256-GCM over the parameters and the secrets.
 * @param {Secrets} secrets
 * @param {string} passphrase
 * @returns {WrappedKeys}
 */
export function wrapKeys(secrets, passphrase) {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const about = { kdf: "scrypt", ...COST, salt: salt.toString("base64"), cipher: "aes-256-gcm" };
  const cipher = createCipheriv("aes-256-gcm", derive(passphrase, about), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(about)));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final(), cipher.getAuthTag()]);
  return { about, nonce: nonce.toString("base64"), sealed: sealed.toString("base64") };
}

/**
 * Decrypts the secrets. Throws a Failure when the passphrase is wrong.
 * @param {WrappedKeys} keys
 * @param {string} passphrase
 * @returns {Secrets}
 */
export function unwrapKeys({ about, nonce, sealed }, passphrase) {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", derive(passphrase, about), Buffer.from(nonce, "base64"));
  decipher.setAAD(Buffer.from(JSON.stringify(about))).setAuthTag(bytes.subarray(-16));
  try {
    return JSON.parse(decipher.update(bytes.subarray(0, -16), undefined, "utf8") + decipher.final("utf8"));
  } catch {
    throw new Failure("The passphrase does not open the keys of this archive. Nothing was changed.");
  }
}

/**
 * @param {string} passphrase
 * @param {Wrapping} about
 */
function derive(passphrase, { kdf, N, r, p, salt }) {
  const isSane = kdf === "scrypt" && N <= MAX_N && r <= 8 && p <= 4;
  if (!isSane) throw new Failure("The keys of this archive are wrapped in a way this version does not know.");
  return scryptSync(passphrase, Buffer.from(salt, "base64"), 32, { N, r, p, maxmem: 2 ** 31 - 1 });
}

/**
 * BACKUP_PASSPHRASE, or what is typed at the terminal; twice for a new archive.
 * @param {{ isNew: boolean }} options
 */
export async function askPassphrase({ isNew }) {
  const given = process.env.BACKUP_PASSPHRASE?.trim();
  if (!given && !process.stdin.isTTY) {
    throw new Failure("The keys need a passphrase: set BACKUP_PASSPHRASE, or run this at a terminal.");
  }
  const passphrase = given || (await typed("Passphrase for the keys: "));
  if (isNew) requireLong(passphrase);
  if (isNew && !given && (await typed("Once more: ")) !== passphrase)
    throw new Failure("The passphrases differ.");
  return passphrase;
}

/**
 * @param {string} question
 * @returns {Promise<string>}
 */
function typed(question) {
  const silent = new Writable({ write: (_, __, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    terminal.once("SIGINT", () => reject(new Failure("Stopped.")));
    terminal.question("", resolve);
  }).finally(() => {
    terminal.close();
    process.stderr.write("\n");
  });
}
