import { spawnSync } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { z } from "zod";
import { runningPostgresUrl } from "../scripts/lib/postgres.mjs";
import { startProduct } from "../scripts/lib/product.mjs";
import { recordFigure, withOutcome } from "../scripts/reliability/record.mjs";
import { MAPPING, peopleCsv } from "./people";
import { percentile, writeReport } from "./report";

/**
 * `npm run bench neighbours`: what one workspace that does its worst costs another one, seen from outside on the built
 * product. The busy one has `--contacts` contacts (700 000 is the measure) and asks at once for 40 imports, 30 exports
 * of everything, 30 searches that find nothing, over and over, and dry runs of a large file. The quiet one reads the
 * first page of its list, exports one contact and imports one row. It must be answered, its export and its import
 * done within a minute; `--imports` and their `--rows` make it milder. `--write` puts the table into docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: "string", default: "100000" },
    seconds: { type: "string", default: "30" },
    imports: { type: "string", default: "40" },
    rows: { type: "string", default: "40000" },
    write: { type: "boolean", default: false },
  },
});
const contacts = Number(values.contacts);
const seconds = Number(values.seconds);
const imports = Number(values.imports);
const importRows = Number(values.rows);
/** Contacts that make it the measure. */
const WHOLE = 700_000;
const EXPORTS = 30;
const SEARCHES = 30;
const DRY_RUNS = 2;

const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
chmodSync(folder, 0o711);
const dataDir = join(folder, "data");
const product = await startProduct({ dataDir });
const database = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1, onnotice: () => {} });

type Caller = (path: string, body?: FormData | object) => Promise<{ status: number; body: unknown }>;

let calls = 0;
/** Every call comes from another address, as those of many colleagues do. */
function callerOf(email: string): Caller {
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/token.mjs", email], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  const token = stdout.trim();
  if (!token) throw new Error(stderr);
  return async (path, body) => {
    calls++;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    };
    const isForm = body instanceof FormData;
    if (body && !isForm) headers["content-type"] = "application/json";
    const sent = isForm ? body : body && JSON.stringify(body);
    const response = await fetch(`${product.url}${path}`, {
      method: body ? "POST" : "GET",
      headers,
      ...(sent && { body: sent }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: isJson && text ? JSON.parse(text) : null };
  };
}

async function must(answer: ReturnType<Caller>): Promise<unknown> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const file = async (name: string, rows: number) => {
  const path = join(folder, name);
  await pipeline(peopleCsv(rows), createWriteStream(path));
  return path;
};
const started = z.object({ importId: z.string() });
const exported = z.object({ exportId: z.string() });

/** Uploads a file for an import. The limit on uploads is for people; here it is taken away. */
async function upload(call: Caller, path: string): Promise<string> {
  await database`delete from rate_limits where key like 'upload:%'`;
  const form = new FormData();
  form.set("file", await openAsBlob(path, { type: "text/csv" }), "people.csv");
  return started.parse(await must(call("/api/imports", form))).importId;
}

const state = z.object({ status: z.string() });
async function untilStatus(
  call: Caller,
  path: string,
  isThere: (status: string) => boolean,
): Promise<number> {
  const from = performance.now();
  while (!isThere(state.parse(await must(call(path))).status)) await sleep(50);
  return (performance.now() - from) / 1000;
}

const busy = callerOf("busy@bench.example");
const quiet = callerOf("quiet@bench.example");
const large = await file("large.csv", contacts);
const middle = await file("middle.csv", importRows);
const small = join(folder, "small.csv");
await pipeline(["email,first_name\nada@example.com,Ada\n"], createWriteStream(small));

const confirm = (call: Caller, id: string, columnMapping: object) =>
  must(call(`/api/imports/${id}/confirm`, { columnMapping }));
const isOver = (status: string) => status !== "processing" && status !== "pending";

const first = await upload(busy, large);
await confirm(busy, first, MAPPING);
await untilStatus(busy, `/api/imports/${first}`, isOver);
await must(quiet("/api/contacts", { email: "one@example.com", first_name: "One" }));

interface Seen {
  latencies: number[];
  unavailable: number;
  exportS: number;
  importS: number;
}

/** The quiet workspace's list for a while, and meanwhile its export and its import. */
async function watch(forMs: number): Promise<Seen> {
  const end = performance.now() + forMs;
  const seen: Seen = { latencies: [], unavailable: 0, exportS: Number.NaN, importS: Number.NaN };
  const list = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      const { status } = await quiet("/api/contacts");
      if (status === 503) seen.unavailable++;
      seen.latencies.push(performance.now() - from);
      await sleep(15);
    }
  };
  const jobs = async () => {
    await sleep(forMs / 4);
    const { exportId } = exported.parse(await must(quiet("/api/exports", {})));
    seen.exportS = await untilStatus(quiet, `/api/exports/${exportId}`, isOver);
    const id = await upload(quiet, small);
    await confirm(quiet, id, { email: "email", first_name: "first_name" });
    seen.importS = await untilStatus(quiet, `/api/imports/${id}`, isOver);
  };
  await Promise.all([list(), jobs()]);
  return seen;
}

/** Everything that one workspace can ask for, until `end` says so. Its own refusals are its own doing. */
async function doWorst(untilOver: AbortSignal): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const note = (what: string, status: number) => {
    const name = `${what} ${status}`;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  };
  const repeat = async (what: string, ask: () => ReturnType<Caller>) => {
    while (!untilOver.aborted) note(what, (await ask()).status);
  };
  const checked = await upload(busy, large);
  for (let n = 0; n < imports; n++) {
    const id = await upload(busy, middle);
    note("import", (await busy(`/api/imports/${id}/confirm`, { columnMapping: MAPPING })).status);
  }
  for (let n = 0; n < EXPORTS; n++) note("export", (await busy("/api/exports", {})).status);
  ready.resolve();
  await Promise.all([
    ...Array.from({ length: SEARCHES }, () => repeat("search", () => busy("/api/contacts?search=zzqqxx"))),
    ...Array.from({ length: DRY_RUNS }, () =>
      repeat("dry run", () => busy(`/api/imports/${checked}/dry-run`, { columnMapping: MAPPING })),
    ),
  ]);
  return outcomes;
}

for (let n = 0; n < 200; n++) await quiet("/api/contacts");
const idle = await watch(10_000);
const ready = Promise.withResolvers<void>();
const over = new AbortController();
const worst = doWorst(over.signal);
await Promise.race([ready.promise, worst]);
const beside = await withOutcome("bench/neighbours.ts", async () => {
  const seen = await watch(seconds * 1000);
  if (seen.unavailable > 0) throw new Error(`The quiet one got ${seen.unavailable} × 503.`);
  recordFigure("neighbours", {
    size: { "contacts of the busy one": contacts, imports, exports: EXPORTS, "searches at a time": SEARCHES },
    measured: {
      "answers to the quiet one": seen.latencies.length,
      refused: seen.unavailable,
      "ms for half of them": Math.round(percentile(seen.latencies, 0.5)),
      "ms for 99 %": Math.round(percentile(seen.latencies, 0.99)),
      "s for its export": Math.round(seen.exportS * 10) / 10,
      "s for its import": Math.round(seen.importS * 10) / 10,
    },
    isWhole: contacts >= WHOLE,
  });
  return seen;
});
over.abort();
await database.end();
await product.stop();
const outcomes = await Promise.race([worst.catch(() => ({})), sleep(1000, {})]);
rmSync(folder, { recursive: true, force: true });

const row = (name: string, { latencies, unavailable, exportS, importS }: Seen) =>
  `| ${name} | ${percentile(latencies, 0.5).toFixed(1)} / ${percentile(latencies, 0.99).toFixed(1)} | ${latencies.length} | ${unavailable} | ${exportS.toFixed(2)} | ${importS.toFixed(2)} |`;
const table = [
  `The busy workspace: ${contacts.toLocaleString("en")} contacts, ${imports} imports of ${importRows.toLocaleString("en")} rows, ${EXPORTS} exports of everything, ${SEARCHES} searches without a hit at a time, ${DRY_RUNS} dry runs. Node ${process.version}, one run.`,
  "",
  "| the quiet one | list, p50 / p99 ms | answers | 503 | export of one contact, s | import of one row, s |",
  "|---|---|---|---|---|---|",
  row("alone", idle),
  row("beside it", beside),
].join("\n");
console.log(`${table}\n\n${JSON.stringify(outcomes)}`);
if (values.write) writeReport("neighbours", table);
