import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { present } from "./testing/present.mjs";

vi.setConfig({ testTimeout: 30_000 });

const preload = fileURLToPath(new URL("lib/preload.cjs", import.meta.url));

/** Answers before the body is read, in each way in which an app can fail to read it; says which requests it took. */
const SERVER = `
  const server = require("node:http").createServer(async (request, response) => {
    console.log("took %s", request.url);
    if (request.url === "/some") await new Promise((some) => request.once("readable", () => some(request.read(10))));
    if (request.url === "/gives-up") for await (const _ of request) break;
    if (request.url === "/paused") request.on("data", () => request.pause());
    if (request.url === "/later") await new Promise((some) => setTimeout(some, 200));
    response.end(request.url);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));`;

/** Time runs a hundred times as fast there: the ten seconds for the rest of a body take 0.1. */
const HASTE =
  "const wait = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms / 100, ...rest);";

/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

async function serve({ before = "" } = {}) {
  const child = spawn(process.execPath, ["--require", preload, "-e", before + SERVER], {
    env: { ...process.env, NODE_ENV: "production", APP_URL: "" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running.push(child);
  let said = "";
  present(child.stdout).on("data", (text) => {
    said += text;
  });
  const [port] = await once(child, "message");
  return { port, took: () => [...said.matchAll(/took (\/[\w-]*)/g)].map(([, path]) => path) };
}

/**
 * A bare connection; what it has heard, and whether it ended in order.
 * @param {{ port: number }} server
 */
function open({ port }) {
  const socket = connect(port, "127.0.0.1");
  const heard = { text: "", ended: false, broken: "" };
  socket.setEncoding("latin1").on("data", (text) => {
    heard.text += text;
  });
  socket.on("end", () => {
    heard.ended = true;
  });
  socket.on("error", ({ message }) => {
    heard.broken = message;
  });
  return { socket, heard };
}

/** @param {string[]} lines */
const head = (...lines) => `${lines.join("\r\n")}\r\n\r\n`;

/**
 * @param {string} path
 * @param {number} size
 */
const sized = (path, size) =>
  head(`POST ${path} HTTP/1.1`, "Host: a", `Content-Length: ${size}`) + "x".repeat(size);

/**
 * @param {string} path
 * @param {number} size
 */
const chunked = (path, size) =>
  head(`POST ${path} HTTP/1.1`, "Host: a", "Transfer-Encoding: chunked") +
  `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`.repeat(size / 10_000) +
  "0\r\n\r\n";

const NEXT = head("GET /next HTTP/1.1", "Host: a");

describe.each([
  ["with its length", sized],
  ["in chunks", chunked],
])("a body %s", (_, post) => {
  it.each(["/deaf", "/some", "/gives-up", "/paused", "/later"])(
    "that %s leaves unread does not cost the next request",
    async (path) => {
      const server = await serve();
      for (const size of [10_000, 150_000, 200_000, 1_000_000, 5_000_000]) {
        const { socket, heard } = open(server);
        socket.write(post(path, size));
        await vi.waitFor(() => expect(heard.text).toMatch(`\r\n\r\n${path}`), 5_000);
        if (!heard.text.includes("Connection: close")) {
          socket.write(NEXT);
          await vi.waitFor(() => expect(heard.text).toMatch("\r\n\r\n/next"), 2_000);
        } else await vi.waitFor(() => expect(heard.ended).toBe(true), 2_000);
        expect([size, heard.broken]).toEqual([size, ""]);
        socket.destroy();
      }
    },
  );

  it("leaves what was sent behind it unprocessed once the end is announced, and closes in order", async () => {
    const server = await serve();
    const { socket, heard } = open(server);
    socket.write(`${post("/gives-up", 1_000_000)}${NEXT}${post("/deaf", 200_000)}`);
    await vi.waitFor(() => expect(heard.ended).toBe(true), 5_000);
    expect([heard.text.match(/HTTP\/1\.1 200/g)?.length, heard.broken]).toEqual([1, ""]);
    expect(heard.text).toMatch(/Connection: close[\s\S]*\/gives-up$/);
    expect(server.took()).toEqual(["/gives-up"]);
  });
});

it("keeps the connection of a body that has arrived when the answer begins", async () => {
  const server = await serve();
  const { socket, heard } = open(server);
  for (const post of [sized, chunked]) {
    heard.text = "";
    socket.write(post("/later", 10_000));
    await vi.waitFor(() => expect(heard.text).toMatch("\r\n\r\n/later"), 2_000);
    expect(heard.text).not.toContain("Connection: close");
  }
  socket.destroy();
});

it("gives a slow sender the whole answer first, and cuts it off when its time is up", async () => {
  const server = await serve({ before: HASTE });
  const { socket, heard } = open(server);
  socket.write(head("POST /deaf HTTP/1.1", "Host: a", "Content-Length: 1000000"));
  const dripping = setInterval(() => socket.write("x"), 10);
  await once(socket, "close");
  clearInterval(dripping);
  expect(heard.text).toMatch(/Connection: close[\s\S]*\/deaf$/);
});

it("answers who asks whether to continue, and whoever expects anything else", async () => {
  const server = await serve();
  const { socket, heard } = open(server);
  const asking = (/** @type {string} */ what) =>
    head("POST /deaf HTTP/1.1", "Host: a", `Expect: ${what}`, "Content-Length: 200000");
  socket.write(asking("100-continue"));
  await vi.waitFor(() => expect(heard.text).toMatch(/^HTTP\/1.1 100 [\s\S]*Connection: close[\s\S]*\/deaf$/));
  socket.write("x".repeat(200_000));
  await vi.waitFor(() => expect([heard.ended, heard.broken]).toEqual([true, ""]), 2_000);
  const other = open(server);
  other.socket.write(`${asking("a-banana")}${"x".repeat(200_000)}`);
  await vi.waitFor(() => expect(other.heard.ended).toBe(true), 2_000);
  expect([other.heard.text.slice(9, 12), other.heard.broken]).toEqual(["200", ""]);
});

it("refuses what no route can be without cutting off a body", async () => {
  const server = await serve();
  for (const [line, status] of [
    ["POST /% HTTP/1.1", 400],
    ["PROPFIND / HTTP/1.1", 405],
    ["POST /_global-error HTTP/1.1", 404],
  ]) {
    const { socket, heard } = open(server);
    socket.write(head(`${line}`, "Host: a", "Content-Length: 5000000") + "x".repeat(5_000_000));
    await vi.waitFor(() => expect(heard.ended).toBe(true), 5_000);
    expect([Number(heard.text.slice(9, 12)), heard.broken]).toEqual([status, ""]);
  }
});
