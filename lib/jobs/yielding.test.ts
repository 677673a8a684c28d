import { createServer } from "node:http";
import { expect, it } from "vitest";
import { serve } from "@/lib/testing/doubles/serve";
import { beginRequest, watchRequests, yieldToRequests } from "./yielding";

/** Whether long work blocks the event loop. */
async function goesOnAtOnce(): Promise<boolean> {
  let paused = false;
  const soon = setImmediate(() => {
    paused = true;
  });
  await yieldToRequests();
  clearImmediate(soon);
  return !paused;
}

it("lets long work go on at once when nobody asks for anything", async () => {
  expect(await goesOnAtOnce()).toBe(true);
});

it("makes long work wait until the last request is answered", async () => {
  const [one, two] = [beginRequest(), beginRequest()];
  const order: string[] = [];
  const work = yieldToRequests().then(() => order.push("work"));
  order.push("one");
  one();
  await Promise.resolve();
  order.push("two");
  two();
  await work;
  expect(order).toEqual(["one", "two", "work"]);
});

it("makes long work wait only for a while, and for no request that takes long itself", async () => {
  const slow = beginRequest();
  expect(await goesOnAtOnce()).toBe(false);
  for (let pauses = 1; !(await goesOnAtOnce()); pauses++) expect(pauses).toBeLessThan(20);
  slow();
  slow();
  expect(await goesOnAtOnce()).toBe(true);
});

it("knows of every HTTP request of the process", async () => {
  watchRequests();
  const seen: boolean[] = [];
  const { port, close } = await serve(
    createServer(async (_, response) => {
      seen.push(await goesOnAtOnce());
      response.end();
    }),
  );
  await (await fetch(`http://127.0.0.1:${port}`)).text();
  await close();
  expect(seen).toEqual([false]);
  expect(await goesOnAtOnce()).toBe(true);
});
