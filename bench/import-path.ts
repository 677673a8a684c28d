import { createReadStream, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { closeDatabase, db, pg, withConnection } from "@/db/client";
import { contacts } from "@/db/schema";
import { newId } from "@/lib/ids";
import { importJob } from "@/lib/imports/engine/job";
import { runJob } from "@/lib/jobs/run";

/**
 * One way of loading rows into Postgres, measured in a process of its own. Prints one line of JSON. Arguments: the
 * way, then its parameters: `kith <workspace> <import>`, `copy <file>`, `batches <workspace> <csv>`, `rows …`.
 */
const [way = "", first = "", second = ""] = process.argv.slice(2);

/** What usual software does: the whole file in memory, objects by header, batches of 1 000 with an upsert. */
async function drizzleBatches(workspaceId: string, file: string): Promise<void> {
  const rows = cleanRows(workspaceId, file);
  for (let at = 0; at < rows.length; at += 1000) {
    const batch = [...new Map(rows.slice(at, at + 1000).map((row) => [row.email, row])).values()];
    await db()
      .insert(contacts)
      .values(batch)
      .onConflictDoUpdate({
        target: [contacts.workspace_id, contacts.email],
        set: {
          first_name: sql`excluded.first_name`,
          last_name: sql`excluded.last_name`,
          phone: sql`excluded.phone`,
          company: sql`excluded.company`,
          notes: sql`excluded.notes`,
          custom_fields: sql`excluded.custom_fields`,
          updated_at: sql`now()`,
        },
      });
  }
}

/** What simple software does: look for each row, then insert or update it. */
async function rowByRow(workspaceId: string, file: string): Promise<void> {
  for (const row of cleanRows(workspaceId, file)) {
    const known = sql`workspace_id = ${workspaceId} and email = ${row.email}`;
    const [found] = await db().select({ id: contacts.id }).from(contacts).where(known);
    if (found)
      await db()
        .update(contacts)
        .set({ ...row, id: found.id })
        .where(known);
    else await db().insert(contacts).values(row);
  }
}

const ADDRESS = /^[\w.+-]+@([\w-]+\.)+[A-Za-z]{2,}$/;

function cleanRows(workspaceId: string, file: string) {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(file, "utf8"), {
    header: true,
    skipEmptyLines: true,
  });
  return data.flatMap((row) => {
    const email = (row.Email ?? "").trim().toLowerCase();
    if (!ADDRESS.test(email)) return [];
    return {
      workspace_id: workspaceId,
      id: newId(),
      email,
      first_name: row["First Name"] || "there",
      last_name: row["Last Name"] || null,
      phone: row.Phone || null,
      company: row.Company || null,
      notes: row.Notes || null,
      custom_fields: { city: row.City, plan: row.Plan },
    };
  });
}

/** The limit: rows cleaned beforehand, piped unchanged into a table with the same indexes. */
async function copyFile(file: string, columns: string): Promise<void> {
  await withConnection(async (connection) => {
    const sink = await connection.unsafe(`copy bench_limit (${columns}) from stdin`).writable();
    await pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), sink);
  });
}

await pg()`select 1`;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let peak = process.memoryUsage.rss();
const idle = peak;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const cpu = process.cpuUsage();
const started = performance.now();
if (way === "kith") await runJob(importJob, { workspaceId: first, id: second });
else if (way === "copy") await copyFile(first, second);
else if (way === "batches") await drizzleBatches(first, second);
else await rowByRow(first, second);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(sampler);
console.log(
  JSON.stringify({
    seconds,
    nodeCpu: (user + system) / 1e6,
    idleMb: Math.round(idle / 1e6),
    peakMb: Math.round(peak / 1e6),
    delayP99Ms: Math.round(delay.percentile(99) / 1e5) / 10,
    delayMaxMs: Math.round(delay.max / 1e5) / 10,
  }),
);
await closeDatabase();
