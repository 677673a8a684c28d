"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useDeferredValue, useEffect, useMemo } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { useNews } from "@/components/ui/news";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/state";
import { May, useMay } from "@/lib/client/access";
import type { Contact } from "@/lib/client/api-types";
import { isOverdue, useContactList } from "@/lib/client/contacts";
import { hiddenContacts, unsubscribing } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { useSegmentName, useShownTotal } from "@/lib/client/segments";
import { useStore } from "@/lib/client/store";
import { useTitle } from "@/lib/client/title";
import { ContactSheet } from "./contact-sheet";
import { ContactTable, ContactTableSkeleton } from "./contact-table";
import { FilterActions, FilterBar } from "./filter-bar";
import { PageActions } from "./page-actions";
import { type ContactFilterState, useContactFilter, useKnownSort } from "./use-contact-filter";
import { useDeleteContacts } from "./use-held";
import { useKeptRow } from "./use-kept-row";
import { useListKeys } from "./use-list-keys";
import { useLoss } from "./use-loss";
import { useOpenContact } from "./use-open-contact";
import { useSelection } from "./use-selection";

/** Not loaded with the first visit. */
const BulkStrips = late(() => import("@/components/bulk/bulk-strips").then((module) => module.BulkStrips));
const BulkBar = late(() => import("./bulk-bar").then((module) => module.BulkBar));
const LostFilter = late(() => import("./lost-filter").then((module) => module.LostFilter));
const NoMatches = late(() => import("./no-matches").then((module) => module.NoMatches));
const NewContactDialog = late(() => import("./new-contact-dialog").then((module) => module.NewContactDialog));

export function ContactsPage() {
  const t = useT();
  const filter = useContactFilter();
  const mayWrite = useMay("write");
  const loss = useLoss(filter);
  const [adding, setAdding] = useQueryState("new", parseAsString);
  const { list, contacts, news, total, isFormer, pending } = useVisibleContacts(filter);
  const isSegment = Object.keys(filter.filter).join() === "segment_id";
  useListTitle(filter, adding !== null);
  useKnownSort(filter, list.error);
  useShownTotal(isSegment ? filter.state.segment : null, total);
  return (
    <>
      <PageHeader
        title={t("nav.contacts")}
        detail={
          loss === null && (
            <>
              <ContactCount total={total} isFiltered={filter.active} isPending={pending || isFormer} />
              <FilterActions filter={filter} mayExport={total !== undefined || isFormer} />
            </>
          )
        }
        actions={<PageActions onAdd={() => setAdding("contact")} />}
      />
      <BulkStrips />
      {(filter.active || total !== 0) && <FilterBar filter={filter} />}
      <div
        data-wide
        aria-busy={isFormer}
        className={cx("sheet", isFormer && !pending && "opacity-50 transition-opacity delay-200")}
      >
        {loss !== null ? (
          <LostFilter loss={loss} filter={filter} />
        ) : pending ? (
          <ContactTableSkeleton />
        ) : list.isError && contacts.length === 0 ? (
          <ErrorState error={list.error} onRetry={list.refetch} />
        ) : contacts.length === 0 ? (
          <>
            <NoContacts filter={filter} onAdd={() => setAdding("contact")} />
            <LoneSheet />
          </>
        ) : (
          <Contacts {...{ list, filter, contacts, news, isFormer }} total={total ?? contacts.length} />
        )}
      </div>
      {mayWrite && adding !== null && (
        <NewContactDialog open onOpenChange={(open) => setAdding(open ? "contact" : null)} />
      )}
    </>
  );
}

type Counted = { total: number | undefined; isFiltered: boolean; isPending: boolean };

function ContactCount({ total, isFiltered, isPending }: Counted) {
  const t = useT();
  // After a failure nothing is loading any more.
  const waiting = isPending && <Skeleton className="mt-1.5 h-3.5 w-28" />;
  const key = isFiltered ? "contacts.countOf" : "contacts.count";
  return <span aria-live="polite">{total === undefined ? waiting : t(key, { count: total })}</span>;
}

/** The tab is named after the open dialog or segment. */
function useListTitle(filter: ContactFilterState, isAdding: boolean): void {
  const t = useT();
  const segment = useSegmentName(filter.state.segment);
  useTitle(isAdding ? t("contacts.add") : segment, t("nav.contacts"));
}

/** The loaded contacts as they will be after the held actions, and their total. */
function useVisibleContacts({ filter, sort }: ContactFilterState) {
  const list = useContactList(filter, sort);
  // Rows are rendered in slices between which the page responds; a click need not wait for a screen full of them.
  const asked = JSON.stringify([filter, sort]);
  const { data, of } = useDeferredValue(
    useMemo(
      () => ({
        data: list.data,
        of: list.isPlaceholderData ? null : asked,
      }),
      [list.data, list.isPlaceholderData, asked],
    ),
  );
  const hidden = useStore(hiddenContacts);
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const leaving = useStore(unsubscribing);
  const contacts = useMemo(
    () =>
      loaded
        .filter(({ id }) => !hidden.has(id))
        .map((contact) => (leaving.has(contact.id) ? { ...contact, is_unsubscribed: true } : contact)),
    [loaded, hidden, leaving],
  );
  const news = useNews(
    useMemo(() => contacts.map(versionOf), [contacts]),
    of,
  );
  /** Nobody knows yet how many match this filter. */
  const isFormer = of !== asked;
  const counted = isFormer ? undefined : data?.pages.at(-1)?.total;
  const total = counted === undefined ? undefined : counted - (loaded.length - contacts.length);
  const pending = list.isPending || (list.isSuccess && data === undefined) || isOverdue(list);
  return { list, contacts, news, total, isFormer: isFormer && !list.isError, pending };
}

/** Tags are not part of when a contact was changed. */
function versionOf({ id, updated_at, is_unsubscribed, tags = [] }: Contact) {
  return { id, version: `${updated_at} ${is_unsubscribed} ${tags.map((tag) => tag.id).join()}` };
}

interface ContactsProps {
  list: ReturnType<typeof useContactList>;
  filter: ContactFilterState;
  contacts: Contact[];
  news: ReadonlySet<string>;
  isFormer: boolean;
  total: number;
}

function Contacts({
  list,
  filter: { filter, sort, setSort },
  contacts,
  news,
  isFormer,
  total,
}: ContactsProps) {
  const ids = useMemo(() => contacts.map(({ id }) => id), [contacts]);
  const selection = useSelection(ids, filter);
  const { openId, show, ask, question, step } = useOpenContact(ids);
  useKeptRow(openId);
  const remove = useDeleteContacts();
  const mayWrite = useMay("write");
  useListKeys({
    isInert: isFormer,
    step,
    toggle: (id, range) => mayWrite && selection.toggle(id, range),
    clear: selection.clear,
    remove: (id) => mayWrite && remove(contacts.filter((contact) => contact.id === id)),
  });
  const { clear } = selection;
  useEffect(() => {
    if (!mayWrite) clear();
  }, [mayWrite, clear]);
  const { fetchNextPage } = list;
  const moreFailed = list.isFetchNextPageError && !list.isFetchingNextPage;
  // Not twice at once: the second request would cancel the first.
  const more = useCallback(() => fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const chosen = useMemo(
    () => contacts.filter(({ id }) => selection.selected.has(id)),
    [contacts, selection.selected],
  );
  const isFull = selection.selected.size === contacts.length;
  const isMore = total > selection.selected.size;
  return (
    <>
      <ContactTable
        {...{ contacts, news, total, isFormer, selection, sort }}
        onSort={setSort}
        currentId={openId}
        onOpen={ask}
        // No next page is fetched during a refetch of the loaded ones, and a failed one is retried only on demand.
        hasMore={list.hasNextPage && !moreFailed && (list.isFetchingNextPage || !list.isFetching)}
        loadingMore={list.isFetchingNextPage}
        onMore={more}
      />
      {moreFailed && <ErrorState compact error={list.error} onRetry={more} />}
      {mayWrite && !isFormer && chosen.length > 0 && (
        <BulkBar
          contacts={chosen}
          onClear={selection.clear}
          {...(isMore && { matching: { total, isHeadEnough: !isFull } })}
          onSelectMatching={() => selection.selectWhole(total)}
          {...(selection.isWhole && { whole: { total, filter } })}
        />
      )}
      <ContactSheet id={openId} ids={ids} onOpen={ask} onDeleted={show} />
      {question}
    </>
  );
}

/** A contact that was opened by its address, beside an empty list: it may be in another workspace. */
function LoneSheet() {
  const { openId, show, ask, question } = useOpenContact(NOBODY);
  return (
    <>
      <ContactSheet id={openId} ids={NOBODY} onOpen={ask} onDeleted={show} />
      {question}
    </>
  );
}

const NOBODY: string[] = [];

function NoContacts({ filter, onAdd }: { filter: ContactFilterState; onAdd: () => void }) {
  const t = useT();
  if (filter.active) return <NoMatches filter={filter} />;
  return (
    <EmptyState
      title={t("contacts.empty.title")}
      actions={
        <>
          <May to="import">
            <Button variant="primary" asChild>
              <Link href="/imports/new">{t("start.import")}</Link>
            </Button>
          </May>
          <May to="write">
            <Button onClick={onAdd}>{t("contacts.add")}</Button>
          </May>
        </>
      }
    >
      <May to="import">{t("contacts.empty.body")}</May>
    </EmptyState>
  );
}
