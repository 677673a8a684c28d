import { statSync } from "node:fs";
import { closeDatabase } from "../db/client.ts";
import { sealStoredKeys } from "../lib/identity/embedded/sealed-rows.ts";
import { rotateSecrets } from "../lib/settings/queries.ts";
import { rotateWebhookSecrets } from "../lib/webhook-endpoints/secrets.ts";
import { commandArguments } from "./lib/command-arguments.mjs";
import { asRunHere } from "./lib/commands.mjs";
import { dataFolder } from "./lib/data-folder.mjs";
import { databaseUrl } from "./lib/database-url.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { addEncryptionKey, readSecrets, secretsFile } from "./lib/secrets.mjs";

/**
 * `npm run rotate-keys` re-encrypts the stored mail keys, the webhook secrets, and the keys of the embedded identity
 * provider with the first key of ENCRYPTION_KEYS. Before it, put a new key in front and restart the app; after it, the
 * old key may be removed. Embedded: `npm run rotate-keys -- --new-key` adds one to the data folder.
 */
try {
  const { values } = commandArguments("npm run rotate-keys -- [--new-key]", {
    "new-key": { type: "boolean" },
  });
  loadEnvFiles("production");
  await (values["new-key"] ? addKey() : rotate());
} catch (error) {
  process.exitCode = printFailure(error);
}

function addKey() {
  if (process.env.ENCRYPTION_KEYS?.trim()) {
    throw new Failure(
      "ENCRYPTION_KEYS is set in the environment: put the new key in front of the others there.",
    );
  }
  addEncryptionKey(dataFolder());
  console.log(asRunHere("Added a new key. Restart the app, then run: npm run rotate-keys"));
}

async function rotate() {
  const url = databaseUrl();
  if (!url) throw new Failure("No database: set DATABASE_URL, or start the app first.");
  const given = process.env.ENCRYPTION_KEYS?.trim();
  const keys = given || readSecrets(dataFolder())?.ENCRYPTION_KEYS;
  if (!given && keys) requireRestart(dataFolder(), keys);
  if (!keys) throw new Failure("No keys: set ENCRYPTION_KEYS.");
  Object.assign(process.env, { DATABASE_URL: url, ENCRYPTION_KEYS: keys });
  try {
    const results = [await rotateSecrets(), await rotateWebhookSecrets(), await sealStoredKeys()];
    report({
      rotated: results.reduce((sum, { rotated }) => sum + rotated, 0),
      unreadable: results.reduce((sum, { unreadable }) => sum + unreadable, 0),
    });
  } finally {
    await closeDatabase();
  }
}

/**
 * A product that started before the key was added could not read what the key encrypts.
 * @param {string} dataDir
 * @param {string} keys
 */
function requireRestart(dataDir, keys) {
  const app = lockHolder(dataDir);
  if (!app?.since || !keys.includes(",")) return;
  if (statSync(secretsFile(dataDir)).mtimeMs > Date.parse(app.since))
    throw new Failure(
      `Kith (process ${app.pid}) runs with the keys from before. Restart it, then run this again.`,
    );
}

/** @param {{ rotated: number, unreadable: number }} options */
function report({ rotated, unreadable }) {
  console.log(`Encrypted ${rotated} ${rotated === 1 ? "key" : "keys"} anew.`);
  if (unreadable === 0) return;
  const subject = unreadable === 1 ? "1 stored key" : `${unreadable} stored keys`;
  const keys =
    unreadable === 1 ? "the key it was encrypted with is" : "the keys they were encrypted with are";
  throw new Failure(`${subject} could not be read: ${keys} not in ENCRYPTION_KEYS.`);
}
