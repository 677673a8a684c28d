import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { packImage } from "../../scripts/lib/image.mjs";
import { postgresUser } from "../../scripts/lib/postgres-home.mjs";
import { commandLine } from "../../scripts/lib/processes.mjs";
import { embeddedOnly, startProduct } from "../../scripts/lib/product.mjs";
import { environment, nodeProgram } from "../../scripts/lib/project.mjs";
import { readSecrets } from "../../scripts/lib/secrets.mjs";
import { test as base } from "./platform";

/** The content of an image, unpacked into a read-only folder, and run as an image runs it: as an ordinary user. */
export interface Packed {
  folder: string;
  bytes: number;
  user: { uid: number; gid: number } | null;
}

/** The product as a container runs it, on a data folder and a database of its own. */
export interface Container {
  url: string;
  dataDir: string;
  supervisor: number;
  /** The processes of the app. */
  apps(): number[];
  secrets: Record<string, string>;
  /** One of the image's commands, as `docker exec` runs it. */
  run(...args: string[]): Promise<{ code: number; said: string }>;
  stop(): Promise<{ code: number | null; output: string }>;
}

export const test = base.extend<
  { container: (env?: Record<string, string>) => Promise<Container> },
  { packed: Packed }
>({
  packed: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "kith-image-"));
      const { bytes } = await packImage(folder);
      setWritable(folder, false);
      await use({ folder, bytes, user: postgresUser() });
      setWritable(folder, true);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  container: async ({ cluster, packed }, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use(async (env = {}) => {
      const databaseUrl = await newDatabase(cluster.url);
      const { container, end } = await startContainer(packed, databaseUrl, env);
      ends.push(end);
      return container;
    });
    for (const end of ends) await end();
  },
});

async function startContainer({ folder, user }: Packed, databaseUrl: string, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-image-data-"));
  chmodSync(dataDir, 0o711);
  if (user) chownSync(dataDir, user.uid, user.gid);
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env };
  const product = await startProduct({ folder, user, dataDir, env: own });
  const { port } = new URL(product.url);
  const run: Container["run"] = (...args) =>
    new Promise((resolve) => {
      const given = environment({ ...embeddedOnly(), ...own, PORT: port });
      execFile(nodeProgram(), args, { cwd: folder, env: given, ...user }, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${out}${err}` }),
      );
    });
  const container: Container = {
    url: product.url,
    dataDir,
    supervisor: product.pid,
    apps: () => childrenOf(product.pid).filter((pid) => /next-server/.test(commandLine(pid))),
    secrets: readSecrets(dataDir) ?? {},
    run,
    stop: product.stop,
  };
  const end = async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { container, end };
}

async function newDatabase(clusterUrl: string): Promise<string> {
  const name = `i_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // it ended meanwhile
  }
}

/** As in an image, whose files belong to root, and whose file system is mounted read-only. */
function setWritable(folder: string, isWritable: boolean): void {
  for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    const path = join(folder, name);
    const { mode } = statSync(path);
    chmodSync(path, isWritable ? mode | 0o200 : (mode & ~0o222) | 0o444 | (mode & 0o100 ? 0o111 : 0));
  }
}
