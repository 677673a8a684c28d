"use client";

import { useCallback } from "react";
import { useT } from "@/lib/client/i18n";
import { customKey, isField } from "@/lib/client/mapping";

const OWN = ["left_out", "opt_out"] as const;

/** The name of a changed field; a custom field's own name. */
export function useChangeName(): (field: string) => string {
  const t = useT();
  return useCallback(
    (field) => {
      const own = OWN.find((one) => one === field);
      if (own) return t(`review.field.${own}`);
      return isField(field) ? t(`contacts.field.${field}`) : (customKey(field) ?? field);
    },
    [t],
  );
}
