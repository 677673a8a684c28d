import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { quoted, TABLES } from "../scripts/archive/tables.mjs";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../scripts/lib/postgres.mjs";
import { recordFigure, withOutcome } from "../scripts/reliability/record.mjs";

/**
 * `npm run bench archive`: how long `npm run backup` takes for a workspace of 1 000 000 (`--contacts`) contacts that
 * the importer created, and `npm run restore` into an empty database of a server that syncs like the product's. The
 * restored data is compared by SQL and file by file, not by the archive's own hashes. Fails beyond the limits, and
 * when anything differs.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { contacts: { type: "string", default: "1000000" } },
});
const contacts = Number(values.contacts);
const WHOLE = 1_000_000;
/** Seconds. */
const LIMITS = { write: 60, restore: 150 };

const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
const [server, other] = await Promise.all([
  startTemporaryPostgres({ durable: true }),
  startTemporaryPostgres({ durable: true }),
]);
const here = { DATABASE_URL: server.url, DATA_DIR: join(folder, "here") };
const there = { DATABASE_URL: other.url, DATA_DIR: join(folder, "there") };
try {
  await withOutcome("bench/archive.ts", measure);
} finally {
  await Promise.all([server.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  await migrateDatabase(server.url);
  await fill();
  const before = await contentOf(here);
  const file = join(folder, "bench.tar.gz");
  const write = await command("backup", file, here);
  const megabytes = Math.round(statSync(file).size / 1e6);
  const read = await command("restore", file, there);
  const after = await contentOf(there);
  const differing = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const rows = (name: string) => Number(before[name]?.split(" ")[0]);
  const size = {
    contacts: rows("public.contacts"),
    "tags on them": rows("public.contact_tags"),
    "journal entries": rows("public.import_changes"),
    MB: megabytes,
  };
  console.log(JSON.stringify({ size, write, read, differing, load: loadavg()[0] }, null, 2));
  if (differing.length > 0) throw new Error(`Not as it was: ${differing.join(", ")}`);
  if (write.seconds > LIMITS.write || read.seconds > LIMITS.restore) throw new Error("Beyond the limits.");
  recordFigure("backup-size", {
    size,
    measured: {
      "s to write": write.seconds,
      "s to restore": read.seconds,
      "MB of memory at most": Math.max(write.megabytes, read.megabytes),
      "tables or files that differ": differing.length,
    },
    isWhole: contacts >= WHOLE,
  });
}

async function fill(): Promise<void> {
  Object.assign(process.env, here, { LOG_LEVEL: "silent" });
  const { fillWorkspace } = await import("./archive-contacts");
  const { closeDatabase } = await import("@/db/client");
  await fillWorkspace(contacts);
  await closeDatabase();
}

/** Runs a command as npm does. Returns its duration and its peak memory. */
async function command(name: string, file: string, env: Record<string, string>) {
  const from = performance.now();
  const script = ["--import", "./scripts/ts-hooks.mjs", `scripts/${name}.mjs`, file];
  const child = spawn(process.execPath, script, { env: { ...process.env, ...env }, stdio: "inherit" });
  const ended = once(child, "close");
  let megabytes = 0;
  const looks = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, 100);
  const [code] = await ended;
  clearInterval(looks);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: Math.round((performance.now() - from) / 100) / 10, megabytes };
}

/** The peak memory of a process so far, on Linux. */
function peakOf(pid = 0): number {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Math.round(Number(peak ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Every table as "rows hash", whatever the order of its rows, and every file as its hash. */
async function contentOf(place: typeof here): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const pg = postgres(place.DATABASE_URL, { max: 1, onnotice: () => undefined });
  for (const { name } of TABLES) {
    const [row] = await pg.unsafe<{ content: string }[]>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as content from ${quoted(name)} t`,
    );
    content[name] = row?.content ?? "";
  }
  await pg.end();
  const files = readdirSync(join(place.DATA_DIR, "blobs"), { recursive: true, withFileTypes: true });
  for (const entry of files.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    content[path.slice(place.DATA_DIR.length)] = createHash("sha256")
      .update(readFileSync(path))
      .digest("hex");
  }
  return content;
}
