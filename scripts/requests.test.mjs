import { once } from "node:events";
import { createServer, get } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { admit } from "./lib/edge/requests.cjs";

/** The address that Next gets for one. */
async function passedOn(/** @type {string} */ path) {
  const server = createServer((request, response) =>
    admit(server, ({ url }, answer) => void answer.end(url), request, response),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const [response] = await once(get({ port, path, host: "127.0.0.1" }), "response");
  return (await response.setEncoding("utf8").toArray()).join("");
}

it.each([
  ["/api/contacts/", "/api/contacts"],
  ["/api//contacts///", "/api/contacts"],
  ["//api/contacts?search=a//b/", "/api/contacts?search=a//b/"],
  ["/api\\contacts/?limit=1?2", "/api/contacts?limit=1?2"],
  ["/api/", "/api"],
  ["/./api/contacts/", "/api/contacts"],
  ["/x/..//api/contacts/", "/api/contacts"],
  ["/api/contacts/./?limit=1", "/api/contacts?limit=1"],
  ["/%61pi/contacts/", "/%61pi/contacts"],
  ["/api/contacts", "/api/contacts"],
])("a path of the API is read without the slashes that it has too many: %s", async (path, meant) => {
  expect(await passedOn(path)).toBe(meant);
});

it.each([
  "/",
  "/contacts/",
  "//evil.example/",
  "/metrics/",
  "/apis/",
  "/mcp//",
  "/?next=/api/",
  "/api/..//x/",
])("another path stays as it is: %s", async (path) => {
  expect(await passedOn(path)).toBe(path);
});
