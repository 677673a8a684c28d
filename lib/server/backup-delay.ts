import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Cron } from "croner";
import { env } from "@/lib/env";

/** The names that scripts/lib/backups.mjs gives. */
const NAME = /^kith-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/**
 * How long a backup of BACKUP_SCHEDULE is overdue, in seconds: 0 if none is, null without a schedule. Before the first
 * one, `since` counts as the last. Names of the future, given while the clock was ahead, do not count.
 */
export async function backupDelay(since: Date): Promise<number | null> {
  const { BACKUP_SCHEDULE: pattern, BACKUP_DIR, DATA_DIR } = env();
  if (!pattern) return null;
  const folder = BACKUP_DIR ?? join(/* turbopackIgnore: true */ DATA_DIR, "backups");
  const names = await readdir(folder).catch(() => []);
  const times = names
    .filter((name) => NAME.test(name))
    .map((name) => Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z")))
    .filter((time) => time <= Date.now());
  const last = times.length > 0 ? new Date(Math.max(...times)) : since;
  const due = new Cron(pattern, { timezone: "UTC" }).nextRun(last);
  return due ? Math.max(0, (Date.now() - due.getTime()) / 1000) : 0;
}
