import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverGone } from "./connection";
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
const refused = (code: string, status = 429) =>
  new ApiFailure({ status, code, message: "", retryAfterS: 30 });

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers({ now: 5000 });
});
afterEach(() => {
  for (const file of heldFiles.get().files) releaseFile(file);
  vi.useRealTimers();
  serverGone.set(false);
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

it("holds a file that the limit refused before all others, and none that was refused for another reason", async () => {
  holdFiles([second]);
  expect(await holdAgain(refused("VALIDATION_ERROR"), first)).toBe(false);
  expect(heldFiles.get().files).toEqual([second]);
  expect(await holdAgain(refused("RATE_LIMITED"), first)).toBe(true);
  expect(heldFiles.get()).toEqual({ files: [first, second], until: 35_000, isOfUploads: false });
  releaseFile(first);
  holdFiles([third]);
  const both = { files: [second, third], until: 35_000, isOfUploads: false };
  expect(heldFiles.get(), "the limit is the same for all").toEqual(both);
});

it("tells the limit of uploads from that of all requests", async () => {
  for (const [message, isOfUploads] of [
    ["Too many uploads. Try again later.", true],
    ["Too many requests", false],
  ] as const) {
    expect(await holdAgain(new ApiFailure({ status: 429, code: "RATE_LIMITED", message }), first)).toBe(true);
    expect(heldFiles.get()).toMatchObject({ isOfUploads });
    releaseFile(first);
  }
});

it("holds a file that did not reach the server before all others, unless the server is there", async () => {
  const health = (status: number) => vi.stubGlobal("fetch", async () => new Response(null, { status }));
  const [interrupted, badGateway] = [refused("NETWORK", 0), refused("UNEXPECTED", 502)];
  holdFiles([second]);
  for (const failure of [interrupted, badGateway]) {
    health(200);
    expect(await holdAgain(failure, first)).toBe(false);
    expect([heldFiles.get().files, serverGone.get()]).toEqual([[second], false]);
    health(502);
    expect(await holdAgain(failure, first)).toBe(true);
    expect([heldFiles.get().files, serverGone.get()]).toEqual([[first, second], true]);
    releaseFile(first);
    serverGone.set(false);
  }
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
