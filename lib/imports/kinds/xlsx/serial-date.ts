import { DAY_MS, DAY_S } from "@/lib/time";

/** Which parts of a date a format shows. */
export interface DateParts {
  date: boolean;
  time: boolean;
  seconds: boolean;
  /** Hours that continue beyond 24. */
  elapsed: boolean;
}

/** 31 December 9999, in days of the 1900 date system. */
const LAST_DAY = 2_958_465;
/** From the 1904 date system to the 1900 one. */
const DAYS_1904 = 1462;

/**
 * A serial number as the date it stands for, in ISO 8601; null where a spreadsheet cannot show it either. The 1900
 * date system has a 29 February 1900, as in all spreadsheets since Lotus.
 */
export function shownDate(value: number, parts: DateParts, date1904: boolean): string | null {
  if (value < 0) return null;
  const unit = parts.seconds || parts.elapsed ? 1 : 60;
  // A value shown to the minute is truncated, one shown to the second is rounded.
  const total = Math.round(value * DAY_S);
  const seconds = total - (total % unit);
  if (parts.elapsed) return clock(seconds, true, parts.seconds);
  const day = Math.floor(seconds / DAY_S) + (date1904 ? DAYS_1904 : 0);
  if (day > LAST_DAY) return null;
  const time = clock(seconds % DAY_S, false, parts.seconds);
  if (!parts.date) return time;
  return parts.time ? `${dayText(day)} ${time}` : dayText(day);
}

function dayText(day: number): string {
  if (day === 0) return "1900-01-00";
  if (day === 60) return "1900-02-29";
  const base = Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return new Date(base + day * DAY_MS).toISOString().slice(0, 10);
}

function clock(seconds: number, isElapsed: boolean, withSeconds: boolean): string {
  const hours = String(Math.floor(seconds / 3600));
  const parts = [isElapsed ? hours : hours.padStart(2, "0"), two(Math.floor(seconds / 60) % 60)];
  return (withSeconds ? [...parts, two(seconds % 60)] : parts).join(":");
}

const two = (number: number) => String(number).padStart(2, "0");
