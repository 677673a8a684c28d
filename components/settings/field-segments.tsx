"use client";

import { useAccountEmail } from "@/lib/client/account";
import { useFormat, useT } from "@/lib/client/i18n";
import { useSegments } from "@/lib/client/segments";
import { own } from "@/lib/own";

const NAMED = 5;

/** Names the segments that filter by a field which is about to be deleted, merged or converted: they stay as they are. */
export function FieldSegments({ fieldKey }: { fieldKey: string }) {
  const t = useT();
  const format = useFormat();
  const { data = [] } = useSegments(useAccountEmail());
  const affected = data.filter(({ filter }) => own(filter.custom_fields ?? {}, fieldKey) !== undefined);
  if (affected.length === 0) return null;
  const quoted = affected.slice(0, NAMED).map(({ name }) => t("map.value", { value: name }));
  const names = format.list(affected.length > NAMED ? [...quoted, "…"] : quoted);
  return <span className="wrap-anywhere mt-2 block">{t("fields.segments", { names })}</span>;
}
