import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const preload = fileURLToPath(new URL("lib/preload.cjs", import.meta.url));
const SERVER = `
  const server = require("node:http").createServer((_, response) => response.end("passed on"));
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));`;

/** All that is answered to a head. */
async function answerTo(/** @type {string[]} */ ...lines) {
  const child = spawn(process.execPath, ["--require", preload, "-e", SERVER], {
    env: { ...process.env, NODE_ENV: "production", APP_URL: "" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  onTestFinished(() => void child.kill());
  const [port] = await once(child, "message");
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
  return (await socket.toArray()).join("");
}

it.each([
  ["a request without a host", ["GET /api/health HTTP/1.1"], "400", "VALIDATION_ERROR"],
  ["a tunnel", ["CONNECT a.example:443 HTTP/1.1", "Host: a.example"], "405", "METHOD_NOT_ALLOWED"],
])("answers %s, which Node would refuse without a word, as documented", async (_, lines, status, code) => {
  const [head = "", body = ""] = (await answerTo(...lines)).split("\r\n\r\n");
  expect(head).toMatch(`HTTP/1.1 ${status}`);
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  expect(body).toContain(`{"code":"${code}","message":`);
});

it("lets HTTP/1.0 pass, which needs no host", async () => {
  expect(await answerTo("GET /api/health HTTP/1.0")).toMatch(/passed on$/);
});
