import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { present } from "./testing/present.mjs";

vi.setConfig({ testTimeout: 30_000 });

const preload = fileURLToPath(new URL("lib/preload.cjs", import.meta.url));

/** A server that answers 200 with the properties of the connection, and reads the body when /read is requested. */
const SERVER = `
  const http = require("node:http");
  const server = http.createServer(async (request, response) => {
    const wire = globalThis.kithConnection?.getStore();
    if (request.url === "/begun") return response.write("begun");
    if (request.url === "/patient") wire.giveTime(60_000);
    if (request.url === "/refuse") await new Promise((some) => request.once("readable", () => some(request.read(10))));
    else if (request.url !== "/deaf") for await (const _ of request);
    console.error("said of %s", decodeURIComponent(request.url.split("?")[0]), "\\u2028\\u009b31m");
    response.end(JSON.stringify({ ...wire, timeouts: [server.requestTimeout, server.headersTimeout] }));
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("uncaughtException", () => {});
  process.on("unhandledRejection", () => {});`;

/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

async function serve({ before = "", flags = ["--require", preload], env = {} } = {}) {
  const child = spawn(process.execPath, [...flags, "-e", before + SERVER], {
    env: { ...process.env, NODE_ENV: "production", APP_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    present(stream)
      .setEncoding("utf8")
      .on("data", (text) => {
        said += text;
      });
  }
  const [port] = await once(child, "message");
  return { port, said: () => said };
}

/**
 * @param {{ port: number }} server
 * @param {string} path
 * @param {import("node:http").RequestOptions} [options]
 */
async function ask({ port }, path, { method = "GET", headers = {} } = {}) {
  const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }).end();
  const [response] = await once(sent, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: String(Buffer.concat(chunks)) };
}

/**
 * The bytes that a connection returns until it ends, for input that `http.request` would not send.
 * @param {{ port: number }} server
 * @param {string} text
 */
async function raw({ port }, text) {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return answer;
}

/** @param {string[]} head */
const lines = (...head) => `${head.join("\r\n")}\r\n\r\n`;

it.each(["/api/contacts/%ZZ", "/api/contacts/%ff", "/%", "//", "//[/x", "///"])(
  "refuses %s in the documented shape",
  async (path) => {
    const { status, headers, text } = await ask(await serve(), path);
    expect([status, headers["content-type"]]).toEqual([400, "application/json"]);
    expect(JSON.parse(text)).toEqual({ code: "VALIDATION_ERROR", message: expect.any(String) });
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect((await ask(await serve({ flags: [] }), "/ok")).status).toBe(200);
  },
);

it.each([
  ...["/_global-error", "/_global-error/", "/%5fglobal-error?x", "/_global-error.rsc"],
  ...["/./_global-error", "/x/../_global-error", "/x/%2e%2e/_global-error"],
])("answers %s, where nothing failed, with 404", async (path) => {
  const { status, text } = await ask(await serve(), path);
  expect([status, JSON.parse(text).code]).toEqual([404, "NOT_FOUND"]);
});

it("refuses a method no route can have with 405 and Allow", async () => {
  const { status, headers, text } = await ask(await serve(), "/api/health", { method: "TRACE" });
  expect([status, JSON.parse(text).code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  expect(headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
});

it.each([
  ["an invented method", "INVENTED / HTTP/1.1", "405", "METHOD_NOT_ALLOWED"],
  ["an endless address", `GET /${"x".repeat(20_000)} HTTP/1.1`, "431", "VALIDATION_ERROR"],
  ["another version", "GET / HTTP/9.9", "400", "VALIDATION_ERROR"],
  ["a line that is no header", "GET / HTTP/1.1\r\nNo header", "400", "VALIDATION_ERROR"],
  ["the start of TLS", "\u0016\u0003\u0001", "4", "METHOD_NOT_ALLOWED"],
])("answers %s, which Node cannot read, in the documented shape", async (_, start, status, code) => {
  const answer = await raw(await serve(), lines(start, "Host: localhost"));
  expect(answer.slice(0, 12)).toMatch(`HTTP/1.1 ${status}`);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  expect(head.includes("Allow: GET")).toBe(code === "METHOD_NOT_ALLOWED");
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) });
});

it("writes nothing into an answer that has begun when what follows cannot be read", async () => {
  const [begin, broken] = ["GET /begun HTTP/1.1", "INVENTED / HTTP/1.1"].map((line) =>
    lines(line, "Host: a"),
  );
  const answer = await raw(await serve(), `${begin}${broken}`);
  expect(answer.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThan(2);
});

it("answers OPTIONS * itself, and refuses every other target that is no path", async () => {
  const server = await serve();
  const send = (/** @type {string} */ line) =>
    raw(server, lines(line, "Host: localhost", "Connection: close"));
  expect(await send("OPTIONS * HTTP/1.1")).toMatch(/^HTTP\/1.1 204 [\s\S]*Allow: GET, HEAD/);
  for (const target of ["GET *", "POST *", "GET http://evil.example/", "GET x", "OPTIONS **", "GET ?a"]) {
    expect([target, (await send(`${target} HTTP/1.1`)).slice(0, 12)]).toEqual([target, "HTTP/1.1 400"]);
  }
});

it("takes a whole address of its own, and no other", async () => {
  const server = await serve();
  const send = async (/** @type {string} */ target, host = "localhost:80") =>
    (await raw(server, lines(`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close"))).slice(9, 12);
  for (const own of [
    "http://localhost/a",
    "HTTP://LocalHost:80/a?b=http://x/",
    "http://localhost",
    "http://localhost?a",
  ])
    expect([own, await send(own)]).toEqual([own, "200"]);
  expect(await send("https://kith.example/a", "kith.example:443")).toBe("200");
  const others = `http://localhost:81/a http://localhost@evil.example/a http://evil@localhost/a
    http://localhost.evil.example/a http://localhost\\@evil.example/a http:///a http:localhost/a ftp://localhost/a http://localhost/%ff http://localhost//`;
  for (const other of others.split(/\s+/)) expect([other, await send(other)]).toEqual([other, "400"]);
  expect(await send("http://@/a", "@")).toBe("400");
});

/** A server that answers with one of the request's headers. */
const echo = (/** @type {string} */ header) => ({
  before: `
    const { createServer } = require("node:http");
    require("node:http").createServer = () => createServer((request, response) => {
      response.end(JSON.stringify(request.headers[${JSON.stringify(header)}] ?? null));
    });`,
});

it("keeps Next's own header from everything but pages", async () => {
  const server = await serve(echo("rsc"));
  const text = async (/** @type {string} */ path) =>
    (await ask(server, path, { headers: { rsc: "1" } })).text;
  for (const path of [
    "/api/tags",
    "/api?x",
    "/%61pi/tags",
    "/auth/v1/user",
    "/mcp",
    "/metrics",
    "/resend/emails",
    "/./api/tags",
    "/x/../api/tags",
  ])
    expect([path, await text(path)]).toEqual([path, "null"]);
  for (const path of ["/contacts", "/", "/apis", "/contacts?x=/api/tags", "/api/../contacts"])
    expect([path, await text(path)]).toEqual([path, '"1"']);
});

it("takes an Idempotency-Key once, or twice the same", async () => {
  const server = await serve(echo("idempotency-key"));
  const send = (/** @type {string[]} */ ...keys) => {
    const named = keys.map((key) => `Idempotency-Key: ${key}`);
    return raw(server, lines("GET /key HTTP/1.1", "Host: localhost", ...named, "Connection: close"));
  };
  for (const keys of [["a"], ["a", "a"], ["a", "a", "a"]])
    expect(await send(...keys)).toMatch(/200[\s\S]*"a"$/);
  expect(await send("a, a")).toMatch(/200[\s\S]*"a, a"/);
  for (const keys of [
    ["a", "b"],
    ["a", "a", "b"],
    ["a", "A"],
    ["", "a"],
  ])
    expect(await send(...keys)).toMatch(
      /^HTTP\/1.1 400 [\s\S]*The header idempotency-key comes more than once/,
    );
});

it.each([
  ["two hosts", ["Host: localhost", "host: evil.example"]],
  ["the same host twice", ["Host: localhost", "Host: localhost"]],
  ["two tokens", ["Host: localhost", "Authorization: Bearer a", "authorization: Bearer b"]],
  ["two types", ["Host: localhost", "Content-Type: application/json", "Content-Type: text/plain"]],
  ["a coded body", ["Host: localhost", "Transfer-Encoding: gzip, chunked"]],
])("refuses a request with %s, of which a proxy may have seen the other", async (_, head) => {
  const server = await serve({ before: HASTE });
  const answer = await raw(server, lines("GET /read HTTP/1.1", ...head, "Connection: close"));
  expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"code":"VALIDATION_ERROR"/);
});

it.each(["", "x", "%7B", "%", "null", "[1]", "[".repeat(5_000), `["${"a".repeat(9_000)}`])(
  "refuses a router state that would be a failure of ours",
  async (state) => {
    const server = await serve();
    const headers = { rsc: "1", "next-router-state-tree": state };
    expect((await ask(server, "/nowhere", { headers })).status).toBe(400);
    const good = encodeURIComponent(JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null]));
    headers["next-router-state-tree"] = good;
    expect((await ask(server, "/nowhere", { headers })).status).toBe(200);
  },
);

it("answers a request that offers another protocol as any other, whoever listens for such", async () => {
  const before = `
    const { createServer } = require("node:http");
    require("node:http").createServer = (...args) => createServer(...args).on("upgrade", () => {});`;
  const server = await serve({ before });
  for (const offer of ["websocket", "h2c"]) {
    const head = ["Host: localhost", "Connection: Upgrade", `Upgrade: ${offer}`];
    const socket = connect(server.port, "127.0.0.1", () => socket.write(lines("GET / HTTP/1.1", ...head)));
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 /);
    socket.write(lines("GET / HTTP/1.1", "Host: localhost"));
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  }
});

it("lets everything else pass", async () => {
  const server = await serve();
  for (const path of ["/api/health", "/api/contacts/%00?x=%ZZ", "/a%2Fb", "/%F0%9F%98%80", "/a//b", "/?*"]) {
    expect([path, (await ask(server, path)).status]).toEqual([path, 200]);
  }
});

it("tells the app who is at the other end, whatever headers say", async () => {
  const headers = { "x-forwarded-for": "6.6.6.6", host: "localhost" };
  const { text } = await ask(await serve(), "/", { headers });
  expect(JSON.parse(text)).toMatchObject({
    peer: "127.0.0.1",
    own: "127.0.0.1",
    listensOn: "127.0.0.1",
    forwardedFor: "6.6.6.6",
  });
  expect(JSON.parse((await ask(await serve(), "/")).text).forwardedFor).toBeNull();
});

it("says nosniff always, and where the site is on https that it stays there", async () => {
  const plain = (await ask(await serve(), "/")).headers;
  expect([plain["x-content-type-options"], plain["strict-transport-security"]]).toEqual([
    "nosniff",
    undefined,
  ]);
  for (const path of ["/", "/%ff"]) {
    const { headers } = await ask(await serve(), path);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-frame-options"]).toBe("DENY");
  }
  const { headers } = await ask(await serve({ env: { APP_URL: "https://kith.example.com" } }), "/");
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

it("writes one line for one event, whatever a client sends", async () => {
  const server = await serve();
  await ask(server, `/x%0A${encodeURIComponent('{"level":"info"}')}%0D%1B[31m`);
  await vi.waitFor(() => expect(server.said()).toContain("said of"));
  const written = server.said().trimEnd().split("\n");
  expect(written).toHaveLength(1);
  expect(JSON.parse(present(written[0]))).toMatchObject({
    level: "error",
    msg: expect.stringContaining('{"level":"info"}'),
  });
  expect(written[0]).toMatch(/^[\x20-\x7e]+$/);
});

/** Time runs a hundred times as fast there: half a minute takes 0.3 seconds. */
const HASTE =
  "const wait = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms / 100, ...rest);";

/** @param {string} path */
const slowBody = (path) => `${lines(`POST ${path} HTTP/1.1`, "Host: localhost", "Content-Length: 10")}1`;

it.each(["/read", "/deaf"])("ends a body that does not come, on %s too", async (path) => {
  const server = await serve({ flags: ["-r", preload], before: HASTE });
  const answer = await raw(server, slowBody(path));
  if (path === "/read") expect(answer).toMatch(/^HTTP\/1.1 408 [^{]*X-Request-Id: \S{36}\r\n[^{]*\{"code":/);
  else expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

it("answers the next request on the connection of a body that it stopped reading", async () => {
  const server = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const started = performance.now();
  const post = request({ host: "127.0.0.1", port: server.port, method: "POST", path: "/refuse", agent });
  post.end(Buffer.alloc(8_000_000));
  const [first] = await once(post, "response");
  await once(first.resume(), "end");
  const [second] = await once(
    request({ host: "127.0.0.1", port: server.port, path: "/", agent }).end(),
    "response",
  );
  await once(second.resume(), "end");
  agent.destroy();
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(performance.now() - started).toBeLessThan(4_000);
});

it("ends a chunked body that never ends", async () => {
  const server = await serve({ before: HASTE });
  const head = lines("POST /read HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked");
  expect(await raw(server, `${head}1\r\nx\r\n`)).toMatch(/^HTTP\/1.1 408 /);
});

it("waits longer where the app grants it", async () => {
  const server = await serve({ before: HASTE });
  const started = performance.now();
  expect(await raw(server, slowBody("/patient"))).toMatch(/^HTTP\/1.1 408 /);
  expect(performance.now() - started).toBeGreaterThan(500);
});

it("gives up the connection that has been silent longest when too many are", async () => {
  const server = await serve();
  expect(JSON.parse((await ask(server, "/")).text).timeouts).toEqual([960_000, 20_000]);
  const open = Array.from({ length: 1_010 }, () => connect(server.port, "127.0.0.1"));
  for (const socket of open) socket.on("error", () => {});
  await vi.waitFor(() => expect(open.filter((socket) => socket.destroyed).length).toBeGreaterThan(8), 10_000);
  expect((await ask(server, "/")).status).toBe(200);
  expect(open.filter((socket) => !socket.destroyed).length).toBeGreaterThan(990);
  for (const socket of open) socket.destroy();
});
