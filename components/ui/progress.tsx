import { cx } from "./cx";

/** A bar for `value` of `max`; without a value the work has no known end yet. */
export function Progress({
  value,
  max,
  label,
  tone = "accent",
}: {
  value: number | null;
  max: number;
  label: string;
  tone?: "accent" | "danger";
}) {
  const share = value === null ? 0 : max === 0 ? 1 : Math.min(1, value / max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { "aria-valuenow": Math.floor(share * 100) })}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={cx(
          "h-full origin-left rounded-full transition-transform duration-500",
          tone === "danger" ? "bg-danger" : "bg-accent",
          value === null && "w-2/5 animate-pass motion-reduce:w-full motion-reduce:opacity-40",
        )}
        style={value === null ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
