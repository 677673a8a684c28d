import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { pg } from "@/db/client";
import { undoJob, undoOf } from "@/lib/imports/engine/undo";
import { requestUndo } from "@/lib/imports/engine/undo-request";
import { runJob } from "@/lib/jobs/run";
import { runChaos } from "@/lib/testing/fixtures/chaos";
import { peopleCsv, randomSource } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";
import { newWorkspace } from "@/lib/testing/workspace";

type Nodes = Awaited<ReturnType<typeof import("../scripts/testing/citus.mjs").startCluster>>["nodes"];

/** What one part of the bench measured, and what was wrong. */
export interface Finding {
  lines: string[];
  failures: string[];
}

/** Of the rows per second of the same server undistributed, so many an import must reach. */
const SHARE = 0.75;
const AWAY_MS = 5_000;

const hooks = fileURLToPath(new URL("../scripts/ts-hooks.mjs", import.meta.url));
const path = fileURLToPath(new URL("./import-path.ts", import.meta.url));

/** Imports a made-up file in a process of its own. */
async function importPeople(workspaceId: string, rows: number, edition?: string) {
  const file = await storeFile(workspaceId, peopleCsv(rows, { repeats: 0, ...(edition && { edition }) }));
  const id = await confirmedImport(workspaceId, file, rows);
  const args = ["--conditions=react-server", "--import", hooks, path, "kith", workspaceId, id];
  const { seconds } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8" }).trim().split("\n").at(-1) ?? "",
  );
  const state = await importState(workspaceId, id);
  if (state.status !== "completed" || state.processed_rows !== rows) throw new Error(JSON.stringify(state));
  return { id, seconds: Number(seconds), state };
}

/** Between the two in the middle where they are an even number. */
function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(list.length - 1) >> 1], sorted[list.length >> 1]];
  return (low + high) / 2;
}
const thousands = (n: number) => n.toLocaleString("en").replaceAll(",", " ");

/** By turns, each into a new workspace, so that what else the machine does meets both. */
export async function speed(
  databases: Record<"plain" | "distributed", () => Promise<void>>,
  rows: number,
  rounds: number,
): Promise<Finding> {
  const took: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, use] of Object.entries(databases)) {
      await use();
      const workspaceId = await makeWorkspace();
      for (const [way, edition] of [["new"], ["changed", ", second edition"]]) {
        const { seconds } = await importPeople(workspaceId, rows, edition);
        const times = took[`${name} ${way}`] ?? [];
        took[`${name} ${way}`] = [...times, seconds];
        console.log(`${name}, ${way}: ${seconds.toFixed(1)} s`);
      }
    }
  }
  const found: Finding = { lines: [], failures: [] };
  for (const [way, what] of [
    ["new", "new contacts"],
    ["changed", "contacts that all change, with their journal"],
  ]) {
    const [plain, apart] = [took[`plain ${way}`] ?? [], took[`distributed ${way}`] ?? []];
    // Of neighbours in time: what else the machine does changes from round to round.
    const share = median(plain.map((seconds, round) => seconds / (apart[round] ?? Number.NaN)));
    found.lines.push(
      `| Import of ${thousands(rows)} ${what} | ${median(apart).toFixed(1)} s; undistributed ${median(plain).toFixed(1)} s: ${share.toFixed(2)} of its speed (medians of ${rounds}) |`,
    );
    if (share < SHARE) found.failures.push(`${what}: ${share.toFixed(2)} of the speed, not ${SHARE}`);
  }
  return found;
}

/** Every column of every contact, by id. */
async function linesOf(workspaceId: string): Promise<Map<string, string>> {
  const rows = await pg()<{ id: string; whole: string }[]>`
    select id, row(c.*)::text as whole from contacts c where workspace_id = ${workspaceId}`;
  return new Map(rows.map((row) => [row.id, row.whole]));
}

export async function undo(rows: number): Promise<Finding> {
  const workspaceId = await makeWorkspace();
  await importPeople(workspaceId, rows / 2);
  const before = await linesOf(workspaceId);
  const { id, state } = await importPeople(workspaceId, rows, ", second edition");
  const started = performance.now();
  await requestUndo(workspaceId, id);
  await runJob(undoJob, { workspaceId, id });
  const seconds = (performance.now() - started) / 1000;
  const { undo_status: status, removed, restored } = await undoOf(workspaceId, id);
  const after = await linesOf(workspaceId);
  const ids = new Set([...before.keys(), ...after.keys()]);
  const differing = [...ids].filter((one) => before.get(one) !== after.get(one)).length;
  const [counted] = await pg()<{ n: number }[]>`
    select contacts::int as n from workspace_counts where workspace_id = ${workspaceId}`;
  const isRight = status === "completed" && differing === 0 && counted?.n === before.size;
  const what = `Undo of ${thousands(rows)} rows, ${thousands(state.updated_rows)} of them updates`;
  return {
    lines: [
      `| ${what} | ${seconds.toFixed(1)} s; ${thousands(restored)} put back, ${thousands(removed)} removed, ${differing} of ${thousands(before.size)} lines differ |`,
    ],
    failures: isRight ? [] : [`${what}: ${status}, ${differing} lines differ, ${counted?.n} are counted`],
  };
}

/** One import after another, until so many kills found one under way: half of them processes of the app, then nodes in turn. */
export async function kills(nodes: Nodes, rows: number, wanted: number): Promise<Finding> {
  const done = { app: 0, worker: 0, coordinator: 0 };
  const problems: string[] = [];
  let imports = 0;
  let seconds = 0;
  const random = randomSource(7);
  const [coordinator, ...workers] = nodes;
  if (!coordinator) throw new Error("a cluster has a coordinator");
  const crash = async () => {
    const isWorker = random() < 0.5;
    const victim = isWorker ? workers[Math.floor(random() * workers.length)] : coordinator;
    await victim?.kill();
    await sleep(random() * 1000);
    await victim?.start();
    done[isWorker ? "worker" : "coordinator"]++;
  };
  const total = () => done.app + done.worker + done.coordinator;
  while (total() < wanted) {
    const left = wanted - total();
    const crashes = Math.min(10, Math.ceil(left / 2));
    const result = await runChaos({
      ...{ rows, seed: ++imports, workers: 2, leaseMs: 1000 },
      ...{ kills: Math.min(10, left - crashes), crashes, crash },
    });
    done.app += result.kills;
    seconds += result.seconds;
    problems.push(...result.problems);
    console.log(`import ${imports}: ${JSON.stringify(done)}, ${result.problems.length} problems`);
  }
  return {
    lines: [
      `| ${total()} kills in ${imports} imports of ${thousands(rows)} rows | ${done.app} of processes of the app, ${done.worker} of workers, ${done.coordinator} of the coordinator; ${problems.length} cells, counters or contacts differ (${Math.round(seconds)} s) |`,
    ],
    failures: problems,
  };
}

/** A worker is killed and started again: who lies on it, and who does not. */
export async function away([_, first, second]: Nodes): Promise<Finding> {
  const placed = async (port: number | undefined) => {
    for (;;) {
      const workspace = await newWorkspace();
      const [row] = await pg()<{ port: number }[]>`
        select nodeport as port from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('contacts', ${workspace.id}::uuid)`;
      if (row?.port === port) return workspace;
    }
  };
  const [there, here] = [await placed(first?.port), await placed(second?.port)];
  const answers = async (workspace: typeof here) => {
    const started = performance.now();
    const body = { email: `${crypto.randomUUID()}@example.com`, first_name: "Ada" };
    const statuses = [
      (await workspace.call(listContacts)).status,
      (await workspace.call(createContact, { body })).status,
    ];
    return { statuses, ms: (performance.now() - started) / statuses.length };
  };
  await answers(there);
  await first?.kill();
  const down = await answers(there);
  const others = await answers(here);
  await first?.start();
  const started = performance.now();
  let healed = await answers(there);
  while (healed.statuses.some((status) => status === 503)) {
    await sleep(50);
    healed = await answers(there);
  }
  const healedMs = performance.now() - started;
  const isRight =
    down.statuses.every((status) => status === 503) &&
    down.ms < AWAY_MS &&
    `${[others.statuses, healed.statuses]}` === "200,201,200,201";
  const told = `503 after ${Math.round(down.ms)} ms; other workspaces ${others.statuses.join(" and ")}; healed ${Math.round(healedMs)} ms after the worker let its first session in`;
  return { lines: [`| A worker is killed and started again | ${told} |`], failures: isRight ? [] : [told] };
}
