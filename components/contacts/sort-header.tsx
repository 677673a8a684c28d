// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be made of table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows and headers are no widgets (ARIA 1.2).
"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { ArrowDown, ArrowUp } from "@/components/ui/icons";
import { NEWEST_FIRST, type Sort, type SortField } from "@/lib/client/contact-filter";

interface SortHeaderProps {
  /** Nothing if the list cannot be sorted by the column. */
  field: SortField | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  className?: string;
  children: ReactNode;
}

/** What a click on a column header requests: its order, the reverse, the newest first again. */
function nextSort(field: SortField, sort: Sort): Sort {
  if (field === "created_at") return sort === NEWEST_FIRST ? field : NEWEST_FIRST;
  if (sort === field) return `-${field}`;
  return sort === `-${field}` ? NEWEST_FIRST : field;
}

/** The header of a sortable column. */
export function SortHeader({ field, sort, onSort, className, children }: SortHeaderProps) {
  if (!field) {
    return (
      <span role="columnheader" className={className}>
        {children}
      </span>
    );
  }
  const way = sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none";
  const Arrow = way === "descending" ? ArrowDown : ArrowUp;
  return (
    <span role="columnheader" aria-sort={way} className={className}>
      <button
        type="button"
        onClick={() => onSort(nextSort(field, sort))}
        className={cx(
          "group -mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 hover:text-ink touch:min-h-9",
          way !== "none" && "font-medium text-ink",
        )}
      >
        <span className="truncate">{children}</span>
        <Arrow
          aria-hidden="true"
          className={cx(
            "size-3 shrink-0",
            way === "none" && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
          )}
        />
      </button>
    </span>
  );
}
