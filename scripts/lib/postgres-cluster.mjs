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
import { codeOf, Failure, WRONG_PASSWORD } from "./failure.mjs";
import { noProgram } from "./postgres-ends.mjs";
import { postgresEnvironment, postgresMajor, programName } from "./postgres-home.mjs";

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
  if (existsSync(join(home, "data"))) checkUsable(home);
  if (existsSync(join(home, "data", "PG_VERSION"))) return;
  if (user) chownSync(home, user.uid, user.gid);
  chmodSync(home, 0o700);
  for (const name of readdirSync(home))
    if (name.startsWith("new-")) rmSync(join(home, name), { recursive: true });
  const unfinished = join(home, `new-${process.pid}`);
  const { draft } = draftPassword({ home, user });
  run({ programs, user, home }, "initdb", [
    ...["-D", unfinished, "-U", "kith", "--auth=scram-sha-256", `--pwfile=${draft}`],
    ...["--encoding=UTF8", ...localeOf(programs)],
    ...["--data-checksums", "--no-instructions", ...(sync ? [] : ["--no-sync"])],
  ]);
  const single = ["--single", "-D", unfinished, ...(sync ? [] : ["-c", "fsync=off"]), "postgres"];
  run({ programs, user, home, input: "CREATE DATABASE kith\n" }, "postgres", single);
  renameSync(unfinished, join(home, "data"));
  // The cluster first: without a password the next start makes one, while a wrong one would count as right.
  renameSync(draft, passwordFile(home));
}

/**
 * Gives the user `kith` of a stopped cluster another password, as where its file is lost or is not the cluster's.
 * PostgreSQL's single-user mode asks for none.
 * @param {{ home: string, programs: string, user: ServerUser }} options
 */
export function renewPassword({ home, programs, user }) {
  const { draft, password } = draftPassword({ home, user });
  const single = ["--single", "-D", join(home, "data"), "-c", "log_min_error_statement=panic", "kith"];
  const input = `ALTER ROLE kith PASSWORD '${password}'\n`;
  run(
    { programs, user, home, input, failure: "The database could not be given a new password." },
    "postgres",
    single,
  );
  renameSync(draft, passwordFile(home));
}

/** @param {{ home: string, user: ServerUser }} options */
function draftPassword({ home, user }) {
  const password = randomBytes(24).toString("base64url");
  const draft = join(home, `new-${process.pid}.password`);
  writeFileSync(draft, password, { mode: 0o600 });
  if (user) chownSync(draft, user.uid, user.gid);
  return { draft, password };
}

/** @param {string} home */
function passwordFile(home) {
  return join(home, "password");
}

/**
 * PostgreSQL has rules of its own since 17; tests on older versions take the system's of the same name.
 * @param {string} programs
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
  try {
    return readFileSync(passwordFile(home), "utf8").trim();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new Failure(`${passwordFile(home)} is missing. The next start of Kith makes a new password.`);
  }
}

/**
 * Whether there is a password, right or wrong.
 * @param {string} home
 */
export function hasPassword(home) {
  return existsSync(passwordFile(home));
}

/**
 * Whether the password in an address is the database's. It is not where only a part of the folder came from a backup.
 * @param {string} url
 */
export async function isAccepted(url) {
  const { default: postgres } = await import("postgres");
  const pg = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await pg`select 1`;
    return true;
  } catch (error) {
    return codeOf(error) !== WRONG_PASSWORD;
  } finally {
    await pg.end({ timeout: 5 });
  }
}

/** @param {string} home */
function checkUsable(home) {
  try {
    const files = readdirSync(join(home, "data"));
    if (files.length === 0) return;
    if (!files.includes("PG_VERSION"))
      throw new Failure(`${join(home, "data")} is not empty, but is not a database (PG_VERSION is missing).`);
    if (hasPassword(home)) readPassword(home);
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
 * @param {{ programs: string, user: ServerUser, home: string, input?: string, failure?: string }} subject
 * @param {string} program
 * @param {string[]} args
 */
function run({ programs, user, home, input, failure = "The database could not be created." }, program, args) {
  const result = spawnSync(join(programs, "bin", programName(program)), args, {
    ...user,
    cwd: home,
    input,
    encoding: "utf8",
    env: postgresEnvironment(),
  });
  if (result.status === 0) return;
  const said = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  if (/No space left on device/.test(said)) {
    throw new Failure(`The disk is full. ${failure} It needs about 60 MB; free some and start again.`);
  }
  if (/could not look up effective user/.test(said)) {
    throw new Failure(
      "PostgreSQL needs a user with a name, and this one has none (a container started with --user?). Use a user of /etc/passwd, or set DATABASE_URL.",
    );
  }
  if (codeOf(result.error) === "ENOENT") throw noProgram();
  const lines = result.error ? result.error.message : said.trim().split("\n").slice(-5).join("\n");
  throw new Failure(failure, lines);
}
