import { cx } from "@/components/ui/cx";
import { useFormat } from "@/lib/client/i18n";

export interface LedgerEntry {
  label: string;
  value: number;
  tone?: "accent" | "danger";
}

/** Figures set as an account: one line each, and their sum under a double rule. */
export function Ledger({
  label,
  entries,
  total,
  isMuted = false,
}: {
  label: string;
  entries: LedgerEntry[];
  total: LedgerEntry;
  /** The figures are of the past only. */
  isMuted?: boolean;
}) {
  const format = useFormat();
  return (
    <dl
      aria-label={label}
      className={cx("figures border-ink/70 border-t text-base", isMuted && "text-muted")}
    >
      {entries.map(({ label: name, value, tone }) => (
        <div key={name} className="flex items-baseline justify-between gap-6 border-line border-b py-2">
          <dt className="text-muted">{name}</dt>
          <dd
            className={cx(
              value === 0 && "text-faint",
              value > 0 && tone === "danger" && "font-medium text-danger",
              value > 0 && tone === "accent" && "font-medium text-accent",
            )}
          >
            {format.number(value)}
          </dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-6 border-ink/70 border-b-3 border-double py-2 font-semibold">
        <dt>{total.label}</dt>
        <dd>{format.number(total.value)}</dd>
      </div>
    </dl>
  );
}
