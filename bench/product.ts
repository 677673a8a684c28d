import { spawnSync } from "node:child_process";
import {
  chmodSync,
  createWriteStream,
  mkdtempSync,
  openAsBlob,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { MAPPING, peopleCsv } from "@/lib/testing/fixtures/people";
import { startProduct } from "../scripts/lib/product.mjs";
import { percentile, writeReport } from "./report";

/**
 * `npm run bench product`: what a large file costs the built product and its other users, measured from outside.
 * Memory is the resident set of the app's process; the other user reads the first page of a workspace of her own.
 * `--rows 1600000` is the reference file of 165 MB, `--write` puts the table into docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "string", default: "200000" }, write: { type: "boolean", default: false } },
});
const rows = Number(values.rows);
const UPLOADS = 3;

const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
chmodSync(folder, 0o711);
const file = join(folder, "people.csv");
await pipeline(peopleCsv(rows), createWriteStream(file));
const megabytes = statSync(file).size / 1e6;
const product = await startProduct({ dataDir: join(folder, "data") });

/** Seconds that a bare server takes to stream the same upload to disk: the least any server can do. */
async function streamToDisk(): Promise<number> {
  const server = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(join(folder, "raw")));
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const seconds = await timed(async () => send(`http://127.0.0.1:${port}`, {}, await form()));
  server.close();
  return seconds;
}

async function form(): Promise<FormData> {
  const data = new FormData();
  data.set("file", await openAsBlob(file, { type: "text/csv" }), "people.csv");
  return data;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function send(
  url: string,
  headers: Record<string, string>,
  body?: FormData | string,
  method = body ? "POST" : "GET",
): Promise<unknown> {
  const response = await fetch(url, { method, headers, ...(body && { body }) });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${answer}`);
  return answer && JSON.parse(answer);
}

let calls = 0;
/** A caller with a token of its own; every call comes from another address, so that no limit interferes. */
function callerOf(email: string) {
  const env = { ...process.env, DATA_DIR: join(folder, "data") };
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/token.mjs", email], {
    env,
    encoding: "utf8",
  });
  const token = stdout.trim();
  if (!token) throw new Error(stderr);
  return (path: string, body?: FormData | object, method?: "DELETE"): Promise<unknown> => {
    calls++;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    };
    if (!body || body instanceof FormData) return send(`${product.url}${path}`, headers, body, method);
    return send(
      `${product.url}${path}`,
      { ...headers, "content-type": "application/json" },
      JSON.stringify(body),
    );
  };
}

const importer = callerOf("importer@bench.example");
const reader = callerOf("reader@bench.example");

/** The serving process: the supervisor's child that listens as next-server. */
function appProcess(): number {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const line = stdout
    .split("\n")
    .find((one) => Number(one.trim().split(/\s+/)[1]) === product.pid && /next/.test(one));
  return Number(line?.trim().split(/\s+/)[0]);
}

const app = appProcess();
const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app}/status`, "utf8"))?.[1]) / 1000;

interface Watched {
  /** ms of the other user's calls. */
  latencies: number[];
  peakMb: number;
}

/** Reads as the other user until `until` is over. */
async function watch(until: Promise<unknown>): Promise<Watched> {
  let over = false;
  const end = () => {
    over = true;
  };
  until.then(end, end);
  const seen: Watched = { latencies: [], peakMb: 0 };
  const sampler = setInterval(() => {
    seen.peakMb = Math.max(seen.peakMb, residentMb());
  }, 20);
  while (!over) {
    seen.latencies.push(1000 * (await timed(() => reader("/api/contacts"))));
    await sleep(15);
  }
  clearInterval(sampler);
  await until;
  return seen;
}

const started = z.object({ importId: z.string(), preview: z.object({ totalRows: z.number() }) });
const progress = z.object({ status: z.string(), processed_rows: z.number(), failed_rows: z.number() });

async function untilImported(id: string): Promise<z.infer<typeof progress>> {
  for (;;) {
    const state = progress.parse(await importer(`/api/imports/${id}`));
    if (state.status !== "processing") return state;
    await sleep(250);
  }
}

/** Uploads the file and returns the import's id. */
async function upload(): Promise<string> {
  const { importId, preview } = started.parse(await importer("/api/imports", await form()));
  if (preview.totalRows !== rows) throw new Error(`counted ${preview.totalRows} rows`);
  return importId;
}

interface Uploads {
  /** Seconds, medians of alternating rounds of both, without other users. */
  raw: number;
  ours: number;
  grownMb: number;
}

async function compareUploads(): Promise<Uploads> {
  const [raw, ours, grown]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < UPLOADS; round++) {
    raw.push(await streamToDisk());
    const before = residentMb();
    const sampler = setInterval(() => grown.push(residentMb() - before), 20);
    let id = "";
    ours.push(
      await timed(async () => {
        id = await upload();
      }),
    );
    clearInterval(sampler);
    await importer(`/api/imports/${id}`, undefined, "DELETE");
  }
  return { raw: percentile(raw, 0.5), ours: percentile(ours, 0.5), grownMb: Math.max(...grown) };
}

for (let n = 0; n < 300; n++) await reader("/api/contacts");
const idle = await watch(sleep(8000));
const uploads = await compareUploads();
let id = "";
const uploading = await watch(
  (async () => {
    id = await upload();
  })(),
);
const settledMb = residentMb();
await importer(`/api/imports/${id}/confirm`, { columnMapping: MAPPING });
let seconds = 0;
const importing = await watch(
  (async () => {
    seconds = await timed(async () => {
      const state = await untilImported(id);
      if (state.status !== "completed" || state.processed_rows !== rows)
        throw new Error(JSON.stringify(state));
    });
  })(),
);
await product.stop();
rmSync(folder, { recursive: true, force: true });

const list = (one: Watched) =>
  `${percentile(one.latencies, 0.5).toFixed(1)} / ${percentile(one.latencies, 0.99).toFixed(1)}`;
const table = [
  `${rows.toLocaleString("en")} rows, ${megabytes.toFixed(0)} MB, Node ${process.version}, one run; uploads and their baseline by turns, medians of ${UPLOADS}.`,
  "",
  "| | idle | upload | import |",
  "|---|---|---|---|",
  `| seconds | | ${uploads.ours.toFixed(2)} (${(uploads.ours / uploads.raw).toFixed(1)} × streaming it to disk) | ${seconds.toFixed(1)} (${Math.round(rows / seconds).toLocaleString("en")} rows/s, ${(megabytes / seconds).toFixed(0)} MB/s) |`,
  `| memory of the app, MB | ${settledMb.toFixed(0)} | + ${uploads.grownMb.toFixed(0)} | + ${(importing.peakMb - settledMb).toFixed(0)} |`,
  `| another user's list, p50 / p99 ms | ${list(idle)} | ${list(uploading)} | ${list(importing)} |`,
].join("\n");
console.log(table);
if (values.write) writeReport("product", table);
