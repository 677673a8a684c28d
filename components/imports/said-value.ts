"use client";

import { useMemo } from "react";
import { sayValue } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { fieldTypes, type TypedDraft } from "./sample-changes";

export type SayChanged = (field: string, value: unknown) => string;

/** Values as the fields that the columns fill show them; the same function while their types are the same. */
export function useSayChanged({ columnMapping, columnTypes }: TypedDraft): SayChanged {
  const t = useT();
  const format = useFormat();
  const types = useMemo(() => fieldTypes({ columnMapping, columnTypes }), [columnMapping, columnTypes]);
  return useMemo(
    () => (field, value) =>
      Array.isArray(value)
        ? value.join(", ")
        : sayValue({ type: types.get(field) ?? "text" }, value, t, format),
    [types, t, format],
  );
}
