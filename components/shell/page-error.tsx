"use client";

import { Button } from "@/components/ui/button";
import { useT } from "@/lib/client/i18n";

/** What stands in the place of a page that threw: a way to go on, and a reference to quote. */
export function PageError({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const t = useT();
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-xl flex-col items-start justify-center gap-3 px-6"
    >
      <h1 className="text-2xl">{t("error.page.title")}</h1>
      <p className="text-muted">{t("error.page.body")}</p>
      {digest && (
        <p className="text-faint text-sm">
          {t("error.page.reference")} <code className="select-all font-mono text-xs">{digest}</code>
        </p>
      )}
      <Button variant="primary" className="mt-3" onClick={onRetry}>
        {t("action.retry")}
      </Button>
    </div>
  );
}
