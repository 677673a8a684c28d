import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { verifyArchive } from "./archive/verify.mjs";
import { backupPlace, listBackups, makeBackup, scheduleBackups } from "./lib/backups.mjs";
import { diagnose } from "./lib/diagnosis.mjs";
import { temporaryFolder } from "./testing/databases.mjs";
import { present } from "./testing/present.mjs";

const folder = temporaryFolder();
/** @param {number} day */
const older = (day) => `kith-202601${String(day).padStart(2, "0")}T030000Z.tar.gz`;
/** @type {string[]} */
let said;
/** @param {string} line */
const tell = (line) => said.push(line);

beforeEach(() => {
  said = [];
});

it("writes a whole archive, and keeps the newest and whatever is not its own", async () => {
  const own = join(folder, "kept");
  mkdirSync(own);
  for (let day = 1; day <= 5; day++) writeFileSync(join(own, older(day)), "old");
  writeFileSync(join(own, "notes.txt"), "mine");
  writeFileSync(join(own, "kith-by-hand.tar.gz"), "mine");
  const [stale, young] = [`${older(1)}.0123abcd.partial`, `${older(2)}.partial`];
  for (const name of [stale, young]) writeFileSync(join(own, name), "cut short");
  utimesSync(join(own, stale), 0, 0);
  await makeBackup({ folder: own, keep: 3 }, tell);
  expect(said).toEqual([]);
  expect(readdirSync(own).filter((name) => name.endsWith(".partial"))).toEqual([young]);
  const [newest, ...rest] = listBackups(own);
  expect(rest.map(({ file }) => file)).toEqual([join(own, older(5)), join(own, older(4))]);
  expect((await verifyArchive(present(newest).file)).manifest.tables.length).toBeGreaterThan(20);
  expect(readdirSync(own)).toContain("notes.txt");
  expect(readdirSync(own)).toContain("kith-by-hand.tar.gz");
  vi.stubEnv("BACKUP_DIR", own);
  const finding = (await diagnose()).find(({ name }) => name === "Backups");
  expect(finding).toMatchObject({ state: "ok", message: expect.stringContaining(present(newest).file) });
  vi.stubEnv("BACKUP_SCHEDULE", "0 3 * * *");
  const scheduled = async () => (await diagnose()).find(({ name }) => name === "Backups")?.state;
  expect(await scheduled()).toBe("ok");
  rmSync(present(newest).file);
  expect(await scheduled(), "the others are years old").toBe("warn");
});

it("keeps and counts those of the past where the clock was ahead for a while", async () => {
  const own = join(folder, "ahead");
  mkdirSync(own);
  const ahead = [1, 2, 3].map((day) => older(day).replace("2026", "2099"));
  for (const name of ahead) writeFileSync(join(own, name), "ahead");
  vi.stubEnv("BACKUP_DIR", own);
  vi.stubEnv("BACKUP_SCHEDULE", "0 3 * * *");
  const finding = async () => (await diagnose()).find(({ name }) => name === "Backups");
  expect(await finding()).toMatchObject({ state: "warn", message: "none yet" });
  writeFileSync(join(own, older(1)), "old");
  expect(await finding()).toMatchObject({ state: "warn", message: expect.stringContaining(older(1)) });
  await makeBackup({ folder: own, keep: 3 }, tell);
  expect(said).toEqual([]);
  const [made, ...rest] = listBackups(own).map(({ file }) => basename(file));
  expect(ahead).not.toContain(made);
  expect(rest).toEqual([older(1), ahead[2]]);
});

it("says so when it fails, and deletes nothing then", async () => {
  const own = join(folder, "failing");
  mkdirSync(own);
  for (let day = 1; day <= 5; day++) writeFileSync(join(own, older(day)), "old");
  vi.stubEnv("DATABASE_URL", "postgres://kith:hidden-word@127.0.0.1:1/kith");
  await makeBackup({ folder: own, keep: 3 }, tell);
  expect(said).toEqual([expect.stringContaining("The scheduled backup failed (1)")]);
  expect(said[0]).not.toContain("hidden-word");
  expect(listBackups(own)).toHaveLength(5);
});

it("runs at the times of its pattern, and refuses what is none", async () => {
  expect(await scheduleBackups(folder, tell)).toBeNull();
  vi.stubEnv("BACKUP_SCHEDULE", "every night");
  await expect(scheduleBackups(folder, tell)).rejects.toThrow("BACKUP_SCHEDULE is not a cron pattern");
  vi.stubEnv("BACKUP_KEEP", "0");
  expect(() => backupPlace(folder)).toThrow("BACKUP_KEEP");
  vi.stubEnv("BACKUP_KEEP", "2");
  vi.stubEnv("BACKUP_DIR", join(folder, "regular"));
  vi.stubEnv("BACKUP_SCHEDULE", "* * * * * *");
  const stop = present(await scheduleBackups(folder, tell));
  await vi.waitFor(() => expect(listBackups(join(folder, "regular"))).toHaveLength(2), { timeout: 40_000 });
  stop();
  expect(said).toEqual([]);
});
