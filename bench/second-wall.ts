import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { closeDatabase } from "@/db/client";
import { workAs } from "@/db/work";
import { listContacts } from "@/lib/contacts/list";
import { resetEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { APP_ROLE, asRole } from "../scripts/lib/app-role.mjs";
import { grantTo, renewAppRole } from "../scripts/lib/database-role.mjs";
import { migrateDatabase } from "../scripts/lib/migrations.mjs";
import { startTemporaryPostgres } from "../scripts/lib/postgres.mjs";

/**
 * `npm run bench second-wall`: what row level security by workspace would cost, compared with the role that bypasses
 * it (docs/decisions/row-security.md). The list of contacts through the product's own function, with 1 and 16 callers,
 * and a batch of 300 000 rows, all alternating. Each variant in its cheapest form: for the list the workspace is in
 * the role's settings, so that carrying it with each request is not in the figures; that is measured separately.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ROWS = 300_000;
const POLICED = ["contacts", "contact_tags", "tags", "workspace_counts"];
const cluster = await startTemporaryPostgres({ settings: { shared_buffers: "512MB" } });
const password = await renewAppRole(cluster.url);
await migrateDatabase(cluster.url, { role: APP_ROLE });
const owner = postgres(cluster.url, { max: 1, onnotice: () => {} });
const workspaceId = newId();

await fill();
await raiseWall();
const addresses = {
  without: asRole(cluster.url, APP_ROLE, password),
  with: asRole(cluster.url, "walled", "pass"),
};
type Way = keyof typeof addresses;
const figures = new Map<string, Record<Way, number[]>>();

for (let round = 0; round < ROUNDS; round++) {
  for (const way of round % 2 ? (["with", "without"] as const) : (["without", "with"] as const)) {
    Object.assign(process.env, { DATABASE_URL: addresses[way] });
    resetEnv();
    await list(way, 1, 400);
    await list(way, 16, 1_600);
    await closeDatabase();
    await batch(way);
    await carry(way);
  }
}
for (const [name, { without, with: behind }] of figures) {
  const [was, is] = [median(without), median(behind)];
  console.log(`${name}: ${was.toFixed(3)} → ${is.toFixed(3)} ms (${(100 * (is / was - 1)).toFixed(1)} %)`);
}
const walled = postgres(addresses.with, { max: 1 });
const refused = await walled
  .unsafe("copy contacts (workspace_id, id, email, first_name) from stdin")
  .writable()
  .then(
    () => "taken",
    (error: Error) => error.message,
  );
console.log(`COPY FROM under a policy: ${refused}`);
await walled.end({ timeout: 0 });
await owner.end();
await cluster.stop();
process.exit();

async function fill(): Promise<void> {
  for (const [id, count] of [
    [workspaceId, 20_000],
    [newId(), 200_000],
  ] as const) {
    await owner`insert into workspaces (id, name) values (${id}, 'bench')`;
    await owner`insert into workspace_counts (workspace_id) values (${id})`;
    await owner`
      insert into contacts (workspace_id, id, email, first_name, company)
      select ${id}, gen_random_uuid(), 'p' || n || '@example.com', 'P' || n, 'Acme' from generate_series(1, ${count}::int) n`;
  }
  await owner`vacuum analyze contacts`;
}

/** The cheapest policy possible: the setting is read once per statement, and compared like the key. */
async function raiseWall(): Promise<void> {
  await owner.unsafe(
    "create role walled login password 'pass'; grant connect, temporary on database kith to walled",
  );
  await grantTo(owner, "walled");
  await owner.unsafe(`alter role walled set kith.workspace_id = '${workspaceId}'`);
  for (const table of POLICED)
    await owner.unsafe(`
      alter table ${table} force row level security;
      create policy own on ${table} to walled
        using (workspace_id = (select current_setting('kith.workspace_id')::uuid))`);
}

async function list(way: Way, callers: number, requests: number): Promise<void> {
  const ask = () => workAs({ kind: "request", workspaceId }, () => listContacts(workspaceId, { limit: 20 }));
  for (let warm = 0; warm < 100; warm++) await ask();
  const [cpu, started] = [postgresCpuMs(), performance.now()];
  const caller = async () => {
    for (let at = 0; at < requests / callers; at++) await ask();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  note(`list, ${callers} at once, time of a request`, way, (performance.now() - started) / requests);
  note(`list, ${callers} at once, CPU of PostgreSQL for a request`, way, (postgresCpuMs() - cpu) / requests);
}

/** As an import writes a batch: directly if it may, else into a temporary table and from there. */
async function batch(way: Way): Promise<void> {
  const pg = postgres(addresses[way], { max: 1, onnotice: () => {} });
  const from = `select '${workspaceId}'::uuid, gen_random_uuid(), 'b' || n || '@example.com', 'B' from generate_series(1, ${ROWS}) n`;
  const lines = await pg.unsafe(`copy (${from}) to stdout`).readable();
  const data = Buffer.concat(await Array.fromAsync(lines));
  const [cpu, started] = [postgresCpuMs(), performance.now()];
  const undo = new Error("undo");
  await pg
    .begin(async (tx) => {
      const columns = "workspace_id, id, email, first_name";
      if (way === "with")
        await tx.unsafe(
          "create temp table staged (workspace_id uuid, id uuid, email text, first_name text) on commit drop",
        );
      const into = way === "with" ? "staged" : `contacts (${columns})`;
      const sink = await tx.unsafe(`copy ${into} from stdin`).writable();
      await new Promise<void>((done, failed) => sink.once("error", failed).end(data, () => done()));
      if (way === "with") await tx.unsafe(`insert into contacts (${columns}) select * from staged`);
      await tx`select 1`;
      note(`batch of ${ROWS} rows, time`, way, performance.now() - started);
      note(`batch of ${ROWS} rows, CPU of PostgreSQL`, way, postgresCpuMs() - cpu);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  await pg.end();
  await owner`vacuum contacts`;
}

/** A statement by the key, alone and in a transaction that carries the workspace, all sent at once. */
async function carry(way: Way): Promise<void> {
  const pg = postgres(addresses.without, { max: 1, prepare: false });
  const read = "select contacts from workspace_counts where workspace_id = $1";
  const ask = (): Promise<unknown> =>
    way === "without"
      ? pg.unsafe(read, [workspaceId])
      : pg.begin((tx) =>
          Promise.all([
            tx`select set_config('kith.workspace_id', ${workspaceId}, true)`,
            tx.unsafe(read, [workspaceId]),
          ]),
        );
  for (let warm = 0; warm < 100; warm++) await ask();
  const started = performance.now();
  for (let at = 0; at < 1_000; at++) await ask();
  note("carrying the workspace with a statement by key", way, (performance.now() - started) / 1_000);
  await pg.end();
}

function note(name: string, way: Way, value: number): void {
  const both = figures.get(name) ?? { without: [], with: [] };
  both[way].push(value);
  figures.set(name, both);
}

/** Of all processes of the cluster, in milliseconds. */
function postgresCpuMs(): number {
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter(([pid, parent]) => pid === cluster.pid || parent === cluster.pid)
    .reduce(
      (sum, [, , user = 0, system = 0, lateUser = 0, lateSystem = 0]) =>
        sum + user + system + lateUser + lateSystem,
      0,
    );
  return ticks * 10;
}

/** Id, parent, and the ticks of a process and of its children that have ended. */
function statOf(pid: string): number[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const isServer = Number(pid) === cluster.pid;
    return [
      Number(pid),
      parent,
      fields[11] ?? 0,
      fields[12] ?? 0,
      ...(isServer ? [fields[13] ?? 0, fields[14] ?? 0] : []),
    ];
  } catch {
    return [];
  }
}

function median(list: number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
}
