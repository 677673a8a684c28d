import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { startBenchDatabase, timed } from "./database";
import { percentile, writeReport } from "./report";

/**
 * `npm run bench batch`: a batch of contacts beside an import of the same rows, alternating in one process: all new,
 * all changed, all unchanged. Each from its text to its commit; no HTTP. Fails if a batch is less than half as fast;
 * `--write` puts the figures into docs/performance.md.
 */
const LEAST = 0.5;
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "10000" },
    rounds: { type: "string", default: "9" },
    write: { type: "boolean" },
  },
});
const rows = Number(values.rows);
const database = await startBenchDatabase();
const { importJob } = await import("@/lib/imports/engine/job");
const { runJob } = await import("@/lib/jobs/run");
const { confirmedImport, makeWorkspace, storeFile } = await import("@/lib/testing/fixtures/workspace");
const { batchBody } = await import("@/app/api/contacts/batch/body");
const { upsertContacts } = await import("@/lib/imports/upsert/upsert");
const { upsertQuery } = await import("@/lib/imports/upsert/schemas");

const { signal } = new AbortController();
const policy = upsertQuery.parse({});

/** The file's rows as a client of the API sends them. */
function asJson(edition: string): string {
  const text = [...peopleCsv(rows, { edition })].map(String).join("");
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return JSON.stringify(
    data.map((row) => ({
      email: row.Email,
      first_name: row["First Name"],
      last_name: row["Last Name"],
      phone: row.Phone,
      company: row.Company,
      notes: row.Notes,
      custom_fields: { city: row.City, plan: row.Plan },
    })),
  );
}

async function importFile(workspaceId: string, edition: string): Promise<number> {
  const file = await storeFile(workspaceId, peopleCsv(rows, { edition }));
  const id = await confirmedImport(workspaceId, file, rows);
  return timed(() => runJob(importJob, { workspaceId, id }));
}

async function sendBatch(workspaceId: string, body: string): Promise<number> {
  return timed(async () => {
    const headers = { "content-type": "application/json" };
    const sent = await batchBody["application/json"].read(
      new Request("http://localhost/", { method: "POST", body, headers }),
    );
    await upsertContacts(workspaceId, sent, policy, signal);
  });
}

const EDITIONS = { "all new": "", "all changed": ", edition 2", "all the same": ", edition 2" };

try {
  const bodies = Object.values(EDITIONS).map(asJson);
  const taken = Object.keys(EDITIONS).map(() => ({ import: [] as number[], batch: [] as number[] }));
  for (let round = 0; round <= Number(values.rounds); round++) {
    const [one, other] = [await makeWorkspace(), await makeWorkspace()];
    for (const [n, edition] of Object.values(EDITIONS).entries()) {
      const times = {
        import: await importFile(one, edition),
        batch: await sendBatch(other, bodies[n] ?? ""),
      };
      if (round === 0) continue;
      taken[n]?.import.push(times.import);
      taken[n]?.batch.push(times.batch);
    }
  }
  const results = Object.keys(EDITIONS).map((name, n) => {
    const [file, batch] = [percentile(taken[n]?.import ?? [], 0.5), percentile(taken[n]?.batch ?? [], 0.5)];
    return { name, file, batch, ratio: file / batch };
  });
  const report = [
    `${rows.toLocaleString("en")} rows, ${availableParallelism()} cores, Node ${process.version}, medians of ${values.rounds} rounds by turns.`,
    "",
    "| | import, ms | batch, ms | the batch's speed |",
    "|---|---|---|---|",
    ...results.map(
      ({ name, file, batch, ratio }) =>
        `| ${name} | ${file.toFixed(0)} | ${batch.toFixed(0)} | ${ratio.toFixed(2)} × |`,
    ),
  ].join("\n");
  console.log(report);
  if (values.write) writeReport("batch", report);
  const slow = results.filter(({ ratio }) => ratio < LEAST).map(({ name }) => name);
  if (slow.length > 0)
    throw new Error(`a batch is less than ${LEAST} times as fast as an import: ${slow.join(", ")}`);
} finally {
  await database.stop();
}
