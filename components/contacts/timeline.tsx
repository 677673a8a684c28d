"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { ErrorState, Loading, Skeleton } from "@/components/ui/state";
import type { TimelineEvent } from "@/lib/client/api-types";
import { useTimeline } from "@/lib/client/contacts";
import { useFormat, useT } from "@/lib/client/i18n";

/** What happened to the contact, newest first: where it came from, imports, tags, unsubscribe, last change. */
export function Timeline({ contactId }: { contactId: string }) {
  const t = useT();
  const timeline = useTimeline(contactId);
  return (
    <section>
      <h4 className="eyebrow mb-3">{t("contact.timeline")}</h4>
      {timeline.isPending && (
        <Loading label={t("state.loading")}>
          <Skeleton className="h-10 w-2/3" />
        </Loading>
      )}
      {timeline.isError && <ErrorState compact error={timeline.error} onRetry={timeline.refetch} />}
      <ol className="relative grid gap-4 pl-5 before:absolute before:top-2 before:bottom-8 before:left-[3px] before:w-px before:bg-line">
        {timeline.data?.map((event) => (
          <Entry key={`${event.kind} ${event.import?.id ?? event.tag?.id} ${event.at}`} at={event.at}>
            <Words event={event} />
          </Entry>
        ))}
      </ol>
    </section>
  );
}

function Words({ event }: { event: TimelineEvent }) {
  const t = useT();
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
          {t("contact.timeline.imported", { row: event.import?.row ?? 0 })}
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
    case "tagged":
      return t("contact.timeline.tagged", { tag: event.tag?.name ?? "" });
    default:
      return t(`contact.timeline.${event.kind}`);
  }
}

function Entry({ at, children }: { at: string; children: ReactNode }) {
  const format = useFormat();
  return (
    <li className="relative text-sm before:absolute before:top-1.5 before:-left-5 before:size-[7px] before:rounded-full before:bg-edge">
      <p>{children}</p>
      <p className="figures text-faint">
        <time dateTime={at} title={format.moment(at)}>
          {format.ago(at)}
        </time>
      </p>
    </li>
  );
}
