"use client";

import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useFormat } from "@/lib/client/i18n";

/** Contacts created in a day or an hour; `at` is its beginning. */
export interface Bin {
  at: string;
  count: number;
}

const HEIGHT = 224;
const MARGIN = { top: 12, bottom: 26, left: 40 };
/** In some languages even "120.000" is not shortened. */
const DIGIT = 7;
/** With fewer bins, bars would be very wide: the rest of the width stays empty. */
const WIDEST_BAR = 56;

interface BarsProps {
  bins: Bin[];
  width: number;
  label: string;
  /** The label of a bin. */
  name: (at: string) => string;
}

const mostOf = (bins: Bin[]) => Math.max(4, ...bins.map(({ count }) => count));

export function Bars({ bins, width, label, name }: BarsProps) {
  const format = useFormat();
  const innerHeight = HEIGHT - MARGIN.top - MARGIN.bottom;
  const y = scaleLinear({ domain: [0, mostOf(bins)], range: [innerHeight, 0], nice: 4 });
  const ticks = y.ticks(4).map((tick) => ({ tick, text: format.compact(tick) }));
  const left = Math.max(MARGIN.left, ...ticks.map(({ text }) => 10 + text.length * DIGIT));
  const innerWidth = width - left;
  const taken = Math.min(innerWidth, bins.length * WIDEST_BAR);
  const x = scaleBand({ domain: bins.map(({ at }) => at), range: [0, taken], padding: 0.28 });
  const every = Math.ceil(bins.length / Math.max(1, Math.floor(taken / 80)));
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={label}
      className="figures overflow-visible text-xs"
    >
      <Group left={left} top={MARGIN.top}>
        {ticks.map(({ tick, text }) => (
          <g key={tick}>
            <line
              x1={0}
              x2={innerWidth}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "stroke-edge" : "stroke-line"}
            />
            <text x={-10} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-faint">
              {text}
            </text>
          </g>
        ))}
        {bins.map(({ at, count }, index) => (
          <g key={at}>
            <Bar
              x={x(at) ?? 0}
              y={y(count)}
              width={x.bandwidth()}
              height={innerHeight - y(count)}
              className="fill-accent hover:fill-accent-hover"
            >
              <title>{`${name(at)}: ${format.number(count)}`}</title>
            </Bar>
            {(bins.length - 1 - index) % every === 0 && (
              <text
                x={(x(at) ?? 0) + x.bandwidth() / 2}
                y={innerHeight + 18}
                textAnchor="middle"
                className="fill-faint"
              >
                {name(at)}
              </text>
            )}
          </g>
        ))}
      </Group>
    </svg>
  );
}
