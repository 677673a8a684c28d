import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { APP_ROLE, asRole } from "./app-role.mjs";
import { localUrl, startApp } from "./app-server.mjs";
import { renewSlots, startSlots } from "./app-slots.mjs";
import { scheduleBackups } from "./backups.mjs";
import { ensureBuilt } from "./build.mjs";
import { poolSize, processCount } from "./concurrency.mjs";
import { dataFolder, makeDataFolder, temporaryFolder } from "./data-folder.mjs";
import { askDatabase } from "./database-process.mjs";
import { printFailure } from "./failure.mjs";
import { requireDatabase } from "./had-database.mjs";
import { inboxLink } from "./inbox-link.mjs";
import { ensureInstalled, requireSpace } from "./install.mjs";
import { openListener } from "./listener.mjs";
import { lockFolder } from "./lock.mjs";
import { isLoopback, listenAddress, requireFreePort } from "./ports.mjs";
import { loadEnvFiles, root } from "./project.mjs";
import { ensureSecrets, missingSecrets } from "./secrets.mjs";
import { isEmbedded, SERVICES } from "./services.mjs";
import { requireUsable } from "./services-diagnosis.mjs";
import { stopTasks } from "./task.mjs";
import { bold, dim, green, yellow } from "./terminal.mjs";
import { keepRunning } from "./upkeep.mjs";

/** @import { Env, Parts, StopSignals } from "./types.ts" */

/** How long work in progress may delay a stop. Imports stop at their next checkpoint, well within it. */
const stopDeadlineMs = 8_000;

/** Ctrl-C reaches the whole process group and arrives again through npm: within this time it is one request, not two. */
const repeatedSignalMs = 1_500;

/**
 * Runs the product until it is told to stop: install, build, database, migrations, app. Restarts a database or an app
 * that dies. Sets the exit code: 0 after a requested stop, 1 after anything else.
 * @param {{ dev: boolean }} options
 */
export async function supervise({ dev }) {
  process.chdir(root);
  /** @type {Parts} */
  const parts = {
    lock: null,
    database: null,
    appAddress: null,
    listener: null,
    apps: new Set(),
    keepers: [],
    mending: null,
  };
  const signals = listenForStop({ renews: !dev });
  try {
    for (const slip of loadEnvFiles(dev ? "development" : "production")) tell(slip);
    const started = bringUp(parts, signals, { dev, ...listenAddress(process.env) }).then(() => "started");
    started.catch(() => {});
    // A stop during a long install or build must not wait for it.
    if ((await Promise.race([started, signals.asked])) === "started")
      await Promise.race([signals.asked, ...parts.keepers]);
  } catch (error) {
    process.exitCode = printFailure(error);
  }
  await bringDown(parts, signals);
  process.exit();
}

/**
 * @param {Parts} parts
 * @param {StopSignals} signals
 * @param {{ dev: boolean, host: string, port: number }} options
 */
async function bringUp(parts, signals, { dev, host, port }) {
  requireUsable(process.env);
  const processes = dev ? 1 : processCount(process.env);
  const dataDir = prepareDataFolder();
  const url = `http://localhost:${port}`;
  parts.lock = lockFolder(dataDir, { url, internalUrl: localUrl(host, port) });
  if (parts.lock.copyOf) tell(`${dataDir} is a copy of ${parts.lock.copyOf.folder}, where Kith runs.`);
  if (!process.env.DATABASE_URL?.trim()) requireDatabase(dataDir);
  await requireFreePort(host, port);
  await ensureInstalled();
  if (!dev) await ensureBuilt();
  const secrets = ensureSecrets(dataDir);
  const databaseEnv = await bringUpDatabase(parts, dataDir);
  if (!dev) parts.stopBackups = await scheduleBackups(dataDir, tell);
  const env = {
    ...process.env,
    ...missingSecrets(secrets),
    ...databaseEnv,
    // Empty rather than absent, because Next fills in from `.env` what is absent.
    DATABASE_OWNER_URL: "",
    INTERNAL_URL: process.env.INTERNAL_URL?.trim() || localUrl(host, port),
    DATA_DIR: dataDir,
    ...(!dev && { TMPDIR: temporaryFolder(dataDir) }),
    PORT: String(port),
    WEB_CONCURRENCY: String(processes),
    DATABASE_POOL_SIZE: String(poolSize(process.env, processes)),
  };
  const listener = dev ? undefined : await openListener(host, port);
  parts.listener = listener ?? null;
  const launch = () => {
    const { database, appAddress } = parts;
    const address = database && appAddress ? { DATABASE_URL: appAddress(database.url) } : {};
    return startApp({ dev, host, port, listener, processes, env: { ...env, ...address } });
  };
  if (parts.database) keepDatabase(parts, signals, parts.database);
  const slots = await Promise.race([startSlots(parts.apps, launch, processes), ...parts.keepers]);
  if (signals.isAsked() || !slots) return;
  for (const slot of slots) keep(parts, signals, slot);
  signals.onRenewal(() => renewSlots(slots, tell));
  announce({ dev, host, url, dataDir, databaseHome: parts.database?.home, env, processes });
  // For a program that started us, and need not parse the output for people.
  process.send?.({ ready: url }, () => {});
}

/**
 * The app keeps running meanwhile, answers 503 where it needs the database, and finds it again at its old address.
 * @param {Parts} parts
 * @param {StopSignals} signals
 * @param {import("./postgres.mjs").Postgres} database
 */
function keepDatabase(parts, signals, database) {
  const startAgain = async () => {
    const { restartPostgres } = await import("./postgres.mjs");
    const started = await restartPostgres(parts.database ?? database);
    if (started.url !== parts.database?.url)
      for (const app of parts.apps) app.kill("has to learn the database's new port");
    parts.database = started;
    return started;
  };
  const restart = () => {
    const mending = startAgain();
    parts.mending = mending;
    return mending;
  };
  keep(parts, signals, { name: "The database", part: database, restart });
}

/** @param {string} line */
function tell(line) {
  console.log(`  ${yellow("!")} ${dim(new Date().toISOString())} ${line}`);
}

/**
 * @param {Parts} parts
 * @param {StopSignals} signals
 * @param {Pick<Parameters<typeof keepRunning>[0], "name" | "part" | "restart">} options
 */
function keep(parts, signals, options) {
  const keeper = keepRunning({ ...options, isOver: signals.isAskedSoon, tell });
  keeper.catch(() => {});
  parts.keepers.push(keeper);
}

/**
 * The modules that need packages are imported only here, when the packages are installed.
 * @param {Parts} parts
 * @param {string} dataDir
 */
async function bringUpDatabase(parts, dataDir) {
  const given = process.env.DATABASE_URL?.trim();
  if (given) {
    await askDatabase("migrateGiven", { url: given, ownerUrl: process.env.DATABASE_OWNER_URL?.trim() });
    return { DATABASE_URL: given };
  }
  const { startPostgres } = await import("./postgres.mjs");
  parts.database = await startPostgres(dataDir);
  const password = await askDatabase("prepareEmbedded", { url: parts.database.url });
  parts.appAddress = (/** @type {string} */ ownerUrl) => asRole(ownerUrl, APP_ROLE, password);
  return { EMBEDDED_DATABASE: "1" };
}

function prepareDataFolder() {
  const dataDir = dataFolder();
  makeDataFolder(dataDir);
  requireSpace(100, dataDir);
  return realpathSync(dataDir);
}

/** @param {string} url */
function isOfThisMachine(url) {
  return URL.canParse(url) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/** @param {{ dev: boolean, host: string, url: string, dataDir: string, databaseHome: string | undefined, env: Env, processes: number }} options */
function announce({ dev, host, url, dataDir, databaseHome, env, processes }) {
  const home = env.APP_URL?.trim() || url;
  const names = (/** @type {boolean} */ wanted) =>
    SERVICES.filter((service) => isEmbedded(service, env) === wanted)
      .map(({ label }) => label.toLowerCase())
      .join(dim(" · ")) || dim("none");
  const line = (/** @type {string} */ label, /** @type {string} */ text) =>
    console.log(`  ${dim(label.padEnd(10))}${text}`);
  console.log(
    `\n  ${green("●")} ${bold("Kith")} is ready at ${bold(home)}${dev ? dim("  (development)") : ""}\n`,
  );
  if (!env.RESEND_API_KEY && isLoopback(host) && isOfThisMachine(home))
    line("Inbox", `${inboxLink(home, env)} ${dim("(opens once)")}`);
  line("Data", dataDir);
  if (databaseHome && !databaseHome.startsWith(dataDir)) line("", `${databaseHome} ${dim("(database)")}`);
  if (processes > 1) line("Processes", String(processes));
  line("Embedded", names(true));
  line("Hosted", names(false));
  line("Stop", "Ctrl-C");
  if (!isLoopback(host)) line("Note", yellow(`listens on ${host}: other machines can reach it`));
  console.log("");
}

/**
 * App first, because it still writes; then the database; the lock last. A second stop request ends the waiting.
 * @param {Parts} parts
 * @param {StopSignals} signals
 */
async function bringDown(parts, signals) {
  parts.stopBackups?.();
  stopTasks();
  signals.end();
  const { apps, listener, lock } = parts;
  const hadApp = apps.size > 0;
  signals.onSecondSignal(() => {
    for (const app of apps) app.kill();
  });
  listener?.close();
  const inTime = await Promise.all([...apps].map((app) => app.stop(stopDeadlineMs)));
  if (inTime.includes(false))
    console.log(`  ${yellow("!")} The app was cut short; unfinished imports continue at the next start.`);
  // A database that is being restarted is waited for, so that it is stopped as well.
  await Promise.race([Promise.allSettled([parts.mending]), sleep(stopDeadlineMs)]);
  await parts.database?.stop();
  lock?.release();
  if (hadApp && !process.exitCode) console.log(`\n  ${green("✓")} Stopped.\n`);
}

/**
 * Reacts to Ctrl-C, a plain kill, a closed terminal, and the end of npm, which passes no signal on: then our parent
 * changes. Without a terminal that could be closed, SIGHUP requests new processes.
 * @param {{ renews: boolean }} options
 */
function listenForStop({ renews }) {
  /** @type {() => void} */
  let ask = () => {};
  let onSecond = () => {};
  let askedAt = 0;
  let isEnding = false;
  /** @type {Promise<string>} */
  const asked = new Promise((resolve) => {
    ask = () => {
      if (!askedAt) askedAt = Date.now();
      else if (Date.now() - askedAt > repeatedSignalMs) onSecond();
      resolve("asked");
    };
  });
  let renew = () => {};
  for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => ask());
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  process.on("SIGHUP", () => (renews && !hasTerminal ? renew() : ask()));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event && parent > 1) {
    setInterval(() => process.ppid !== parent && !askedAt && ask(), 500).unref();
  }
  const onSecondSignal = (/** @type {() => void} */ callback) => {
    onSecond = callback;
  };
  const onRenewal = (/** @type {() => void} */ callback) => {
    renew = callback;
  };
  const isAsked = () => isEnding || askedAt > 0;
  /** Ctrl-C reaches the child processes, too: an exit at the same moment is not an accident. */
  const isAskedSoon = async () => {
    if (!isAsked()) await Promise.race([asked, sleep(100)]);
    return isAsked();
  };
  const end = () => {
    isEnding = true;
  };
  return { asked, isAsked, isAskedSoon, end, onSecondSignal, onRenewal };
}
