import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Cron } from "croner";
import { env } from "@/lib/env";

/** The names that scripts/lib/backups.mjs gives. */
const NAME = /^kith-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/**
 * How long a backup of BACKUP_SCHEDULE is overdue, in seconds: 0 if none is, null without a schedule. Before the first
 * one, `since` counts as the last.
 */
export async function backupDelay(since: Date): Promise<number | null> {
  const { BACKUP_SCHEDULE: pattern, BACKUP_DIR, DATA_DIR } = env();
  if (!pattern) return null;
  const folder = BACKUP_DIR ?? join(/* turbopackIgnore: true */ DATA_DIR, "backups");
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .at(-1);
  const last = newest ? new Date(newest.replace(NAME, "$1-$2-$3T$4:$5:$6Z")) : since;
  const due = new Cron(pattern, { timezone: "UTC" }).nextRun(last);
  return due ? Math.max(0, (Date.now() - due.getTime()) / 1000) : 0;
}
