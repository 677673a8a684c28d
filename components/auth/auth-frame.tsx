import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/wordmark";
import type { Format } from "@/lib/client/format";
import type { Translate } from "@/lib/client/messages/catalogue";
import { SessionBoot } from "./session-boot";

/** The figures of one import, as the product shows them: the page's promise, laid out as a ledger. */
const LEDGER = [
  ["result.created", 9812],
  ["result.updated", 174],
  ["result.skipped", 0],
  ["result.failed.rows", 14],
] as const;

/** Frame of every page before sign-in: the form on one side, Kith's promise on the other. */
export function AuthFrame({ t, format, children }: { t: Translate; format: Format; children: ReactNode }) {
  const total = LEDGER.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,5fr)_6fr]">
      <SessionBoot />
      <main id="content" className="flex flex-col px-5 py-6 sm:px-10 lg:px-14">
        <Wordmark name={t("app.name")} />
        <div className="mx-auto flex w-full max-w-sm grow flex-col justify-center py-10">{children}</div>
      </main>
      <aside className="hidden flex-col justify-center border-line border-l bg-surface px-14 xl:px-24 lg:flex">
        <div className="max-w-md">
          <p className="text-balance font-semibold text-3xl tracking-[-0.02em]">{t("auth.pitch.title")}</p>
          <p className="mt-4 text-muted">{t("auth.pitch.body")}</p>
          <dl className="figures mt-10 border-ink border-t text-base" aria-label={t("auth.pitch.sample")}>
            {LEDGER.map(([key, count]) => (
              <div key={key} className="flex justify-between border-line border-b py-2.5">
                <dt className="text-muted">{t(key)}</dt>
                <dd>{format.number(count)}</dd>
              </div>
            ))}
            <div className="flex justify-between border-ink border-b-3 border-double py-2.5 font-semibold">
              <dt>{t("auth.pitch.total")}</dt>
              <dd>{format.number(total)}</dd>
            </div>
          </dl>
        </div>
      </aside>
    </div>
  );
}
