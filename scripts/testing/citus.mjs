import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../lib/failure.mjs";
import { freePort } from "../lib/ports.mjs";
import { postgresUser, temporaryPlace } from "../lib/postgres-home.mjs";
import { environment, root } from "../lib/project.mjs";

/**
 * A throw-away Citus cluster for tests: a coordinator and two workers. Nothing is installed: PostgreSQL 15 of Debian 12 is
 * unpacked beside the archive of the extension that was built for it, and runs from there as a user without rights.
 * @typedef {object} Cluster
 * @property {string} url the coordinator's database `kith`, which knows its workers
 * @property {Node[]} nodes the coordinator first
 * @property {() => Promise<void>} stop ends the nodes by their own ids and removes the folder
 *
 * @typedef {object} Node
 * @property {number} port
 * @property {number} pid
 * @property {() => Promise<void>} kill as when its machine loses power
 * @property {() => Promise<void>} start again, with what it had on disk
 */

const archives = resolve(root, "../shared/citus");
const packages = ["postgresql-15", "libpq5", "xz-utils"];

/** The archive of the extension, or null where there is none. */
export function citusArchive() {
  try {
    const name = readdirSync(archives).find((one) => one.startsWith("citus-") && one.endsWith(".tar.xz"));
    return name ? join(archives, name) : null;
  } catch {
    return null;
  }
}

/**
 * @param {{ durable?: boolean }} [options] durable: it writes to disk what it commits, as a node that counts does
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ durable = false } = {}) {
  const archive = citusArchive();
  if (!archive) throw new Failure("There is no Citus beside the project: set CITUS_URL to a cluster.");
  const user = postgresUser();
  const home = mkdtempSync(join(temporaryPlace(tmpdir()), "kith-citus-"));
  chmodSync(home, 0o755);
  if (user) chownSync(home, user.uid, user.gid);
  /** @type {import("node:child_process").ChildProcess[]} */
  const children = [];
  const stop = async () => {
    const ended = children.map(
      (child) => new Promise((over) => (child.exitCode === null ? child.once("exit", over) : over(0))),
    );
    for (const child of children) child.kill("SIGQUIT");
    await Promise.all(ended);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const bin = unpack(home, archive);
    const nodes = [];
    for (let n = 0; n < 3; n++) nodes.push(await startNode(bin, home, user, children, durable));
    await introduce(nodes);
    return { url: address(nodes[0]?.port ?? 0, "kith"), nodes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The folder of the programs.
 * @param {string} home
 * @param {string} archive
 */
function unpack(home, archive) {
  const [debs, prefix] = [join(home, "debs"), join(home, "programs")];
  for (const folder of [debs, prefix]) mkdirSync(folder);
  if (process.getuid?.() === 0) spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  run("apt-get", ["download", "-qq", ...packages], debs);
  for (const name of readdirSync(debs)) run("dpkg-deb", ["-x", join(debs, name), prefix], debs);
  const xz = join(prefix, "usr/bin/xz");
  run("tar", ["--use-compress-program", xz, "-xf", archive, "-C", prefix], debs);
  return join(prefix, "usr/lib/postgresql/15/bin");
}

/**
 * @param {string} bin
 * @param {string} home
 * @param {import("../lib/types.ts").ServerUser} user
 * @param {import("node:child_process").ChildProcess[]} children
 * @param {boolean} durable
 * @returns {Promise<Node>}
 */
async function startNode(bin, home, user, children, durable) {
  const port = await freePort();
  const data = join(home, String(port));
  const env = environment({
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: join(home, "programs/usr/lib/x86_64-linux-gnu"),
  });
  const made = ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  run(join(bin, "initdb"), made, home, { ...user, env });
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_preload_libraries: "citus",
    wal_level: "logical",
    max_connections: 300,
    max_prepared_transactions: 600,
    ...(durable ? { shared_buffers: "512MB", max_wal_size: "4GB" } : { fsync: "off" }),
    jit: "off",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const begin = () => {
    const options = { ...user, cwd: home, env, stdio: /** @type {const} */ ("ignore") };
    const child = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], options);
    children.push(child);
    return child;
  };
  let child = begin();
  await untilReachable(port, child);
  return {
    port,
    get pid() {
      return child.pid ?? 0;
    },
    async kill() {
      const ended = new Promise((over) => child.once("exit", over));
      child.kill("SIGKILL");
      await ended;
      children.splice(children.indexOf(child), 1);
    },
    async start() {
      // Its processes end when they notice that their parent has; until then the next one refuses to begin.
      for (let tries = 0; ; tries++) {
        child = begin();
        try {
          await untilReachable(port, child);
          await untilItAnswers(port, child);
          return;
        } catch (error) {
          children.splice(children.indexOf(child), 1);
          if (tries === 50) throw error;
          await sleep(100);
        }
      }
    },
  };
}

/**
 * It listens before it knows whether it can begin, and recovers from its log before it lets anybody in.
 * @param {number} port
 * @param {import("node:child_process").ChildProcess} child
 */
async function untilItAnswers(port, child) {
  const { default: postgres } = await import("postgres");
  while (child.exitCode === null && child.signalCode === null) {
    const pg = postgres(address(port, "postgres"), { max: 1, onnotice: () => {} });
    const isThere = await pg`select 1`.then(
      () => true,
      () => false,
    );
    await pg.end();
    if (isThere) return;
    await sleep(50);
  }
  throw new Failure("A node of the Citus cluster ended as it began.");
}

/**
 * Makes the database `kith` of each node one distributed one.
 * @param {{ port: number }[]} nodes
 */
async function introduce(nodes) {
  const { default: postgres } = await import("postgres");
  const quiet = { max: 1, onnotice: () => {} };
  for (const { port } of nodes) {
    const admin = postgres(address(port, "postgres"), quiet);
    await admin`create database kith`;
    await admin.end();
    const pg = postgres(address(port, "kith"), quiet);
    await pg`create extension citus`;
    await pg.end();
  }
  const [coordinator, ...workers] = nodes;
  const pg = postgres(address(coordinator?.port ?? 0, "kith"), quiet);
  await pg`select citus_set_coordinator_host('127.0.0.1', ${coordinator?.port ?? 0})`;
  for (const { port } of workers) await pg`select citus_add_node('127.0.0.1', ${port})`;
  await pg.end();
}

/**
 * @param {number} port
 * @param {string} name
 */
const address = (port, name) => `postgres://postgres@127.0.0.1:${port}/${name}`;

/**
 * @param {number} port
 * @param {import("node:child_process").ChildProcess} child
 */
async function untilReachable(port, child) {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break;
    const isOpen = await new Promise((tell) => {
      const socket = createConnection({ port, host: "127.0.0.1" });
      socket.once("connect", () => {
        socket.destroy();
        tell(true);
      });
      socket.once("error", () => tell(false));
    });
    // It listens before it accepts sessions, and says so itself when asked too early: the client retries.
    if (isOpen) return;
    await sleep(50);
  }
  throw new Failure("A node of the Citus cluster did not start.");
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
function run(program, args, cwd, options) {
  const result = spawnSync(program, args, { cwd, ...options, encoding: "utf8" });
  if (result.status !== 0)
    throw new Failure(`${program} failed.`, `${result.stderr ?? result.error}`.slice(-500));
}
