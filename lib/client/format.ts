import { DAY_S } from "@/lib/time";

/** Units of relative time, from the largest, with their length in seconds. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", DAY_S],
  ["hour", 3600],
  ["minute", 60],
];

export type Format = ReturnType<typeof formatter>;

/** How a language writes numbers, dates, times and sizes. Times are in the browser's time zone. */
export function formatter(locale: string) {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
  const dayUtc = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const exact = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 });
  const calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const dayAndHour = new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short" },
    ...{ hour: "numeric", minute: "2-digit" },
  });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  // A number and its unit stay in one line.
  const size = (value: number, unit: string, unitDisplay: "short" | "long" = "short") =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
      .format(value)
      .replace(" ", "\u00a0");
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const either = new Intl.ListFormat(locale, { type: "disjunction" });
  const point = number.formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
  return {
    /** How decimals are typed in the locale. */
    decimal: point === "," ? ("comma" as const) : ("dot" as const),
    number: (value: number) => number.format(value),
    /** With all digits that a number field can have. */
    exact: (value: number) => exact.format(value),
    compact: (value: number) => compact.format(value),
    /** `value` in percent, 0 to 100. */
    percent: (value: number) => percent.format(value / 100),
    day: (iso: string) => day.format(new Date(iso)),
    /** A calendar day of UTC such as `2026-11-20`. */
    dayUtc: (iso: string) => dayUtc.format(new Date(iso)),
    /** A date such as `2026-11-20`, which is the same day everywhere. */
    calendarDay: (iso: string) => calendarDay.format(new Date(iso)),
    /** The time of day at which something began. */
    hour: (iso: string) => hour.format(new Date(iso)),
    dayAndHour: (iso: string) => dayAndHour.format(new Date(iso)),
    moment: (iso: string) => moment.format(new Date(iso)),
    list: (items: string[]) => list.format(items),
    /** One of them. */
    either: (items: readonly string[]) => either.format(items),
    /** "3 minutes ago", "yesterday"; "now" under a minute. */
    ago: (iso: string, now = Date.now()) => {
      const seconds = (new Date(iso).getTime() - now) / 1000;
      for (const [unit, length] of UNITS) {
        if (Math.abs(seconds) >= length) return ago.format(Math.round(seconds / length), unit);
      }
      return ago.format(0, "second");
    },
    /** 1 MB is 1024 × 1024 bytes here, as in the limit of an upload. */
    bytes: (value: number) => {
      if (value < 1024) return size(value, "byte", "long");
      if (value < 1024 ** 2) return size(value / 1024, "kilobyte");
      return size(value / 1024 ** 2, "megabyte");
    },
    /** A length of time in words: "40 seconds", "3 minutes", "2 hours". */
    duration: (seconds: number) => {
      if (seconds < 90) return size(Math.max(1, Math.round(seconds)), "second", "long");
      if (seconds < 5400) return size(Math.round(seconds / 60), "minute", "long");
      return size(Math.round(seconds / 3600), "hour", "long");
    },
  };
}
