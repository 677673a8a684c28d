import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * Replaces the `next` program in the supervisor's own tests: it builds in no time, answers the health check and ends
 * on SIGTERM after HOLD_STOP_MS, as Next does with work in progress. With UNUSABLE it says that and answers 500, as an app
 * that throws at its start does. `/fill` uses up all memory, `/slow` says at once
 * which process answers and takes a tenth of a second for the rest. The end-to-end tests run the real one.
 */
const [, , command, ...rest] = process.argv;
if (process.env.BREAK === command || existsSync(`break-${command}`)) {
  console.error(`planted failure of next ${command}`);
  process.exit(1);
}

if (command === "build") {
  writeFileSync(".next/built-at", String(Date.now()));
} else {
  const option = (/** @type {string} */ name) => rest[rest.indexOf(name) + 1];
  const server = createServer((request, response) => {
    if (request.url === "/fill") return fill();
    if (request.url === "/slow") {
      response.write(`${process.pid} `);
      return setTimeout(() => response.end("done"), 100);
    }
    const seen = {
      databaseUrl: process.env.DATABASE_URL,
      embedded: process.env.EMBEDDED_DATABASE,
      ownerUrl: process.env.DATABASE_OWNER_URL,
      pid: process.pid,
      temporary: process.env.TMPDIR,
    };
    if (process.env.UNUSABLE) response.statusCode = 500;
    const body = { ...seen, requestTimeout: server.requestTimeout, path: request.url };
    response.end(JSON.stringify(body));
  });
  if (process.env.UNUSABLE) console.error(process.env.UNUSABLE);
  server.listen(Number(option("-p")), option("-H"));
  process.on("SIGTERM", () => setTimeout(() => process.exit(143), Number(process.env.HOLD_STOP_MS ?? 0)));
  process.on("SIGINT", () => {});
}

function fill() {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
}
