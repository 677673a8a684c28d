"use client";

import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFormat, useT } from "@/lib/client/i18n";
import type { Stats } from "@/lib/client/stats";

type Day = Stats["contactsGrowth"][number];

const HEIGHT = 224;
const MARGIN = { top: 12, right: 0, bottom: 26, left: 40 };

/** How many of the last days can be looked at; the API has the last thirty. */
const RANGES = [7, 30] as const;

/** New contacts per day as bars, with the same figures as a sentence and as a table. */
export function GrowthChart({ days: all }: { days: Day[] }) {
  const t = useT();
  const format = useFormat();
  const { ref, width } = useWidth();
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
    <figure className="grid gap-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="figures text-muted text-sm">{summary}</span>
        <RangeSwitch range={range} onChange={setRange} />
      </figcaption>
      <div ref={ref} className="h-56">
        {/* Axes without a bar would say the same as the sentence, with a scale that means nothing. */}
        {width > 0 && total > 0 && <Bars days={days} width={width} label={summary} />}
      </div>
      <details>
        <summary className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-3">
          {t("overview.growth.table")}
        </summary>
        <GrowthTable days={days} />
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

function Bars({ days, width, label }: { days: Day[]; width: number; label: string }) {
  const format = useFormat();
  const innerWidth = width - MARGIN.left - MARGIN.right;
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = scaleBand({ domain: days.map(({ date }) => date), range: [0, innerWidth], padding: 0.28 });
  const max = Math.max(4, ...days.map(({ count }) => count));
  const y = scaleLinear({ domain: [0, max], range: [innerHeight, 0], nice: 4 });
  const every = Math.ceil(days.length / Math.max(2, Math.floor(innerWidth / 80)));
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={label}
      className="figures overflow-visible text-xs"
    >
      <Group left={MARGIN.left} top={MARGIN.top}>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line
              x1={0}
              x2={innerWidth}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "stroke-edge" : "stroke-line"}
            />
            <text x={-10} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-faint">
              {format.compact(tick)}
            </text>
          </g>
        ))}
        {days.map(({ date, count }, index) => (
          <g key={date}>
            <Bar
              x={x(date) ?? 0}
              y={y(count)}
              width={x.bandwidth()}
              height={innerHeight - y(count)}
              className="fill-accent hover:fill-accent-hover"
            >
              <title>{`${format.dayUtc(date)}: ${format.number(count)}`}</title>
            </Bar>
            {(days.length - 1 - index) % every === 0 && (
              <text
                x={(x(date) ?? 0) + x.bandwidth() / 2}
                y={innerHeight + 18}
                textAnchor="middle"
                className="fill-faint"
              >
                {format.dayUtc(date)}
              </text>
            )}
          </g>
        ))}
      </Group>
    </svg>
  );
}

function GrowthTable({ days }: { days: Day[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <table className="figures mt-3 w-full max-w-sm border-collapse text-sm">
      <thead className="text-left text-faint text-xs">
        <tr>
          <th className="border-line border-b py-1.5 font-medium">{t("overview.growth.day")}</th>
          <th className="border-line border-b py-1.5 text-right font-medium">{t("overview.growth.count")}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, count }) => (
          <tr key={date}>
            <td className="border-line border-b py-1.5 text-muted">{format.dayUtc(date)}</td>
            <td className="border-line border-b py-1.5 text-right">{format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The width an element has, now and after every change. */
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
