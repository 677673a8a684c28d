import { statSync } from "node:fs";
import { backup } from "./archive/backup.mjs";
import { askPassphrase, ownSecrets } from "./archive/keys.mjs";
import { backupPerson } from "./archive/person.mjs";
import { withDatabase } from "./archive/place.mjs";
import { showProgress } from "./archive/progress.mjs";
import { verifyArchive } from "./archive/verify.mjs";
import { commandArguments } from "./lib/command-arguments.mjs";
import { asRunHere } from "./lib/commands.mjs";
import { withDatabase as onDatabase } from "./lib/database-client.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { UNREADABLE } from "./lib/secrets.mjs";
import { lookAtKeys } from "./lib/stored-keys.mjs";

/** @import { Manifest, Secrets } from "./archive/types.ts" */

/**
 * `npm run backup -- FILE` writes everything to a new archive, with the product running or stopped. `--with-keys` adds
 * the secrets, encrypted with a passphrase; `--workspace ID` is only one workspace, `--person EMAIL` with it one
 * person as JSON; `--verify` reads an archive and checks every hash (docs/archive.md).
 */
const USAGE = "npm run backup -- FILE [--with-keys | --verify | --workspace ID [--person EMAIL]]";
const progress = showProgress();
const WITHOUT_KEYS = `  Without keys: where it is restored, unless secrets.json (or ENCRYPTION_KEYS) comes from somewhere else,
${UNREADABLE}
  --with-keys includes them, encrypted with a passphrase.`;
try {
  loadEnvFiles("production");
  await run();
} catch (error) {
  progress.clear();
  process.exitCode = printFailure(error);
}

async function run() {
  const options = /** @type {const} */ ({
    "with-keys": { type: "boolean" },
    verify: { type: "boolean" },
    workspace: { type: "string" },
    person: { type: "string" },
  });
  const { values, positionals } = commandArguments(USAGE, options, { words: 1 });
  const [file] = positionals;
  // An empty variable in a script must not turn one person's data into everybody's.
  const empty = /** @type {const} */ (["workspace", "person"]).find((name) => values[name]?.trim() === "");
  if (empty) throw new Failure(`--${empty} has no value.`);
  if (!file && values.verify)
    throw new Failure("Which file is to be verified? npm run backup -- --verify FILE");
  if (!file) throw new Failure("Into which file? npm run backup -- FILE");
  if (values.verify && Object.keys(values).length > 1)
    throw new Failure("--verify only reads an archive: no other option goes with it.");
  if (values.verify) return verify(file);
  const workspaceId = values.workspace;
  if (values.person) return person(file, values.person, workspaceId);
  if (workspaceId && values["with-keys"])
    throw new Failure("The keys belong to the whole installation: they do not go along with one workspace.");
  const passphrase = values["with-keys"] ? await askPassphrase({ isNew: true }) : undefined;
  const manifest = await withDatabase({ name: "npm run backup" }, async ({ url, dataDir }) => {
    const secrets = ownSecrets(dataDir);
    if (passphrase) await requireOwnKeys(url, secrets);
    return backup({ url, file, workspaceId, secrets, passphrase, progress: progress.show });
  });
  report(file, manifest, "Wrote");
  if (!passphrase && !workspaceId) console.log(asRunHere(WITHOUT_KEYS));
}

/**
 * Whoever runs this may not have the ENCRYPTION_KEYS that the product has.
 * @param {string} url
 * @param {Secrets} secrets
 */
async function requireOwnKeys(url, { ENCRYPTION_KEYS }) {
  if (!ENCRYPTION_KEYS) throw new Failure("No keys: set ENCRYPTION_KEYS.");
  process.env.ENCRYPTION_KEYS = ENCRYPTION_KEYS;
  const { stored, unreadable } = await onDatabase(url, lookAtKeys);
  if (stored > 0 && unreadable === stored)
    throw new Failure(
      "These keys read none of the stored ones, so they are not worth keeping. Set ENCRYPTION_KEYS as the product has it, or leave out --with-keys.",
    );
}

/**
 * @param {string} file
 * @param {string} email
 * @param {string | undefined} workspaceId
 */
async function person(file, email, workspaceId) {
  if (!workspaceId) throw new Failure("In which workspace? --person EMAIL --workspace ID");
  const counts = await withDatabase({ name: "npm run backup" }, ({ url }) =>
    backupPerson({ url, file, workspaceId, email }),
  );
  console.log(`Wrote ${file}: ${counts.join(", ") || "the address is remembered as opted out"}`);
}

/** @param {string} file */
async function verify(file) {
  const { manifest } = await verifyArchive(file, progress.show);
  report(file, manifest, "Whole:");
}

/**
 * @param {string} file
 * @param {Manifest} manifest
 * @param {string} verb
 */
function report(file, { tables, files, missing, createdAt, product, migration }, verb) {
  progress.clear();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const counts = `${rows.toLocaleString("en")} rows of ${tables.length} tables, ${files.length} files`;
  console.log(`${verb} ${file}: ${counts}, ${megabytes} MB, of ${createdAt} (${product}, ${migration})`);
  if (missing.length > 0) console.log(`  ${missing.length} files that rows name are not in the store.`);
}
