import { execFileSync } from "node:child_process";
import { closeSync, createWriteStream, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MAPPING, type PeopleOptions, peopleCsv } from "@/lib/testing/fixtures/people";
import { startBenchDatabase } from "./database";
import { writeReport } from "./report";

/**
 * `npm run bench import`: our import beside its own limit and the usual ways, on the same Postgres in the same run.
 * `--write` writes the table into docs/performance.md, if it has one for that many rows: 1,000,000, and 1,900,000,
 * which are 200 MB. With `--journal` it measures only what the undo journal costs, with `--opt-outs` what it costs to
 * keep 200 000 people unsubscribed who opted out before (it fails above 5 % of CPU time), and with `--dry-run` also what it costs a dry run to predict
 * this.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    journal: { type: "boolean", default: false },
    "opt-outs": { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);

const { cluster, folder, stop } = await startBenchDatabase();
const { pg, withConnection } = await import("@/db/client");
const { confirmedImport, importState, makeWorkspace, storeFile } = await import(
  "@/lib/testing/fixtures/workspace"
);

interface Measured {
  seconds: number;
  nodeCpu: number;
  postgresCpu: number;
  idleMb: number;
  peakMb: number;
  delayP99Ms: number;
  delayMaxMs: number;
}

const hooks = fileURLToPath(new URL("../scripts/ts-hooks.mjs", import.meta.url));
const path = fileURLToPath(new URL("./import-path.ts", import.meta.url));

function measure(way: string, ...args: string[]): Measured {
  const before = postgresCpu();
  const output = execFileSync(
    process.execPath,
    ["--conditions=react-server", "--import", hooks, path, way, ...args],
    {
      encoding: "utf8",
    },
  );
  return { ...JSON.parse(output.trim().split("\n").at(-1) ?? "{}"), postgresCpu: postgresCpu() - before };
}

/** CPU seconds of all server processes so far, including those that have ended (proc(5), stat). */
function postgresCpu(): number {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (!fields) continue;
    const own = Number(fields[11]) + Number(fields[12]);
    if (Number(pid) === cluster.pid) ticks += own + Number(fields[13]) + Number(fields[14]);
    else if (Number(fields[1]) === cluster.pid) ticks += own;
  }
  return ticks / 100;
}

function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

const COLUMNS =
  "workspace_id, id, email, first_name, last_name, phone, company, notes, custom_fields, import_id, import_row, written_by, search_doc";

/** The rows that an import created, as a file for COPY. */
async function dumpContacts(workspaceId: string): Promise<string> {
  const file = join(folder, "clean.txt");
  await withConnection(async (connection) => {
    const source = await connection
      .unsafe(`copy (select ${COLUMNS} from contacts where workspace_id = '${workspaceId}') to stdout`)
      .readable();
    await pipeline(source, createWriteStream(file));
  });
  return file;
}

function csvFile(name: string, count: number, options: PeopleOptions = {}): string {
  const file = join(folder, name);
  const descriptor = openSync(file, "w");
  for (const piece of peopleCsv(count, options)) writeSync(descriptor, piece);
  closeSync(descriptor);
  return file;
}

async function importInto(workspaceId: string, options: PeopleOptions = {}): Promise<Measured> {
  const file = await storeFile(workspaceId, peopleCsv(rows, options));
  const id = await confirmedImport(workspaceId, file, rows);
  const measured = measure("kith", workspaceId, id);
  const state = await importState(workspaceId, id);
  if (state.status !== "completed" || state.processed_rows !== rows) throw new Error(JSON.stringify(state));
  return measured;
}

/** Seconds of a dry run, with the changes that it stores. */
async function dryRunInto(workspaceId: string): Promise<number> {
  const { dryRun } = await import("@/lib/imports/dry-run");
  const id = await confirmedImport(workspaceId, await storeFile(workspaceId, peopleCsv(rows)), rows);
  await pg()`
    update imports set status = 'pending', started_at = null, draft = ${JSON.stringify({ mapping: MAPPING })}::jsonb
    where workspace_id = ${workspaceId} and id = ${id}`;
  const started = performance.now();
  await dryRun(workspaceId, id, undefined, { signal: new AbortController().signal });
  return (performance.now() - started) / 1000;
}

/** Equal for equal contents in any order: proves that the limit and the import stored the same. */
async function checksum(table: string, workspaceId: string): Promise<string> {
  const [row] = await pg().unsafe<{ sum: string }[]>(
    `select count(*) || '/' || sum(hashtextextended(concat_ws('|', email, first_name, notes, custom_fields::text), 0)) || '/' ||
       count(*) filter (where concat(first_name, last_name, notes) like '%' || chr(65533) || '%') as sum
     from ${table} where workspace_id = $1`,
    [workspaceId],
  );
  return row?.sum ?? "";
}

const median = (list: Measured[]) =>
  list.toSorted((a, b) => a.seconds - b.seconds)[list.length >> 1] as Measured;

async function cleanUp(): Promise<void> {
  await stop();
}

/**
 * Seconds of imports that change every row, with the journal and without it, alternating. Each as after an idle
 * period: in a vacuumed table whose pages were not touched since the last checkpoint.
 */
async function measureJournal(rounds: number): Promise<void> {
  const workspaceId = await makeWorkspace();
  await importInto(workspaceId);
  const measured: Record<"enable" | "disable", Measured[]> = { disable: [], enable: [] };
  for (let turn = 0; turn <= 2 * rounds; turn++) {
    const way = turn % 2 === 0 ? "enable" : "disable";
    await pg().unsafe(`alter table contacts ${way} trigger contacts_journaled`);
    await pg()`vacuum contacts`;
    await pg()`checkpoint`;
    const one = await importInto(workspaceId, { edition: `, edition ${turn}` });
    if (turn > 0) measured[way].push(one); // the first one makes the table grow
    await pg()`truncate import_changes`;
  }
  const mean = (list: Measured[]) => list.reduce((sum, { seconds }) => sum + seconds, 0) / list.length;
  const say = (name: string, of: (list: Measured[]) => number) => {
    const [journaled, bare] = [of(measured.enable), of(measured.disable)];
    const more = (100 * (journaled / bare - 1)).toFixed(1);
    console.log(
      `${name}: ${journaled.toFixed(2)} s with the journal, ${bare.toFixed(2)} s without, ${more} % more`,
    );
  };
  say("median", (list) => median(list).seconds);
  say("mean", mean);
}

if (values["opt-outs"]) {
  const { measureDryRuns, measureOptOuts } = await import("./opt-outs");
  if (values["dry-run"]) await measureDryRuns(rows, Number(values.rounds), dryRunInto);
  else if (!(await measureOptOuts(rows, Number(values.rounds), importInto))) process.exitCode = 1;
  await cleanUp();
  process.exit();
}

if (values.journal) {
  await measureJournal(Number(values.rounds));
  await cleanUp();
  process.exit();
}

const fresh: Measured[] = [];
const same: Measured[] = [];
const changed: Measured[] = [];
const limit: Measured[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  const workspaceId = await makeWorkspace();
  fresh.push(await importInto(workspaceId));
  const clean = await dumpContacts(workspaceId);
  await pg()`create table bench_limit (like contacts including all)`;
  limit.push(measure("copy", clean, COLUMNS));
  const [ours, theirs] = [
    await checksum("contacts", workspaceId),
    await checksum("bench_limit", workspaceId),
  ];
  if (ours !== theirs || !ours.endsWith("/0")) throw new Error(`contents differ: ${ours} and ${theirs}`);
  await pg()`drop table bench_limit`;
  await pg()`vacuum analyze contacts`;
  same.push(await importInto(workspaceId));
  changed.push(await importInto(workspaceId, { edition: `, edition ${round}` }));
  // The limit always fills a table that was empty; so does the next round.
  await pg()`truncate contacts, contact_tags, import_changes, import_errors`;
  await pg()`delete from workspaces where id = ${workspaceId}`;
}
const batchRows = Math.min(rows, 200_000);
const batches = measure("batches", await makeWorkspace(), csvFile("base.csv", batchRows));
const singleRows = Math.min(rows, 5000);
const single = measure("rows", await makeWorkspace(), csvFile("single.csv", singleRows));

const megabytes =
  [...peopleCsv(Math.min(rows, 20_000))].reduce((sum, piece) => sum + piece.length, 0) /
  Math.min(rows, 20_000);
const spread = (list: number[], show: (value: number) => string) => {
  const sorted = list.toSorted((a, b) => a - b);
  const shown = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) => show(value ?? 0));
  return list.length > 1 ? shown.join(" / ") : shown[0];
};
const perSecond = (count: number, { seconds }: Measured) => Math.round(count / seconds);
const whole = (value: number) => value.toLocaleString("en");
/** Relative to the limit of the same round: a disturbance of a minute affects both. */
const ofLimit = (count: number, list: Measured[]) =>
  list.map((one, round) => perSecond(count, one) / perSecond(rows, limit[round] ?? median(limit)));
const line = (name: string, count: number, list: Measured[]) => {
  const m = median(list);
  const rates = list.map((one) => perSecond(count, one));
  const cells = [
    name,
    spread(rates, whole),
    ((perSecond(count, m) * megabytes) / 1e6).toFixed(1),
    spread(ofLimit(count, list), (ratio) => ratio.toFixed(2)),
    m.nodeCpu.toFixed(1),
    m.postgresCpu.toFixed(1),
    `${m.idleMb} → ${m.peakMb}`,
    `${m.delayP99Ms} / ${m.delayMaxMs}`,
  ];
  return `| ${cells.join(" | ")} |`;
};
const table = [
  `${whole(rows)} rows, ${cpus().length} cores, Node ${process.version}, ${values.rounds} rounds by turns: minimum / median / maximum, the rest of the median round; the usual way at ${whole(batchRows)} rows, row by row at ${whole(singleRows)}.`,
  "",
  "| Way | rows/s | MB/s | of the limit | Node CPU s | Postgres CPU s | memory MB | event loop p99 / max ms |",
  "|---|---|---|---|---|---|---|---|",
  line("Limit: COPY of clean rows, same indexes", rows, limit),
  line("Import into an empty workspace", rows, fresh),
  line("The same file again", rows, same),
  line("Every row changed, with undo journal", rows, changed),
  line("Usual: Drizzle batches of 1 000, upsert", batchRows, [batches]),
  line("Row by row", singleRows, [single]),
].join("\n");
console.log(table);
if (values.write) writeReport(`import ${rows}`, table);

await cleanUp();
const rate = perSecond(rows, median(fresh));
const gates = [
  rate / perSecond(rows, median(limit)) >= 0.7,
  rate / perSecond(batchRows, batches) >= 5,
  rate / perSecond(singleRows, single) >= 20,
];
if (values.check && gates.includes(false)) process.exit(1);
