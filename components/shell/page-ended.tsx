"use client";

import { Button } from "@/components/ui/button";
import { useT } from "@/lib/client/i18n";
import { pageEnded } from "@/lib/client/page-owner";
import { useStore } from "@/lib/client/store";
import { forgetUnsaved } from "@/lib/client/unsaved";

/** A banner, over dialogs too, when nothing more can be saved from this page: what was typed stays, to be copied. */
export function PageEnded() {
  const t = useT();
  const ended = useStore(pageEnded);
  const goOn = () => {
    forgetUnsaved();
    window.location.assign("/");
  };
  return (
    <div role="alert" className="fixed inset-x-0 top-0 z-60">
      {ended && (
        <div
          data-banner
          className="flex min-h-(--banner) flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2 text-sm text-warn shadow-float"
        >
          {t(ended === "account" ? "ended.account" : "ended.workspace")}
          <Button size="sm" className="pointer-events-auto" onClick={goOn}>
            {t("ended.leave")}
          </Button>
        </div>
      )}
    </div>
  );
}
