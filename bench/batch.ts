import { parseArgs } from "node:util";
import Papa from "papaparse";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { startBenchDatabase, timed } from "./database";
import { percentile } from "./report";

/**
 * `npm run bench batch`: a batch of contacts beside an import of the same rows, alternating in one process: all new,
 * all changed, all unchanged. Each from its text to its commit; no HTTP.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "string", default: "10000" }, rounds: { type: "string", default: "9" } },
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
  for (const [n, name] of Object.keys(EDITIONS).entries()) {
    const [file, batch] = [percentile(taken[n]?.import ?? [], 0.5), percentile(taken[n]?.batch ?? [], 0.5)];
    console.log(
      `${name}: import ${file.toFixed(0)} ms, batch ${batch.toFixed(0)} ms: ${(file / batch).toFixed(2)} × its speed`,
    );
  }
} finally {
  await database.stop();
}
