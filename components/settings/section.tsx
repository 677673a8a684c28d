import type { ReactNode } from "react";
import { ListFrame, type ListFrameProps } from "@/components/ui/list-frame";

interface SectionProps {
  id: string;
  title: string;
  body?: ReactNode;
  children: ReactNode;
}

/** One subject of the settings: its description on the left, its controls on the right. */
export function Section({ id, title, body, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 gap-x-12 gap-y-4 border-line border-t py-8 lg:grid-cols-[16rem_minmax(0,38rem)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {body && <p className="mt-1 text-muted text-sm">{body}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

interface SettingRowProps {
  title: string;
  /** After the title. */
  badges?: ReactNode;
  detail: ReactNode;
  /** The actions on it. */
  children?: ReactNode;
}

/** One of the items that a section lists. */
export function SettingRow({ title, badges, detail, children }: SettingRowProps) {
  return (
    <li className="flex items-center gap-3 border-line border-b py-2.5 first:pt-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="min-w-0 truncate font-medium">{title}</span>
          {badges}
        </p>
        <p className="figures text-muted text-sm">{detail}</p>
      </div>
      {children}
    </li>
  );
}

interface SettingListProps<T> extends Pick<ListFrameProps<T>, "list" | "rows" | "skeleton"> {
  /** For assistive technology. */
  label?: string;
  /** Shown in place of an empty list. */
  none?: string;
  /** The row of an item. */
  children: (item: T) => ReactNode;
}

/** A list in a section or a dialog, with its states. */
export function SettingList<T>({ label, none, children, ...list }: SettingListProps<T>) {
  return (
    <ListFrame compact empty={none && <p className="text-muted text-sm">{none}</p>} {...list}>
      {(items) => <ul aria-label={label}>{items.map((item) => children(item))}</ul>}
    </ListFrame>
  );
}
