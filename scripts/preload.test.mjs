import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const preload = fileURLToPath(new URL("lib/preload.cjs", import.meta.url));

/** What a server that answers 200 to everything says to one request, with the preload and without. */
async function answerTo(method, path, flags) {
  const script = `
    const http = require("node:http");
    const server = http.createServer((request, response) => response.end("fine"));
    server.listen(0, "127.0.0.1", () => {
      const options = { port: server.address().port, method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)} };
      http.request({ host: "127.0.0.1", ...options }, async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        const { statusCode: status, headers } = response;
        console.log(JSON.stringify({ status, headers, text: String(Buffer.concat(chunks)), timeout: server.requestTimeout }));
        process.exit();
      }).end();
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "-e", script]);
  return JSON.parse(stdout);
}

const guarded = ["--require", preload];

it.each(["/api/contacts/%ZZ", "/api/contacts/%ff", "/%"])(
  "refuses %s in the documented shape",
  async (path) => {
    const { status, headers, text } = await answerTo("GET", path, guarded);
    expect([status, headers["content-type"]]).toEqual([400, "application/json"]);
    expect(JSON.parse(text)).toEqual({ code: "VALIDATION_ERROR", message: expect.any(String) });
    expect((await answerTo("GET", path, [])).text).toBe("fine");
  },
);

it("refuses a method no route can have with 405 and Allow", async () => {
  const { status, headers, text } = await answerTo("TRACE", "/api/health", guarded);
  expect([status, JSON.parse(text).code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  expect(headers.allow).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
});

it("lets everything else pass, however long it takes", async () => {
  for (const path of ["/api/health", "/api/contacts/%00?x=%ZZ", "/a%2Fb", "/%F0%9F%98%80"]) {
    expect(await answerTo("GET", path, guarded)).toMatchObject({ status: 200, text: "fine", timeout: 0 });
  }
});
