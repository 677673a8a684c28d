import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { requireLong } from "../archive/keys.mjs";
import { Failure, messageOf } from "./failure.mjs";
import { nodeProgram } from "./project.mjs";
import { lastLines, runTask } from "./task.mjs";

const NAME = /^kith-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const KEEP = 7;

/**
 * Where scheduled backups go, and how many are kept.
 * @param {string} dataDir
 */
export function backupPlace(dataDir) {
  const keep = Number(process.env.BACKUP_KEEP?.trim() || KEEP);
  if (!Number.isInteger(keep) || keep < 1)
    throw new Failure(`BACKUP_KEEP must be a whole number from 1 on, not "${process.env.BACKUP_KEEP}".`);
  return { folder: resolve(process.env.BACKUP_DIR?.trim() || join(dataDir, "backups")), keep };
}

/**
 * The backups a schedule made, newest first, each with its time. Those of the future come last: they were made while the
 * clock was ahead, nobody knows when.
 * @param {string} folder
 */
export function listBackups(folder) {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((name) => {
    const parts = NAME.exec(name);
    if (!parts) return [];
    const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1).map(Number);
    return [{ file: join(folder, name), at: new Date(Date.UTC(year, month - 1, day, hour, minute, second)) }];
  });
  return found.toSorted((a, b) => Number(isPast(b)) - Number(isPast(a)) || b.at.getTime() - a.at.getTime());
}

/**
 * Whether the time of a backup can be believed.
 * @param {{ at: Date }} backup
 */
export function isPast({ at }) {
  return at.getTime() <= Date.now();
}

/**
 * The times of a pattern (UTC), at which nothing is done yet. Throws a Failure when there are none, or when the backups
 * would be refused their passphrase.
 * @param {string} pattern
 */
export async function backupTimes(pattern) {
  const passphrase = process.env.BACKUP_PASSPHRASE?.trim();
  if (passphrase) requireLong(passphrase);
  const { Cron } = await import("croner");
  try {
    const times = new Cron(pattern, { timezone: "UTC", protect: true, unref: true });
    if (times.nextRun()) return times;
  } catch (error) {
    throw new Failure(`BACKUP_SCHEDULE is not a cron pattern such as "0 3 * * *": ${messageOf(error)}`);
  }
  throw new Failure(`BACKUP_SCHEDULE names a time that never comes: "${pattern}".`);
}

/**
 * Makes backups at the times of BACKUP_SCHEDULE (a cron pattern, UTC) while the supervisor runs, whatever happens to
 * the app meanwhile; never two at once. Returns a function that stops this, or null without a schedule. Throws a
 * Failure when the variables are invalid.
 * @param {string} dataDir
 * @param {(line: string) => void} tell
 */
export async function scheduleBackups(dataDir, tell) {
  const pattern = process.env.BACKUP_SCHEDULE?.trim();
  if (!pattern) return null;
  const place = backupPlace(dataDir);
  const cron = (await backupTimes(pattern)).schedule(() => makeBackup(place, tell));
  return () => cron.stop();
}

const UNFINISHED = /^kith-\d{8}T\d{6}Z\.tar\.gz(\.[0-9a-f]{8})?\.partial$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Removes what an interrupted backup left. One that is still being written changes all the time.
 * @param {string} folder
 */
function removeUnfinished(folder) {
  for (const name of readdirSync(folder).filter((one) => UNFINISHED.test(one))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file, { force: true });
  }
}

/**
 * Makes one backup; then those beyond the number to keep are deleted, oldest first. Never throws.
 * @param {{ folder: string, keep: number }} subject
 * @param {(line: string) => void} tell
 */
export async function makeBackup({ folder, keep }, tell) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeUnfinished(folder);
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    const keys = process.env.BACKUP_PASSPHRASE?.trim() ? ["--with-keys"] : [];
    const script = ["--import", "./scripts/ts-hooks.mjs", "scripts/backup.mjs"];
    const made = join(folder, `kith-${stamp}.tar.gz`);
    const args = [...script, made, ...keys];
    const { ending, said } = await runTask(nodeProgram(), args);
    if (ending !== 0) return tell(`The scheduled backup failed (${ending}): ${lastLines(said, 3).trim()}`);
    // Not by its time: the clock may have been put right while it was made.
    const others = listBackups(folder).filter(({ file }) => file !== made);
    for (const { file } of others.slice(keep - 1)) rmSync(file, { force: true });
  } catch (error) {
    tell(`The scheduled backup failed: ${messageOf(error)}`);
  }
}
