import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import postgres from "postgres";
import type * as PostgresModule from "../scripts/lib/postgres.mjs";
import type * as ProductModule from "../scripts/lib/product.mjs";
import type * as ProjectModule from "../scripts/lib/project.mjs";
import { startBareNext } from "./bare-next";
import { type Checkout, checkOut, ourselves } from "./baseline";
import { anotherAddress, tokenOf } from "./caller";
import { cpuTimeOf } from "./cpu-time";
import { type Asked, drive } from "./drive";
import { percentile, writeReport } from "./report";
import { fillContacts } from "./stored-contacts";

/**
 * `npm run bench http`: what a read and the edit of a contact cost, measured from outside on the built product, beside
 * the least that Next can do (a one-line handler in an application of its own) and /api/health, alternating in one
 * run. The workspace has `--contacts` contacts, half of them with tags; each request comes from another address.
 * `--baseline COMMIT` measures the product at that commit as well; `--check` fails when a bound is exceeded; `--write`
 * puts the table into docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: "string", default: "100000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "1,16,64" },
    baseline: { type: "string" },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const contacts = Number(values.contacts);
const rounds = Number(values.rounds);

interface Target extends Asked {
  name: string;
  /** The parent of the processes whose time counts. */
  pid: number;
}

interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  /** ms of CPU time for a request. */
  node: number;
  postgres: number;
}

interface Running {
  targets: Target[];
  stop: () => Promise<void>;
}

/** The product of a folder, with a workspace that is filled and vacuumed. */
async function startFilled({ folder, name }: Checkout): Promise<Running> {
  const module = (file: string) => import(pathToFileURL(join(folder, "scripts", "lib", file)).href);
  const { startProduct }: typeof ProductModule = await module("product.mjs");
  const { runningPostgresUrl }: typeof PostgresModule = await module("postgres.mjs");
  const { nodeProgram }: typeof ProjectModule = await module("project.mjs");
  const dataDir = mkdtempSync(join(tmpdir(), "kith-bench-"));
  chmodSync(dataDir, 0o711);
  const product = await startProduct({ dataDir });
  const stop = async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const token = tokenOf({ folder, dataDir, url: product.url, node: nodeProgram() }, "reader@bench.example");
    const pg = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1, onnotice: () => undefined });
    const contact = await fillContacts(pg, contacts);
    await pg.end();
    const headers = () => ({ authorization: `Bearer ${token}`, "x-forwarded-for": anotherAddress() });
    const target = (what: string, path: string): Target => ({
      name: `${what}${values.baseline ? `, ${name}` : ""}`,
      url: product.url.replace("localhost", "127.0.0.1") + path,
      headers,
      pid: product.pid,
    });
    const targets = [
      target("/api/health", "/api/health"),
      target("list of 20", "/api/contacts"),
      target("one contact", `/api/contacts/${contact}`),
      target("tags", "/api/tags"),
      target("statistics", "/api/stats"),
      {
        ...target("edit of a contact", `/api/contacts/${contact}`),
        change: () => ({ company: `Company ${performance.now()}` }),
      },
    ];
    return { targets, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function measure(target: Target, connections: number): Promise<Round> {
  const before = cpuTimeOf(target.pid);
  const { latencies, seconds } = await drive(target, connections, Number(values.seconds));
  const after = cpuTimeOf(target.pid);
  const each = (used: number) => (1000 * used) / latencies.length;
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    node: each(after.node - before.node),
    postgres: each(after.postgres - before.postgres),
  };
}

const HEAD = [
  "| | connections | requests/s | of the bare handler | p50 / p99 ms | Node ms | PostgreSQL ms |",
  "|---|---|---|---|---|---|---|",
];

interface Seen {
  target: Target;
  connections: number;
  rounds: Round[];
  /** Relative to the bare handler's requests in the same round. */
  shares: number[];
}

const median = (list: number[]) => percentile(list, 0.5);

function row({ target, connections, rounds, shares }: Seen): string {
  const at = (what: keyof Round, digits: number) => median(rounds.map((one) => one[what])).toFixed(digits);
  const cells = [
    target.name,
    connections,
    at("perSecond", 0),
    median(shares).toFixed(2),
    `${at("p50", 1)} / ${at("p99", 1)}`,
    at("node", 2),
    target.name === BARE ? "" : at("postgres", 2),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** All targets alternate, so that other load on the machine affects each. */
async function compare(targets: Target[], connections: number): Promise<Seen[]> {
  const seen = targets.map((target): Seen => ({ target, connections, rounds: [], shares: [] }));
  for (let round = 0; round < rounds; round++) {
    let bare = Number.NaN;
    for (const one of seen) {
      // Edits of one contact wait for each other.
      if (one.target.change && connections > 1) continue;
      const measured = await measure(one.target, connections);
      if (one.target.name === BARE) bare = measured.perSecond;
      one.rounds.push(measured);
      one.shares.push(measured.perSecond / bare);
    }
  }
  return seen.filter(({ rounds }) => rounds.length > 0);
}

const BARE = "bare handler of Next";
const before = values.baseline ? checkOut(values.baseline) : undefined;
const running: Running[] = [];
const seen: Seen[] = [];
try {
  const bare = await startBareNext();
  const target: Target = { name: BARE, url: bare.url, headers: () => ({}), pid: bare.pid };
  running.push({ targets: [target], stop: bare.stop });
  for (const one of before ? [before, ourselves] : [ourselves]) running.push(await startFilled(one));
  const targets = running.flatMap((one) => one.targets);
  for (const one of targets) await drive(one, 16, 2);
  for (const connections of values.connections.split(",").map(Number))
    seen.push(...(await compare(targets, connections)));
} finally {
  for (const one of running) await one.stop();
  before?.remove();
}

const table = [
  `${contacts.toLocaleString("en")} contacts, ${cpus().length} cores, Node ${process.version}, medians of ${rounds} rounds of ${values.seconds} s by turns. Milliseconds of Node and PostgreSQL are processor time for one request.`,
  "",
  ...HEAD,
  ...seen.map(row),
].join("\n");
console.log(table);
if (values.write) writeReport("http", table);

const list = seen.filter(
  ({ target }) => target.name.startsWith("list of 20") && target.pid === running.at(-1)?.targets[0]?.pid,
);
const isWithin = list.every(({ connections, rounds, shares }) => {
  if (connections !== 16) return true;
  const at = (what: keyof Round) => median(rounds.map((one) => one[what]));
  return median(shares) >= 0.35 && !(at("node") > 1.2) && at("p99") <= 3 * at("p50");
});
if (values.check && !isWithin) process.exitCode = 1;
