"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useDeferredValue, useMemo } from "react";
import { BulkStrips } from "@/components/bulk/bulk-strips";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Merge, Plus, Upload } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/state";
import type { Contact } from "@/lib/client/api-types";
import { useContactList } from "@/lib/client/contacts";
import { hiddenContacts, unsubscribing } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { useShownTotal } from "@/lib/client/segments";
import { useStore } from "@/lib/client/store";
import { BulkBar } from "./bulk-bar";
import { ContactSheet } from "./contact-sheet";
import { ContactTable, ContactTableSkeleton } from "./contact-table";
import { FilterBar } from "./filter-bar";
import { NewContactDialog } from "./new-contact-dialog";
import { type ContactFilterState, useContactFilter } from "./use-contact-filter";
import { useDeleteContacts } from "./use-held";
import { useListKeys } from "./use-list-keys";
import { useSelection } from "./use-selection";

export function ContactsPage() {
  const t = useT();
  const filter = useContactFilter();
  const [adding, setAdding] = useQueryState("new", parseAsString);
  const { list, contacts, total, pending } = useVisibleContacts(filter);
  const keys = useMemo(() => keysOf(contacts), [contacts]);
  const isSegment = Object.keys(filter.filter).join() === "segment_id" && !list.isPlaceholderData;
  useShownTotal(isSegment ? filter.state.segment : null, total);
  const detail =
    total === undefined
      ? // After a failure nothing is on its way any more.
        pending && <Skeleton className="mt-1.5 h-3.5 w-28" />
      : t(filter.active ? "contacts.countOf" : "contacts.count", { count: total });
  return (
    <>
      <PageHeader
        title={t("nav.contacts")}
        detail={<span aria-live="polite">{detail}</span>}
        actions={
          <>
            <Button asChild>
              <Link href="/contacts/duplicates">
                <Merge aria-hidden="true" /> {t("duplicates.title")}
              </Link>
            </Button>
            <Button asChild>
              <Link href="/imports/new">
                <Upload aria-hidden="true" /> {t("contacts.import")}
              </Link>
            </Button>
            <Button variant="primary" onClick={() => setAdding("contact")}>
              <Plus aria-hidden="true" /> {t("contacts.add")}
            </Button>
          </>
        }
      />
      <BulkStrips />
      {(filter.active || total !== 0) && <FilterBar filter={filter} keys={keys} />}
      <div className="sheet">
        {pending ? (
          <ContactTableSkeleton />
        ) : list.isError && contacts.length === 0 ? (
          <ErrorState error={list.error} onRetry={list.refetch} />
        ) : contacts.length === 0 ? (
          <NoContacts filter={filter} onAdd={() => setAdding("contact")} />
        ) : (
          <Contacts list={list} filter={filter} contacts={contacts} total={total ?? 0} />
        )}
      </div>
      <NewContactDialog open={adding !== null} onOpenChange={(open) => setAdding(open ? "contact" : null)} />
    </>
  );
}

/** The loaded contacts as they will be when what is held back is done, and the total of them. */
function useVisibleContacts({ filter, sort }: ContactFilterState) {
  const list = useContactList(filter, sort);
  // Rows are made in slices between which the page answers; a click need not wait for a screen full of them.
  const data = useDeferredValue(list.data);
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
  const counted = data?.pages.at(-1)?.total;
  const total = counted === undefined ? undefined : counted - (loaded.length - contacts.length);
  const pending = list.isPending || (list.isSuccess && data === undefined);
  return { list, contacts, total, pending };
}

/** The custom fields of the contacts that are loaded. */
function keysOf(contacts: readonly Contact[]): string[] {
  return [...new Set(contacts.flatMap(({ custom_fields }) => Object.keys(custom_fields ?? {})))].sort();
}

interface ContactsProps {
  list: ReturnType<typeof useContactList>;
  filter: ContactFilterState;
  contacts: ReturnType<typeof useVisibleContacts>["contacts"];
  total: number;
}

function Contacts({ list, filter: { filter, sort, setSort }, contacts, total }: ContactsProps) {
  const ids = useMemo(() => contacts.map(({ id }) => id), [contacts]);
  const selection = useSelection(ids, filter);
  const [openId, setOpenId] = useQueryState("contact", parseAsString.withOptions({ history: "push" }));
  const remove = useDeleteContacts();
  const openAt = openId ? ids.indexOf(openId) : -1;
  const step = (by: 1 | -1) => {
    const id = ids[openAt + by];
    if (id) void setOpenId(id);
  };
  useListKeys({
    step: openAt < 0 ? null : step,
    toggle: selection.toggle,
    remove: (id) => remove(contacts.filter((contact) => contact.id === id)),
  });
  const { fetchNextPage } = list;
  const moreFailed = list.isFetchNextPageError && !list.isFetchingNextPage;
  // Not twice at once: the second request would drop the first.
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const open = useCallback((id: string) => void setOpenId(id), [setOpenId]);
  const chosen = useMemo(
    () => contacts.filter(({ id }) => selection.selected.has(id)),
    [contacts, selection.selected],
  );
  const isMore = selection.selected.size === contacts.length && total > contacts.length;
  return (
    <>
      <ContactTable
        contacts={contacts}
        total={total}
        selection={selection}
        sort={sort}
        onSort={setSort}
        currentId={openId}
        onOpen={open}
        // No next page is fetched during a refetch of the loaded ones, and a failed one is retried on demand only.
        hasMore={list.hasNextPage && !moreFailed && (list.isFetchingNextPage || !list.isFetching)}
        loadingMore={list.isFetchingNextPage}
        onMore={more}
      />
      {moreFailed && <ErrorState compact error={list.error} onRetry={more} />}
      <BulkBar
        contacts={chosen}
        onClear={selection.clear}
        {...(isMore && { matching: { total, select: selection.selectWhole } })}
        {...(selection.isWhole && { whole: { total, filter } })}
      />
      <ContactSheet id={openId} ids={ids} onOpen={setOpenId} />
    </>
  );
}

function NoContacts({ filter, onAdd }: { filter: ContactFilterState; onAdd: () => void }) {
  const t = useT();
  if (filter.active) {
    return (
      <EmptyState
        title={t("contacts.noMatch.title")}
        actions={<Button onClick={filter.clear}>{t("contacts.filter.clear")}</Button>}
      >
        {t("contacts.noMatch.body")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("contacts.empty.title")}
      actions={
        <>
          <Button variant="primary" asChild>
            <Link href="/imports/new">{t("start.import")}</Link>
          </Button>
          <Button onClick={onAdd}>{t("contacts.add")}</Button>
        </>
      }
    >
      {t("contacts.empty.body")}
    </EmptyState>
  );
}
