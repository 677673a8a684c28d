"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { BulkButtons, SetFieldButton } from "@/components/bulk/bulk-buttons";
import { ConfirmDelete } from "@/components/bulk/confirmations";
import { useBulk } from "@/components/bulk/use-bulk";
import { useStartExport } from "@/components/exports/use-start-export";
import { buttonsIn, useOffer } from "@/components/shell/offers";
import { TagPicker } from "@/components/tags/tag-picker";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Download, Minus, Tag as TagIcon, Trash2, X } from "@/components/ui/icons";
import { May } from "@/lib/client/access";
import type { Contact, Tag } from "@/lib/client/api-types";
import type { BulkTarget } from "@/lib/client/bulk";
import type { ContactFilter } from "@/lib/client/contact-filter";
import { contactName } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { tagContacts } from "@/lib/client/tagging";
import { BulkUnsubscribe } from "./bulk-unsubscribe";
import { useDeleteContacts } from "./use-held";

/** From this number on a deletion is confirmed first; fewer can be undone for a few seconds. */
const ASK_FROM = 11;

/** From this number on the server does it as a job; a call takes at most this many ids. */
const JOB_FROM = 501;
const IDS_MAX = 10_000;

interface BulkBarProps {
  contacts: Contact[];
  onClear: () => void;
  /** Set when more contacts match than are selected. Where there is a table's head, it selects the loaded ones first. */
  matching?: { total: number; isHeadEnough: boolean };
  onSelectMatching: () => void;
  /** Set when all that match are selected. */
  whole?: { total: number; filter: ContactFilter };
}

/** Actions on the selected contacts. */
export function BulkBar({ contacts, onClear, matching, onSelectMatching, whole }: BulkBarProps) {
  const t = useT();
  const bar = useRef<HTMLElement>(null);
  const count = whole?.total ?? contacts.length;
  useOffer(t("contacts.selected", { count }), () => buttonsIn(bar.current));
  // The bar may come after the focus has moved on to where it will lie.
  useLayoutEffect(() => {
    document.activeElement?.scrollIntoView({ block: "nearest" }); // answers a promise, which is no cleanup
  }, []);
  const [first] = contacts;
  if (!first) return null;
  const target = targetOf(contacts, whole);
  return (
    <section
      ref={bar}
      data-bulk-bar
      aria-label={t("contacts.bulk.label")}
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] animate-rise flex-wrap items-center gap-1.5 rounded-lg border border-line bg-raised p-2 shadow-float sm:justify-center lg:right-[calc(0.75rem+var(--aside))] lg:left-[14.5rem]"
    >
      <div className="flex items-center gap-1 max-sm:basis-full max-sm:justify-between">
        <p className="figures px-2 font-medium text-sm" aria-live="polite">
          {t("contacts.selected", { count })}
        </p>
        <Button size="icon-sm" variant="ghost" aria-label={t("contacts.bulk.clear")} onClick={onClear}>
          <X />
        </Button>
      </div>
      {matching && !whole && (
        <Button
          variant="ghost"
          size="sm"
          className={cx(matching.isHeadEnough && "md:hidden")}
          onClick={onSelectMatching}
        >
          {t("contacts.selectMatching", { count: matching.total })}
        </Button>
      )}
      {target ? (
        <BulkButtons target={target} count={count} onBegun={onClear} />
      ) : (
        <>
          <TagButtons contacts={contacts} />
          <SetField contacts={contacts} onBegun={onClear} />
          <BulkUnsubscribe contacts={contacts} />
          <May to="export">
            <ExportButton contacts={contacts} />
          </May>
          <DeleteButton contacts={contacts} first={first} onDeleted={onClear} />
        </>
      )}
    </section>
  );
}

/** The contacts that the server acts on; nothing if calls for those on this page are enough. */
function targetOf(contacts: Contact[], whole: BulkBarProps["whole"]): BulkTarget | null {
  if (whole) return { filter: whole.filter };
  const isJob = contacts.length >= JOB_FROM && contacts.length <= IDS_MAX;
  return isJob ? { ids: contacts.map(({ id }) => id) } : null;
}

function SetField({ contacts, onBegun }: { contacts: Contact[]; onBegun: () => void }) {
  const { begin } = useBulk({ ids: contacts.map(({ id }) => id) }, onBegun);
  return <SetFieldButton count={contacts.length} begin={begin} />;
}

/** Adds a tag to all of them, or removes one that some of them have. */
function TagButtons({ contacts }: { contacts: Contact[] }) {
  const t = useT();
  const tagAll = useTagAll(contacts);
  const carried = new Set(contacts.flatMap(({ tags = [] }) => tags.map(({ id }) => id)));
  return (
    <>
      <TagPicker
        isOne
        chosen={new Set()}
        onToggle={(tag) => tagAll(tag, true)}
        trigger={
          <Button size="sm">
            <TagIcon aria-hidden="true" /> {t("contacts.bulk.tag")}
          </Button>
        }
      />
      {carried.size > 0 && (
        <TagPicker
          isOne
          onlyChosen
          chosen={carried}
          onToggle={(tag) => tagAll(tag, false)}
          trigger={
            <Button size="sm">
              <Minus aria-hidden="true" /> {t("contacts.bulk.untag")}
            </Button>
          }
        />
      )}
    </>
  );
}

interface DeleteButtonProps {
  contacts: Contact[];
  first: Contact;
  onDeleted: () => void;
}

function DeleteButton({ contacts, first, onDeleted }: DeleteButtonProps) {
  const t = useT();
  const remove = useDeleteContacts();
  const [asking, setAsking] = useState(false);
  const count = contacts.length;
  const deleteNow = () => {
    remove(contacts);
    onDeleted();
  };
  return (
    <>
      <Button
        size="sm"
        variant="danger-quiet"
        onClick={() => (count < ASK_FROM ? deleteNow() : setAsking(true))}
      >
        <Trash2 aria-hidden="true" /> {t("action.delete")}
      </Button>
      {asking && (
        <ConfirmDelete
          count={count}
          name={contactName(first)}
          onClose={() => setAsking(false)}
          onConfirm={deleteNow}
        />
      )}
    </>
  );
}

/** From this number on a toast counts while they are tagged: more than one call is needed. */
const COUNT_FROM = 501;

/** Tags the contacts, reports what was done and what was not, and offers to undo it. */
function useTagAll(contacts: Contact[]) {
  const t = useT();
  const queries = useQueryClient();
  return async function run(tag: Tag, on: boolean): Promise<void> {
    const ids = contacts
      .filter(({ tags = [] }) => tags.some(({ id }) => id === tag.id) !== on)
      .map(({ id }) => id);
    const total = ids.length;
    if (total === 0) return;
    const id =
      total >= COUNT_FROM ? toast.loading(t("contacts.tagProgress", { count: 0, total })) : undefined;
    const same = id !== undefined && { id };
    const { changed, refused, error } = await tagContacts(queries, ids, tag, on, (count) => {
      if (id !== undefined) toast.loading(t("contacts.tagProgress", { count, total }), { id });
    });
    const undo = changed.length > 0 && {
      action: { label: t("action.undo"), onClick: () => void takeBack(changed, tag, !on) },
    };
    const done = t(on ? "contacts.tagged" : "contacts.untagged", { tag: tag.name, count: changed.length });
    if (error !== undefined) {
      const reason = `${t("contacts.tagStopped", { count: changed.length, total })} ${ApiFailure.from(error).say(t)}`;
      toast.error(reason, { ...same, ...undo });
    } else if (refused > 0) {
      toast.warning(`${done}. ${t("contacts.tagRefused", { count: refused })}`, { ...same, ...undo });
    } else toast.success(done, { ...same, ...undo });
  };

  async function takeBack(ids: string[], tag: Tag, on: boolean): Promise<void> {
    const { error } = await tagContacts(queries, ids, tag, on);
    if (error !== undefined) toast.error(ApiFailure.from(error).say(t));
  }
}

/** Starts an export of the selection. */
function ExportButton({ contacts }: { contacts: Contact[] }) {
  const t = useT();
  const { start, busy } = useStartExport();
  return (
    <Button size="sm" busy={busy} onClick={() => start({ ids: contacts.map(({ id }) => id) })}>
      <Download aria-hidden="true" /> {t("contacts.bulk.export")}
    </Button>
  );
}
