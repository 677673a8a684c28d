import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { runningPostgresUrl } from "../scripts/lib/postgres.mjs";
import { startProduct } from "../scripts/lib/product.mjs";
import { nodeProgram } from "../scripts/lib/project.mjs";
import { anotherAddress, tokenOf } from "./caller";
import { type Asked, drive } from "./drive";
import { percentile, writeReport } from "./report";
import { fillContacts } from "./stored-contacts";

/**
 * `npm run bench processes`: the list of 20 from the built product with different numbers of app processes
 * (`--processes`), alternating in one run, each on a database of its own. `--write` puts the table into
 * docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    processes: { type: "string", default: "1,2" },
    contacts: { type: "string", default: "20000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "7" },
    connections: { type: "string", default: "16,64" },
    write: { type: "boolean", default: false },
  },
});
const contacts = Number(values.contacts);
const rounds = Number(values.rounds);
const numbers = (list: string) => list.split(",").map(Number);

interface Running {
  processes: number;
  list: Asked;
  stop: () => Promise<void>;
}

async function start(processes: number): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), "kith-bench-"));
  chmodSync(dataDir, 0o711);
  const product = await startProduct({ dataDir, env: { WEB_CONCURRENCY: String(processes) } });
  const stop = async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const place = { folder: process.cwd(), dataDir, url: product.url, node: nodeProgram() };
    const token = tokenOf(place, "reader@bench.example");
    const pg = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1, onnotice: () => undefined });
    await fillContacts(pg, contacts);
    await pg.end();
    const headers = () => ({ authorization: `Bearer ${token}`, "x-forwarded-for": anotherAddress() });
    const url = `${product.url.replace("localhost", "127.0.0.1")}/api/contacts`;
    return { processes, list: { url, headers }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const median = (list: number[]) => percentile(list, 0.5);
const lines: string[] = [];
const running: Running[] = [];
try {
  for (const processes of numbers(values.processes)) running.push(await start(processes));
  for (const { list } of running) await drive(list, 16, 3);
  for (const connections of numbers(values.connections)) {
    const seen = running.map(({ processes }) => ({
      processes,
      perSecond: [] as number[],
      p50: [] as number[],
      p99: [] as number[],
    }));
    for (let round = 0; round < rounds; round++) {
      for (const [at, { list }] of running.entries()) {
        const { latencies, seconds } = await drive(list, connections, Number(values.seconds));
        seen[at]?.perSecond.push(latencies.length / seconds);
        seen[at]?.p50.push(percentile(latencies, 0.5));
        seen[at]?.p99.push(percentile(latencies, 0.99));
      }
    }
    for (const { processes, perSecond, p50, p99 } of seen)
      lines.push(
        `| ${processes} | ${connections} | ${median(perSecond).toFixed(0)} | ${median(p50).toFixed(1)} / ${median(p99).toFixed(1)} |`,
      );
  }
} finally {
  for (const { stop } of running) await stop();
}

const table = [
  `List of 20 of ${contacts.toLocaleString("en")} contacts, ${cpus().length} cores, which the client shares, Node ${process.version}, medians of ${rounds} rounds of ${values.seconds} s by turns.`,
  "",
  "| processes | connections | requests/s | p50 / p99 ms |",
  "|---|---|---|---|",
  ...lines,
].join("\n");
console.log(table);
if (values.write) writeReport("processes", table);
