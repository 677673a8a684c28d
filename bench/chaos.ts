import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "@/db/client";
import { expectedModel, type PeopleOptions, peopleCsv, randomSource } from "./people";
import { confirmedImport, type ImportState, importState, makeWorkspace, storeFile } from "./workspace";

export interface ChaosOptions {
  rows: number;
  /** How often a worker is killed (SIGKILL). */
  kills: number;
  /** How often a worker is stopped past its lease and then woken (SIGSTOP, SIGCONT). */
  zombies?: number;
  /** How often the database crashes: one of its processes is killed, and it recovers from its log. */
  crashes?: number;
  workers?: number;
  seed?: number;
  leaseMs?: number;
  /** Share of rows with a bad address. With 0 the primary key of the row errors cannot help the fence. */
  bad?: number;
  /** Runs the workers without the fence, to see that this check can fail. */
  unfenced?: boolean;
}

export interface ChaosResult {
  state: ImportState;
  kills: number;
  zombies: number;
  crashes: number;
  seconds: number;
  /** What differs from the model; empty when all is well. */
  problems: string[];
}

const hooks = fileURLToPath(new URL("../scripts/ts-hooks.mjs", import.meta.url));
const unfencedHooks = fileURLToPath(new URL("./unfenced-hooks.mjs", import.meta.url));
const worker = fileURLToPath(new URL("./import-worker.ts", import.meta.url));

/**
 * Imports a made-up file while workers are killed, frozen past their lease, and the database crashes, all at random
 * moments of a seed; then compares contacts and counters with the model, cell by cell. Needs DATABASE_URL and
 * DATA_DIR in the environment, and Node 24.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { rows, seed = 1, workers = 2, leaseMs = 1000 } = options;
  const random = randomSource(seed);
  const data: PeopleOptions = { seed, bad: options.bad ?? 0.01 };
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(rows, data));
  const importId = await confirmedImport(workspaceId, file, rows);
  const started = performance.now();
  const start = () => startWorker(workspaceId, importId, leaseMs, options.unfenced === true);
  const alive = Array.from({ length: workers }, start);
  const done = { kills: 0, zombies: 0, crashes: 0 };
  const plan = [
    ...Array<"kill">(options.kills).fill("kill"),
    ...Array<"freeze">(options.zombies ?? 0).fill("freeze"),
    ...Array<"crash">(options.crashes ?? 0).fill("crash"),
  ]
    .map((event) => ({ event, at: random() * rows * 0.95 }))
    .sort((a, b) => a.at - b.at);
  try {
    for (const { event, at } of plan) {
      if (!(await reached(workspaceId, importId, at))) break;
      await sleep(random() * 80);
      const busy = await ownerPid(workspaceId, importId);
      const owner = alive.findIndex((child) => child.pid === busy);
      const victim = owner >= 0 && random() < 0.8 ? owner : Math.floor(random() * alive.length);
      const child = alive[victim];
      if (!child) continue;
      if (event === "crash") {
        await afterRecovery(crashDatabase);
        done.crashes++;
      } else if (event === "freeze") {
        child.kill("SIGSTOP");
        await afterRecovery(dropConnections);
        setTimeout(() => child.kill("SIGCONT"), leaseMs * 2.5);
        done.zombies++;
      } else {
        child.kill("SIGKILL");
        await once(child, "exit");
        alive[victim] = start();
        done.kills++;
      }
    }
    await waitForEnd(workspaceId, importId, rows);
    // Frozen workers wake up and try to go on: only then is it sure that they do no harm.
    await sleep(options.zombies ? leaseMs * 3 : 0);
  } finally {
    for (const child of alive) {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    }
  }
  const state = await afterRecovery(() => importState(workspaceId, importId));
  const problems = await compare(workspaceId, state, rows, data);
  return { state, ...done, seconds: (performance.now() - started) / 1000, problems };
}

function startWorker(
  workspaceId: string,
  importId: string,
  leaseMs: number,
  unfenced: boolean,
): ChildProcess {
  const imports = ["--import", hooks, ...(unfenced ? ["--import", unfencedHooks] : [])];
  return spawn(process.execPath, ["--conditions=react-server", ...imports, worker, workspaceId, importId], {
    env: {
      ...process.env,
      JOB_LEASE_MS: String(leaseMs),
      LOG_LEVEL: "silent",
      DATABASE_POOL_SIZE: "3",
      IMPORT_BATCH_ROWS: "2000",
    },
    stdio: ["ignore", "ignore", process.env.CHAOS_VERBOSE ? "inherit" : "ignore"],
  });
}

async function stateOf(workspaceId: string, importId: string): Promise<ImportState | null> {
  return importState(workspaceId, importId).catch(() => null);
}

/** Postgres takes a killed backend for a crash of all: it ends every session and recovers from its write-ahead log. */
async function crashDatabase(): Promise<void> {
  const [row] = await sql()<{ pid: number }[]>`select pg_backend_pid() as pid`;
  if (row) process.kill(row.pid, "SIGKILL");
}

/**
 * Cuts the sessions of everybody else, as a failover or the time limit of an idle transaction would: a frozen worker
 * loses the locks that would have kept others away, and finds out when it wakes.
 */
async function dropConnections(): Promise<void> {
  await sql()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
}

/** Process id of the worker that holds the lease: hitting idle ones would prove little. */
async function ownerPid(workspaceId: string, importId: string): Promise<number> {
  const rows = await sql()<{ owner: string | null }[]>`
    select lease_owner as owner from imports where workspace_id = ${workspaceId} and id = ${importId}`.catch(
    () => [],
  );
  return Number(rows[0]?.owner?.split("/").at(-1) ?? 0);
}

async function afterRecovery<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(200);
    }
  }
}

/** Waits until so many rows are done: moments spread over the import, however fast it is. False when it is over. */
async function reached(workspaceId: string, importId: string, rows: number): Promise<boolean> {
  for (;;) {
    const state = await stateOf(workspaceId, importId);
    // No answer: the database is recovering.
    if (state && state.status !== "processing") return false;
    if (state && state.processed_rows >= rows) return true;
    await sleep(10);
  }
}

async function waitForEnd(workspaceId: string, importId: string, rows: number): Promise<void> {
  const deadline = performance.now() + 60_000 + rows / 2;
  for (;;) {
    const state = await stateOf(workspaceId, importId);
    if (state && state.status !== "processing") return;
    if (performance.now() > deadline) throw new Error(`the import did not end: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}

interface Stored {
  email: string;
  first_name: string;
  last_name: string | null;
  phone: string | null;
  company: string | null;
  notes: string | null;
  custom: string | null;
}

/** What differs between a finished import into an empty workspace and the model of its file. */
export async function compare(
  workspaceId: string,
  state: ImportState,
  rows: number,
  data: PeopleOptions,
): Promise<string[]> {
  const model = expectedModel(rows, data);
  const problems: string[] = [];
  const check = (what: string, is: unknown, should: unknown) => {
    if (is !== should && problems.length < 20)
      problems.push(`${what}: ${String(is)} instead of ${String(should)}`);
  };
  check("status", state.status, "completed");
  check("processed", state.processed_rows, rows);
  check("created", state.created_rows, model.created);
  check("updated", state.updated_rows, model.updated);
  check("failed", state.failed_rows, model.failed);
  const [counted] = await sql()<{ errors: number; counter: number }[]>`
    select (select count(*)::int from import_errors where workspace_id = ${workspaceId}) as errors,
      (select contacts::int from workspace_counts where workspace_id = ${workspaceId}) as counter`;
  check("row errors", counted?.errors, model.failed);
  check("kept count", counted?.counter, model.contacts.size);
  let stored = 0;
  const cursor = sql()<Stored[]>`
    select email, first_name, last_name, phone, company, notes, custom_fields::text as custom
    from contacts where workspace_id = ${workspaceId}`.cursor(5000);
  for await (const page of cursor) {
    for (const { email, custom, ...values } of page) {
      stored++;
      const expected = model.contacts.get(email);
      if (!expected) check(`contact ${email}`, "stored", "absent");
      else
        check(
          email,
          canonical({ ...values, custom_fields: JSON.parse(custom ?? "null") }),
          canonical(expected),
        );
    }
  }
  check("contacts", stored, model.contacts.size);
  return problems;
}

function canonical(contact: object): string {
  return JSON.stringify(contact, (_key, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
