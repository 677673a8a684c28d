"use client";

import { X } from "@/components/ui/icons";
import { useAccountEmail } from "@/lib/client/account";
import type { FilterState } from "@/lib/client/contact-filter";
import { type KnownField, sayValue, useFieldsByKey } from "@/lib/client/fields";
import type { Format } from "@/lib/client/format";
import { useFormat, useT } from "@/lib/client/i18n";
import { useImportName } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import { type Segment, useSegments } from "@/lib/client/segments";
import { useTags } from "@/lib/client/tags";
import type { Condition } from "@/lib/fields/conditions";
import type { ContactFilterState } from "./use-contact-filter";

interface Chip {
  key: string;
  text: string;
  /** The URL parameters without it. */
  without: Partial<{ [Name in keyof FilterState]: FilterState[Name] | null }>;
}

/** The active filters, each of which a click removes. The search is visible in its own field. */
export function FilterChips({ filter: { state, setState } }: { filter: ContactFilterState }) {
  const t = useT();
  const format = useFormat();
  const tags = useTags();
  const importName = useImportName(state.import);
  const segments = useSegments(useAccountEmail());
  const said = (name: string, value: string) => t("contacts.filter.said", { name, value });
  const { of } = useFieldsByKey();
  const names = new Map(tags.data?.map(({ id, name }) => [id, name]));
  const chips: Chip[] = [
    ...state.tags.map((id) => ({
      key: id,
      text: names.get(id) ?? t("nav.tags"),
      without: { tags: state.tags.filter((each) => each !== id) },
    })),
    ...(state.segment
      ? [
          {
            key: "segment",
            text: said(t("segments.one"), nameOfSegment(t, segments.data, state.segment)),
            without: { segment: null },
          },
        ]
      : []),
    ...plainChips(state, t, importName),
    ...Object.entries(state.fields).map(([key, wanted]) => ({
      key: `field ${key}`,
      text: sayCondition(of(key), wanted, t, format),
      without: { fields: Object.fromEntries(Object.entries(state.fields).filter(([one]) => one !== key)) },
    })),
    ...dateChips(state, t, format),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("contacts.filter.active")} className="flex flex-wrap gap-1.5">
      {chips.map(({ key, text, without }) => (
        <li key={key} className="max-w-full">
          <button
            type="button"
            aria-label={t("contacts.filter.remove", { filter: text })}
            onClick={() => void setState(without)}
            className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-[0.875rem] border border-line bg-accent-soft pr-2 pl-3 text-left text-ink text-sm hover:border-edge touch:min-h-11 touch:rounded-[1.375rem] touch:pr-3 touch:pl-4 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted"
          >
            <span className="wrap-anywhere min-w-0 py-0.5">{text}</span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The condition on a field, in words. */
function sayCondition(field: KnownField, wanted: Condition, t: Translate, format: Format): string {
  const { name } = field;
  if (typeof wanted !== "object")
    return t("contacts.filter.said", { name, value: sayValue(field, wanted, t, format) });
  if ("contains" in wanted) return t("contacts.filter.said.contains", { name, value: wanted.contains });
  if ("any_of" in wanted) return t("contacts.filter.said", { name, value: format.either(wanted.any_of) });
  if ("is_set" in wanted) return t(`contacts.filter.said.${wanted.is_set ? "set" : "empty"}`, { name });
  const [from, to] = [wanted.from, wanted.to].map((end) => sayValue(field, end, t, format)) as [
    string,
    string,
  ];
  if (from && to) return t("contacts.filter.said.between", { name, from, to });
  return from
    ? t("contacts.filter.said.least", { name, from })
    : t("contacts.filter.said.most", { name, to });
}

function plainChips(state: FilterState, t: Translate, importName: string | undefined): Chip[] {
  const said = (name: string, value: string) => t("contacts.filter.said", { name, value });
  return [
    ...(state.tagged
      ? [{ key: "tagged", text: t("contacts.filter.untagged"), without: { tagged: null } }]
      : []),
    ...(state.status
      ? [{ key: "status", text: t(`contacts.filter.${state.status}`), without: { status: null } }]
      : []),
    ...(state.company
      ? [
          {
            key: "company",
            text: said(t("contacts.filter.company"), state.company),
            without: { company: null },
          },
        ]
      : []),
    ...(state.import
      ? [
          {
            key: "import",
            text: said(t("contacts.filter.import"), importName ?? "…"),
            without: { import: null },
          },
        ]
      : []),
  ];
}

function dateChips(state: FilterState, t: Translate, format: Format): Chip[] {
  // A day in the URL is midnight in UTC; it is shown as the same day in the browser's time zone.
  const say = (date: Date) =>
    format.day(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).toISOString());
  const range = (key: string, name: string, from: Date | null, to: Date | null, without: Chip["without"]) => {
    if (!from && !to) return [];
    const way = from && to ? "between" : from ? "since" : "until";
    const values = { name, from: from ? say(from) : "", to: to ? say(to) : "" };
    return [{ key, text: t(`contacts.filter.said.${way}`, values), without }];
  };
  return [
    ...range("added", t("contacts.filter.added"), state.added_from, state.added_to, {
      added_from: null,
      added_to: null,
    }),
    ...range("changed", t("contacts.filter.changed"), state.changed_from, state.changed_to, {
      changed_from: null,
      changed_to: null,
    }),
    ...range("unsubscribed", t("contacts.filter.unsubscribed"), state.unsubscribed_from, null, {
      unsubscribed_from: null,
    }),
  ];
}

/** While segments load nobody knows whether it still exists. */
function nameOfSegment(t: Translate, segments: Segment[] | undefined, id: string): string {
  if (!segments) return "…";
  return segments.find((one) => one.id === id)?.name ?? t("segments.gone");
}
