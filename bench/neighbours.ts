import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { recordFigure, withOutcome } from "../scripts/reliability/record.mjs";
import { type Checkout, checkOut, ourselves } from "./baseline";
import { type Measured, measureNeighbours, type Seen, type Worst } from "./busy-neighbour";
import { percentile, writeReport } from "./report";

/**
 * `npm run bench neighbours`: what one workspace under extreme load costs another one, measured from outside on the
 * built product. The busy one has `--contacts` contacts (700 000 is the reference) and requests at once 40 imports, 30
 * exports of everything, 30 searches without a match, over and over, and dry runs of a large file. The quiet one reads
 * the first page of its list, exports one contact and imports one row. It must be answered, and its export and its
 * import done within a minute; `--imports` and their `--rows` reduce the load. `--baseline COMMIT` first measures the
 * product at that commit as well; `--check` fails when a bound is exceeded; `--write` puts the table into
 * docs/performance.md.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: "string", default: "100000" },
    seconds: { type: "string", default: "30" },
    imports: { type: "string", default: "40" },
    rows: { type: "string", default: "40000" },
    baseline: { type: "string" },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const worst: Worst = {
  contacts: Number(values.contacts),
  imports: Number(values.imports),
  importRows: Number(values.rows),
  exports: 30,
  searches: 30,
  dryRuns: 2,
};
const { contacts, imports, importRows, exports, searches, dryRuns } = worst;
/** The reference number of contacts. */
const WHOLE = 700_000;

const HEAD = [
  "| the quiet one | list, p50 / p99 ms | × alone | answers | 503 | export of one contact, s | import of one row, s |",
  "|---|---|---|---|---|---|---|",
];

function row(name: string, seen: Seen, alone: Seen): string {
  const { latencies, unavailable, exportS, importS } = seen;
  const at = (part: number) => percentile(latencies, part).toFixed(1);
  const times = percentile(latencies, 0.99) / percentile(alone.latencies, 0.99);
  const took = (seconds: number) => (Number.isNaN(seconds) ? "not done" : seconds.toFixed(2));
  const cells = [
    name,
    `${at(0.5)} / ${at(0.99)}`,
    seen === alone ? "" : times.toFixed(1),
    latencies.length,
    unavailable,
    took(exportS),
    took(importS),
  ];
  return `| ${cells.join(" | ")} |`;
}

const list = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .map(([name, count]) => `${name} × ${count}`)
    .join(", ");

async function rowsOf({ folder, name }: Checkout): Promise<{ rows: string[]; measured: Measured }> {
  const measured = await measureNeighbours(folder, worst, seconds);
  const { alone, beside, answers, unfinished } = measured;
  console.log(`${name}: answers to the busy one: ${list(answers)}; unfinished: ${list({ ...unfinished })}`);
  return { rows: [row(`${name}, alone`, alone, alone), row(`${name}, beside it`, beside, alone)], measured };
}

/** Throws when the promise does not hold. */
function noteFigure(seen: Seen): void {
  if (seen.unavailable > 0) throw new Error(`The quiet one got ${seen.unavailable} × 503.`);
  if (Number.isNaN(seen.exportS + seen.importS))
    throw new Error("Its export or its import was not done within a minute.");
  recordFigure("neighbours", {
    size: { "contacts of the busy one": contacts, imports, exports, "searches at a time": searches },
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
}

const rows: string[] = [];
if (values.baseline) {
  const before = checkOut(values.baseline);
  try {
    rows.push(...(await rowsOf(before)).rows);
  } finally {
    before.remove();
  }
}
const now = await withOutcome("bench/neighbours.ts", async () => {
  const one = await rowsOf(ourselves);
  noteFigure(one.measured.beside);
  return one;
});
rows.push(...now.rows);
const table = [
  `The busy workspace: ${contacts.toLocaleString("en")} contacts, ${imports} imports of ${importRows.toLocaleString("en")} rows, ${exports} exports of everything, ${searches} searches without a hit at a time, ${dryRuns} dry runs. ${cpus().length} cores, Node ${process.version}, one run.`,
  "",
  ...HEAD,
  ...rows,
].join("\n");
console.log(table);
if (values.write) writeReport("neighbours", table);
const { alone, beside } = now.measured;
const p99 = percentile(beside.latencies, 0.99);
const isWithin =
  p99 <= 10 * percentile(alone.latencies, 0.99) &&
  p99 <= 500 &&
  beside.unavailable === 0 &&
  beside.exportS <= 3 &&
  beside.importS <= 3;
if (values.check && !isWithin) process.exit(1);
