// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be made of table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows and headers are no widgets (ARIA 1.2).
"use client";

import { type PointerEvent, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { ArrowLeft, ArrowRight, ChevronDown, EyeOff, Minus, Plus } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { COLUMN_WIDTH, type Column, moveColumn, resizeColumns, showColumn } from "@/lib/client/columns";
import { useT } from "@/lib/client/i18n";
import { CONTACT_MIN, cellDisplay, cellSide } from "./columns";

/** The head of a column: its name opens what can be done with it, its left edge can be dragged. */
export function ColumnHeader({ column, columns }: { column: Column; columns: readonly Column[] }) {
  const t = useT();
  const header = useRef<HTMLSpanElement>(null);
  const name = t(`contacts.column.${column}`);
  const label = t("contacts.column.arrange", { name });
  // The menu stays open: one step is seldom enough.
  const resize = (by: number) => (event: Event) => {
    event.preventDefault();
    if (header.current) resizeFrom(measure(header.current), column, by);
  };
  const move = (by: -1 | 1) => {
    const passed = by < 0 ? header.current?.previousElementSibling : header.current?.nextElementSibling;
    moveColumn(column, by);
    // Past one that this window has no room for nothing would be seen to happen.
    if (passed?.clientWidth === 0) moveColumn(column, by);
  };
  return (
    <span
      ref={header}
      role="columnheader"
      aria-label={name}
      data-column={column}
      className={cx(
        "relative min-w-0 items-center self-stretch",
        cellDisplay(column, columns, "flex"),
        cellSide(column, columns),
      )}
    >
      <ResizeHandle column={column} />
      <Menu
        align="start"
        label={label}
        trigger={
          <button
            type="button"
            aria-label={label}
            className="group -mx-1 inline-flex min-h-6 min-w-0 items-center gap-1 rounded-sm px-1 touch:min-h-11 hover:text-ink data-[state=open]:text-ink"
          >
            <span className="truncate">{name}</span>
            <ChevronDown
              aria-hidden="true"
              className="size-3 shrink-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-data-[state=open]:opacity-100 touch:opacity-100"
            />
          </button>
        }
      >
        <ColumnMenu column={column} columns={columns} onMove={move} onResize={resize} />
      </Menu>
    </span>
  );
}

interface ColumnMenuProps {
  column: Column;
  columns: readonly Column[];
  onMove: (by: -1 | 1) => void;
  onResize: (by: number) => (event: Event) => void;
}

function ColumnMenu({ column, columns, onMove, onResize }: ColumnMenuProps) {
  const t = useT();
  return (
    <>
      <MenuItem disabled={columns[0] === column} onSelect={() => onMove(-1)}>
        <ArrowLeft aria-hidden="true" /> {t("contacts.column.left")}
      </MenuItem>
      <MenuItem disabled={columns.at(-1) === column} onSelect={() => onMove(1)}>
        <ArrowRight aria-hidden="true" /> {t("contacts.column.right")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onResize(COLUMN_WIDTH.step)}>
        <Plus aria-hidden="true" /> {t("contacts.column.wider")}
      </MenuItem>
      <MenuItem onSelect={onResize(-COLUMN_WIDTH.step)}>
        <Minus aria-hidden="true" /> {t("contacts.column.narrower")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => showColumn(column, false)}>
        <EyeOff aria-hidden="true" /> {t("contacts.column.hide")}
      </MenuItem>
    </>
  );
}

/**
 * For the pointer only: the menu has the same for the keyboard. A double click gives the column its share back. The
 * press begins no selection of text.
 */
function ResizeHandle({ column }: { column: Column }) {
  const start = useRef<{ x: number; widths: Widths } | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    const header = event.currentTarget.parentElement;
    if (event.button !== 0 || !header) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, widths: measure(header) };
  };
  const move = (event: PointerEvent) => {
    if (start.current) resizeFrom(start.current.widths, column, start.current.x - event.clientX);
  };
  const end = () => {
    start.current = null;
  };
  return (
    <span
      aria-hidden="true"
      className="group/edge absolute inset-y-0 -left-4 w-4 cursor-col-resize touch-none"
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => resizeColumns({ [column]: null })}
    >
      <span className="absolute inset-y-2 left-1.5 w-px bg-line group-hover/edge:w-0.5 group-hover/edge:bg-accent group-active/edge:w-0.5 group-active/edge:bg-accent" />
    </span>
  );
}

/** What the columns measure on screen, in CSS pixels; a column without room is none of them. */
interface Widths {
  contact: number;
  columns: Partial<Record<Column, number>>;
}

function measure(header: HTMLElement): Widths {
  const widths: Widths = { contact: 0, columns: {} };
  for (const each of header.parentElement?.children ?? []) {
    const { width } = each.getBoundingClientRect();
    const column = each instanceof HTMLElement ? each.dataset.column : undefined;
    if (column === "contact") widths.contact = width;
    else if (column && width > 0) widths.columns[column as Column] = width;
  }
  return widths;
}

/**
 * Makes a column so much wider, as far as the contact can give. The other columns keep what they measure: otherwise
 * they would give way as well, and the edge would not follow the pointer.
 */
function resizeFrom(widths: Widths, column: Column, by: number): void {
  const room = widths.contact - CONTACT_MIN;
  const width = (widths.columns[column] ?? 0) + Math.min(by, Math.max(0, room));
  resizeColumns({ ...widths.columns, [column]: width });
}
