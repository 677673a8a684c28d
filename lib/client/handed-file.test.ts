import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiFailure } from "./failure";
import {
  handFiles,
  heldFiles,
  holdAgain,
  holdFiles,
  keepOpenFor,
  NONE_HELD,
  releaseFile,
  takeFiles,
} from "./handed-file";

const csv = (name: string) => new File(["email"], name);
const [first, second, third] = [csv("first.csv"), csv("second.csv"), csv("third.csv")];
const refused = (code: string) => new ApiFailure({ status: 429, code, message: "", retryAfterS: 30 });

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers({ now: 5000 });
});
afterEach(() => {
  for (const file of heldFiles.get().files) releaseFile(file);
  vi.useRealTimers();
});

it("hands over every file, also those that come before anybody takes them", () => {
  handFiles([first]);
  handFiles([second]);
  const taken: File[] = [];
  const stop = takeFiles((files) => taken.push(...files));
  handFiles([third]);
  expect(taken).toEqual([first, second, third]);
  stop();
});

it("keeps the files that wait in their order, and lets the browser ask before the tab loses one", () => {
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  holdFiles([first]);
  holdFiles([second]);
  expect([heldFiles.get().files, isAsked()]).toEqual([[first, second], true]);
  releaseFile(first);
  expect([heldFiles.get().files, isAsked()]).toEqual([[second], true]);
  releaseFile(second);
  expect([heldFiles.get(), isAsked()]).toEqual([NONE_HELD, false]);
});

it("holds a file that the limit refused before all others, and none that was refused for another reason", () => {
  holdFiles([second]);
  expect(holdAgain(refused("VALIDATION_ERROR"), first)).toBe(false);
  expect(heldFiles.get().files).toEqual([second]);
  expect(holdAgain(refused("RATE_LIMITED"), first)).toBe(true);
  expect(heldFiles.get()).toEqual({ files: [first, second], until: 35_000 });
  releaseFile(first);
  holdFiles([third]);
  expect(heldFiles.get(), "the limit is the same for all").toEqual({ files: [second, third], until: 35_000 });
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
