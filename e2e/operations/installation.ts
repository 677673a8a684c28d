import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningPostgresUrl } from "../../scripts/lib/postgres.mjs";
import { commandLine, processesIn } from "../../scripts/lib/processes.mjs";
import { startProduct } from "../../scripts/lib/product.mjs";
import { readSecrets } from "../../scripts/lib/secrets.mjs";

/** The product as `npm start` runs it: supervisor, app and embedded database, on a folder of its own. Linux only. */
export interface Installation {
  url: string;
  dataDir: string;
  secrets: Record<string, string>;
  supervisor: number;
  /** The process ids that run now; 0 for a part that is down. */
  app(): number;
  /** Every process of the app. */
  apps(): number[];
  database(): number;
  /** Every server, not its workers, on the database's folder: never more than one. */
  databases(): number[];
  /** Supervisors of this folder: never more than one. */
  supervisors(): number[];
  /** Zombie processes. */
  zombies(): number[];
  databaseUrl(): string;
  stop(): Promise<{ code: number | null; output: string }>;
  remove(): void;
}

interface Process {
  pid: number;
  parent: number;
  state: string;
}

/** Starts one; resolves when it is ready. */
export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-installation-"));
  chmodSync(dataDir, 0o711);
  const product = await startProduct({ dataDir, env });
  const cluster = join(dataDir, "postgres/data");
  const children = () => processes().filter(({ parent }) => parent === product.pid);
  const apps = () => children().flatMap(({ pid }) => (/next/.test(commandLine(pid)) ? [pid] : []));
  const databases = () => {
    const servers = new Set(processesIn(cluster).filter((pid) => commandLine(pid).includes(" -D ")));
    // A worker looks like its server until it has set a name of its own.
    return processes().flatMap(({ pid, parent }) => (servers.has(pid) && !servers.has(parent) ? [pid] : []));
  };
  return {
    url: product.url,
    dataDir,
    secrets: readSecrets(dataDir) ?? {},
    supervisor: product.pid,
    app: () => apps()[0] ?? 0,
    apps,
    database: () => databases()[0] ?? 0,
    databases,
    supervisors: () => processes().flatMap(({ pid }) => (isSupervisorOf(pid, dataDir) ? [pid] : [])),
    zombies: () => children().flatMap(({ pid, state }) => (state === "Z" ? [pid] : [])),
    databaseUrl: () => runningPostgresUrl(dataDir) ?? "",
    stop: product.stop,
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function processes(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : "";
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat ? [{ pid: Number(name), parent: Number(parent), state: state ?? "" }] : [];
  });
}

function isSupervisorOf(pid: number, dataDir: string): boolean {
  if (!commandLine(pid).includes("scripts/start.mjs")) return false;
  return read(`/proc/${pid}/environ`).split("\0").includes(`DATA_DIR=${dataDir}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
