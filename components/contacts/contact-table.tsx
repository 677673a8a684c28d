// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be made of table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows and headers are no widgets (ARIA 1.2).
"use client";

import { type UIEvent, useCallback, useRef } from "react";
import { WindowVirtualizer } from "virtua";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { PRESSABLE_ROWS } from "@/components/ui/pressable-rows";
import { Loading, Skeleton } from "@/components/ui/state";
import { May, useMay } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { type Column, columnKey, type FixedColumn, useDensity, useShownColumns } from "@/lib/client/columns";
import { customSort, type Sort, type SortField } from "@/lib/client/contact-filter";
import { useFieldsByKey } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { cellDisplay, columnStyle, ROW_GRID } from "./columns";
import { ContactRow } from "./contact-row";
import { SortHeader } from "./sort-header";
import type { Selection } from "./use-selection";

const SKELETON_ROWS = Array.from({ length: 12 }, (_, index) => `row-${index}`);

/** The height of a table row; a card on a phone is measured when it is rendered. */
const ROW_HEIGHT = { comfortable: 53, compact: 37 };

interface ContactTableProps {
  contacts: Contact[];
  /** Those that have just come or changed. */
  news: ReadonlySet<string>;
  total: number;
  /** The rows are not those that were asked for. */
  isFormer: boolean;
  selection: Selection;
  sort: Sort;
  onSort: (sort: Sort) => void;
  currentId: string | null;
  onOpen: (id: string) => void;
  hasMore: boolean;
  loadingMore: boolean;
  /** Resolves once it has ended, or what it had to wait for. */
  onMore: () => Promise<unknown>;
}

/** The contacts as a table that renders only the rows on screen; more are fetched near the end. */
export function ContactTable({
  contacts,
  news,
  total,
  isFormer,
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
  const style = useColumnStyle(columns);
  const scroll = useSideways();
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
        <Header columns={columns} sort={sort} onSort={onSort} scroll={scroll.head}>
          <Checkbox
            disabled={isFormer}
            checked={all ? true : selected.size > 0 ? "indeterminate" : false}
            aria-label={t("contacts.selectAll")}
            onCheckedChange={() => (all ? clear() : selectAll(contacts.map(({ id }) => id)))}
          />
        </Header>
        <div role="rowgroup" inert={isFormer} {...scroll.body} className="md:overflow-x-auto">
          <Rows {...{ contacts, news, columns, selected, toggle, currentId, onOpen }} />
        </div>
      </div>
      <div
        className={cx("flex items-center justify-center text-faint text-sm", hasMore && "min-h-12")}
        aria-live="polite"
      >
        {/* Each page ends with an element of its own: one that stayed in view would not be reported again. */}
        <span key={contacts.length} ref={end} />
        {loadingMore && t("contacts.loadingMore")}
      </div>
    </>
  );
}

interface RowsProps
  extends Pick<ContactTableProps, "contacts" | "news" | "currentId" | "onOpen">,
    Pick<Selection, "selected" | "toggle"> {
  columns: readonly Column[];
}

/** The sum of their heights: rows of a virtual list are positioned out of flow. */
function Rows({ contacts, news, columns, selected, toggle, currentId, onOpen }: RowsProps) {
  const density = useDensity();
  return (
    <div className={cx(PRESSABLE_ROWS, "md:min-w-(--table-width)")}>
      <WindowVirtualizer key={density} data={contacts} itemSize={ROW_HEIGHT[density]}>
        {(contact, index) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            columns={columns}
            isCompact={density === "compact"}
            position={index + 1}
            selected={selected.has(contact.id)}
            current={contact.id === currentId}
            isNews={news.has(contact.id)}
            onToggle={toggle}
            onOpen={onOpen}
          />
        )}
      </WindowVirtualizer>
    </div>
  );
}

interface HeaderProps {
  columns: readonly Column[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  scroll: ReturnType<typeof useSideways>["head"];
  children: React.ReactNode;
}

/** The orders offered by column headers; the menu of the filter bar has the others too. */
const SORTED: Partial<Record<FixedColumn, SortField>> = { company: "company", added: "created_at" };

function Header({ columns, sort, onSort, scroll, children }: HeaderProps) {
  const t = useT();
  const { of } = useFieldsByKey();
  return (
    <div
      role="rowgroup"
      {...scroll}
      className="sticky top-13 z-20 rounded-t-lg bg-surface max-md:hidden md:overflow-x-hidden lg:top-0"
    >
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          ROW_GRID,
          "min-h-9 rounded-t-lg border-line border-b bg-surface px-4 text-faint text-xs",
        )}
      >
        <May to="write">
          <span role="columnheader">{children}</span>
        </May>
        <SortHeader field="name" sort={sort} onSort={onSort}>
          {t("contacts.column.contact")}
        </SortHeader>
        {columns.map((column) => {
          const key = columnKey(column);
          const isRight = column === "added" || (key !== null && of(key).type === "number");
          return (
            <SortHeader
              key={column}
              field={sortOf(column)}
              sort={sort}
              onSort={onSort}
              className={cx("truncate", cellDisplay(column, columns), isRight && "text-right")}
            >
              {key === null ? t(`contacts.column.${column as FixedColumn}`) : of(key).name}
            </SortHeader>
          );
        })}
      </div>
    </div>
  );
}

function sortOf(column: Column): SortField | undefined {
  const key = columnKey(column);
  return key === null ? SORTED[column as FixedColumn] : customSort(key);
}

/**
 * A wide table scrolls inside: its header, which sticks to the window and so cannot be in the same scroller, is
 * scrolled with it.
 */
function useSideways() {
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const onScroll = useCallback(({ currentTarget }: UIEvent<HTMLDivElement>) => {
    for (const { current } of [head, body])
      if (current && current !== currentTarget) current.scrollLeft = currentTarget.scrollLeft;
  }, []);
  return { head: { ref: head, onScroll }, body: { ref: body, onScroll } };
}

const useColumnStyle = (columns: readonly Column[]) =>
  columnStyle(columns, useFieldsByKey().of, useMay("write"));

/** Skeleton rows of the same shape while the first page is loading. */
export function ContactTableSkeleton() {
  const columns = useShownColumns();
  const isCompact = useDensity() === "compact";
  const style = useColumnStyle(columns);
  return (
    <Loading>
      <div aria-hidden="true" style={style} className="overflow-hidden">
        <div className={cx(ROW_GRID, "min-h-9 border-line border-b px-4 max-md:hidden")} />
        {SKELETON_ROWS.map((row) => (
          <div
            key={row}
            className={cx(
              ROW_GRID,
              "min-h-15 border-line border-b px-4 py-2",
              isCompact ? "md:min-h-9 md:py-0.5" : "md:min-h-13 md:py-1.5",
            )}
          >
            <May to="write">
              <Skeleton className="ml-1 size-4" />
            </May>
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

/**
 * For an element: calls `onNear` once it is within two screens; at once if it is when it is rendered or when `active`
 * begins, and again if it still is when that has ended: it may have waited for a refetch that nobody saw.
 */
function useNearEnd(active: boolean, onNear: () => Promise<unknown>) {
  return useCallback(
    (element: Element | null) => {
      if (!element || !active) return;
      let isOver = false;
      const observer = new IntersectionObserver(
        async ([entry]) => {
          if (!entry?.isIntersecting) return;
          observer.disconnect();
          await onNear();
          if (!isOver) observer.observe(element);
        },
        { rootMargin: "1600px" },
      );
      observer.observe(element);
      return () => {
        isOver = true;
        observer.disconnect();
      };
    },
    [active, onNear],
  );
}
