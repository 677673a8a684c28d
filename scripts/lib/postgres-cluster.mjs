import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { codeOf, Failure } from "./failure.mjs";
import { postgresMajor, programName } from "./postgres-home.mjs";
import { environment } from "./project.mjs";

/** @import { ServerUser } from "./types.ts" */

/**
 * Creates the cluster of a home folder if it has none: superuser and database `kith`, a random password, UTF-8 with
 * PostgreSQL's own C.UTF-8 rules, so that nothing depends on the machine's locales, and checksums, so that disk
 * corruption is noticed. It is built under a temporary name and renamed, so that an interrupted attempt is never taken
 * for a database.
 * @param {{ home: string, programs: string, user: ServerUser, sync: boolean }} options
 */
export async function createCluster({ home, programs, user, sync }) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (existsSync(join(home, "data", "PG_VERSION"))) return checkUsable(home);
  if (user) chownSync(home, user.uid, user.gid);
  chmodSync(home, 0o700);
  for (const name of readdirSync(home))
    if (name.startsWith("new-")) rmSync(join(home, name), { recursive: true });
  const unfinished = join(home, `new-${process.pid}`);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  run({ programs, user, home }, "initdb", [
    ...["-D", unfinished, "-U", "kith", "--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ...["--encoding=UTF8", ...localeOf(programs)],
    ...["--data-checksums", "--no-instructions", ...(sync ? [] : ["--no-sync"])],
  ]);
  const single = ["--single", "-D", unfinished, ...(sync ? [] : ["-c", "fsync=off"]), "postgres"];
  run({ programs, user, home, input: "CREATE DATABASE kith\n" }, "postgres", single);
  renameSync(unfinished, join(home, "data"));
}

/**
 * PostgreSQL has rules of its own since 17; tests on older versions take the system's of the same name. @param
 * {string} programs
 */
function localeOf(programs) {
  const { stdout } = spawnSync(join(programs, "bin", programName("postgres")), ["--version"], {
    encoding: "utf8",
  });
  const major = Number(/\d+/.exec(stdout ?? "")?.[0] ?? 17);
  if (major < 17) return ["--locale=C.UTF-8"];
  return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
}

/**
 * The password of the cluster's user `kith`.
 * @param {string} home
 */
export function readPassword(home) {
  return readFileSync(join(home, "password"), "utf8").trim();
}

/** @param {string} home */
function checkUsable(home) {
  try {
    readdirSync(join(home, "data"));
    readPassword(home);
    requireSameMajor(readFileSync(join(home, "data", "PG_VERSION"), "utf8").trim(), home);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `The database in ${home} cannot be opened (${codeOf(error)}). It may belong to another user: start as the one who started before.`,
    );
  }
}

/**
 * PostgreSQL cannot read the files of another major version, and says so only in its log.
 * @param {string} found
 * @param {string} home
 */
function requireSameMajor(found, home) {
  const ours = postgresMajor();
  if (found === ours) return;
  throw new Failure(
    `The database in ${home} was made by PostgreSQL ${found}, and this Kith runs PostgreSQL ${ours}. Nothing was changed. ` +
      "With the version of Kith that ran until now: `npm run backup -- FILE`. With this one, on another DATA_DIR: `npm run restore -- FILE`.",
  );
}

/**
 * @param {{ programs: string, user: ServerUser, home: string, input?: string }} subject
 * @param {string} program
 * @param {string[]} args
 */
function run({ programs, user, home, input }, program, args) {
  const result = spawnSync(join(programs, "bin", programName(program)), args, {
    ...user,
    cwd: home,
    input,
    encoding: "utf8",
    env: environment({ PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", SystemRoot: process.env.SystemRoot }),
  });
  if (result.status === 0) return;
  const said = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  if (/No space left on device/.test(said)) {
    throw new Failure(
      "The disk is full: the database could not be created. It needs about 60 MB; free some and start again.",
    );
  }
  if (/could not look up effective user/.test(said)) {
    throw new Failure(
      "PostgreSQL needs a user with a name, and this one has none (a container started with --user?). Use a user of /etc/passwd, or set DATABASE_URL.",
    );
  }
  if (codeOf(result.error) === "ENOENT") {
    throw new Failure(
      "The embedded PostgreSQL does not run on this system (it needs glibc, not musl). Set DATABASE_URL.",
    );
  }
  const lines = result.error ? result.error.message : said.trim().split("\n").slice(-5).join("\n");
  throw new Failure("The database could not be created.", lines);
}
