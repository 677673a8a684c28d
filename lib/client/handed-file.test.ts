import { expect, it, vi } from "vitest";
import { ApiFailure } from "./failure";
import { heldFile, holdAgain, holdFile, keepOpenFor } from "./handed-file";

it("keeps a file that waits, and lets the browser ask before the tab loses it", () => {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const isAsked = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const waiting = { file: new File(["email"], "people.csv"), sheet: undefined, until: 1000 };
  holdFile(waiting);
  expect([heldFile.get(), isAsked()]).toEqual([waiting, true]);
  holdFile(null);
  expect([heldFile.get(), isAsked()]).toEqual([null, false]);
});

it("holds a file that the limit refused until the limit is over, and none that was refused for another reason", () => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers({ now: 5000 });
  const file = new File(["email"], "people.csv");
  const refused = (code: string) => new ApiFailure({ status: 429, code, message: "", retryAfterS: 30 });
  expect(holdAgain(refused("VALIDATION_ERROR"), { file, sheet: "Two" })).toBe(false);
  expect(heldFile.get()).toBeNull();
  expect(holdAgain(refused("RATE_LIMITED"), { file, sheet: "Two" })).toBe(true);
  expect(heldFile.get()).toEqual({ file, sheet: "Two", until: 35_000 });
  vi.useRealTimers();
});

it("lets the browser ask while a waiting file is sent, and no longer", async () => {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const isAsked = () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { promise, reject } = Promise.withResolvers<string>();
  const sent = keepOpenFor(promise);
  expect(isAsked()).toBe(true);
  reject(new Error("offline"));
  await expect(sent).rejects.toThrow("offline");
  expect(isAsked()).toBe(false);
});
