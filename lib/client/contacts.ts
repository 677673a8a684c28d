import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answer, callApi } from "./api";
import type { Contact, ContactChanges, NewContact } from "./api-types";
import { useChange } from "./changes";
import { type ContactFilter, NEWEST_FIRST, queryOf, type Sort } from "./contact-filter";
import { ChangedMeanwhile, changeContact, loadContact } from "./contact-state";
import { backgroundTurn } from "./pace";
import { FIRST_PAGE } from "./paging";
import { keepOpenUntil } from "./pending-saves";
import { useRepeatable } from "./repeatable";

type ContactPage = Answer<"GET /contacts">;

export const contactKeys = {
  all: ["contacts"] as const,
  lists: ["contacts", "list"] as const,
  list: (filter: ContactFilter, sort: Sort = NEWEST_FIRST) => ["contacts", "list", filter, sort] as const,
  one: (id: string) => ["contacts", "one", id] as const,
  timelines: ["contacts", "timeline"] as const,
};

const PAGE_SIZE = 100;

/** The contacts under a filter in an order, page by page. The rows of the former filter stay until the new ones arrive. */
export function useContactList(filter: ContactFilter, sort: Sort) {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: contactKeys.list(filter, sort),
    initialPageParam: FIRST_PAGE,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam) await backgroundTurn(signal);
      const inOrder = sort === NEWEST_FIRST ? {} : { sort };
      const query = { ...queryOf(filter), ...inOrder, cursor: pageParam, limit: PAGE_SIZE };
      const page = await callApi("GET /contacts", { query, signal });
      return { ...page, data: page.data.map((contact) => withSaves(queries, contact)) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

/**
 * Whether the rows of the former filter have stayed long enough: a request for the new ones has failed, and is repeated.
 * Then they would be taken for the answer.
 */
export function isOverdue({ isPlaceholderData, failureCount }: Waiting): boolean {
  return isPlaceholderData && failureCount > 0;
}

type Waiting = Pick<ReturnType<typeof useContactList>, "isPlaceholderData" | "failureCount">;

/** How many contacts there are right now; the statistics may be five minutes old. */
export function useContactTotal() {
  return useQuery({
    queryKey: [...contactKeys.all, "total"],
    queryFn: ({ signal }) => callApi("GET /contacts", { query: { limit: 1 }, signal }),
    select: ({ total }) => total,
  });
}

/** A contact as one of the lists knows it. */
function listed(queries: QueryClient, id: string): Contact | undefined {
  for (const [, list] of queries.getQueriesData<Pages>({ queryKey: contactKeys.lists })) {
    const contact = list?.pages?.flatMap(({ data }) => data).find((one) => one.id === id);
    if (contact) return contact;
  }
  return undefined;
}

/**
 * A contact, at once as its list knows it. The rest is loaded when the user stays with it: who walks through a list
 * would soon be at the limit of requests, which is also why it waits for its turn then.
 */
export function useContact(id: string) {
  const queries = useQueryClient();
  const known = listed(queries, id);
  const stays = useStays();
  return useQuery({
    queryKey: contactKeys.one(id),
    enabled: stays || known === undefined,
    placeholderData: known,
    queryFn: async ({ signal }) => {
      if (known) await backgroundTurn(signal);
      return withSaves(queries, await loadContact(id, signal));
    },
  });
}

/** How long a contact is looked at before the rest of it is loaded. */
const STAY_MS = 300;

/** Whether the component has been on screen for a while. */
function useStays(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return stays;
}

/** A contact's history, newest first; in its turn, and when the user stays. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: [...contactKeys.timelines, id],
    enabled: useStays(),
    queryFn: async ({ signal }) => {
      await backgroundTurn(signal);
      return callApi("GET /contacts/{id}/timeline", { path: { id }, signal });
    },
    select: ({ data }) => data,
  });
}

const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u;

/** A contact's name as it is displayed: Chinese, Japanese and Korean ones begin with the last name, without a space. */
export function contactName(contact: Pick<Contact, "first_name" | "last_name">): string {
  const names = [contact.first_name, contact.last_name ?? ""].filter((name) => name !== "");
  const isEastAsian = names.every((name) => EAST_ASIAN.test(name));
  return isEastAsian ? names.reverse().join("") : names.join(" ");
}

type Pages = InfiniteData<ContactPage, string | null>;

/** Changes contacts wherever they are cached. */
export function patchCached(
  queries: QueryClient,
  ids: ReadonlySet<string>,
  change: (contact: Contact) => Contact,
): void {
  const patch = (contact: Contact) => (ids.has(contact.id) ? change(contact) : contact);
  queries.setQueriesData<Pages>(
    { queryKey: contactKeys.lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(patch) })) },
  );
  for (const id of ids) {
    queries.setQueryData<Contact>(contactKeys.one(id), (contact) => contact && change(contact));
  }
}

/** Drops contacts that were deleted from every list that is cached, also from those that no page shows. */
export async function dropCached(queries: QueryClient, ids: ReadonlySet<string>): Promise<void> {
  await queries.cancelQueries({ queryKey: contactKeys.lists });
  queries.setQueriesData<Pages>({ queryKey: contactKeys.lists }, (list) => list && without(ids, list));
}

/** The total counts all contacts of the filter, and not only those that are loaded. */
function without(ids: ReadonlySet<string>, list: Pages): Pages {
  const kept = list.pages.map((page) => page.data.filter(({ id }) => !ids.has(id)));
  const gone = list.pages.flatMap(({ data }) => data).length - kept.flat().length;
  const pages = list.pages.map((page, at) => ({ ...page, data: kept[at] ?? [], total: page.total - gone }));
  return { ...list, pages };
}

/**
 * Cancels queries whose answers may be older than the write that begins. Returns the function that fetches them again
 * afterwards.
 */
export async function dropAnswers(queries: QueryClient): Promise<() => void> {
  const dropped = queries.getQueryCache().findAll({ queryKey: contactKeys.all, fetchStatus: "fetching" });
  await queries.cancelQueries({ queryKey: contactKeys.all });
  return () => void queries.invalidateQueries({ predicate: (query) => dropped.includes(query) });
}

const saveKey = (id: string) => ["contacts", "save", id];

/** A contact that the API has just answered, with what is being saved of it: the answer may be older. */
function withSaves(queries: QueryClient, contact: Contact): Contact {
  return pendingSaves(queries, contact.id).reduce((saved, { changes }) => merge(saved, changes), contact);
}

function pendingSaves(queries: QueryClient, id: string): Save[] {
  const saves = queries.getMutationCache().findAll({ mutationKey: saveKey(id), status: "pending" });
  return saves.map(({ state }) => state.variables as Save);
}

interface Save {
  before: Contact;
  changes: ContactChanges;
}

/**
 * Saves changes of one contact, one after the other: shown at once, reverted when the API refuses. What somebody else
 * has changed meanwhile is not overwritten, but shown: `before` is the contact that the user has seen.
 */
export function useSaveContact(id: string) {
  const queries = useQueryClient();
  const mutationKey = saveKey(id);
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  const show = (change: (contact: Contact) => Contact) => patchCached(queries, new Set([id]), change);
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ before, changes }: Save) => changeContact(before, changes),
    onMutate: async ({ changes }) => {
      const askAnew = await dropAnswers(queries);
      show((contact) => merge(contact, changes));
      return { askAnew };
    },
    onError: (error, failed) => {
      for (const save of pendingSaves(queries, id)) save.before = seenWithout(failed, save.before);
      show((contact) => (error instanceof ChangedMeanwhile ? error.now : seenWithout(failed, contact)));
      void queries.invalidateQueries({ queryKey: contactKeys.all });
    },
    onSuccess: async (saved) => {
      const askAnew = await dropAnswers(queries);
      // Tags are changed by other means, maybe since.
      if (isLast()) show((contact) => ({ ...saved, tags: contact.tags ?? saved.tags }));
      askAnew();
      void queries.invalidateQueries({ queryKey: contactKeys.timelines });
    },
    onSettled: (_saved, _error, _input, context) => context?.askAnew(),
  });
  return { mutateAsync: (save: Save) => keepOpenUntil(mutateAsync(save)) };
}

/** What is seen once a change that was shown at once has failed: its values are as before it. */
function seenWithout({ before, changes }: Save, seen: Contact): Contact {
  const { custom_fields = {}, ...fields } = changes;
  const reverted = (now: object, then: object, changed: object) =>
    Object.fromEntries(
      Object.entries(changed)
        .filter(([key, value]) => (Reflect.get(now, key) ?? null) === value)
        .map(([key]) => [key, Reflect.get(then, key) ?? null]),
    );
  const values = reverted(seen.custom_fields ?? {}, before.custom_fields ?? {}, custom_fields ?? {});
  return merge(seen, { ...reverted(seen, before, fields), custom_fields: values });
}

/** The contact after the change: `custom_fields` are merged, null deletes a key. */
function merge(contact: Contact, input: ContactChanges): Contact {
  if (!input.custom_fields) return { ...contact, ...input };
  const merged = Object.entries({ ...contact.custom_fields, ...input.custom_fields });
  return {
    ...contact,
    ...input,
    custom_fields: Object.fromEntries(merged.filter(([, value]) => value !== null)),
  };
}

export function useCreateContact() {
  const create = useRepeatable((body: NewContact, headers) => callApi("POST /contacts", { body, headers }));
  return useChange(create, { awaited: [contactKeys.lists] });
}

/** Removes a contact and everything that is kept of it. */
export function useEraseContact(id: string) {
  return useChange(() => callApi("DELETE /contacts/{id}", { path: { id }, query: { erase: "true" } }), {
    others: [contactKeys.lists, ["changes"], ["tags"], ["stats"], ["duplicates"]],
  });
}
