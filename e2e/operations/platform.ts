import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import postgres, { type Sql } from "postgres";
import { type MailProvider, startMailProvider } from "@/lib/testing/doubles/mail-provider";
import { APP_ROLE, asRole } from "../../scripts/lib/app-role.mjs";
import { localUrl, startApp } from "../../scripts/lib/app-server.mjs";
import { processCount } from "../../scripts/lib/concurrency.mjs";
import { renewAppRole } from "../../scripts/lib/database-role.mjs";
import { openListener } from "../../scripts/lib/listener.mjs";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { freePort } from "../../scripts/lib/ports.mjs";
import { startTemporaryPostgres } from "../../scripts/lib/postgres.mjs";
import { embeddedOnly } from "../../scripts/lib/product.mjs";
import { generateSecrets } from "../../scripts/lib/secrets.mjs";

export { expect } from "@playwright/test";

/** The built product as the supervisor starts it: a process, or WEB_CONCURRENCY of them at one address. */
export interface App {
  url: string;
  /** The first one's. */
  pid: number;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * One public address for all processes. Links in mails are built from it, so a mail that another process repeats is
 * the same byte for byte.
 */
const APP_URL = "http://localhost:3000";

/** What the processes of one installation share: a database, a folder for files, and secrets. */
export interface Platform {
  secrets: Record<string, string>;
  dataDir: string;
  /** As the database's owner; the app uses its own role. */
  databaseUrl: string;
  /** To verify, and to move its clock forward. */
  pg: Sql;
  /** Starts one more process next to those that run. `env` is added to what all have. */
  start(env?: Record<string, string>): Promise<App>;
}

/**
 * As on a hosting platform: no scheduler in the process, so that everything that happens was called for. Nothing else
 * follows from it.
 */
export const UNSCHEDULED = { VERCEL: "1" };

interface Cluster {
  url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL per run; per test an installation without processes, and a double of the mail provider. Processes reach
 * it with RESEND_BASE_URL; the double lives as long as the test, whatever is killed.
 */
export const test = base.extend<{ platform: Platform; provider: MailProvider }, { cluster: Cluster }>({
  cluster: [
    async ({ browserName: _ }, use) => {
      const cluster = await startTemporaryPostgres();
      await use(cluster);
      await cluster.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  platform: async ({ cluster }, use) => {
    const { databaseUrl, appUrl } = await newDatabase(cluster.url);
    const dataDir = mkdtempSync(join(tmpdir(), "kith-operations-"));
    chmodSync(dataDir, 0o711);
    const secrets = generateSecrets();
    const pg = postgres(databaseUrl, { max: 2, onnotice: () => {} });
    const apps = new Set<App>();
    const start = async (env: Record<string, string> = {}) => {
      const app = await launch({ ...secrets, APP_URL, DATABASE_URL: appUrl, DATA_DIR: dataDir, ...env });
      apps.add(app);
      return app;
    };
    await use({ secrets, dataDir, databaseUrl, pg, start });
    await Promise.all([...apps].map((app) => app.kill()));
    await pg.end();
    rmSync(dataDir, { recursive: true, force: true });
  },
  provider: async ({ browserName: _ }, use) => {
    const provider = await startMailProvider();
    await use(provider);
    await provider.close();
  },
});

async function newDatabase(clusterUrl: string) {
  const name = `o_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const password = await renewAppRole(url.href);
  await migrateDatabase(url.href, { role: APP_ROLE });
  return { databaseUrl: url.href, appUrl: asRole(url.href, APP_ROLE, password) };
}

async function launch(env: Record<string, string>): Promise<App> {
  const [host, port] = ["127.0.0.1", await freePort()];
  const url = localUrl(host, port);
  const processes = env.VERCEL ? 1 : processCount(process.env);
  const own = {
    PORT: String(port),
    INTERNAL_URL: url,
    LOG_LEVEL: "error",
    WEB_CONCURRENCY: String(processes),
  };
  const listener = await openListener(host, port);
  const start = () =>
    startApp({ host, port, listener, processes, env: { ...embeddedOnly(), ...own, ...env } });
  const apps = Array.from({ length: processes }, start);
  await Promise.all(apps.map((app) => app.untilHealthy()));
  const kill = async () => {
    listener.close();
    for (const app of apps) app.kill();
    await Promise.all(apps.map(({ exited }) => exited));
  };
  return { url, pid: apps[0]?.pid ?? 0, kill };
}
