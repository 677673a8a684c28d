"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { Missing } from "@/components/shell/missing";
import { buttonsIn, useOffer } from "@/components/shell/offers";
import { TagMark } from "@/components/tags/tag-chip";
import { TagPicker } from "@/components/tags/tag-picker";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Mail, Plus, X } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { ErrorState, Loading, Skeleton } from "@/components/ui/state";
import { useWhileShown } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { contactName, useContact } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { tagContacts } from "@/lib/client/tagging";
import { useTitle } from "@/lib/client/title";
import { ContactActions } from "./contact-actions";
import { ContactFields } from "./contact-fields";
import { Timeline } from "./timeline";

const MailDialog = late(() => import("./mail-dialog").then((module) => module.MailDialog));

interface ContactDetailProps {
  id: string;
  onDeleted: () => void;
  headingLevel: "h1" | "h3";
}

/** Everything about one contact, for the sheet and for its own page. */
export function ContactDetail({ id, onDeleted, headingLevel }: ContactDetailProps) {
  const t = useT();
  const contact = useContact(id);
  const deleted = useWhileShown(onDeleted);
  useTitle(contact.data && contactName(contact.data), t("nav.contacts"));
  if (contact.isPending) return <DetailSkeleton />;
  const isGone = contact.isError && ApiFailure.from(contact.error).isMissing;
  // A refetch that fails otherwise replaces nothing: somebody may be typing into a field.
  if (isGone || !contact.data) {
    return (
      <>
        {headingLevel === "h1" && (
          <h1 tabIndex={-1} className="sr-only">
            {t("contact.details")}
          </h1>
        )}
        {isGone ? <Gone id={id} /> : <ErrorState error={contact.error} onRetry={contact.refetch} compact />}
      </>
    );
  }
  return (
    <article className="grid gap-6">
      <Head contact={contact.data} onDeleted={deleted} level={headingLevel} />
      <Tags contact={contact.data} />
      <ContactFields contact={contact.data} />
      <Timeline contactId={id} />
    </article>
  );
}

function Gone({ id }: { id: string }) {
  const t = useT();
  const all = (
    <Button asChild>
      <Link href="/contacts">{t("contacts.lost.all")}</Link>
    </Button>
  );
  return <Missing read="GET /contacts/{id}" id={id} title={t("contact.notFound")} actions={all} />;
}

function Head({
  contact,
  onDeleted,
  level: Heading,
}: {
  contact: Contact;
  onDeleted: () => void;
  level: "h1" | "h3";
}) {
  const t = useT();
  const name = contactName(contact);
  const head = useRef<HTMLElement>(null);
  useOffer(name, () => buttonsIn(head.current));
  const [mailing, setMailing] = useState(false);
  return (
    <header ref={head} className="flex items-start gap-4">
      <Avatar name={name} email={contact.email} url={contact.avatar_url} size="lg" />
      <div className="min-w-0 grow pt-1">
        <Heading tabIndex={-1} className="text-xl">
          {name}
        </Heading>
        <p className="break-all text-muted">{contact.email}</p>
        {contact.is_unsubscribed && (
          <p className="mt-2">
            <Badge tone="warn">{t("contact.unsubscribed")}</Badge>
          </p>
        )}
        <div className="mt-3 flex gap-2">
          <May to="send">
            <Button size="sm" onClick={() => setMailing(true)}>
              <Mail aria-hidden="true" /> {t("mail.send")}
            </Button>
          </May>
          <ContactActions contact={contact} onDeleted={onDeleted} />
        </div>
      </div>
      {mailing && <MailDialog contact={contact} onClose={() => setMailing(false)} />}
    </header>
  );
}

function Tags({ contact }: { contact: Contact }) {
  const t = useT();
  const queries = useQueryClient();
  const tags = contact.tags ?? [];
  const list = useRef<HTMLElement>(null);
  useOffer(contactName(contact), () => buttonsIn(list.current));
  const change = async (tag: (typeof tags)[number], on: boolean) => {
    const { error, refused } = await tagContacts(queries, [contact.id], tag, on);
    if (error !== undefined) toast.error(`${t("contacts.tagFailed")}: ${ApiFailure.from(error).say(t)}`);
    else if (refused > 0) toast.error(t("contacts.tagRefused", { count: refused }));
  };
  return (
    <section ref={list} aria-label={t("contacts.field.tags")} className="flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span
          key={tag.id}
          className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-sm border border-line bg-surface px-2 text-sm has-[button]:pr-0"
        >
          <TagMark tag={tag} />
          <span className="wrap-anywhere min-w-0">{tag.name}</span>
          <May to="write">
            <button
              type="button"
              className="flex size-6 shrink-0 items-center justify-center text-faint hover:text-danger [&_svg]:size-3.5"
              aria-label={t("contact.removeTag", { tag: tag.name })}
              onClick={() => change(tag, false)}
            >
              <X />
            </button>
          </May>
        </span>
      ))}
      <May to="write">
        <TagPicker
          chosen={new Set(tags.map(({ id }) => id))}
          onToggle={change}
          trigger={
            <Button size="sm" variant="ghost" className={cx("touch:-my-2", tags.length === 0 && "-ml-2.5")}>
              <Plus aria-hidden="true" /> {t("contact.addTag")}
            </Button>
          }
        />
      </May>
    </section>
  );
}

function DetailSkeleton() {
  return (
    <Loading>
      <div className="flex gap-4">
        <Skeleton className="size-14 rounded-full" />
        <div className="grid grow gap-2 pt-2">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
      <div className="mt-8 grid gap-5">
        {["a", "b", "c", "d"].map((row) => (
          <Skeleton key={row} className="h-4 w-full" />
        ))}
      </div>
    </Loading>
  );
}
