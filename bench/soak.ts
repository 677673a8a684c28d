import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { z } from "zod";
import { MAPPING, peopleCsv } from "@/lib/testing/fixtures/people";
import { runningPostgresUrl } from "../scripts/lib/postgres.mjs";
import { startProduct } from "../scripts/lib/product.mjs";
import { nodeProgram } from "../scripts/lib/project.mjs";
import { anotherAddress, callerOf, tokenOf } from "./caller";
import { type Asked, drive } from "./drive";
import { slopeOf } from "./report";
import { fillContacts } from "./stored-contacts";

/**
 * `npm run bench soak -- --minutes 30`: mixed traffic with imports and exports on the built product with three processes.
 * Prints answers, errors by kind and status, and the slope of each process's resident set after `--warm` minutes, by
 * least squares. Fails at an error, at 1 MB a minute or more, and when a process was replaced. 50 minutes at most.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "30" },
    warm: { type: "string", default: "5" },
    rows: { type: "string", default: "20000" },
  },
});
const minutes = Number(values.minutes);
const warm = Number(values.warm);
const PROCESSES = 3;
const MOST_MB = 1;
const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
chmodSync(folder, 0o711);
const dataDir = join(folder, "data");
const product = await startProduct({ dataDir, env: { WEB_CONCURRENCY: String(PROCESSES) } });
const here = { folder: process.cwd(), dataDir, url: product.url, node: nodeProgram() };
const token = tokenOf(here, "soak@bench.example");
const call = callerOf(here, "soak@bench.example");
const pg = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1, onnotice: () => undefined });
const contact = await fillContacts(pg, 20_000);

const began = performance.now();
const end = began + minutes * 60_000;
const isOver = () => performance.now() >= end;
const answers = new Map<string, number>();
const errors = new Map<string, number>();
const count = (to: Map<string, number>, what: string, n = 1) => void to.set(what, (to.get(what) ?? 0) + n);

/** One connection that asks for the same thing over and over. */
async function keepAsking(what: string, path: string, change?: Asked["change"]): Promise<void> {
  const url = product.url.replace("localhost", "127.0.0.1") + path;
  const headers = () => ({ authorization: `Bearer ${token}`, "x-forwarded-for": anotherAddress() });
  const asked: Asked = { url, headers, ...(change && { change }) };
  while (!isOver()) {
    try {
      const { latencies } = await drive(asked, 1, Math.min(5, (end - performance.now()) / 1000));
      count(answers, what, latencies.length);
    } catch (error) {
      count(errors, `${what} ${/HTTP\/1\.1 (\d+)/.exec(String(error))?.[1] ?? error}`);
      await sleep(100);
    }
  }
}

const job = z.object({ importId: z.string(), exportId: z.string(), status: z.string() }).partial();
async function ask(path: string, body?: FormData | object) {
  const answer = await call(path, body);
  if (answer.status >= 300) throw new Error(`${path.split("/")[2]} ${answer.status}`);
  return job.parse(answer.body);
}

async function untilDone(what: string, path: string): Promise<void> {
  for (let status = "processing"; status !== "completed"; await sleep(250)) {
    status = (await ask(path)).status ?? "";
    if (!["pending", "processing", "completed"].includes(status)) throw new Error(`${what} ${status}`);
  }
  count(answers, what);
}

/** Imports that each change every row of the one before, and an export of everybody after each. */
async function keepWorking(): Promise<void> {
  for (let edition = 0; !isOver(); edition++) {
    try {
      await pg`delete from rate_limits`; // they are for people
      const pieces = [...peopleCsv(Number(values.rows), { edition: `, ${edition}` })];
      const form = new FormData();
      form.set("file", new Blob(pieces.map((piece) => new Uint8Array(piece))), "people.csv");
      const { importId } = await ask("/api/imports", form);
      await ask(`/api/imports/${importId}/confirm`, { columnMapping: MAPPING });
      await untilDone("import", `/api/imports/${importId}`);
      const { exportId } = await ask("/api/exports", {});
      await untilDone("export", `/api/exports/${exportId}`);
      await pg`delete from exports`; // only so many are kept
    } catch (error) {
      count(errors, String(error));
      await sleep(1000);
    }
  }
}

/** The supervisor's children that serve. */
function serving(): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const ours = stdout.matchAll(new RegExp(`^\\s*(\\d+)\\s+${product.pid}\\s.*next`, "gm"));
  return [...ours].map(([, pid]) => Number(pid));
}

/** MB of the resident set, by the minute. */
const memory = new Map<number, [number, number][]>(serving().map((pid) => [pid, []]));
async function watchMemory(): Promise<void> {
  for (; !isOver(); await sleep(2000))
    for (const [pid, seen] of memory) {
      const status = readFileSync(`/proc/${pid}/status`, "utf8"); // throws when the process was replaced
      const mb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
      seen.push([(performance.now() - began) / 60_000, mb]);
    }
}

try {
  if (memory.size !== PROCESSES) throw new Error(`${memory.size} processes, not ${PROCESSES}`);
  const one = `/api/contacts/${contact}`;
  const paths = {
    ...{ list: "/api/contacts", search: "/api/contacts?search=first12", name: "/api/contacts?sort=name" },
    ...{ "one contact": one, tags: "/api/tags", statistics: "/api/stats" },
  };
  const reads = Object.entries(paths).map(([what, path]) => keepAsking(what, path));
  const change = () => ({ company: `Company ${performance.now()}` });
  await Promise.all([...reads, keepAsking("edit", one, change), keepWorking(), watchMemory()]);
} finally {
  await pg.end();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
const told = (list: Map<string, number>) => [...list].map((one) => one.join(" × ")).join(", ") || "none";
console.log(
  `${minutes} minutes, ${PROCESSES} processes. Answers: ${told(answers)}. Errors: ${told(errors)}.`,
);
const slopes = [...memory].map(([pid, seen]) => {
  const slope = slopeOf(seen.filter(([minute]) => minute >= warm));
  console.log(
    `process ${pid}: ${seen[0]?.[1].toFixed(0)} → ${seen.at(-1)?.[1].toFixed(0)} MB, ${slope.toFixed(2)} MB a minute after ${warm} minutes`,
  );
  return slope;
});
process.exit(errors.size === 0 && slopes.every((slope) => slope < MOST_MB) ? 0 : 1);
