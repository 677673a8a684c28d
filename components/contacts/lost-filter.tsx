"use client";

import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/state";
import { isUnreadable } from "@/lib/client/contact-filter";
import { useT } from "@/lib/client/i18n";
import { useIsSegmentGone } from "@/lib/client/segments";
import type { ContactFilterState } from "./use-contact-filter";

type Loss = "link" | "segment";

/** What makes the URL's filter differ from the intended one; then nobody is shown, rather than other contacts. */
export function useLoss({ state }: ContactFilterState): Loss | null {
  const isCut = isUnreadable(useSearchParams());
  const isGone = useIsSegmentGone(state.segment);
  if (isCut) return "link";
  return isGone ? "segment" : null;
}

export function LostFilter({ loss, onClear }: { loss: Loss; onClear: () => void }) {
  const t = useT();
  return (
    <EmptyState
      title={t(`contacts.lost.${loss}.title`)}
      actions={<Button onClick={onClear}>{t("contacts.lost.all")}</Button>}
    >
      {t(`contacts.lost.${loss}.body`)}
    </EmptyState>
  );
}
