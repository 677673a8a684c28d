import { accessSync, constants, existsSync, realpathSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { judgeRole } from "./app-role.mjs";
import { diagnoseBackups } from "./backups-diagnosis.mjs";
import { isBuilt } from "./build.mjs";
import { judgeConnections, judgeProcesses } from "./concurrency.mjs";
import { dataFolder } from "./data-folder.mjs";
import { askDatabase } from "./database-process.mjs";
import { whyUnusable } from "./database-words.mjs";
import { judgeDistribution } from "./distributed.mjs";
import { codeOf, Failure, messageOf } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";
import { requireDatabase } from "./had-database.mjs";
import { isInstalled } from "./install.mjs";
import { lockHolder } from "./lock.mjs";
import { isPortFree, listenAddress } from "./ports.mjs";
import { hasPassword } from "./postgres-cluster.mjs";
import { whyDown } from "./postgres-ends.mjs";
import { judgeChecksums, judgeVersion } from "./postgres-releases.mjs";
import { isPacked, loadEnvFiles, nodeProgram } from "./project.mjs";
import { areLost, isKeyRing, readSecrets, secretsFile } from "./secrets.mjs";
import { isEmbedded, SERVICES } from "./services.mjs";
import { diagnoseServices } from "./services-diagnosis.mjs";

/** As in lib/env.ts. */
const DISK_FLOOR_BYTES = 1024 ** 3;

/**
 * Checks everything the product needs, and changes nothing. No finding ever contains a secret.
 * @returns {Promise<import("./finding.mjs").Finding[]>}
 */
export async function diagnose() {
  loadEnvFiles("production");
  const app = lockHolder(dataFolder());
  return [
    node(),
    packages(),
    build(),
    judgeProcesses(process.env),
    folder(),
    secrets(),
    await diagnoseBackups(),
    await port(app),
    await running(app),
    ...(await variables()),
    ...(await database(app)),
    ...diagnoseServices(process.env),
  ];
}

function node() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return fail(
      "Node",
      `${process.version} is too old`,
      "Install Node 20.19 or newer from https://nodejs.org",
    );
  }
  const isPinned = realpathSync(nodeProgram()) === realpathSync(process.execPath);
  const pinned = isPinned ? "" : "; the product runs on the one of the lock file";
  return ok("Node", `${process.version}${pinned}`);
}

function packages() {
  return isInstalled()
    ? ok("Packages", "installed as in the lock file")
    : warn("Packages", "missing or not those of the lock file", "`npm start` installs them, or `npm ci`");
}

function build() {
  return isBuilt()
    ? ok("Build", "up to date")
    : warn("Build", "missing or older than the sources", "`npm start` builds");
}

function folder() {
  const dataDir = dataFolder();
  let place = dataDir;
  // Windows may have no such drive: then nothing above it exists, either.
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
  if (existsSync(place) && !statSync(place).isDirectory())
    return fail("Data folder", `${place} is a file`, "Set DATA_DIR to a folder");
  try {
    accessSync(place, constants.W_OK);
  } catch {
    return fail(
      "Data folder",
      `${dataDir} cannot be written`,
      "Change its owner, or set DATA_DIR to another folder",
    );
  }
  const { bavail, bsize } = statfsSync(place);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  const floor = Number(process.env.DISK_FLOOR_BYTES?.trim() || DISK_FLOOR_BYTES);
  if (freeMb < 100)
    return fail(
      "Data folder",
      `${dataDir}: ${freeMb} MB free`,
      "Free some space: below 100 MB nothing starts",
    );
  if (keepsFiles(process.env) && bavail * bsize < floor)
    return warn(
      "Data folder",
      `${dataDir}: ${freeMb} MB free, less than DISK_FLOOR_BYTES: files are refused`,
      "Free some space, or set a lower DISK_FLOOR_BYTES",
    );
  if (freeMb < 1_000)
    return warn("Data folder", `${dataDir}: ${freeMb} MB free`, "Large imports need more; free some space");
  return ok("Data folder", `${dataDir}, ${Math.floor(freeMb / 1024)} GB free`);
}

/** @param {import("./types.ts").Env} env */
function keepsFiles(env) {
  return SERVICES.every((service) => service.name !== "blob" || isEmbedded(service, env));
}

function secrets() {
  const dataDir = dataFolder();
  const file = secretsFile(dataDir);
  try {
    const known = readSecrets(dataDir);
    if (areLost(dataDir))
      return fail("Secrets", `${file} is missing, although there is a database`, "Restore it from a backup");
    if (!known) return ok("Secrets", "made at the first start");
    const mode = statSync(file).mode & 0o777;
    if (process.platform !== "win32" && mode & 0o077) {
      return fail("Secrets", `${file} is readable by others`, `chmod 600 '${file}'`);
    }
    return ok("Secrets", `${Object.keys(known).length} in ${file}, readable by you only`);
  } catch (error) {
    return fail("Secrets", messageOf(error), "docs/archive.md, Keys, says what is lost without it");
  }
}

/** @param {import("./types.ts").Holder | null} app */
async function port(app) {
  try {
    const { port: wanted } = listenAddress(process.env);
    if (app) return ok("Port", `${new URL(app.url).port} is ours`);
    return (await isPortFree("127.0.0.1", wanted))
      ? ok("Port", `${wanted} is free`)
      : fail("Port", `${wanted} is taken by another program`, `PORT=${wanted + 1} npm start`);
  } catch (error) {
    return fail("Port", messageOf(error), "Correct PORT, HOST and APP_URL: see .env.example");
  }
}

/** @param {import("./types.ts").Holder | null} app */
async function running(app) {
  if (!app) return ok("App", "not running");
  try {
    const headers = { "x-forwarded-for": "127.0.0.2" };
    const answer = await fetch(`${app.internalUrl}/api/health/ready`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    if (answer.ok) return ok("App", `ready at ${app.url} (process ${app.pid})`);
    return fail(
      "App",
      `process ${app.pid} answers ${answer.status} at ${app.url}`,
      "Its output and the database's log say why",
    );
  } catch (error) {
    const why = codeOf(error instanceof Error ? error.cause : null) ?? messageOf(error);
    return fail(
      "App",
      `process ${app.pid} does not answer at ${app.url} (${why})`,
      `kill ${app.pid} and start again`,
    );
  }
}

/** Those that other findings judge. */
const JUDGED = /^(?:PORT|WEB_CONCURRENCY|DATABASE_POOL_SIZE|OIDC_[A-Z_]+: is missing)/;

/** What the app says of its variables: with one that it cannot use, it answers nothing well. */
async function variables() {
  if (!isInstalled()) return [];
  const problems = await askDatabase("judgeVariables", undefined);
  const others = problems.filter((problem) => !JUDGED.test(problem));
  if (others.length === 0) return [ok("Variables", "usable, as far as that shows without trying them")];
  return [fail("Variables", others.join("; "), "Correct them: .env.example explains each")];
}

/** The ring in use; undefined when there is none, or none that can be used, which another finding tells. */
function keyRing() {
  try {
    const ring = process.env.ENCRYPTION_KEYS?.trim() || readSecrets(dataFolder())?.ENCRYPTION_KEYS;
    return ring && isKeyRing(ring) ? ring : undefined;
  } catch {
    return undefined;
  }
}

/** @param {{ stored: number, unreadable: number }} keys */
function judgeKeys({ stored, unreadable }) {
  if (unreadable === 0) return ok("Stored keys", `${stored}, all readable`);
  // Some may be left from a loss that nobody can mend.
  return (unreadable === stored ? fail : warn)(
    "Stored keys",
    `${unreadable} of ${stored} cannot be read`,
    "Put back the secrets.json or ENCRYPTION_KEYS that they were encrypted with; without: docs/archive.md, Keys",
  );
}

/**
 * The database of a product that runs.
 * @param {import("./types.ts").Holder} app
 */
function down({ pid }) {
  const why = whyDown(dataFolder());
  if (why) return fail("Database", "embedded, not up at the moment", `Because ${why}`);
  return fail(
    "Database",
    "the app runs, and no embedded database",
    `If the app was given a DATABASE_URL, give it to this command, too; else kill ${pid} and start again`,
  );
}

/** The embedded database of a product that does not run. */
function stopped() {
  if (isPacked)
    return fail("Database", "an image has none of its own", "Set DATABASE_URL (docs/deployment.md)");
  try {
    requireDatabase(dataFolder());
    const home = join(dataFolder(), "postgres");
    if (existsSync(join(home, "data", "PG_VERSION")) && !hasPassword(home))
      return warn(
        "Database",
        `embedded, ${join(home, "password")} is missing`,
        "`npm start` makes a new one",
      );
    return ok("Database", "embedded, starts with `npm start`");
  } catch (error) {
    const fix = error instanceof Failure ? error.detail : undefined;
    return fail("Database", messageOf(error), fix?.replaceAll("\n", " "));
  }
}

/**
 * @param {string} name
 * @param {{ pending: string[], isNewer: boolean, isForeign: boolean, isReadOnly: boolean }} schema
 */
function judgeSchema(name, { pending, isNewer, isForeign, isReadOnly }) {
  if (isForeign)
    return fail("Database", `${name}, is that of another application`, "Give Kith a database of its own");
  if (isReadOnly)
    return fail(
      "Database",
      `${name}, accepts no changes`,
      "Is it a standby? Some providers also do this when the disk is full: their console says so",
    );
  if (isNewer)
    return warn(
      "Database",
      `${name}, its schema is that of a newer Kith`,
      "Start the newer one: docs/operations.md, Update",
    );
  return pending.length === 0
    ? ok("Database", `${name}, reachable, schema up to date`)
    : warn("Database", `${name}, ${pending.length} migrations to apply`, "npm run db:migrate");
}

/** @param {import("./types.ts").Holder | null} app */
async function database(app) {
  const given = process.env.DATABASE_URL?.trim();
  if (!isInstalled()) return [warn("Database", "not looked at: the driver is not installed", "npm ci")];
  const { databaseUrl } = await import("./database-url.mjs");
  const name = given ? "of DATABASE_URL" : "embedded";
  try {
    const url = databaseUrl();
    if (!url) return [app ? down(app) : stopped()];
    const found = await askDatabase("look", { url, appUrl: given, ring: keyRing() });
    const { version, checksums, connections, role, about, distribution, keys } = found;
    return [
      judgeSchema(name, found),
      judgeRole(role, about, !given),
      judgeVersion(version, !given),
      judgeChecksums(checksums, !given),
      judgeConnections(process.env, connections),
      ...judgeDistribution(distribution),
      judgeKeys(keys),
    ];
  } catch (error) {
    const why = whyUnusable(error);
    const fix = given ? "Check DATABASE_URL and that the server runs" : "Restart Kith";
    return [fail("Database", `${name}, cannot be reached (${why})`, fix)];
  }
}
