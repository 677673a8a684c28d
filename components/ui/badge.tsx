import type { ReactNode } from "react";
import { cx } from "./cx";

const tones = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  danger: "bg-danger-soft text-danger",
  warn: "bg-warn-soft text-warn",
} as const;

export type Tone = keyof typeof tones;

/** A short word on a quiet background; its meaning is in the word, never in the colour alone. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 w-fit items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
