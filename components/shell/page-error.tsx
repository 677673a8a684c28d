"use client";

import { Button } from "@/components/ui/button";
import { CopyDetails } from "@/components/ui/copy-details";
import { useT } from "@/lib/client/i18n";

/** Replaces a page that threw: a way to continue, and a reference to quote. */
export function PageError({
  error: { message, digest },
  onRetry,
}: {
  error: Error & { digest?: string };
  onRetry: () => void;
}) {
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
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onRetry}>
          {t("action.retry")}
        </Button>
        <CopyDetails lines={[message, digest]} />
      </div>
    </div>
  );
}
