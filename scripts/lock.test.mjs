import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lockFolder, lockHolder } from "./lib/lock.mjs";
import { birthOf } from "./lib/processes.mjs";

const addresses = { url: "http://localhost:3000", internalUrl: "http://127.0.0.1:3000" };
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kith-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {object} content */
const plant = (content) =>
  writeFileSync(join(folder, "lock"), JSON.stringify({ token: "planted", ...addresses, ...content }));

it("holds a folder until it is released, and leaves nothing behind", () => {
  const lock = lockFolder(folder, addresses);
  expect(lockHolder(folder)).toMatchObject({ pid: process.pid, ...addresses });
  expect(() => lockFolder(folder, addresses)).toThrow(`process ${process.pid}, http://localhost:3000`);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  expect(lockHolder(folder)).toBe(null);
});

it("takes over from the dead, from a process id that is used again, and from a damaged file", () => {
  plant({ pid: 2 ** 22 + 1, birth: "x", host: hostname() });
  lockFolder(folder, addresses).release();
  plant({ pid: process.pid, birth: "the one before", host: hostname() });
  lockFolder(folder, addresses).release();
  writeFileSync(join(folder, "lock"), '{"pid":');
  lockFolder(folder, addresses).release();
  expect(existsSync(join(folder, "lock"))).toBe(false);
});

it("believes a lock of this very process", () => {
  plant({ pid: process.pid, birth: birthOf(process.pid), host: hostname() });
  expect(() => lockFolder(folder, addresses)).toThrow("already runs");
});

it("believes another machine's lock as long as its time stamp moves", () => {
  plant({ pid: 1, birth: "x", host: "another-machine" });
  expect(() => lockFolder(folder, addresses)).toThrow("process 1 on another-machine");
  utimesSync(join(folder, "lock"), new Date(), new Date(Date.now() - 60_000));
  lockFolder(folder, addresses).release();
});

/**
 * Plants another machine's lock whose time stamp lies in the future, and has `work` done when somebody has waited for so
 * long to see whether it moves.
 * @param {number} afterMs
 * @param {(lock: string) => void} work
 */
function plantAhead(afterMs, work) {
  const file = join(folder, "lock");
  plant({ pid: 1, birth: "x", host: "another-machine" });
  const ahead = new Date(Date.now() + 3_600_000);
  utimesSync(file, ahead, ahead);
  let waitedMs = 0;
  vi.spyOn(Atomics, "wait").mockImplementation((_array, _index, _value, ms = 0) => {
    const before = waitedMs;
    waitedMs += ms;
    if (before < afterMs && waitedMs >= afterMs) work(file);
    return "timed-out";
  });
}

it("does not believe a dead one whose time stamp the clock, set back since, has yet to reach", () => {
  plantAhead(Number.POSITIVE_INFINITY, () => {});
  expect(lockHolder(folder)).toBe(null);
  lockFolder(folder, addresses).release();
});

it("believes one of a clock that is ahead, also after a beat that comes late, until it is released", () => {
  const moved = new Date(Date.now() + 3_612_000);
  plantAhead(12_000, (lock) => utimesSync(lock, moved, moved));
  expect(lockHolder(folder)).toMatchObject({ host: "another-machine" });
  plantAhead(3_000, rmSync);
  expect(lockHolder(folder)).toBe(null);
});

it("belongs to the folder it was made for, also when that is moved, and not to a copy", () => {
  const [original, copy, moved] = [join(folder, "original"), join(folder, "copy"), join(folder, "moved")];
  mkdirSync(original);
  const lock = lockFolder(original, addresses);
  cpSync(original, copy, { recursive: true });
  expect(lockHolder(copy)).toBe(null);
  const own = lockFolder(copy, addresses);
  expect(own.copyOf).toMatchObject({ pid: process.pid, folder: original });
  expect(lockHolder(copy)).toMatchObject({ folder: copy });
  own.release();
  renameSync(original, moved);
  expect(lockHolder(moved)).toMatchObject({ folder: original });
  expect(() => lockFolder(moved, addresses)).toThrow("already runs");
  mkdirSync(original);
  copyFileSync(join(moved, "lock"), join(original, "lock"));
  expect(lockHolder(original)).not.toBe(null);
  lock.release();
});
