// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be made of table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows and headers are no widgets (ARIA 1.2).
"use client";

import { useCallback } from "react";
import { WindowVirtualizer } from "virtua";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Loading, Skeleton } from "@/components/ui/state";
import type { Contact } from "@/lib/client/api-types";
import { type Column, useShownColumns } from "@/lib/client/columns";
import type { Sort, SortField } from "@/lib/client/contact-filter";
import { useT } from "@/lib/client/i18n";
import { cellDisplay, columnStyle, ROW_GRID } from "./columns";
import { ContactRow } from "./contact-row";
import { SortHeader } from "./sort-header";
import type { Selection } from "./use-selection";

const SKELETON_ROWS = Array.from({ length: 12 }, (_, index) => `row-${index}`);

/** What a row of the table measures; a card on a phone is measured when it is there. */
const ROW_HEIGHT = 53;

export interface ContactTableProps {
  contacts: Contact[];
  total: number;
  selection: Selection;
  sort: Sort;
  onSort: (sort: Sort) => void;
  currentId: string | null;
  onOpen: (id: string) => void;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The contacts as a table of which only the rows on screen exist; more are fetched as the end comes near. */
export function ContactTable({
  contacts,
  total,
  selection,
  sort,
  onSort,
  currentId,
  onOpen,
  hasMore,
  loadingMore,
  onMore,
}: ContactTableProps) {
  const t = useT();
  const { selected, toggle, selectAll, clear } = selection;
  const all = contacts.length > 0 && selected.size === contacts.length;
  const columns = useShownColumns();
  const style = columnStyle(columns);
  const end = useNearEnd(hasMore && !loadingMore, onMore);
  return (
    <>
      <div
        role="table"
        aria-label={t("nav.contacts")}
        aria-rowcount={total + 1}
        aria-busy={loadingMore}
        style={style}
      >
        <Header columns={columns} sort={sort} onSort={onSort}>
          <Checkbox
            checked={all ? true : selected.size > 0 ? "indeterminate" : false}
            aria-label={t("contacts.selectAll")}
            onCheckedChange={() => (all ? clear() : selectAll(contacts.map(({ id }) => id)))}
          />
        </Header>
        <div role="rowgroup">
          <WindowVirtualizer data={contacts} itemSize={ROW_HEIGHT}>
            {(contact, index) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                columns={columns}
                position={index + 1}
                selected={selected.has(contact.id)}
                current={contact.id === currentId}
                onToggle={toggle}
                onOpen={onOpen}
              />
            )}
          </WindowVirtualizer>
        </div>
      </div>
      <div className="flex min-h-12 items-center justify-center text-faint text-sm" aria-live="polite">
        {/* Each page ends with an element of its own: one that stayed in view would not be reported again. */}
        <span key={contacts.length} ref={end} />
        {loadingMore && t("contacts.loadingMore")}
      </div>
    </>
  );
}

interface HeaderProps {
  columns: readonly Column[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  children: React.ReactNode;
}

/** What the list can be in order of by its columns; the menu of the filter bar has the others too. */
const SORTED: Partial<Record<Column, SortField>> = { company: "company", added: "created_at" };

function Header({ columns, sort, onSort, children }: HeaderProps) {
  const t = useT();
  return (
    <div role="rowgroup" className="sticky top-13 z-20 lg:top-0">
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          ROW_GRID,
          "min-h-9 rounded-t-lg border-line border-b bg-surface px-4 text-faint text-xs",
        )}
      >
        <span role="columnheader">{children}</span>
        <SortHeader field="name" sort={sort} onSort={onSort}>
          {t("contacts.column.contact")}
        </SortHeader>
        {columns.map((column) => (
          <SortHeader
            key={column}
            field={SORTED[column]}
            sort={sort}
            onSort={onSort}
            className={cx("truncate", cellDisplay(column, columns), column === "added" && "text-right")}
          >
            {t(`contacts.column.${column}`)}
          </SortHeader>
        ))}
      </div>
    </div>
  );
}

/** Rows of the same shape while the first page is on its way. */
export function ContactTableSkeleton() {
  const columns = useShownColumns();
  const style = columnStyle(columns);
  return (
    <Loading>
      <div aria-hidden="true" style={style}>
        <div className={cx(ROW_GRID, "min-h-9 border-line border-b px-4")} />
        {SKELETON_ROWS.map((row) => (
          <div
            key={row}
            className={cx(ROW_GRID, "min-h-15 border-line border-b px-4 py-2 md:min-h-13 md:py-1.5")}
          >
            <Skeleton className="ml-1 size-4" />
            <div className="flex items-center gap-3">
              <Skeleton className="size-7 rounded-full" />
              <div className="grid grow gap-1.5">
                <Skeleton className="h-3 w-1/3" />
                <Skeleton className="h-3 w-1/2" />
              </div>
            </div>
            {columns.map((column) => (
              <Skeleton key={column} className={cx(cellDisplay(column, columns), "h-3 w-2/3")} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** For an element: calls `onNear` once it is within two screens, at once if it is when it comes or `active` begins. */
function useNearEnd(active: boolean, onNear: () => void) {
  return useCallback(
    (element: Element | null) => {
      if (!element || !active) return;
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) onNear();
        },
        { rootMargin: "1600px" },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [active, onNear],
  );
}
