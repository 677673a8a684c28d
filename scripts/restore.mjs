import { askPassphrase, fingerprints, ownSecrets } from "./archive/keys.mjs";
import { withDatabase } from "./archive/place.mjs";
import { showProgress } from "./archive/progress.mjs";
import { openArchive, restore } from "./archive/restore.mjs";
import { workspaceOf } from "./archive/workspace.mjs";
import { commandArguments } from "./lib/command-arguments.mjs";
import { asRunHere } from "./lib/commands.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { secretsFile, UNREADABLE } from "./lib/secrets.mjs";

/** @import { Manifest, Place, Scope } from "./archive/types.ts" */

/**
 * `npm run restore -- FILE` restores an archive into an empty installation: an unused DATA_DIR, or an empty
 * DATABASE_URL. A single workspace can also be restored next to others. All or nothing. `--with-keys` also restores
 * the secrets in it (docs/archive.md).
 */
const progress = showProgress();
try {
  loadEnvFiles("production");
  await run();
} catch (error) {
  progress.clear();
  process.exitCode = printFailure(error);
}

async function run() {
  const options = /** @type {const} */ ({ "with-keys": { type: "boolean" } });
  const usage = "npm run restore -- FILE [--with-keys]";
  const { values, positionals } = commandArguments(usage, options, { words: 1 });
  const [file] = positionals;
  if (!file) throw new Failure("From which file? npm run restore -- FILE");
  const passphrase = values["with-keys"] ? await askPassphrase({ isNew: false }) : undefined;
  const archive = await openArchive(file, passphrase, progress.show);
  await withDatabase({ name: "npm run restore", create: true }, async (place) => {
    await restore({ ...place, archive, progress: progress.show });
    progress.clear();
    report(archive.manifest, place, Boolean(passphrase));
  });
}

/**
 * @param {Manifest} manifest
 * @param {Place} place
 * @param {boolean} withKeys
 */
function report({ tables, files, createdAt, keys, scope }, { dataDir, isRunning }, withKeys) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored ${rows.toLocaleString("en")} rows and ${files.length} files as they were at ${createdAt}; every table reads back equal.`,
  );
  const own = new Set(fingerprints(ownSecrets(dataDir)));
  if (!keys.fingerprints.every((key) => own.has(key)))
    console.log(asRunHere(lostKeys(dataDir, scope, withKeys, keys.included)));
  if (isRunning) console.log("  Restart Kith: it may remember what was here before.");
}

/**
 * @param {string} dataDir
 * @param {Scope} scope
 * @param {boolean} withKeys
 * @param {boolean} hasKeys whether the archive includes them
 */
function lostKeys(dataDir, scope, withKeys, hasKeys) {
  if (workspaceOf(scope))
    return "  Without the keys of the old place, the workspace's mail key has to be entered again, and the secrets of its webhooks rotated.";
  if (withKeys)
    return `  ENCRYPTION_KEYS of the environment wins over the keys that came back: put those of ${secretsFile(dataDir)} there.`;
  const wayBack = hasKeys
    ? "\n  The archive includes the keys: to have them, restore into an unused place again, with --with-keys."
    : "";
  return `  Without the keys of the old place,\n${UNREADABLE}${wayBack}`;
}
