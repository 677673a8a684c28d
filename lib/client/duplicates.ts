import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answer, callApi } from "./api";
import type { Operations } from "./api-types";
import { changeKeys } from "./change-sets";
import { useChange } from "./changes";
import { contactKeys } from "./contacts";
import { lookAgainMs } from "./live";
import { FIRST_PAGE } from "./paging";

type DuplicatePage = Answer<"GET /contacts/duplicates">;
export type DuplicatePair = DuplicatePage["data"][number];
export type MergeRules = NonNullable<Operations["POST /contacts/{id}/merge"]["request"]["body"]["fields"]>;

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
