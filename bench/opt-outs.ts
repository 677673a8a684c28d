import { pg } from "@/db/client";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { median, percentMore } from "./by-turns";

interface Measured {
  seconds: number;
  nodeCpu: number;
  postgresCpu: number;
}

const REMEMBERED = 200_000;
const NOBODY = "nobody remembered";
const OTHERS = "others remembered";
const PEOPLE = "people of the file remembered";
const FLOOR = "people of the file remembered, no triggers";
const OPT_OUT_WAYS = ["no triggers", NOBODY, OTHERS, FLOOR, PEOPLE];
/** How much more than with nobody remembered an import may take. */
const LIMIT_PERCENT = 5;

/** Simulates that many people who opted out and were deleted: others than the file's, or every n-th of the file's. */
async function rememberOptOuts(workspaceId: string, way: string, rows: number): Promise<void> {
  const whose = way === OTHERS ? "other." : "";
  const remembered = Math.min(REMEMBERED, rows / 5);
  const emails = Array.from({ length: remembered }, (_, n) => {
    const number = n * Math.floor(rows / remembered);
    return `${whose}person.${number.toString(36)}@mail${number % 97}.example.com`;
  });
  await pg()`
    insert into contacts (workspace_id, id, email, first_name, is_unsubscribed, search_doc)
    select ${workspaceId}, gen_random_uuid(), email, 'x', true, email from unnest(${emails}::text[]) as email`;
  await pg()`truncate contacts, contact_tags`;
  await pg()`update workspace_counts set contacts = 0, unsubscribed = 0 where workspace_id = ${workspaceId}`;
  await pg()`select pack_opt_outs(${workspaceId}, 0)`;
}

/**
 * Seconds of a fresh import, alternating: without the triggers, and with nobody, other people and people of the file
 * remembered. The last minus the first is the cost of knowing them in the import and storing them as unsubscribed.
 * False when remembered people cost more than the limit, in CPU time: on a busy machine, seconds say more about the
 * others' work. Each import is compared with that of its own round, so that a disturbance affects both.
 */
export async function measureOptOuts(
  rows: number,
  rounds: number,
  importInto: (workspaceId: string) => Promise<Measured>,
): Promise<boolean> {
  const measured = new Map(OPT_OUT_WAYS.map((way) => [way, [] as Measured[]]));
  for (let turn = 0; turn < rounds * OPT_OUT_WAYS.length; turn++) {
    const way = OPT_OUT_WAYS[turn % OPT_OUT_WAYS.length] ?? "";
    const workspaceId = await makeWorkspace();
    await setTriggers("enable");
    if (turn % OPT_OUT_WAYS.length > 1) await rememberOptOuts(workspaceId, way, rows);
    if (way.endsWith("no triggers")) await setTriggers("disable");
    await pg()`vacuum analyze contacts, opt_outs`;
    await pg()`checkpoint`;
    measured.get(way)?.push(await importInto(workspaceId));
    await pg()`truncate contacts, contact_tags, import_changes, import_errors`;
    await pg()`delete from workspaces where id = ${workspaceId}`;
  }
  const [base = []] = [...measured.values()];
  for (const [way, list] of measured) {
    const figure = (name: string, of: (one: Measured) => number) => {
      const [is, was] = [median(list.map(of)), median(base.map(of))];
      return `${name} ${is.toFixed(2)} s (${(100 * (is / was - 1)).toFixed(1)} % more)`;
    };
    const cpu = figure("CPU", (one) => one.nodeCpu + one.postgresCpu);
    console.log(`${way}: ${figure("took", (one) => one.seconds)}, ${cpu}`);
  }
  const cpuOf = (way: string) => (measured.get(way) ?? []).map((one) => one.nodeCpu + one.postgresCpu);
  const more = [OTHERS, PEOPLE].map((way) => ({ way, percent: percentMore(cpuOf(way), cpuOf(NOBODY)) }));
  for (const { way, percent } of more)
    console.log(`${way}: ${percent.toFixed(1)} % more CPU than ${NOBODY} (limit ${LIMIT_PERCENT} %)`);
  return more.every(({ percent }) => percent <= LIMIT_PERCENT);
}

const DRY_RUN_WAYS = [NOBODY, OTHERS, PEOPLE];

/** Seconds of a dry run into an empty workspace, alternating: with nobody, other people and people of the file remembered. */
export async function measureDryRuns(
  rows: number,
  rounds: number,
  dryRunOf: (workspaceId: string) => Promise<number>,
): Promise<void> {
  const measured = new Map(DRY_RUN_WAYS.map((way) => [way, [] as number[]]));
  for (let turn = 0; turn < (rounds + 1) * DRY_RUN_WAYS.length; turn++) {
    const way = DRY_RUN_WAYS[turn % DRY_RUN_WAYS.length] ?? "";
    const workspaceId = await makeWorkspace();
    if (way !== DRY_RUN_WAYS[0]) await rememberOptOuts(workspaceId, way, rows);
    await pg()`vacuum analyze contacts, opt_outs`;
    await pg()`checkpoint`;
    const seconds = await dryRunOf(workspaceId);
    // The first round warms up the code.
    if (turn >= DRY_RUN_WAYS.length) measured.get(way)?.push(seconds);
    await pg()`delete from workspaces where id = ${workspaceId}`;
  }
  const base = median(measured.get(DRY_RUN_WAYS[0] ?? "") ?? []);
  for (const [way, list] of measured) {
    const more = (100 * (median(list) / base - 1)).toFixed(1);
    console.log(`dry run, ${way}: took ${median(list).toFixed(2)} s (${more} % more)`);
  }
}

async function setTriggers(able: "enable" | "disable"): Promise<void> {
  for (const trigger of ["inserted_opt_outs", "updated_opt_outs"])
    await pg().unsafe(`alter table contacts ${able} trigger contacts_${trigger}`);
}
