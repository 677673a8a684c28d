import { DAY_MS } from "@/lib/time";

export const WEEK_MS = 7 * DAY_MS;

/** The latest Monday 08:00 UTC at or before `now`: when the digest is due. */
export function lastDigestTime(now: Date): Date {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday, 8);
  return new Date(monday <= now.getTime() ? monday : monday - WEEK_MS);
}

/** ISO 8601 week of a moment in UTC, such as 2026-W47. The year is that of the week's Thursday. */
export function isoWeek(at: Date): string {
  const thursday = new Date(at.getTime() + (3 - ((at.getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS);
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, "0")}`;
}
