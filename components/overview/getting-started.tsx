"use client";

import { cx } from "@/components/ui/cx";
import { ArrowRight, Check } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useHasAddedContact } from "@/lib/client/change-sets";
import { useExportList } from "@/lib/client/exports";
import { useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { isSample } from "@/lib/client/sample-data";
import { useSettings } from "@/lib/client/settings";

interface Step {
  id: "import" | "contact" | "mail" | "export";
  href: `/${string}`;
  done: boolean | undefined;
}

/** First steps, ticked off by what actually exists; gone when all are done. */
export function GettingStarted({ contacts }: { contacts: number | undefined }) {
  const t = useT();
  const imports = useImportList();
  const settings = useSettings();
  const exports = useExportList();
  const added = useHasAddedContact();
  const known =
    contacts !== undefined && added.data !== undefined && imports.data && settings.data && exports.data;
  const steps: Step[] = [
    {
      id: "import",
      href: "/imports/new",
      done: imports.data?.pages[0]?.data.some((one) => one.status === "completed" && !isSample(one)),
    },
    { id: "contact", href: "/contacts?new=contact", done: added.data },
    { id: "mail", href: "/settings#mail", done: Boolean(settings.data?.mail_api_key) },
    { id: "export", href: "/exports?new=export", done: (exports.data?.pages[0]?.total ?? 0) > 0 },
  ];
  const done = steps.filter((step) => step.done).length;
  if (!known || done === steps.length) return null;
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{t("start.title")}</h2>
        <p className="figures text-faint text-sm">{t("start.progress", { done, total: steps.length })}</p>
      </div>
      <ol className="sheet grid overflow-hidden sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <li
            key={step.id}
            className="relative border-line border-b p-4 last:border-b-0 sm:odd:border-r xl:border-r xl:border-b-0 xl:last:border-r-0"
          >
            <p className="flex items-center gap-2.5 font-medium text-sm">
              <span
                aria-hidden="true"
                className={cx(
                  "flex size-5 shrink-0 items-center justify-center rounded-full border [&_svg]:size-3",
                  step.done ? "border-accent bg-accent text-on-accent" : "border-edge",
                )}
              >
                {step.done && <Check />}
              </span>
              <StepName step={step} />
            </p>
            <p className="mt-1 pl-7.5 text-muted text-sm">{t(`start.${step.id}.body`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A link to the step, or its name crossed out. */
function StepName({ step }: { step: Step }) {
  const t = useT();
  if (step.done) {
    return (
      <span className="text-muted line-through decoration-line">
        {t(`start.${step.id}`)}
        <span className="sr-only"> ({t("start.done")})</span>
      </span>
    );
  }
  return (
    <Link
      href={step.href}
      className="group inline-flex items-center gap-1 rounded-sm after:absolute after:inset-0"
    >
      {t(`start.${step.id}`)}
      <ArrowRight
        aria-hidden="true"
        className="size-3.5 text-faint transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  );
}
