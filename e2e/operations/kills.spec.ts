import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { randomSource } from "@/lib/testing/fixtures/people";
import { startApp } from "../../scripts/lib/app-server.mjs";
import { freePort } from "../../scripts/lib/ports.mjs";
import { signal, waitUntilGone } from "../../scripts/lib/processes.mjs";
import { compiledFolder } from "../../scripts/lib/project.mjs";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import {
  differences,
  expectedCounters,
  expectedRows,
  exportedRows,
  NO_DIFFERENCE,
  peopleFile,
  startImport,
} from "./imports";
import { type Installation, startInstallation } from "./installation";
import { expect, test } from "./platform";
import { signUp, type User } from "./user";

/** `KITH_FULL=1 npm test -- operations kills` runs the proof in full. */
const isFull = process.env.KITH_FULL === "1";
const size = isFull ? { kills: 50, rows: 150_000 } : { kills: 4, rows: 60_000 };
/** On an idle machine. The ordinary run shares it with other work, where an app that is started alone takes longer, too. */
const BACK_MS = 5_000;
const OF_PLAIN_START = 1.5;
const data = { seed: 16 };
/** Draws the pauses between the kills. */
const random = randomSource(data.seed);

const parts = ["app", "database"] as const;
type Part = (typeof parts)[number];

/** An import that is observed only in the database. */
interface Running {
  user: User;
  path: string;
}

const isDone = async (url: string, { path }: Running) => {
  const pg = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await pg`
      select status, processed_rows, attempts, last_error from imports
      where id = ${path.split("/").at(-1) ?? ""}`;
    if (row?.status === "failed") throw new Error(`the import failed: ${JSON.stringify(row)}`);
    return row?.status === "completed";
  } finally {
    await pg.end({ timeout: 1 });
  }
};

/** Whether a request that needs app and database is answered. */
async function answers(kith: Installation, user: User): Promise<boolean> {
  const asked = user.ask(kith, "GET", "/api/contacts?limit=1").then(({ status }) => status === 200);
  return Promise.race([asked.catch(() => false), sleep(2_000, false)]);
}

/** The same user, who repeats a request if its connection was to a process that is gone. */
function patient(user: User): User {
  const ask: User["ask"] = (...call) => user.ask(...call).catch(() => user.ask(...call));
  return { ...user, ask };
}

/** Kills a process for good; returns how many ms it takes until requests are answered by another one. */
async function killAndWait(kith: Installation, user: User, part: Part): Promise<number> {
  const pid = kith[part]();
  expect(pid, `a running ${part}`).toBeGreaterThan(0);
  const from = performance.now();
  signal(pid, "SIGKILL");
  await waitUntilGone(pid, 5_000);
  // For a moment the backends of a database that is gone still answer.
  while (kith[part]() === 0 || !(await answers(kith, user))) {
    expect(performance.now() - from, `the ${part} is away`).toBeLessThan(120_000);
    await sleep(25);
  }
  return Math.round(performance.now() - from);
}

/** How many ms the app takes to answer when it is started by itself, at the load of this moment. */
async function plainStart(kith: Installation): Promise<number> {
  const env = { ...process.env, ...kith.secrets, DATA_DIR: kith.dataDir, DATABASE_URL: NO_DATABASE };
  const from = performance.now();
  const app = startApp({ host: "127.0.0.1", port: await freePort(), env });
  await app.untilHealthy();
  const ms = performance.now() - from;
  app.kill();
  await app.exited;
  return Math.round(ms);
}

/** It must not take the jobs of the installation. */
const NO_DATABASE = "postgres://kith@127.0.0.1:1/none";

/** A user who reads and adds contacts all the time. `added` are those the product confirmed. */
function startLoad(kith: Installation, user: User) {
  const added: string[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const email = `load-${randomUUID()}@example.com`;
      const { status } = await user
        .ask(kith, "POST", "/api/contacts", { email, first_name: "Load" })
        .catch(() => ({ status: 0 }));
      if (status === 201) added.push(email);
      await user.ask(kith, "GET", "/api/contacts?search=load").catch(() => null);
      await sleep(50);
    }
  };
  const done = Promise.all([work(), work()]);
  const stop = async () => {
    isOver = true;
    await done;
    return added;
  };
  return { stop };
}

const summary = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { kills: sorted.length, median: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) };
};

test.skip(process.platform !== "linux", "finds processes through /proc");

test(`${size.kills} kills of app and database under load: always back by itself, and imports are exact`, async () => {
  if (!isFull) test.slow();
  const kith = await startInstallation();
  try {
    const visitor = patient(await signUp(kith, kith));
    const load = startLoad(kith, visitor);
    const imports: Running[] = [];
    const startOne = async () => {
      const user = patient(await signUp(kith, kith));
      imports.push({ user, path: await startImport(user, kith, peopleFile(size.rows, data)) });
    };
    await startOne();
    const times: Record<Part, number[]> = { app: [], database: [] };
    const plain = await plainStart(kith);
    for (let kill = 0; kill < size.kills; kill++) {
      const part = parts[kill % 2] ?? "app";
      times[part].push(await killAndWait(kith, visitor, part));
      expect([kith.databases().length, kith.supervisors(), kith.zombies()]).toEqual([
        1,
        [kith.supervisor],
        [],
      ]);
      const latest = imports.at(-1);
      if (latest && (await isDone(kith.databaseUrl(), latest))) await startOne();
      await sleep(300 + random() * 1_700);
    }
    console.log(
      JSON.stringify({
        plain,
        app: summary(times.app),
        database: summary(times.database),
        imports: imports.length,
        load: loadavg()[0],
      }),
    );

    for (const each of imports)
      await expect.poll(() => isDone(kith.databaseUrl(), each), { timeout: 240_000 }).toBe(true);
    const added = await load.stop();
    let differing = 0;
    for (const { user, path } of imports) {
      expect((await user.ask(kith, "GET", path)).body).toMatchObject(expectedCounters(size.rows, data));
      const found = await exportedRows(user, kith);
      const apart = differences(found, expectedRows(size.rows, data));
      differing += apart.surplus.length + apart.missing.length;
      expect(apart).toEqual(NO_DIFFERENCE);
    }
    const kept = new Set((await exportedRows(visitor, kith)).map((row) => JSON.parse(row).email));
    const lost = added.filter((email) => !kept.has(email));
    expect(lost).toEqual([]);
    expect(added.length).toBeGreaterThan(size.kills);
    const away = Math.max(...times.app, ...times.database);
    expect(away).toBeLessThan(isFull ? BACK_MS : Math.max(BACK_MS, OF_PLAIN_START * plain));
    expect(readdirSync(compiledFolder), "what the next start need not compile").not.toEqual([]);
    expect(await kith.stop()).toMatchObject({ code: 0 });
    recordFigure("kills", {
      seed: data.seed,
      size: { kills: size.kills, imports: imports.length, "rows each": size.rows },
      measured: {
        "rows that differ": differing,
        [`of ${added.length} contacts added meanwhile lost`]: lost.length,
        "s away at most": Math.round(away / 100) / 10,
      },
      isWhole: isFull,
    });
  } finally {
    await kith.stop();
    kith.remove();
  }
});

test("an app that hangs is started again", async () => {
  test.skip(!isFull, "takes the better part of a minute");
  const kith = await startInstallation();
  try {
    const user = await signUp(kith, kith);
    const pid = kith.app();
    signal(pid, "SIGSTOP");
    await expect.poll(() => answers(kith, user), { timeout: 90_000, intervals: [1_000] }).toBe(true);
    await expect.poll(() => kith.apps(), { timeout: 60_000 }).not.toContain(pid);
    expect((await kith.stop()).output).toMatch(/ app hung for more than half a minute/);
  } finally {
    await kith.stop();
    kith.remove();
  }
});
