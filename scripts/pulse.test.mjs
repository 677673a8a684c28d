import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { signal } from "./lib/processes.mjs";
import { watchPulse } from "./lib/pulse.mjs";

const heartbeat = fileURLToPath(new URL("lib/heartbeat.cjs", import.meta.url));
/** @type {import("node:child_process").ChildProcess[]} */
const started = [];

afterEach(() => {
  for (const child of started.splice(0)) signal(child.pid, "SIGKILL");
});

/**
 * A process with a heartbeat, after its first beat.
 * @param {string} program
 */
async function beating(program) {
  const args = ["--require", heartbeat, "-e", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  started.push(child);
  await once(child, "message");
  return child;
}

const lively = "setInterval(() => {}, 1000)";
const hangsSoon = "setTimeout(() => { for (;;); }, 1500)";

it("notices a process whose event loop stands still, and asks it first", async () => {
  const child = await beating(hangsSoon);
  /** @type {string[]} */
  const asked = [];
  const ask = async () => {
    asked.push("asked");
    return false;
  };
  await new Promise((resolve) =>
    watchPulse(child, { ask, onHung: () => resolve(null), lookMs: 100, silentLooks: 30 }),
  );
  expect(asked).toEqual(["asked"]);
});

it("lets a process be that beats, and one that answers although it does not", async () => {
  /** @type {string[]} */
  const hung = [];
  const quick = { lookMs: 100, silentLooks: 30, onHung: () => hung.push("hung") };
  const ends = [
    watchPulse(await beating(lively), { ...quick, ask: async () => false }),
    watchPulse(await beating(hangsSoon), { ...quick, ask: async () => true }),
  ];
  await sleep(6_000);
  for (const end of ends) end();
  expect(hung).toEqual([]);
});

it("does not count the time in which it was kept waiting itself", async () => {
  const child = await beating(hangsSoon);
  /** @type {string[]} */
  const hung = [];
  const end = watchPulse(child, {
    ask: async () => false,
    onHung: () => hung.push("hung"),
    lookMs: 20,
    silentLooks: 100,
  });
  for (let blocked = 0; blocked < 60; blocked++) {
    const until = performance.now() + 60;
    while (performance.now() < until);
    await sleep(1);
  }
  expect(hung).toEqual([]);
  end();
});
