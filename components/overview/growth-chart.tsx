"use client";

import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFormat, useT } from "@/lib/client/i18n";
import type { Stats } from "@/lib/client/stats";
import { Bars, type Bin } from "./bars";

type Day = Stats["contactsGrowth"][number];

/** The selectable numbers of days; the API has the last thirty. */
const RANGES = [7, 30] as const;

interface GrowthChartProps {
  days: Day[];
  /** Since the first contact, while that is less than a week ago; a month of days would then be a single bar. */
  hours: Stats["contactsByHour"];
}

export function GrowthChart({ days, hours }: GrowthChartProps) {
  return hours.length > 0 ? <FirstWeek hours={hours} /> : <Days days={days} />;
}

function FirstWeek({ hours }: Pick<GrowthChartProps, "hours">) {
  const t = useT();
  const format = useFormat();
  const total = hours.reduce((sum, { count }) => sum + count, 0);
  const summary = t("overview.growth.since", { total, count: hours.length });
  const name = hours.length > 24 ? format.dayAndHour : format.hour;
  const bins = hours.map(({ hour, count }) => ({ at: hour, count }));
  return (
    <Figure
      summary={summary}
      bins={bins}
      name={name}
      column={t("overview.growth.hour")}
      tableName={format.dayAndHour}
    />
  );
}

/** New contacts per day as bars, with the same figures as a sentence and as a table. */
function Days({ days: all }: Pick<GrowthChartProps, "days">) {
  const t = useT();
  const format = useFormat();
  const [range, setRange] = useState<number>(RANGES[1]);
  const days = all.slice(-range);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const best = days.reduce<Day | undefined>(
    (top, day) => (top && top.count >= day.count ? top : day),
    undefined,
  );
  const summary =
    total === 0 || !best
      ? t("overview.growth.none", { days: days.length })
      : t("overview.growth.summary", {
          total,
          days: days.length,
          max: best.count,
          date: format.dayUtc(best.date),
        });
  if (all.every(({ count }) => count === 0)) return <p className="text-muted">{summary}</p>;
  return (
    <Figure
      summary={summary}
      aside={<RangeSwitch range={range} onChange={setRange} />}
      bins={days.map(({ date, count }) => ({ at: date, count }))}
      name={format.dayUtc}
      column={t("overview.growth.day")}
    />
  );
}

interface FigureProps {
  summary: string;
  aside?: ReactNode;
  bins: Bin[];
  name: (at: string) => string;
  /** The header of the table's first column, and its text where that is not the name. */
  column: string;
  tableName?: (at: string) => string;
}

function Figure({ summary, aside, bins, name, column, tableName = name }: FigureProps) {
  const t = useT();
  const { ref, width } = useWidth();
  const isEmpty = bins.every(({ count }) => count === 0);
  return (
    <figure className="grid gap-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="figures text-muted text-sm">{summary}</span>
        {aside}
      </figcaption>
      <div ref={ref} className="h-56">
        {/* Axes without a bar would say the same as the sentence, with a meaningless scale. */}
        {width > 0 && !isEmpty && <Bars bins={bins} width={width} label={summary} name={name} />}
      </div>
      <details>
        <summary className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-3">
          {t("overview.growth.table")}
        </summary>
        <GrowthTable bins={bins} name={tableName} column={column} />
      </details>
    </figure>
  );
}

function RangeSwitch({ range, onChange }: { range: number; onChange: (range: number) => void }) {
  const t = useT();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t("overview.growth.range")}</legend>
      {RANGES.map((count) => (
        <Button
          key={count}
          size="sm"
          variant={count === range ? "secondary" : "ghost"}
          aria-pressed={count === range}
          onClick={() => onChange(count)}
        >
          {t("overview.growth.days", { count })}
        </Button>
      ))}
    </fieldset>
  );
}

function GrowthTable({ bins, name, column }: Pick<FigureProps, "bins" | "name" | "column">) {
  const t = useT();
  const format = useFormat();
  return (
    <table className="figures mt-3 w-full max-w-sm border-collapse text-sm">
      <thead className="text-left text-faint text-xs">
        <tr>
          <th className="border-line border-b py-1.5 font-medium">{column}</th>
          <th className="border-line border-b py-1.5 text-right font-medium">{t("overview.growth.count")}</th>
        </tr>
      </thead>
      <tbody>
        {bins.toReversed().map(({ at, count }) => (
          <tr key={at}>
            <td className="border-line border-b py-1.5 text-muted">{name(at)}</td>
            <td className="border-line border-b py-1.5 text-right">{format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The width of an element, now and after every change. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
