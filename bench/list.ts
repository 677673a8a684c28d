import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { peopleCsv } from "@/lib/testing/fixtures/people";
import { startBenchDatabase, timed } from "./database";
import { percentile } from "./report";

/**
 * `npm run bench list`: the contact list in its default order beside other orders, searches and filters, alternating,
 * in a workspace of a million. `--check` fails when an order takes more than `MOST_RATIO` times as long as the default one,
 * or a filter with its own index longer than `MOST_MS`. With `--index NAME:COLUMNS` it measures instead what an index on
 * contacts costs fresh imports: with and without it, alternating. No HTTP.
 */
const MOST_RATIO = 2.5;
const MOST_MS = 10;
const OWN_INDEX = ["unsubscribed", "with a tag"];
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "15" },
    index: { type: "string", multiple: true, default: [] },
    check: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
const database = await startBenchDatabase();
const { pg } = await import("@/db/client");
const { importJob } = await import("@/lib/imports/engine/job");
const { runJob } = await import("@/lib/jobs/run");
const { confirmedImport, makeWorkspace, storeFile } = await import("@/lib/testing/fixtures/workspace");
const { listContacts, maintainList } = await import("@/lib/contacts/list");
const { workAs } = await import("@/db/work");

/** Imports all rows into a new workspace. */
async function importAll(): Promise<{ workspaceId: string; importId: string; ms: number }> {
  const workspaceId = await makeWorkspace();
  const file = await storeFile(workspaceId, peopleCsv(rows));
  const importId = await confirmedImport(workspaceId, file, rows);
  await pg()`checkpoint`;
  return { workspaceId, importId, ms: await timed(() => runJob(importJob, { workspaceId, id: importId })) };
}

async function tellIndexes(): Promise<void> {
  const taken = new Map<string, number[]>();
  const ways = ["without", ...values.index];
  const drop = (name: string) => pg().unsafe(`drop index if exists ${name.split(":")[0]}`);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const way of ways) {
      for (const name of values.index) await drop(name);
      await pg().unsafe("truncate contacts cascade");
      if (way !== "without") {
        const [name, columns] = way.split(":");
        await pg().unsafe(`create index ${name} on contacts (${columns})`);
      }
      taken.set(way, [...(taken.get(way) ?? []), (await importAll()).ms]);
    }
  }
  const base = percentile(taken.get("without") ?? [], 0.5);
  for (const [way, times] of taken) {
    const median = percentile(times, 0.5);
    console.log(
      `${way}: ${(median / 1000).toFixed(2)} s (${times.map((ms) => (ms / 1000).toFixed(2)).join(", ")}), ${(median / base).toFixed(3)} ×`,
    );
  }
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

async function tellLists(): Promise<void> {
  const { workspaceId, importId } = await importAll();
  // Spread over three years, with some recent opt-outs, a tag on a tenth, and a few changes since.
  await pg().begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      update contacts set created_at = now() - (import_row % 1095) * interval '1 day',
        updated_at = now() - (import_row % 365) * interval '1 hour',
        is_unsubscribed = import_row % 50 = 0,
        unsubscribed_at = case when import_row % 50 = 0 then now() - (import_row % 100) * interval '1 day' end
      where workspace_id = ${workspaceId}`;
    await tx`insert into tags (workspace_id, id, name) values (${workspaceId}, ${workspaceId}, 'Tenth')`;
    await tx`
      insert into contact_tags (workspace_id, tag_id, contact_id)
      select ${workspaceId}, ${workspaceId}, id from contacts where workspace_id = ${workspaceId} and import_row % 10 = 0`;
  });
  for (const table of ["contacts", "contact_tags"]) await pg().unsafe(`vacuum analyze ${table}`);
  const [one] = await pg()<{ company: string }[]>`
    select company from contacts where workspace_id = ${workspaceId} and company is not null limit 1`;
  const asked: Record<string, Parameters<typeof listContacts>[1]> = {
    "default order": { limit: 20 },
    "last changed first": { limit: 20, sort: "-updated_at" },
    "first changed first": { limit: 20, sort: "updated_at" },
    "oldest first": { limit: 20, sort: "created_at" },
    "by e-mail": { limit: 20, sort: "email" },
    "by e-mail, Z to A": { limit: 20, sort: "-email" },
    "by name": { limit: 20, sort: "name" },
    "by name, Z to A": { limit: 20, sort: "-name" },
    "by company": { limit: 20, sort: "company" },
    "by company, Z to A": { limit: 20, sort: "-company" },
    "by a number": { limit: 20, sort: "custom_fields.Score" },
    "by a text of one's own, Z to A": { limit: 20, sort: "-custom_fields.city" },
    "by name, beside a search": { limit: 20, sort: "name", search: "smith" },
    "search of one word": { limit: 20, search: "smith" },
    "search of two words": { limit: 20, search: "smith anna" },
    "search that finds nobody": { limit: 20, search: "zzzzq" },
    "of a company": { limit: 20, company: one?.company ?? "" },
    "a custom field is": { limit: 20, custom_fields: { plan: "pro" } },
    "a custom field contains": { limit: 20, custom_fields: { city: { contains: "er" } } },
    "created in a month": { limit: 20, created_since: day(60), created_before: day(30) },
    "changed since yesterday": { limit: 20, updated_since: day(1) },
    "unsubscribed since a month": { limit: 20, unsubscribed_since: day(30) },
    unsubscribed: { limit: 20, is_unsubscribed: true },
    "with a tag": { limit: 20, tag_ids: [workspaceId] },
    "without tags": { limit: 20, has_tags: false },
    "of an import": { limit: 20, import_id: importId },
    "created in a month, without tags, subscribed, by e-mail": {
      ...{ limit: 20, sort: "email", created_since: day(60), created_before: day(30) },
      ...{ has_tags: false, is_unsubscribed: false },
    },
  };
  await pg()`
    update contacts set custom_fields = custom_fields || jsonb_build_object('Score', import_row % 9973 / 7.0)
    where workspace_id = ${workspaceId} and import_row % 10 < 7`;
  await pg()`
    insert into field_definitions (workspace_id, id, key, name, type)
    values (${workspaceId}, gen_random_uuid(), 'Score', 'Score', 'number'), (${workspaceId}, gen_random_uuid(), 'city', 'City', 'text')
    on conflict do nothing`;
  await pg().unsafe("vacuum analyze contacts");
  const builds = Object.entries(asked).filter(
    ([, { sort, search }]) => sort && !sort.startsWith("-") && !search,
  );
  for (const [name, page] of builds) {
    const sorting = await timed(() => listContacts(workspaceId, page));
    const building = await timed(() => maintainList(workspaceId, page));
    if (building > 200)
      console.log(`${name}: first page ${sorting.toFixed(0)} ms, order built in ${building.toFixed(0)} ms`);
  }
  await maintainList(workspaceId, { limit: 20, sort: "-custom_fields.city" });
  const taken = new Map<string, { ms: number[]; total: number }>();
  const load = loadavg()[0] ?? 0;
  for (let round = -2; round < Number(values.rounds); round++)
    for (const [name, page] of Object.entries(asked)) {
      let total = 0;
      const ms = await timed(async () => {
        ({ total } = await workAs({ kind: "request", workspaceId }, () => listContacts(workspaceId, page)));
      });
      // As after the answer: what a filter finds is cached before the rounds that count.
      if (round < 0) await maintainList(workspaceId, page);
      const kept = taken.get(name) ?? { ms: [], total };
      if (round >= 0) kept.ms.push(ms);
      taken.set(name, kept);
    }
  const base = percentile(taken.get("default order")?.ms ?? [], 0.5);
  const missed: string[] = [];
  const table = [...taken].map(([name, { ms, total }]) => {
    const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
    const page: Parameters<typeof listContacts>[1] = asked[name] ?? { limit: 20 };
    const { sort, ...filter } = page;
    const most = OWN_INDEX.includes(name) ? MOST_MS : MOST_RATIO * base;
    const isBound = OWN_INDEX.includes(name) || (sort && Object.keys(filter).length === 1);
    if (isBound && p50 > most) missed.push(`${name}: ${p50.toFixed(1)} ms, not ${most.toFixed(1)}`);
    return `| ${name} | ${total.toLocaleString("en")} | ${p50.toFixed(1)} / ${p99.toFixed(1)} | ${(p50 / base).toFixed(1)} |`;
  });
  const text = [
    `${rows.toLocaleString("en")} contacts, 20 a page with the exact total, 2 cores, Node ${process.version}, ${values.rounds} rounds by turns, load ${load.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; no HTTP.`,
    "",
    "| | total | p50 / p99 ms | × the default order |",
    "|---|---|---|---|",
    ...table,
  ].join("\n");
  console.log(text);
  for (const one of missed) console.log(`✗ ${one}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

try {
  await (values.index.length > 0 ? tellIndexes() : tellLists());
} finally {
  await database.stop();
}
