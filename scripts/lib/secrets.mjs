import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, Failure } from "./failure.mjs";

/** What an installation with other encryption keys cannot read, and what then has to be done. */
export const UNREADABLE = `  - stored mail keys have to be entered again, and everybody signs in again;
  - the secrets of webhook endpoints have to be rotated: until then they receive nothing;
  - authenticator apps are no longer accepted: their users need a recovery code or a passkey, or you remove the app
    with \`npm run second-factor -- EMAIL\`.`;

const makers = {
  /** The ring of AES-256 keys: the first encrypts, the others still decrypt. */
  ENCRYPTION_KEYS: () => `k1:${randomBytes(32).toString("base64")}`,
  /** Standard Webhooks secret shared by identity provider and app. */
  WEBHOOK_SECRET: () => `v1,whsec_${randomBytes(32).toString("base64")}`,
  INBOX_SECRET: () => randomBytes(24).toString("base64url"),
  CRON_SECRET: () => randomBytes(24).toString("base64url"),
  SUPABASE_PUBLISHABLE_KEY: () => `sb_publishable_${randomBytes(24).toString("base64url")}`,
  SUPABASE_SECRET_KEY: () => `sb_secret_${randomBytes(24).toString("base64url")}`,
};

/** A fresh set of the secrets that embedded mode needs. */
export function generateSecrets() {
  return Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));
}

/**
 * The secrets of a data folder, created the first time and completed when a newer version needs one more. The file is
 * readable only by its owner, and is replaced as a whole. Throws a Failure when it is missing beside a database: new
 * keys would not read what the lost ones protect.
 * @param {string} dataDir
 */
export function ensureSecrets(dataDir) {
  const file = secretsFile(dataDir);
  const stored = readSecrets(dataDir);
  if (areLost(dataDir))
    throw new Failure(
      `${file} is missing, although there is a database. Put it back from a backup.`,
      `Without it,\n${UNREADABLE}\n  To go on without it nevertheless: echo '{}' > '${file}'`,
    );
  const known = stored ?? {};
  const secrets = { ...generateSecrets(), ...known };
  if (Object.keys(secrets).some((name) => !(name in known)))
    writeWhole(file, `${JSON.stringify(secrets, null, 2)}\n`);
  else chmodSync(file, 0o600);
  return secrets;
}

/**
 * Whether the secrets are missing beside a database, and with them the keys of what it keeps.
 * @param {string} dataDir
 */
export function areLost(dataDir) {
  if (existsSync(secretsFile(dataDir)) || process.env.ENCRYPTION_KEYS?.trim()) return false;
  return existsSync(join(dataDir, "postgres"));
}

/**
 * The secrets of a data folder, or null when the app never started on it.
 * @param {string} dataDir
 */
export function readSecrets(dataDir) {
  const file = secretsFile(dataDir);
  if (!existsSync(file)) return null;
  const secrets = parsed(readFileSync(file, "utf8"));
  const isWhole =
    secrets && !Array.isArray(secrets) && Object.values(secrets).every((one) => typeof one === "string");
  if (isWhole) return secrets;
  throw new Failure(`${file} is damaged. Put it back from a backup.`, `Without it,\n${UNREADABLE}`);
}

/**
 * @param {string} text
 * @returns {Record<string, string> | null}
 */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Whether a key ring can be used: names and 32 bytes in base64, separated by commas.
 * @param {string} ring
 */
export function isKeyRing(ring) {
  return ring.split(",").every((entry) => /^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=$/.test(entry.trim()));
}

/**
 * Puts a new key at the front of the key ring of an existing data folder; the app encrypts with it after a restart.
 * @param {string} dataDir
 */
export function addEncryptionKey(dataDir) {
  const secrets = readSecrets(dataDir);
  if (!secrets) throw new Failure(`There are no secrets in ${dataDir} yet: the app has never started on it.`);
  const ring = secrets.ENCRYPTION_KEYS ?? "";
  const ids = ring.split(",").map((key) => Number(/^k(\d+):/.exec(key)?.[1] ?? 0));
  const added = `k${Math.max(...ids) + 1}:${randomBytes(32).toString("base64")}`;
  const ENCRYPTION_KEYS = [added, ring].filter(Boolean).join(",");
  writeWhole(secretsFile(dataDir), `${JSON.stringify({ ...secrets, ENCRYPTION_KEYS }, null, 2)}\n`);
}

/**
 * Replaces a data folder's secrets by those of an archive.
 * @param {string} dataDir
 * @param {Record<string, string>} secrets
 */
export function replaceSecrets(dataDir, secrets) {
  writeWhole(
    secretsFile(dataDir),
    `${JSON.stringify({ ...generateSecrets(), ...readSecrets(dataDir), ...secrets }, null, 2)}\n`,
  );
}

/**
 * The secrets that the environment does not set itself; an empty variable counts as unset, as everywhere. With a
 * hosted identity provider its own keys count, and a generated one would only hide that they are missing.
 * @param {Record<string, string>} secrets
 */
export function missingSecrets(secrets) {
  const isMissing = (/** @type {[string, string]} */ [name]) =>
    !process.env[name]?.trim() && !(process.env.SUPABASE_URL?.trim() && name.startsWith("SUPABASE_"));
  return Object.fromEntries(Object.entries(secrets).filter(isMissing));
}

/**
 * Where the secrets of a data folder are.
 * @param {string} dataDir
 */
export function secretsFile(dataDir) {
  return join(dataDir, "secrets.json");
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeWhole(file, text) {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    if (process.getuid?.() === 0) giveAway(unfinished, file);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Root writes for the owner of the folder: a service could not read what belongs to root. In some containers, and on some
 * network disks, root may give nothing away: then it keeps what is new or was its own, and the owner keeps theirs.
 * @param {string} unfinished
 * @param {string} file
 */
function giveAway(unfinished, file) {
  const { uid, gid } = statSync(dirname(file));
  const mine = statSync(unfinished).uid;
  if (uid === mine) return;
  try {
    chownSync(unfinished, uid, gid);
  } catch (error) {
    const owner = statSync(file, { throwIfNoEntry: false })?.uid ?? mine;
    if (owner === mine) return;
    throw new Failure(
      `${file} was not replaced: its owner could not read the new one (${codeOf(error)}).`,
      `Do it as user ${owner}.`,
    );
  }
}
