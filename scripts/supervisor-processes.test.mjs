import { rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { isAlive, signal } from "./lib/processes.mjs";
import { productForTests } from "./testing/lifecycle.mjs";

// Real databases are created and stopped here; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const place = productForTests();

/**
 * A request as its client sees it. `pid` is known as soon as the answer has begun.
 * @typedef {{ startedAt: number, pid: number, isDone: boolean }} Asked
 */

/** Clients that send requests again and again, on persistent connections or on a new one each time. */
function startLoad({ clients = 12, keepAlive = false } = {}) {
  const agent = new Agent({ keepAlive });
  /** @type {Asked[]} */
  const asked = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const one = { startedAt: performance.now(), pid: 0, isDone: false };
      asked.push(one);
      await answer(one, agent);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  const stop = async () => {
    isOver = true;
    await all;
    agent.destroy();
    return asked;
  };
  return { stop, asked };
}

/**
 * @param {Asked} one
 * @param {Agent} agent
 */
function answer(one, agent) {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port: place.port, path: "/slow", agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
        one.pid = Number.parseInt(text, 10);
      });
      response.on("error", () => {});
      response.on("close", () => {
        one.isDone = text.endsWith("done");
        resolve(null);
      });
    });
    sent.on("error", () => resolve(null));
    sent.end();
  });
}

/** @param {Asked[]} asked */
const pidsOf = (asked) => new Set(asked.filter(({ pid }) => pid > 0).map(({ pid }) => pid));

/** The processes that currently answer. */
async function answering() {
  const load = startLoad();
  await sleep(600);
  return pidsOf(await load.stop());
}

it("runs the processes of WEB_CONCURRENCY at one port, and ends them all at Ctrl-C", async () => {
  const kith = place.start({ WEB_CONCURRENCY: "3" });
  expect(await kith.untilReady()).toMatch(/Processes +3/);
  const pids = await answering();
  expect(pids.size).toBe(3);
  // A terminal sends it to the whole process group.
  for (const pid of [kith.pid, ...pids]) signal(pid, "SIGINT");
  const { code, output } = await kith.ended;
  expect({ code, alive: [...pids].filter(isAlive) }).toEqual({ code: 0, alive: [] });
  expect(output).not.toMatch(/cut short|Starting it again/);
});

it.each(["0", "1.5", "many", "65"])("refuses WEB_CONCURRENCY=%s", async (WEB_CONCURRENCY) => {
  expect(await place.start({ WEB_CONCURRENCY }).ended).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `WEB_CONCURRENCY must be a number from 1 to 64, not "${WEB_CONCURRENCY}"`,
    ),
  });
});

it("replaces a killed process within five seconds, and only the requests that it held fail", async () => {
  const kith = place.start({ WEB_CONCURRENCY: "3" });
  await kith.untilReady();
  const [victim = 0, ...others] = await answering();
  const load = startLoad();
  await sleep(500);
  const killedAt = performance.now();
  signal(victim, "SIGKILL");
  await kith.untilSaid(
    /of the app was killed \(SIGKILL.*Starting it again\.\n(.*\n)*.*of the app is back after/,
  );
  expect(performance.now() - killedAt).toBeLessThan(5_000);
  await sleep(500);
  const asked = await load.stop();
  const failed = asked.filter(({ isDone }) => !isDone);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(({ startedAt, pid }) => startedAt > killedAt || others.includes(pid))).toEqual([]);
  expect(asked.length).toBeGreaterThan(60);
  const now = await answering();
  expect([now.size, now.has(victim), others.every((pid) => now.has(pid))]).toEqual([3, false, true]);
});

it("lets requests wait for the only process while another one comes", async () => {
  const kith = place.start({ WEB_CONCURRENCY: "1" });
  await kith.untilReady();
  const [victim = 0] = await answering();
  signal(victim, "SIGKILL");
  await kith.untilSaid(/The app was killed/);
  const one = { startedAt: performance.now(), pid: 0, isDone: false };
  await answer(one, new Agent());
  expect(one).toMatchObject({ isDone: true });
  expect(one.pid).not.toBe(victim);
});

it.each([
  { processes: "3", keepAlive: false },
  { processes: "3", keepAlive: true },
  { processes: "1", keepAlive: true },
])(
  "at SIGHUP renews all of $processes processes without a failed request (kept connections: $keepAlive)",
  async ({ processes, keepAlive }) => {
    const kith = place.start({ WEB_CONCURRENCY: processes });
    await kith.untilReady();
    const before = await answering();
    const load = startLoad({ keepAlive });
    await sleep(300);
    signal(kith.pid, "SIGHUP");
    await kith.untilSaid(/renewed\./);
    await sleep(300);
    const asked = await load.stop();
    expect(asked.filter(({ isDone }) => !isDone)).toEqual([]);
    const after = await answering();
    expect(after.size).toBe(Number(processes));
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
    expect([...before].filter(isAlive)).toEqual([]);
  },
);

it("keeps the processes that run when new ones do not come up", async () => {
  const kith = place.start({ WEB_CONCURRENCY: "2" });
  await kith.untilReady();
  const before = await answering();
  const planted = join(place.folder, "break-start");
  writeFileSync(planted, "");
  signal(kith.pid, "SIGHUP");
  await kith.untilSaid(/not renewed; it runs on as before/);
  rmSync(planted);
  expect(await answering()).toEqual(before);
});
