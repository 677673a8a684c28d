"use client";

import { useSearchParams } from "next/navigation";
import { Missing } from "@/components/shell/missing";
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

export function LostFilter({ loss, filter }: { loss: Loss; filter: ContactFilterState }) {
  const t = useT();
  const { segment } = filter.state;
  const title = t(`contacts.lost.${loss}.title`);
  const actions = <Button onClick={filter.clear}>{t("contacts.lost.all")}</Button>;
  const body = t(`contacts.lost.${loss}.body`);
  if (loss === "segment" && segment !== null)
    return <Missing read="GET /segments/{id}" id={segment} {...{ title, body, actions }} />;
  return (
    <EmptyState title={title} actions={actions}>
      {body}
    </EmptyState>
  );
}
