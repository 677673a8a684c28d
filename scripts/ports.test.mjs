import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort, isLoopback, listenAddress, requireFreePort } from "./lib/ports.mjs";
import { portOf } from "./testing/present.mjs";

it("waits a moment for a port whose holder is about to end", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const port = portOf(holder);
  const free = requireFreePort("127.0.0.1", port);
  setTimeout(() => holder.close(), 200);
  await expect(free).resolves.toBeUndefined();
});

it("finds free ports that no outgoing connection takes", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(ports.every((port) => port >= 10_100 && port < 32_768)).toBe(true);
  await expect(requireFreePort("127.0.0.1", ports[0] ?? 0)).resolves.toBeUndefined();
});

it("refuses a port that browsers refuse", async () => {
  await expect(fetch("http://127.0.0.1:4190")).rejects.toThrow();
  expect(() => listenAddress({ PORT: "4190" })).toThrow("No browser opens port 4190");
});

it.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["0:0:0:0:0:0:0:1", true],
  ["::ffff:127.0.0.1", true],
  ["::ffff:7f00:1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["::ffff:0.0.0.0", false],
  ["10.127.0.1", false],
  ["128.0.0.1", false],
  ["::127.0.0.1", false],
  ["2001:db8::1", false],
])("tells whether %s is reached from this machine alone: %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
