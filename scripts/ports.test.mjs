import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { requireFreePort } from "./lib/ports.mjs";

it("waits a moment for a port whose holder is about to end", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address();
  const free = requireFreePort("127.0.0.1", port);
  setTimeout(() => holder.close(), 200);
  await expect(free).resolves.toBeUndefined();
});
