import { afterEach, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { type Attempt, drain, type Queue } from "./queue";

const process_ = globalThis as typeof globalThis & { kithStopping?: boolean };

afterEach(() => {
  process_.kithStopping = false;
  vi.unstubAllEnvs();
  resetEnv();
});

const fine: Attempt = { pauseMs: 0, answered: true };

/** A queue in memory that records the attempts; `attempt` decides how each one ends. */
function queueOf(items: number[], attempt: (item: number) => Attempt | Promise<Attempt> = () => fine) {
  const attempted: number[] = [];
  const queue = {
    name: crypto.randomUUID(),
    countDue: vi.fn(async () => items.length),
    nextInMs: vi.fn(async (): Promise<number | null> => null),
    retire: vi.fn(async () => undefined),
    claim: vi.fn(async () => items.shift() ?? null),
    async work(item: number) {
      attempted.push(item);
      return attempt(item);
    },
  } satisfies Queue<number>;
  return { queue, attempted, items };
}

it("works on what is due, one after the other, after ending what may not be attempted again", async () => {
  const { queue, attempted } = queueOf([1, 2, 3]);
  await drain(queue, 0);
  expect(attempted).toEqual([1, 2, 3]);
  expect(queue.retire).toHaveBeenCalledOnce();
});

it("claims nothing when nothing is due", async () => {
  const { queue } = queueOf([]);
  await drain(queue, 0);
  expect(queue.claim).not.toHaveBeenCalled();
});

it("runs once, and does what it was called for during a run", async () => {
  let running = 0;
  const { queue, attempted, items } = queueOf([1], async () => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 600));
    running--;
    return fine;
  });
  const first = drain(queue, 0);
  queue.claim.mockImplementationOnce(async () => null); // it was about to end
  items.push(2);
  await Promise.all([first, drain(queue, 0), drain(queue, 0)]);
  expect(attempted).toEqual([1, 2]);
});

it("is not stuck after a run that failed", async () => {
  const { queue, attempted } = queueOf([1, 2]);
  queue.retire.mockRejectedValueOnce(new Error("the database is away"));
  await expect(drain(queue, 0)).rejects.toThrow("away");
  await drain(queue, 0);
  expect(attempted).toEqual([1, 2]);
});

it.each<[string, (item: number) => Attempt, number]>([
  ["does not answer three times in a row", () => ({ pauseMs: 0, answered: false }), 3],
  ["wants to be left alone for long", () => ({ pauseMs: 60_000, answered: true }), 1],
])("ends when the service %s", async (_, attempt, attempts) => {
  const { queue, attempted } = queueOf([1, 2, 3, 4, 5], attempt);
  await drain(queue, 0);
  expect(attempted).toHaveLength(attempts);
});

it("goes on after a service that missed two, and one that asks for a moment", async () => {
  const ends = [
    { pauseMs: 0, answered: false },
    { pauseMs: 0, answered: false },
    { pauseMs: 20, answered: true },
  ];
  const { queue, attempted } = queueOf(
    [0, 1, 2, 3, 4],
    (item) => ends[item] ?? { pauseMs: 0, answered: false },
  );
  await drain(queue, 0);
  expect(attempted).toEqual([0, 1, 2, 3, 4]);
});

it("begins no further item when the process is to stop, or the time is used up", async () => {
  const stopped = queueOf([1, 2], () => {
    process_.kithStopping = true;
    return fine;
  });
  await drain(stopped.queue, 0);
  expect(stopped.attempted).toEqual([1]);
  process_.kithStopping = false;
  vi.stubEnv("JOB_TIME_BUDGET_MS", "500");
  resetEnv();
  const late = queueOf([1, 2], async () => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    return fine;
  });
  await drain(late.queue, 0);
  expect(late.attempted).toEqual([1]);
});

it("waits for what is due soon as long as it has patience", async () => {
  const { queue, attempted, items } = queueOf([]);
  queue.nextInMs.mockImplementationOnce(async () => {
    items.push(1);
    return 20;
  });
  await drain(queue, 1000);
  expect(attempted).toEqual([1]);
  queue.nextInMs.mockImplementation(async () => 5000);
  const began = performance.now();
  await drain(queue, 1000);
  expect(performance.now() - began).toBeLessThan(900);
});
