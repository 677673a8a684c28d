import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openListener } from "./lib/listener.mjs";
import { freePort } from "./lib/ports.mjs";
import { present } from "./testing/present.mjs";

vi.setConfig({ testTimeout: 30_000 });

const preload = fileURLToPath(new URL("lib/preload.cjs", import.meta.url));

/** Answers with its name, after `?ms=`; `/block` blocks its only thread that long; it reacts to SIGTERM as Next does. */
const APP = `
  const server = require("node:http").createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const ms = Number(searchParams.get("ms"));
    if (pathname === "/block") for (const end = Date.now() + ms; Date.now() < end; );
    response.setHeader("X-Process", process.pid);
    if (pathname === "/stream") response.write("begun ");
    await new Promise((some) => setTimeout(some, ms));
    const wire = globalThis.kithConnection.getStore();
    response.end(JSON.stringify({ pid: process.pid, peer: wire.peer, listensOn: wire.listensOn }));
  });
  process.on("SIGTERM", () => server.close(() => process.exit(143)));
  server.listen(Number(process.env.PORT), "127.0.0.1");`;

/** @type {import("node:child_process").ChildProcess[]} */
let running = [];
/** @type {import("./lib/types.ts").ConnectionListener} */
let listener;
let port = 0;
beforeEach(async () => {
  port = await freePort();
  listener = await openListener("127.0.0.1", port);
});
afterEach(() => {
  listener.close();
  for (const child of running) child.kill("SIGKILL");
  running = [];
});

/** A process that is registered at the listener, and open unless said otherwise. */
function enter({ isOpen = true } = {}) {
  const child = fork("-", [], {
    execArgv: ["--require", preload, "-e", APP],
    env: { ...process.env, NODE_ENV: "production", KITH_LISTENER: "1", PORT: String(port), APP_URL: "" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  running.push(child);
  const registration = listener.register(child);
  if (isOpen) registration.open();
  return { child, registration, pid: present(child.pid) };
}

/**
 * @param {string} path
 * @param {import("node:http").RequestOptions} [options]
 */
async function ask(path = "/", options = { agent: false }) {
  const sent = request({ host: "127.0.0.1", port, path, ...options }).end();
  const [response] = await once(sent, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = String(Buffer.concat(chunks)).replace("begun ", "");
  return { ...JSON.parse(text), connection: response.headers.connection };
}

it("says so when the port is taken", async () => {
  await expect(openListener("127.0.0.1", port)).rejects.toThrow(`Port ${port} is taken by another program`);
});

it("hands connections out in turn, and the app sees both of their ends", async () => {
  const [a, b] = [enter(), enter()];
  const answers = [];
  for (let n = 0; n < 10; n++) answers.push(await ask());
  const asked = new Set(answers.map(({ pid }) => pid));
  expect(asked).toEqual(new Set([a.pid, b.pid]));
  expect(answers.filter(({ pid }) => pid === a.pid)).toHaveLength(5);
  expect(answers[0]).toMatchObject({ peer: "127.0.0.1", listensOn: "127.0.0.1" });
});

it("lets who comes too early wait until a process is there", async () => {
  const early = Promise.all([1, 2, 3].map(() => ask()));
  await sleep(200);
  const { pid } = enter();
  expect((await early).map((answer) => answer.pid)).toEqual([pid, pid, pid]);
});

it("gives a process that is busy no more than one, and the others all the rest", async () => {
  const [busy, other] = [enter(), enter()];
  await Promise.all([ask(), ask()]);
  const blocking = ask("/block?ms=1500");
  await sleep(100);
  const from = performance.now();
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
  const slow = (await blocking).pid;
  const quick = slow === busy.pid ? other.pid : busy.pid;
  expect(answers.filter(({ pid }) => pid === quick).length).toBeGreaterThanOrEqual(11);
  expect(performance.now() - from).toBeLessThan(3_000);
});

it("when a process is killed, hands what it was given and had not taken to another", async () => {
  const [a, b] = [enter(), enter()];
  await Promise.all([ask(), ask()]);
  for (const { child } of [a, b]) child.kill("SIGSTOP");
  // One connection for each process, which it cannot accept; the others wait at the listener.
  const asked = Promise.all(Array.from({ length: 6 }, () => ask()));
  await sleep(200);
  a.child.kill("SIGKILL");
  b.child.kill("SIGCONT");
  expect((await asked).map(({ pid }) => pid)).toEqual(Array(6).fill(b.pid));
});

it("loses with a killed process the answers it was giving, and no others", async () => {
  const [a, b] = [enter(), enter()];
  // Both processes run, so each has some of the requests.
  for (const { registration } of [a, b]) await registration.ask(async (url) => (await fetch(url)).ok);
  const asked = Array.from({ length: 8 }, () => ask("/?ms=1500").catch(() => "lost"));
  await sleep(500);
  a.child.kill("SIGKILL");
  const answers = await Promise.all(asked);
  const lost = answers.filter((one) => one === "lost").length;
  expect(lost).toBeGreaterThan(0);
  expect(answers.filter((one) => one !== "lost").map(({ pid }) => pid)).toEqual(Array(8 - lost).fill(b.pid));
});

it("asks one process alone, open or not", async () => {
  enter();
  const hidden = enter({ isOpen: false });
  /** @type {number[]} */
  const pids = [];
  const question = async (/** @type {string} */ url) => {
    pids.push((await (await fetch(url)).json()).pid);
    return true;
  };
  for (let n = 0; n < 3; n++) expect(await hidden.registration.ask(question)).toBe(true);
  expect(pids).toEqual([hidden.pid, hidden.pid, hidden.pid]);
});

it("who leaves ends its connections by a last answer that says so, and tells when all are closed", async () => {
  const { child, registration, pid } = enter();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const keep = { agent };
  expect(await ask("/", keep)).toMatchObject({ pid, connection: "keep-alive" });
  const answering = ask("/?ms=400", keep);
  await sleep(100);
  const next = enter();
  registration.close();
  const told = once(child, "message");
  child.send({ leave: true });
  expect(await answering).toMatchObject({ pid, connection: "close" });
  expect(await ask("/", keep)).toMatchObject({ pid: next.pid });
  expect((await told)[0]).toEqual({ left: true });
  agent.destroy();
});

it("ends at SIGTERM when the last answer is given, a stream included, and closes idle connections at once", async () => {
  const { child } = enter();
  const idle = connect(port, "127.0.0.1");
  const agent = new Agent({ keepAlive: true });
  await ask("/", { agent });
  const stream = ask("/stream?ms=500", { agent });
  await sleep(150);
  const from = performance.now();
  const exited = once(child, "exit");
  idle.destroy();
  child.kill("SIGTERM");
  expect(await stream).toMatchObject({ pid: child.pid });
  expect(await exited).toEqual([143, null]);
  expect(performance.now() - from).toBeLessThan(1_500);
  agent.destroy();
});
