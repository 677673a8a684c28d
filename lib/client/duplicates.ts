import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answer, callApi } from "./api";
import type { Contact, Operations } from "./api-types";
import { changeKeys } from "./change-sets";
import { useChange } from "./changes";
import { contactKeys } from "./contacts";
import { lookAgainMs } from "./live";
import { FIRST_PAGE } from "./paging";

type DuplicatePage = Answer<"GET /contacts/duplicates">;
export type DuplicatePair = DuplicatePage["data"][number];
export type MergeRules = NonNullable<Operations["POST /contacts/{id}/merge"]["request"]["body"]["fields"]>;

/** Custom fields of which both contacts have a value, and not the same: a merge keeps one of them. */
export function conflictingFields(
  one: Pick<Contact, "custom_fields">,
  other: Pick<Contact, "custom_fields">,
): string[] {
  const values = other.custom_fields ?? {};
  return Object.entries(one.custom_fields ?? {}).flatMap(([key, value]) =>
    Object.hasOwn(values, key) && JSON.stringify(value) !== JSON.stringify(values[key]) ? [key] : [],
  );
}

/** The rules for single custom fields. */
export function customRules({ custom_fields: rules }: MergeRules): Record<string, "this" | "other"> {
  return typeof rules === "object" ? rules : {};
}

const duplicateKeys = { all: ["duplicates"] as const };
const POLL_MS = 2000;

/** Pairs that are probably the same person, page by page. The first call starts the search; polled while it runs. */
export function useDuplicates() {
  return useInfiniteQuery({
    queryKey: duplicateKeys.all,
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /contacts/duplicates", { query: { cursor: pageParam, limit: 20 }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ search }) => search.status === "processing") ? lookAgainMs(POLL_MS) : false,
  });
}

/** Merges a pair: the first contact stays. Its change set can be undone under History. */
export function useMerge([stays, goes]: DuplicatePair["contacts"]) {
  const [id, other] = [stays?.id ?? "", goes?.id ?? ""];
  return useChange(
    (fields: MergeRules) =>
      callApi("POST /contacts/{id}/merge", { path: { id }, body: { with: other, fields } }),
    { awaited: [duplicateKeys.all], others: [contactKeys.all, changeKeys.all, ["tags"], ["stats"]] },
  );
}

export function useTellApart(contacts: DuplicatePair["contacts"]) {
  return useChange(
    () => callApi("POST /contacts/duplicates/distinct", { body: { contacts: contacts.map(({ id }) => id) } }),
    { awaited: [duplicateKeys.all] },
  );
}

export function useSearchAnew() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST /contacts/duplicates", {}),
    onSuccess: () => queries.resetQueries({ queryKey: duplicateKeys.all }),
  });
}
