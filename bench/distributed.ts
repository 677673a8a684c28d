import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, parseArgs } from "node:util";
import postgres from "postgres";
import { resetEnv } from "@/lib/env";
import { distribute } from "../scripts/lib/distribution.mjs";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { generateSecrets } from "../scripts/lib/secrets.mjs";
import { startCluster } from "../scripts/testing/citus.mjs";
import type { Finding } from "./distributed-parts";
import { writeReport } from "./report";

/**
 * `npm run bench distributed`: a throw-away Citus cluster on this machine, a coordinator and two workers, beside a plain
 * database on the coordinator's own server in the same run. An import of `--rows` into either by turns, the undo of an import of
 * `--undo` rows of which half are updates, imports of `--chaos` rows while processes of the app, workers and the coordinator
 * are killed `--kills` times, and a worker that is away for a while. `--only` names parts of these: speed, undo, kills, away.
 * Fails when a row is lost or there twice, when the import is slower than it may be, or a workspace answers otherwise than it
 * should. `--write` puts the table into docs/scaling.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "3" },
    undo: { type: "string", default: "100000" },
    kills: { type: "string", default: "60" },
    chaos: { type: "string", default: "200000" },
    only: { type: "string", default: "speed,undo,kills,away" },
    write: { type: "boolean", default: false },
  },
});

const cluster = await startCluster({ durable: true });
const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
const plainUrl = cluster.url.replace(/kith$/, "plain");
const admin = postgres(cluster.url, { max: 1, onnotice: () => undefined });
await admin`create database plain`;
await admin.end();
for (const url of [plainUrl, cluster.url]) await migrateDatabase(url);
await distribute(cluster.url);
Object.assign(process.env, generateSecrets(), {
  ...{ DATA_DIR: folder, LOG_LEVEL: "silent", WORKSPACE_STORAGE_BYTES: "0", JOB_TIME_BUDGET_MS: "3600000" },
});
const { closeDatabase } = await import("@/db/client");

/** Points this process, and those that it starts, at one of the two databases. */
async function use(url: string): Promise<void> {
  await closeDatabase();
  process.env.DATABASE_URL = url;
  resetEnv();
}

const lines: string[] = [];
const failures: string[] = [];
async function part(name: string, run: () => Promise<Finding>): Promise<void> {
  if (!values.only.split(",").includes(name)) return;
  const found = await run().catch((error) => ({ lines: [], failures: [`${name}: ${inspect(error)}`] }));
  for (const line of found.lines) console.log(line);
  lines.push(...found.lines);
  failures.push(...found.failures);
}

try {
  const parts = await import("./distributed-parts");
  const databases = { plain: () => use(plainUrl), distributed: () => use(cluster.url) };
  await part("speed", () => parts.speed(databases, Number(values.rows), Number(values.rounds)));
  await use(cluster.url);
  await part("undo", () => parts.undo(Number(values.undo)));
  await part("kills", () => parts.kills(cluster.nodes, Number(values.chaos), Number(values.kills)));
  await part("away", () => parts.away(cluster.nodes));
} catch (error) {
  failures.push(inspect(error));
} finally {
  await closeDatabase();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (values.write && failures.length === 0)
  writeReport("distributed", `| | |\n|---|---|\n${lines.join("\n")}`, "docs/scaling.md");
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
