import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../scripts/lib/postgres.mjs";

/**
 * `npm run chaos`: imports with worker processes killed, frozen and cut off, and the database crashing, compared with
 * an undisturbed run. `npm run chaos -- --rows 1000000 --kills 300 --crashes 40` is the full form, `--unfenced` the
 * build without the fence that must fail.
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "200000" },
    kills: { type: "string", default: "60" },
    crashes: { type: "string", default: "8" },
    zombies: { type: "string", default: "20" },
    workers: { type: "string", default: "3" },
    bad: { type: "string", default: "0.01" },
    seed: { type: "string", default: "1" },
    unfenced: { type: "boolean", default: false },
  },
});
const number = (name: "rows" | "kills" | "crashes" | "zombies" | "workers" | "bad" | "seed") =>
  Number(values[name]);

const cluster = await startTemporaryPostgres({ durable: true });
const folder = mkdtempSync(join(tmpdir(), "kith-chaos-"));
Object.assign(process.env, { DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: "silent" });
await migrateDatabase(cluster.url);
const { runChaos } = await import("./chaos");
const { closeDatabase } = await import("@/db/client");
const result = await runChaos({
  rows: number("rows"),
  kills: number("kills"),
  crashes: number("crashes"),
  zombies: number("zombies"),
  workers: number("workers"),
  bad: number("bad"),
  seed: number("seed"),
  leaseMs: 1000,
  unfenced: values.unfenced,
});
console.log(JSON.stringify(result, null, 2));
await closeDatabase();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
const sound = result.problems.length === 0;
console.log(
  sound ? "Nothing lost, nothing counted twice." : "The result differs from an undisturbed import.",
);
process.exit(sound ? 0 : 1);
