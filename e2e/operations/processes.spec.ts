import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { inboxLink } from "../../scripts/lib/inbox-link.mjs";
import { isAlive, signal } from "../../scripts/lib/processes.mjs";
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

const PROCESSES = 3;
const isFull = process.env.KITH_FULL === "1";
/** On an idle machine. The ordinary run shares it with other work. */
const BACK_MS = isFull ? 5_000 : 20_000;
const data = { seed: 19 };
const rows = 40_000;

test.skip(process.platform !== "linux", "finds processes through /proc");

let kith: Installation;
test.beforeEach(async () => {
  kith = await startInstallation({ WEB_CONCURRENCY: String(PROCESSES) });
});
test.afterEach(async () => {
  await kith.stop();
  kith.remove();
});

interface Asked {
  startedAt: number;
  /** 0: no answer, or an incomplete one. */
  status: number;
}

/** A user's list of contacts, on a connection of the agent's. */
function list(user: User, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    // Each from an address of its own: no limit per address applies.
    const address = `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
    const headers = { authorization: `Bearer ${user.token}`, "x-forwarded-for": address };
    const sent = request(`${kith.url}/api/contacts?limit=5`, { agent, headers }, (answer) => {
      answer.on("error", () => {}).resume();
      answer.on("close", () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
    });
    sent.on("error", () => resolve(0)).end();
  });
}

function startLoad(user: User, { keepAlive }: { keepAlive: boolean }) {
  const agent = new Agent({ keepAlive });
  const asked: Asked[] = [];
  let isOver = false;
  const reader = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      asked.push({ startedAt, status: await list(user, agent) });
    }
  };
  const done = Promise.all(Array.from({ length: 8 }, reader));
  return async () => {
    isOver = true;
    await done;
    agent.destroy();
    return asked;
  };
}

async function onDatabase<T>(look: (pg: postgres.Sql) => Promise<T>): Promise<T> {
  const pg = postgres(kith.databaseUrl(), { max: 1, onnotice: () => {} });
  return look(pg).finally(() => pg.end({ timeout: 1 }));
}

const isDone = (path: string) =>
  onDatabase(async (pg) => {
    const [row] = await pg`select status from imports where id = ${path.split("/").at(-1) ?? ""}`;
    return row?.status;
  });

/** The import is over and exact. */
async function expectExact(user: User, path: string): Promise<void> {
  await expect.poll(() => isDone(path), { timeout: 120_000 }).toBe("completed");
  expect((await user.ask(kith, "GET", path)).body).toMatchObject(expectedCounters(rows, data));
  expect(differences(await exportedRows(user, kith), expectedRows(rows, data))).toEqual(NO_DIFFERENCE);
}

test("each process killed in turn fails only what it was answering, and its import goes on elsewhere", async () => {
  const [reader, importer] = [await signUp(kith, kith), await signUp(kith, kith)];
  const path = await startImport(importer, kith, peopleFile(rows, data));
  const stop = startLoad(reader, { keepAlive: false });
  const killedAt: number[] = [];
  for (const pid of kith.apps()) {
    await sleep(1_000);
    killedAt.push(performance.now());
    signal(pid, "SIGKILL");
    await expect
      .poll(() => kith.apps().filter((one) => one !== pid).length, { timeout: BACK_MS, intervals: [50] })
      .toBe(PROCESSES);
  }
  const asked = await stop();
  const failed = asked.filter(({ status }) => status !== 200);
  // Those in flight when one of the processes was killed: begun before, and with eight readers at most eight.
  const inFlight = failed.filter(({ startedAt }) =>
    killedAt.some((at) => startedAt < at && startedAt > at - 2_000),
  );
  expect(failed).toEqual(inFlight);
  expect(failed.length).toBeLessThanOrEqual(8 * PROCESSES);
  expect(asked.length).toBeGreaterThan(100);
  await expectExact(importer, path);
  expect(kith.zombies()).toEqual([]);
});

for (const keepAlive of process.env.KITH_FULL === "1" ? [true, false] : [true]) {
  test(`SIGHUP under load renews every process without a failed request, ${keepAlive ? "kept" : "new"} connections`, async () => {
    const [reader, importer] = [await signUp(kith, kith), await signUp(kith, kith)];
    const path = await startImport(importer, kith, peopleFile(rows, data));
    const before = kith.apps();
    const stop = startLoad(reader, { keepAlive });
    await sleep(500);
    signal(kith.supervisor, "SIGHUP");
    const isRenewed = () => before.every((pid) => !isAlive(pid)) && kith.apps().length === PROCESSES;
    await expect.poll(isRenewed, { timeout: 100_000 }).toBe(true);
    const asked = await stop();
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    expect(asked.length).toBeGreaterThan(100);
    await expectExact(importer, path);
    const apps = kith.apps();
    expect(await kith.stop()).toMatchObject({ code: 0 });
    expect([...apps, ...before].filter(isAlive)).toEqual([]);
  });
}

test("limits, one-time links and schedules are exact for all processes together", async () => {
  const user = await signUp(kith, kith);
  const one = { "x-forwarded-for": "203.0.113.77" };
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => user.ask(kith, "GET", "/api/tags", undefined, one)),
  );
  const allowed = answers.filter(({ status }) => status === 200);
  expect(allowed).toHaveLength(100);
  expect(new Set(allowed.map(({ headers }) => headers.get("x-ratelimit-remaining"))).size).toBe(100);

  const link = inboxLink(kith.url, kith.secrets);
  const opened = await Promise.all(
    Array.from({ length: 9 }, () => fetch(link, { redirect: "manual" }).then((reply) => reply.headers)),
  );
  expect(opened.filter((headers) => headers.has("set-cookie"))).toHaveLength(1);

  // Each process has the sweep of the minute on its schedule.
  const ticks = () =>
    onDatabase(
      (pg) => pg`
      select cardinality(hits) as times from rate_limits where key like '%schedule:sweep'`,
    );
  await expect.poll(ticks, { timeout: 70_000 }).toEqual([{ times: 1 }]);
});
