import { parseArgs } from "node:util";
import { MAPPING, type PeopleOptions, peopleCsv } from "@/lib/testing/fixtures/people";
import { startBenchDatabase } from "./database";
import { percentile } from "./report";

/**
 * `npm run bench diff`: how much longer a dry run takes that stores its diff than one that does not, into an empty
 * workspace and over contacts that all change, alternating; the size of the diff, how fast its pages are, and what it
 * costs to confirm by it.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "200000" },
    rounds: { type: "string", default: "3" },
    pages: { type: "string", default: "200" },
  },
});
const rows = Number(values.rows);
const database = await startBenchDatabase();
const { pg } = await import("@/db/client");
const { dryRun } = await import("@/lib/imports/dry-run");
const { confirmImport } = await import("@/lib/imports/confirm");
const { diffPageOf } = await import("@/lib/imports/diff/read");
const { diffQuery } = await import("@/lib/imports/diff/schemas");
const { confirmBody } = await import("@/lib/imports/schemas");
const { importJob } = await import("@/lib/imports/engine/job");
const { runJob } = await import("@/lib/jobs/run");
const { confirmedImport, makeWorkspace, storeFile } = await import("@/lib/testing/fixtures/workspace");

const { signal } = new AbortController();

/** A pending import whose draft has the mapping of its file. */
async function pendingImport(workspaceId: string, options: PeopleOptions = {}): Promise<string> {
  const file = await storeFile(workspaceId, peopleCsv(rows, options));
  const id = await confirmedImport(workspaceId, file, rows);
  await pg()`
    update imports set status = 'pending', started_at = null, draft = ${JSON.stringify({ mapping: MAPPING })}::jsonb
    where workspace_id = ${workspaceId} and id = ${id}`;
  return id;
}

const OTHER = confirmBody.parse({ columnMapping: { ...MAPPING, Source: null } });

/** Seconds with the diff and without it, and by how much the process grew. */
async function compare(name: string, workspaceId: string, id: string): Promise<void> {
  const seconds: Record<"bare" | "kept", number[]> = { bare: [], kept: [] };
  let peak = 0;
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const way of ["bare", "kept"] as const) {
      const sampler = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 50);
      const started = performance.now();
      await dryRun(workspaceId, id, way === "bare" ? OTHER : undefined, { signal });
      if (round > 0) seconds[way].push((performance.now() - started) / 1000);
      clearInterval(sampler);
    }
  }
  const [bare, kept] = [percentile(seconds.bare, 0.5), percentile(seconds.kept, 0.5)];
  const [size] = await pg()<{ mb: number; made: string }[]>`
    select (bytes / 1e6)::float8 as mb, counts::text as made from import_diffs
    where workspace_id = ${workspaceId} and import_id = ${id}`;
  console.log(
    `${name}: ${bare.toFixed(2)} s bare, ${kept.toFixed(2)} s kept, ${(kept / bare).toFixed(2)} ×; ${size?.mb.toFixed(1)} MB, peak ${Math.round(peak / 1e6)} MB, ${size?.made}`,
  );
}

/** How long pages take, requested in many ways. */
async function measurePages(workspaceId: string, id: string): Promise<void> {
  const ways: Record<string, (n: number) => Record<string, unknown>> = {
    "page anywhere": (n) => ({ offset: (n * 7919) % rows }),
    "by cursor": (n) => ({ cursor: (n * 7919) % rows }),
    "one kind": (n) => ({ kind: "update", offset: (n * 7919) % 10_000 }),
    "sparse kind": (n) => ({ kind: "fail", offset: (n * 79) % (rows / 200) }),
    "one field": (n) => ({ field: "company", offset: (n * 7919) % (rows / 10) }),
    "an address": (n) => ({ search: `person.${((n * 7919) % rows).toString(36)}@` }),
    "an address not there": (n) => ({ search: `nobody${n}@` }),
  };
  for (const [name, query] of Object.entries(ways)) {
    const times: number[] = [];
    for (let n = 0; n < Number(values.pages); n++) {
      const parameters = Object.entries({ limit: 100, ...query(n) }).map(([name, value]) => [
        name,
        String(value),
      ]);
      const asked = diffQuery.parse(Object.fromEntries(parameters));
      const started = performance.now();
      await diffPageOf(workspaceId, id, asked, signal);
      times.push(performance.now() - started);
    }
    console.log(
      `  ${name}: median ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
    );
  }
}

/** Seconds to confirm, and from there to the end, without a diff or bound to the one that was reviewed. */
async function measureConfirmation(workspaceId: string, id: string, isBound: boolean): Promise<void> {
  const { etag } = await diffPageOf(workspaceId, id, diffQuery.parse({ limit: "1" }), signal);
  const started = performance.now();
  await confirmImport(workspaceId, id, undefined, isBound ? { seen: { etag, signal } } : {});
  const confirmed = performance.now();
  await runJob(importJob, { workspaceId, id });
  const [confirmS, runS] = [(confirmed - started) / 1000, (performance.now() - confirmed) / 1000];
  console.log(
    `  ${isBound ? "bound to the diff" : "as it is"}: ${confirmS.toFixed(2)} s to confirm, ${runS.toFixed(2)} s to import`,
  );
}

try {
  const workspaceId = await makeWorkspace();
  const fresh = await pendingImport(workspaceId);
  await compare("all new", workspaceId, fresh);
  await measurePages(workspaceId, fresh);
  await pg()`update imports set status = 'processing', column_mapping = ${JSON.stringify(MAPPING)}::jsonb,
    options = '{}' where workspace_id = ${workspaceId} and id = ${fresh}`;
  await runJob(importJob, { workspaceId, id: fresh });
  await pg()`vacuum analyze contacts`;
  const changed = await pendingImport(workspaceId, { edition: ", edition 2" });
  await compare("all changed", workspaceId, changed);
  await measurePages(workspaceId, changed);
  await measureConfirmation(workspaceId, changed, true);
  const again = await pendingImport(workspaceId, { edition: ", edition 3" });
  await measureConfirmation(workspaceId, again, false);
  const same = await pendingImport(workspaceId, { edition: ", edition 3" });
  await compare("all the same", workspaceId, same);
} finally {
  await database.stop();
}
