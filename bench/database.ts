import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../scripts/lib/postgres.mjs";

/** A Postgres that only a benchmark uses, and the folder of its files. */
export interface BenchDatabase {
  cluster: Awaited<ReturnType<typeof startTemporaryPostgres>>;
  folder: string;
  /** Closes the connections and the server, and removes the folder. */
  stop(): Promise<void>;
}

/**
 * Starts a durable Postgres with all tables and points this process at it, without limits on storage or time. Modules
 * that read the environment must be imported afterwards.
 */
export async function startBenchDatabase(environment: Record<string, string> = {}): Promise<BenchDatabase> {
  const cluster = await startTemporaryPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
  Object.assign(process.env, {
    ...{ DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: "error", WORKSPACE_STORAGE_BYTES: "0" },
    ...{ JOB_TIME_BUDGET_MS: String(3_600_000), ...environment },
  });
  await migrateDatabase(cluster.url);
  const { closeDatabase } = await import("@/db/client");
  const stop = async () => {
    await closeDatabase();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { cluster, folder, stop };
}

/** How many milliseconds it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
