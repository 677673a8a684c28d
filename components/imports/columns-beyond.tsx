"use client";

import { Notice } from "@/components/ui/state";
import { useFormat, useT } from "@/lib/client/i18n";
import { BEYOND, columnsBeyond, MOST_CUSTOM } from "@/lib/client/mapping";

/** Columns that are named; the others are in the list below. */
const NAMED = 10;

/** Says before anybody continues that columns are lost because there is no room for them, and what keeps them. */
export function ColumnsBeyond({ preview }: { preview: Parameters<typeof columnsBeyond>[0] }) {
  const t = useT();
  const format = useFormat();
  return BEYOND.map((code) => {
    const headers = columnsBeyond(preview, code);
    const named = headers.slice(0, NAMED).map((header) => t("map.value", { value: header }));
    if (headers.length > NAMED) named.push(t("list.more", { count: headers.length - NAMED }));
    return (
      headers.length > 0 && (
        <Notice key={code} tone="warn" role="status">
          <span className="wrap-anywhere">
            {t(`map.left.${code}`, { count: headers.length, max: MOST_CUSTOM, columns: format.list(named) })}
          </span>
        </Notice>
      )
    );
  });
}
