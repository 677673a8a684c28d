import { afterEach, expect, it, vi } from "vitest";
import { step } from "./lib/terminal.mjs";

afterEach(() => vi.useRealTimers());

it("says every half minute that a slow step goes on, and for how long", async () => {
  vi.useFakeTimers();
  /** @type {string[]} */
  const said = [];
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(line));
  /** @type {() => void} */
  let finish = () => {};
  const done = step(
    "Building (about half a minute)",
    "Built",
    () => new Promise((end) => (finish = () => end(0))),
  );
  await vi.advanceTimersByTimeAsync(75_000);
  finish();
  await done;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said.map((line) => line.trim())).toEqual([
    "… Building (about half a minute)",
    "… Building goes on: 0:30 min so far",
    "… Building goes on: 1:00 min so far",
    "✓ Built in 75 s",
  ]);
});
