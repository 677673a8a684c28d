import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import postgres, { type Sql } from "postgres";
import { newId } from "@/lib/ids";
import { backup } from "../scripts/archive/backup.mjs";
import { openArchive, restore } from "../scripts/archive/restore.mjs";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../scripts/lib/postgres.mjs";

/**
 * `npm run bench archive`: how long an archive of 1 000 000 (`--contacts`) contacts takes to write and to restore into an
 * empty database, both on a server that syncs like the product's, and the memory this process took at most.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { contacts: { type: "string", default: "1000000" } },
});
const contacts = Number(values.contacts);
const LIMITS = { write: 60, restore: 150 };

const folder = mkdtempSync(join(tmpdir(), "kith-bench-"));
const [server, other] = await Promise.all([
  startTemporaryPostgres({ durable: true }),
  startTemporaryPostgres({ durable: true }),
]);
process.env.DATA_DIR = folder;
try {
  await migrateDatabase(server.url);
  await fill(server.url);
  const file = join(folder, "bench.tar.gz");
  const write = await timed(() => backup({ url: server.url, file, progress: () => undefined }));
  console.log(
    `wrote ${(statSync(file).size / 1e6).toFixed(0)} MB in ${write} s, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const archive = await openArchive(file, undefined, () => undefined);
  const read = await timed(() =>
    restore({ url: other.url, dataDir: folder, archive, progress: () => undefined }),
  );
  const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(
    `restored in ${read} s, load ${loadavg()[0]?.toFixed(1)}; at most ${memory} MB in this process`,
  );
  if (write > LIMITS.write || read > LIMITS.restore) process.exitCode = 1;
} finally {
  await Promise.all([server.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return Math.round((performance.now() - from) / 100) / 10;
}

async function fill(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const workspaceId = newId();
  await sql`insert into workspaces (id, name) values (${workspaceId}, 'bench')`;
  await sql`insert into workspace_counts (workspace_id) values (${workspaceId}) on conflict do nothing`;
  await copyContacts(sql, workspaceId);
  await sql`vacuum analyze contacts`;
  await sql.end();
}

async function copyContacts(sql: Sql, workspaceId: string): Promise<void> {
  const target = await sql`
    copy contacts (workspace_id, id, email, first_name, last_name, company, phone) from stdin`.writable();
  await pipeline(Readable.from(lines(workspaceId)), target);
}

function* lines(workspaceId: string): Generator<string> {
  for (let n = 0; n < contacts; n++) {
    const fields = [workspaceId, newId(), `person${n}@example.com`, `Person ${n}`, `Last ${n % 977}`];
    yield `${[...fields, `Company ${n % 613}`, `+49 30 ${n}`].join("\t")}\n`;
  }
}
