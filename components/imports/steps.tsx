import { cx } from "@/components/ui/cx";
import { Check } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";

const STEPS = ["upload", "map", "check", "done"] as const;
export type Step = (typeof STEPS)[number];

/** Where the user is in the import. */
export function Steps({ current }: { current: Step }) {
  const t = useT();
  const at = STEPS.indexOf(current);
  return (
    <ol
      aria-label={t("imports.step.label")}
      className="mb-6 flex flex-wrap gap-x-3 gap-y-2 sm:gap-x-6 border-line border-b text-sm"
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={cx(
            "-mb-px flex items-center gap-1.5 border-b-2 pb-2.5 sm:gap-2",
            step === current ? "border-accent font-medium text-ink" : "border-transparent text-faint",
          )}
        >
          <span className="figures text-xs" aria-hidden="true">
            {index < at ? <Check className="size-3.5 text-accent" /> : index + 1}
          </span>
          {t(`imports.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
