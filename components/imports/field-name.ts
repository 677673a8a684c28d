"use client";

import { useCallback } from "react";
import { useT } from "@/lib/client/i18n";
import { customKey, isField } from "@/lib/client/mapping";

/** The name of a mapping field in the user's language. */
export function useFieldName(): (field: string) => string {
  const t = useT();
  return useCallback(
    (field) => {
      const custom = customKey(field);
      if (custom !== null) return t("map.field.custom", { name: custom });
      return isField(field) ? t(`contacts.field.${field}`) : t("map.field.skip");
    },
    [t],
  );
}
