"use client";

import { Button } from "@/components/ui/button";
import { useT } from "@/lib/client/i18n";
import { pageEnded } from "@/lib/client/page-owner";
import { useStore } from "@/lib/client/store";
import { forgetUnsaved } from "@/lib/client/unsaved";
import { Banner } from "./banner";

/** A banner, over dialogs too, when nothing more can be saved from this page: what was typed stays, to be copied. */
export function PageEnded() {
  const t = useT();
  const ended = useStore(pageEnded);
  const goOn = () => {
    forgetUnsaved();
    window.location.assign("/");
  };
  return (
    <Banner role="alert" over="dialogs">
      {ended && (
        <>
          {t(ended === "account" ? "ended.account" : "ended.workspace")}
          <Button size="sm" className="pointer-events-auto" onClick={goOn}>
            {t("ended.leave")}
          </Button>
        </>
      )}
    </Banner>
  );
}
