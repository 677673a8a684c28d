"use client";

import type { ReactNode } from "react";
import { FieldChanges } from "@/components/history/field-changes";
import { Ago } from "@/components/ui/ago";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import type { TimelineEvent } from "@/lib/client/api-types";
import { useTimeline } from "@/lib/client/contacts";
import { useFormat, useT } from "@/lib/client/i18n";

/** The contact's history, newest first: where it came from, imports, tags, opt-outs, changes. */
export function Timeline({ contactId }: { contactId: string }) {
  const t = useT();
  const timeline = useTimeline(contactId);
  return (
    <section>
      <h2 className="eyebrow mb-3 tracking-normal">{t("contact.timeline")}</h2>
      <ListFrame compact list={timeline} rows={timeline.data}>
        {(events) => (
          <ol className="relative grid gap-4 pl-5 before:absolute before:top-2 before:bottom-8 before:left-[3px] before:w-px before:bg-line">
            {toldOnce(events).map((event) => (
              <Entry key={`${event.kind} ${causeOf(event)} ${event.of?.id} ${event.at}`} event={event}>
                <Words event={event} />
              </Entry>
            ))}
          </ol>
        )}
      </ListFrame>
    </section>
  );
}

/** Without the opt-outs that a change of the same moment already shows. */
function toldOnce(events: TimelineEvent[]): TimelineEvent[] {
  const isOptOut = ({ kind }: TimelineEvent) => /^(un|re)subscribed$/.test(kind);
  const isMove = ({ fields }: TimelineEvent) => fields.some(({ field }) => field === "is_unsubscribed");
  const shown = new Set(events.filter((one) => isMove(one) && !isOptOut(one)).map(({ at }) => at));
  return events.filter((one) => !isOptOut(one) || !shown.has(one.at));
}

function causeOf(event: TimelineEvent): string {
  return event.tag?.id ?? event.change_id ?? event.import?.id ?? "";
}

function Words({ event }: { event: TimelineEvent }) {
  const t = useT();
  const format = useFormat();
  const link = (name: string) => (
    <Link
      href={`/imports/${event.import?.id}`}
      className="wrap-anywhere text-accent underline underline-offset-3"
    >
      {name}
    </Link>
  );
  switch (event.kind) {
    case "imported":
      return (
        <>
          {event.import?.line
            ? t("contact.timeline.imported", { line: format.number(event.import.line) })
            : t("contact.timeline.imported.any")}
          {event.import?.filename && <> · {link(event.import.filename)}</>}
        </>
      );
    case "import_changed":
      return (
        <>
          {t("contact.timeline.import_changed")}
          {event.import?.filename && <> · {link(event.import.filename)}</>}
        </>
      );
    case "merged":
      return t("contact.timeline.merged", { email: event.of?.email ?? "" });
    case "tagged":
      return t("contact.timeline.tagged", { tag: event.tag?.name ?? "" });
    default:
      return t(`contact.timeline.${event.kind}`);
  }
}

function Entry({ event, children }: { event: TimelineEvent; children: ReactNode }) {
  const t = useT();
  const { kind, at, of, by, fields } = event;
  return (
    <li className="relative text-sm before:absolute before:top-1.5 before:-left-5 before:size-[7px] before:rounded-full before:bg-edge">
      <p>{children}</p>
      <FieldChanges changes={fields} />
      <p className="figures wrap-anywhere text-faint">
        <Ago at={at} />
        {by?.name && ` · ${by.name}`}
        {of && kind !== "merged" && ` · ${t("contact.timeline.of", { email: of.email })}`}
      </p>
    </li>
  );
}
