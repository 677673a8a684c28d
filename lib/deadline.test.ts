import { expect, it } from "vitest";
import { within } from "./deadline";

it("settles as the work does when that is in time", async () => {
  await expect(within(1000, Promise.resolve(7))).resolves.toBe(7);
  await expect(within(1000, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

it("rejects once the time is over, with the given error", async () => {
  const never = new Promise(() => {});
  await expect(within(5, never)).rejects.toThrow("no answer within 5 ms");
  await expect(within(5, never, () => new TypeError("late"))).rejects.toThrow(TypeError);
});

it("lets no late failure of the work go unhandled", async () => {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("dropped")), 10));
  await expect(within(1, late)).rejects.toThrow("no answer");
  await new Promise((resolve) => setTimeout(resolve, 20));
});
