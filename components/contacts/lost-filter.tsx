"use client";

import { Missing } from "@/components/shell/missing";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";
import type { ContactFilterState } from "./use-contact-filter";
import type { Loss } from "./use-loss";

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
