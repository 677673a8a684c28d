import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { serve } from "@/lib/testing/doubles/serve";
import { operationsOf } from "./document";
import { target } from "./target";
import { unreadBodies, unreadFaults } from "./unread";

test("no answer leaves a connection on which the next request hangs or is lost", async () => {
  const bodies = unreadBodies(await operationsOf(target));
  expect(bodies.length).toBeGreaterThan(500);
  expect(await unreadFaults(target, bodies)).toEqual([]);
});

test("this group catches a server that gives up a body and says nothing", async () => {
  const server = createServer(async (request, response) => {
    for await (const _ of request) break;
    response.end("refused");
  });
  const { port, close } = await serve(server);
  const at = { ...target, url: `http://127.0.0.1:${port}` };
  const faults = await unreadFaults(at, unreadBodies([]).slice(0, 16));
  server.closeAllConnections();
  await close();
  expect(faults.join("\n")).toMatch(/1000000: 200, then silence/);
});
