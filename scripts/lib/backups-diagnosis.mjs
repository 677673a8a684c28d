import { backupPlace, backupTimes, isPast, listBackups } from "./backups.mjs";
import { dataFolder } from "./data-folder.mjs";
import { messageOf } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";
import { isInstalled } from "./install.mjs";

/** Longer than a backup takes. */
const LATE_MS = 60 * 60_000;

/**
 * What the doctor says about the backups of a schedule.
 * @returns {Promise<import("./finding.mjs").Finding>}
 */
export async function diagnoseBackups() {
  try {
    return await judgeBackups();
  } catch (error) {
    return fail("Backups", messageOf(error), "Correct it, or unset it: see .env.example");
  }
}

async function judgeBackups() {
  const last = listBackups(backupPlace(dataFolder()).folder).find(isPast);
  const pattern = process.env.BACKUP_SCHEDULE?.trim();
  const times = pattern && isInstalled() ? await backupTimes(pattern) : null;
  const why = "BACKUP_SCHEDULE makes them while Kith runs; failures are printed by `npm start`";
  if (!last)
    return pattern ? warn("Backups", "none yet", why) : ok("Backups", "not scheduled (BACKUP_SCHEDULE)");
  const found = `the last one of ${last.at.toISOString()}: ${last.file}`;
  const due = times?.nextRun(last.at) ?? null;
  return due && Date.now() - due.getTime() > LATE_MS
    ? warn("Backups", `${found}; that of ${due.toISOString()} is missing`, why)
    : ok("Backups", found);
}
