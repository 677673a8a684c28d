import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { gatherWrites } from "./lib/edge/answers.cjs";

/** @type {import("node:http").Server[]} */
const running = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/**
 * Answers by `listener`; tells what came and how often the system was asked to write.
 * @param {(response: import("node:http").ServerResponse) => Promise<void>} listener
 * @param {{ gathered: boolean }} options
 */
async function writesOf(listener, { gathered }) {
  let writes = 0;
  const server = createServer((_, response) => {
    if (gathered) gatherWrites(response);
    void listener(response);
  });
  running.push(server);
  server.on("connection", (socket) => {
    const handle = Reflect.get(socket, "_handle");
    for (const name of [
      "writev",
      "writeBuffer",
      "writeUtf8String",
      "writeLatin1String",
      "writeAsciiString",
    ]) {
      const write = handle[name];
      handle[name] = (/** @type {unknown[]} */ ...args) => {
        writes++;
        return write.apply(handle, args);
      };
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}`);
  return { text: await response.text(), writes };
}

/** As Next answers: head, body and end by themselves, each some steps after the other. */
async function likeNext(/** @type {import("node:http").ServerResponse} */ response) {
  response.flushHeaders();
  await Promise.resolve();
  response.write('{"data":');
  for (let step = 0; step < 5; step++) await Promise.resolve();
  response.write("[]}");
  await Promise.resolve();
  response.end();
}

it("sends a small answer in one piece, of which Node makes several", async () => {
  expect(await writesOf(likeNext, { gathered: true })).toEqual({ text: '{"data":[]}', writes: 1 });
  const alone = await writesOf(likeNext, { gathered: false });
  expect(alone.text).toBe('{"data":[]}');
  expect(alone.writes).toBeGreaterThan(1);
});

it("holds nothing back of what is streamed", async () => {
  const server = createServer(async (_, response) => {
    gatherWrites(response);
    response.flushHeaders();
    response.write("first ");
    await sleep(400);
    for (let n = 0; n < 50; n++) {
      if (!response.write("x".repeat(50_000))) await once(response, "drain");
    }
    response.end(" last");
  });
  running.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}`);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toBe("first ");
  expect(performance.now() - started).toBeLessThan(350);
  let bytes = 0;
  for (let more = await reader?.read(); more && !more.done; more = await reader?.read())
    bytes += more.value.length;
  expect(bytes).toBe(50 * 50_000 + 5);
});
