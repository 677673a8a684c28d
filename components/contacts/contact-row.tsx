// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be made of table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows and headers are no widgets (ARIA 1.2).
"use client";

import { type MouseEvent, memo } from "react";
import { TagChip } from "@/components/tags/tag-chip";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { May } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { type Column, type CustomColumn, columnKey, type FixedColumn } from "@/lib/client/columns";
import { contactName } from "@/lib/client/contacts";
import { sayValue, useFieldsByKey } from "@/lib/client/fields";
import { useFormat, useT } from "@/lib/client/i18n";
import { own } from "@/lib/own";
import { cellDisplay, ROW_GRID } from "./columns";

/** Tags that a row has room for. */
const SHOWN_TAGS = 2;

interface ContactRowProps {
  contact: Contact;
  columns: readonly Column[];
  /** A single line on screens wide enough for a table. */
  isCompact: boolean;
  /** Position in the whole list, from 1; the header is row 1 for assistive technology. */
  position: number;
  selected: boolean;
  current: boolean;
  /** It has just come or changed. */
  isNews: boolean;
  onToggle: (id: string, range: boolean) => void;
  onOpen: (id: string) => void;
}

export const ContactRow = memo(function ContactRow({
  contact,
  columns,
  isCompact,
  position,
  selected,
  current,
  isNews,
  onToggle,
  onOpen,
}: ContactRowProps) {
  const t = useT();
  const name = contactName(contact);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(contact.id);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside is the keyboard's way; the row is only a larger target.
    <div
      role="row"
      aria-rowindex={position + 1}
      data-contact={contact.id}
      className={cx(
        ROW_GRID,
        "min-h-15 border-line border-b px-4 py-2",
        isCompact ? "md:min-h-9 md:py-0.5" : "md:min-h-13 md:py-1.5",
        selected ? "bg-accent-soft" : current ? "bg-sunken" : "hover:bg-sunken/70",
        isNews && "animate-lit",
      )}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a,button,[role=checkbox]")) return;
        onOpen(contact.id);
      }}
    >
      <May to="write">
        <span role="cell" className="flex">
          <Checkbox
            checked={selected}
            aria-label={t("contacts.select", { name })}
            onClick={(event) => {
              event.preventDefault();
              onToggle(contact.id, event.shiftKey);
            }}
          />
        </span>
      </May>
      <span role="cell" className="flex min-w-0 items-center gap-3">
        <Avatar name={name} email={contact.email} url={null} />
        <span className={cx("min-w-0 grow", isCompact && "md:flex md:items-center md:gap-3")}>
          <span className={cx("flex min-w-0 items-center gap-2", isCompact && "md:max-w-[60%] md:shrink-0")}>
            <Link
              href={`/contacts/${contact.id}`}
              prefetch={false}
              data-opens-here
              onClick={open}
              className="truncate rounded-sm font-medium text-sm hover:underline"
            >
              {name}
            </Link>
            {contact.is_unsubscribed && (
              // As high as the line, so that its row is no higher than the others.
              <span className="-my-px inline-flex">
                <Badge tone="warn">{t("contact.unsubscribed")}</Badge>
              </span>
            )}
          </span>
          <span className="block truncate text-muted text-sm">{contact.email}</span>
          <span className="mt-1 flex flex-wrap gap-1 md:hidden">
            <Tags contact={contact} />
          </span>
        </span>
      </span>
      {columns.map((column) => (
        <Cell key={column} column={column} columns={columns} contact={contact} />
      ))}
    </div>
  );
});

interface CellProps {
  column: Column;
  columns: readonly Column[];
  contact: Contact;
}

const isCustom = (column: Column): column is CustomColumn => columnKey(column) !== null;

function Cell({ column, ...rest }: CellProps) {
  return isCustom(column) ? (
    <CustomCell column={column} {...rest} />
  ) : (
    <FixedCell column={column} {...rest} />
  );
}

/** The value of a custom field, formatted by its type. */
function CustomCell({ column, columns, contact }: CellProps & { column: CustomColumn }) {
  const t = useT();
  const format = useFormat();
  const { of } = useFieldsByKey();
  const field = of(columnKey(column) ?? "");
  const value = own(contact.custom_fields ?? {}, field.key);
  const text = sayValue(field, value, t, format);
  const isNumber = field.type === "number" && typeof value === "number";
  return (
    <span
      role="cell"
      title={text || undefined}
      className={cx(
        cellDisplay(column, columns),
        "truncate text-muted text-sm",
        (isNumber || field.type === "date") && "figures",
        isNumber && "text-right",
      )}
    >
      {text}
    </span>
  );
}

function FixedCell({ column, columns, contact }: CellProps & { column: FixedColumn }) {
  const format = useFormat();
  const shown = cellDisplay(column, columns, column === "tags" ? "flex" : "block");
  if (column === "tags") {
    return (
      <span role="cell" className={cx(shown, "min-w-0 items-center gap-1 overflow-hidden [&>*]:max-w-28")}>
        <Tags contact={contact} />
      </span>
    );
  }
  if (column === "added") {
    return (
      <span role="cell" className={cx(shown, "figures whitespace-nowrap text-right text-faint text-sm")}>
        <time dateTime={contact.created_at} title={format.moment(contact.created_at)}>
          {format.day(contact.created_at)}
        </time>
      </span>
    );
  }
  return (
    <span role="cell" className={cx(shown, "truncate text-muted text-sm", column === "phone" && "figures")}>
      {contact[column]}
    </span>
  );
}

function Tags({ contact }: { contact: Contact }) {
  const t = useT();
  const tags = contact.tags ?? [];
  return (
    <>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {tags.length > SHOWN_TAGS && (
        <span
          className="shrink-0 text-faint text-xs"
          title={tags
            .slice(SHOWN_TAGS)
            .map(({ name }) => name)
            .join(", ")}
        >
          {t("contacts.moreTags", { count: tags.length - SHOWN_TAGS })}
        </span>
      )}
    </>
  );
}
