import { expect, it } from "vitest";
import { giveWay, withPrecedence } from "./courtesy";

function request() {
  const answered = Promise.withResolvers<void>();
  return { answer: answered.resolve, done: withPrecedence(() => answered.promise) };
}

/** Whether long work goes on without a pause. */
async function goesOnAtOnce(): Promise<boolean> {
  let paused = false;
  const soon = setImmediate(() => {
    paused = true;
  });
  await giveWay();
  clearImmediate(soon);
  return !paused;
}

it("lets long work go on at once when nobody asks for anything", async () => {
  expect(await goesOnAtOnce()).toBe(true);
});

it("makes long work wait until the last request is answered", async () => {
  const [one, two] = [request(), request()];
  const order: string[] = [];
  const work = giveWay().then(() => order.push("work"));
  order.push("one");
  one.answer();
  await one.done;
  order.push("two");
  two.answer();
  await Promise.all([two.done, work]);
  expect(order).toEqual(["one", "two", "work"]);
});

it("makes long work wait only for a while, and for no request that takes long itself", async () => {
  const slow = request();
  expect(await goesOnAtOnce()).toBe(false);
  for (let pauses = 1; !(await goesOnAtOnce()); pauses++) expect(pauses).toBeLessThan(20);
  slow.answer();
  await slow.done;
});

it("counts a request that fails as answered", async () => {
  await expect(withPrecedence(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await goesOnAtOnce()).toBe(true);
});
