"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/state";
import { useAccountEmail } from "@/lib/client/account";
import { useFields } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { useSegments } from "@/lib/client/segments";
import type { ContactFilterState } from "./use-contact-filter";

/** Nobody is found, maybe because the filter or segment asks for a custom field that no longer exists. */
export function NoMatches({ filter }: { filter: ContactFilterState }) {
  const t = useT();
  const gone = useGoneFields(filter).join(", ");
  return (
    <EmptyState
      title={t("contacts.noMatch.title")}
      actions={<Button onClick={filter.clear}>{t("contacts.filter.clear")}</Button>}
    >
      {gone ? t("contacts.noMatch.field", { keys: gone }) : t("contacts.noMatch.body")}
    </EmptyState>
  );
}

/** The keys that are asked for without there being such a field. */
function useGoneFields({ filter, state }: ContactFilterState): string[] {
  const { data: fields } = useFields();
  const { data: segments } = useSegments(useAccountEmail());
  const segment = segments?.find(({ id }) => id === state.segment);
  const asked = { ...segment?.filter.custom_fields, ...filter.custom_fields };
  return fields ? Object.keys(asked).filter((key) => !fields.some((field) => field.key === key)) : [];
}
