import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, poolUse } from "@/db/client";
import { workAs } from "@/db/work";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { countedSamples, FAMILIES, isMeasured, joined, observe, type Sample } from "@/lib/metrics";
import { backupDelay } from "./backup-delay";
import { waitingJobs } from "./jobs";

/** How often a process writes its figures for the process that is scraped. */
const WRITTEN_MS = 1_000;
/** Older figures belong to a process that ended, or hangs. */
const STALE_MS = 15_000;
const STARTED = new Date();

const holder = globalThis as typeof globalThis & { kithIsMeasuring?: boolean };

const samples = z.array(z.tuple([z.string(), z.string(), z.number()]));
const folder = () => join(/* turbopackIgnore: true */ env().DATA_DIR, "metrics");

/**
 * Starts measuring this process, and writing its figures beside those of the others: a scrape reaches any one of them.
 * Without METRICS_TOKEN it does nothing.
 */
export function startMeasuring(): void {
  if (!isMeasured() || holder.kithIsMeasuring) return;
  holder.kithIsMeasuring = true;
  closeFolder();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let writing = false;
  const tick = async () => {
    observe("kith_event_loop_delay_seconds", "", delay.max / 1e9);
    delay.reset();
    if (writing) return;
    writing = true;
    await write().catch((error) => log().warn({ err: error }, "metrics not written"));
    writing = false;
  };
  setInterval(tick, WRITTEN_MS).unref();
}

/** To other users, also if it is from an earlier version. If it is another user's, it stays as that one has it. */
function closeFolder(): void {
  chmod(folder(), 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT")
      log().warn({ err: error }, "the folder of metrics may be open to other users");
  });
}

/** For this user alone. */
async function write(): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const path = join(folder(), `${process.pid}.json`);
  await writeFile(`${path}.new`, JSON.stringify(ownSamples()), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** This process, now. */
function ownSamples(): Sample[] {
  const memory = process.memoryUsage();
  const pools = poolUse().flatMap(({ pool, open, inUse, waiting }): Sample[] => [
    ["kith_database_connections_open", `pool="${pool}"`, open],
    ["kith_database_connections_in_use", `pool="${pool}"`, inUse],
    ["kith_database_waiting", `pool="${pool}"`, waiting],
  ]);
  return [
    ...countedSamples(),
    ...pools,
    ["kith_process_resident_bytes", "", memory.rss],
    ["kith_process_heap_bytes", "", memory.heapUsed],
  ];
}

/** The other processes of this folder, as of at most a second ago. */
async function otherSamples(): Promise<Sample[]> {
  const names = await readdir(folder()).catch(() => []);
  const others = names.filter((name) => /^\d+\.json$/.test(name) && name !== `${process.pid}.json`);
  return (await Promise.all(others.map(readSamples))).flat();
}

async function readSamples(name: string): Promise<Sample[]> {
  const path = join(folder(), name);
  try {
    if (Date.now() - (await stat(path)).mtimeMs > STALE_MS) {
      await rm(path, { force: true });
      return [];
    }
    const read = samples.parse(JSON.parse(await readFile(path, "utf8")));
    return inProcess(name.replace(".json", ""), read);
  } catch {
    return []; // it ended meanwhile
  }
}

function inProcess(pid: string, list: Sample[]): Sample[] {
  return list.map(([name, labels, value]) => [name, joined(`process="${pid}"`, labels), value]);
}

/** Figures from the database are the same for every process, so they have no `process`. */
async function waits(): Promise<Sample[]> {
  try {
    const [mails, webhooks, jobs] = await workAs({ kind: "request" }, () =>
      Promise.all([oldest("outbox"), oldest("webhook_deliveries"), waitingJobs()]),
    );
    const ofJobs = jobs.flatMap(({ kind, waiting, s }): Sample[] => [
      ["kith_jobs_waiting", `kind="${kind}"`, waiting],
      ...(s === null ? [] : [["kith_job_wait_seconds", `kind="${kind}"`, s] satisfies Sample]),
    ]);
    return [
      ["kith_database_up", "", 1],
      ["kith_mail_wait_seconds", "", mails],
      ["kith_webhook_wait_seconds", "", webhooks],
      ...ofJobs,
    ];
  } catch (error) {
    log().warn({ err: error }, "metrics without the database");
    return [["kith_database_up", "", 0]];
  }
}

/** Seen in the folder, whichever process made them. */
async function backups(): Promise<Sample[]> {
  try {
    const overdue = await backupDelay(STARTED);
    return overdue === null ? [] : [["kith_backup_overdue_seconds", "", overdue]];
  } catch (error) {
    log().warn({ err: error }, "metrics without backups");
    return [];
  }
}

async function oldest(table: "outbox" | "webhook_deliveries"): Promise<number> {
  const [row] = await db().execute<{ s: number }>(sql`
    select coalesce(greatest(extract(epoch from now() - min(next_attempt_at)), 0), 0)::float8 as s
    from ${sql.identifier(table)}
    where status in ('pending', 'sending') and next_attempt_at <= now() and (lease_until is null or lease_until < now())`);
  return row?.s ?? 0;
}

/** All processes of this machine in Prometheus' text format 0.0.4, each with its own label: their sums survive a restart. */
export async function scrape(): Promise<string> {
  const read = await Promise.all([otherSamples(), waits(), backups()]);
  const all = [...inProcess(String(process.pid), ownSamples()), ...read.flat()];
  return Object.entries(FAMILIES)
    .map(([family, [type, help]]) => {
      const own = all.filter(([name]) => familyOf(name) === family);
      const lines = own.map(([name, labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`);
      return `# HELP ${family} ${help}\n# TYPE ${family} ${type}\n${lines.join("")}`;
    })
    .join("");
}

function familyOf(name: string): string {
  return name in FAMILIES ? name : name.replace(/_(?:bucket|sum|count)$/, "");
}
