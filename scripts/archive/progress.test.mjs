import { expect, it, vi } from "vitest";
import { showProgress } from "./progress.mjs";

/** @param {boolean} isTTY */
function shown(isTTY) {
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let [now, text] = [0, ""];
  const stream = /** @type {NodeJS.WriteStream & { fd: 2 }} */ ({
    fd: 2,
    isTTY,
    write: (/** @type {string} */ piece) => {
      text += piece;
      return true;
    },
  });
  const progress = showProgress(stream);
  /** @param {number} ms */
  const pass = (ms) => {
    now += ms;
  };
  return { ...progress, pass, said: () => text };
}

it("rewrites one line of a terminal ten times a second at most, and clears it for the result", () => {
  const { show, clear, pass, said } = shown(true);
  show("contacts: 1 row");
  expect(said(), "what is quick shows nothing").toBe("");
  pass(100);
  show("contacts: 20,000 rows");
  pass(99);
  show("contacts: 30,000 rows");
  pass(1);
  show("contacts: 40,000 rows");
  clear();
  expect(said()).toBe("\r\u001b[2K  contacts: 20,000 rows\r\u001b[2K  contacts: 40,000 rows\r\u001b[2K");
});

it("writes a line into a log every ten seconds, without a sign of a terminal", () => {
  const { show, clear, pass, said } = shown(false);
  for (let second = 1; second <= 25; second++) {
    pass(1_000);
    show(`second ${second}`);
  }
  clear();
  expect(said()).toBe("  second 10\n  second 20\n");
});
