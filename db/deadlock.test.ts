import { expect, it, vi } from "vitest";
import { retryDeadlocks } from "./deadlock";

const failing = (code: string, times: number) => {
  let left = times;
  return vi.fn(async () => {
    if (left-- > 0) throw Object.assign(new Error("no"), { code });
    return "done";
  });
};

it("a transaction that others overtake again and again is retried until they are gone", async () => {
  const work = failing("40001", 5);
  expect(await retryDeadlocks(work)).toBe("done");
  expect(work).toHaveBeenCalledTimes(6);
});

it("one that ends in deadlocks, of which each takes a second, is given up soon", async () => {
  const work = failing("40P01", 5);
  await expect(retryDeadlocks(work)).rejects.toThrow("no");
  expect(work).toHaveBeenCalledTimes(3);
});

it("any other error is nobody's to retry", async () => {
  const work = failing("08006", 1);
  await expect(retryDeadlocks(work)).rejects.toThrow("no");
  expect(work).toHaveBeenCalledTimes(1);
});
