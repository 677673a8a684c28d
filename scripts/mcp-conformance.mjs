/**
 * Runs the protocol's own tests against `POST /mcp` of a running server: `KITH_URL` (as in its APP_URL), `KITH_TOKEN`
 * (an API key with all scopes). It runs the scenarios for servers with tools of their own; the others call the tools,
 * prompts and resources of a test server, by the answers that it gives. `npm test -- operations conformance` does it with a server of its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { root } from "./lib/project.mjs";

const SUITE = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
/** @type {Record<string, string[]>} */
const SCENARIOS = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-elicitation",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "caching",
    "http-header-validation",
    "dns-rebinding-protection",
    "input-required-result-unsupported-methods",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-missing-input-response",
    "input-required-result-validate-input",
  ],
};
/** Checks that do not apply: this server declares neither prompts nor resources, and none of its tools needs sampling. */
const ABSENT = [
  "sep-2549-prompts-list-caching-hints",
  "sep-2549-resources-list-caching-hints",
  "sep-2549-resources-templates-list-caching-hints",
  "sep-2575-server-rejects-undeclared-capability",
];
/** Tools that the suite calls by its own names, and equivalent tools of ours. */
/** @type {Record<string, string>} */
const KINDS = {
  test_missing_capability: "deleteContact",
  test_streaming_elicitation: "deleteContact",
  test_logging_tool: "getStatistics",
  test_elicitation: "bulkUnsubscribeContacts",
  test_input_required_result_elicitation: "bulkUnsubscribeContacts",
  test_input_required_result_tampered_state: "bulkUnsubscribeContacts",
};
/** Arguments that they take, where the suite's would be refused before anything is asked: of a contact that nobody has. */
/** @type {Record<string, object>} */
const GIVEN = Object.fromEntries(
  Object.entries(KINDS).flatMap(([theirs, ours]) =>
    ours === "bulkUnsubscribeContacts"
      ? [[theirs, { body: { ids: ["0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10"] } }]]
      : [],
  ),
);
const NOT_OURS = /^(host|connection|content-length|transfer-encoding|keep-alive)$/;

const target = new URL("/mcp", process.env.KITH_URL ?? "http://localhost:3000");
const token = process.env.KITH_TOKEN;
if (!token) {
  console.error("Set KITH_TOKEN to an API key with all scopes.");
  process.exit(2);
}

/** The suite knows no keys: this adds ours. For the server, this origin is its own, and any other is foreign. */
const proxy = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!NOT_OURS.test(name)) headers.set(name, String(value));
  headers.set("authorization", `Bearer ${token}`);
  const origin = headers.get("origin");
  if (origin && new URL(origin).port === String(port)) headers.set("origin", target.origin);
  const sent = Buffer.concat(chunks).toString();
  const body = sent === "" ? null : named(sent, headers);
  const answer = await fetch(target, { method: request.method ?? "GET", headers, body });
  const session = answer.headers.get("mcp-session-id");
  response.writeHead(answer.status, {
    "content-type": answer.headers.get("content-type") ?? "text/plain",
    ...(session && { "mcp-session-id": session }),
  });
  if (sent.includes('"tools/list"')) response.end(withKinds(await answer.text()));
  else await pipeline(answer.body ?? [], response).catch(() => {});
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");
const address = proxy.address();
const port = typeof address === "object" ? address?.port : 0;

/**
 * A call of the suite's tool as one of ours.
 * @param {string} body
 * @param {Headers} headers
 */
function named(body, headers) {
  const message = JSON.parse(body);
  const theirs = headers.get("mcp-name") ?? message.params?.name ?? "";
  const ours = KINDS[theirs];
  if (!ours) return body;
  if (headers.has("mcp-name")) headers.set("mcp-name", ours);
  const given = GIVEN[theirs];
  const params = { ...message.params, name: ours, ...(given && { arguments: given }) };
  return JSON.stringify({ ...message, params });
}

/** @param {string} text */
function withKinds(text) {
  const message = JSON.parse(text);
  const tools = message.result?.tools;
  if (!Array.isArray(tools)) return text;
  const [like] = tools;
  for (const name of Object.keys(KINDS)) tools.push({ ...like, name });
  return JSON.stringify(message);
}

/**
 * @param {string} version
 * @param {string} scenario
 */
async function passes(version, scenario) {
  const url = `http://localhost:${port}/mcp`;
  const options = ["server", "--url", url, "--scenario", scenario, "--spec-version", version];
  const child = spawn(process.execPath, [SUITE, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const [code] = await once(child, "close");
  const failed = [...output.matchAll(/\[([\w-]+) *\] \S*FAILURE/g)].map(([, check = ""]) => check);
  const counted = failed.filter((check) => !ABSENT.includes(check));
  const isFine = counted.length === 0 && (code === 0 || failed.length > 0);
  console.log(`${isFine ? "passed" : "FAILED"}  ${version}  ${scenario}`);
  if (!isFine) console.log(output);
  return isFine;
}

let failures = 0;
for (const [version, scenarios] of Object.entries(SCENARIOS))
  for (const scenario of scenarios) if (!(await passes(version, scenario))) failures++;
proxy.close();
console.log(`${failures} failures`);
process.exit(failures > 0 ? 1 : 0);
