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
import { afterEach, beforeEach, expect, it } from "vitest";
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

it("does not wait for the time stamp of a dead one that the clock, set back since, has yet to reach", () => {
  plant({ pid: 1, birth: "x", host: "another-machine" });
  const ahead = new Date(Date.now() + 3_600_000);
  utimesSync(join(folder, "lock"), ahead, ahead);
  lockFolder(folder, addresses).release();
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
