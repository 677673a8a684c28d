import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Answer, callApi } from "./api";
import type { ChangeSet, Operations } from "./api-types";
import { FIRST_PAGE, pollPagesMs } from "./paging";

export type { ChangeEntry, ChangeSet } from "./api-types";
export type ChangeUndo = Answer<"GET /changes/{id}/undo">;
export type Way = ChangeSet["way"];
type Filters = NonNullable<Operations["GET /changes"]["request"]["query"]>;
/** The current filter; null if there is none. */
export type ChangeFilter = {
  [Name in "way" | "actor" | "contact" | "from" | "to"]: NonNullable<Filters[Name]> | null;
};

export const changeKeys = {
  all: ["changes"] as const,
  list: (filter: ChangeFilter) => ["changes", "list", filter] as const,
  one: (id: string) => ["changes", "one", id] as const,
  undo: (id: string) => ["changes", "undo", id] as const,
};

/** Every change set of the last 30 days, newest first; polled while one is running. */
export function useChangeList(filter: ChangeFilter) {
  return useInfiniteQuery({
    queryKey: changeKeys.list(filter),
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /changes", { query: { ...filter, cursor: pageParam, limit: 50 }, signal }),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state: { data } }) => {
      const isBusy = data?.pages.some((page) => page.data.some(({ status }) => status === "processing"));
      // The stream reports no progress of change sets.
      return isBusy ? pollPagesMs(data?.pages.length ?? 1) / 2 : false;
    },
  });
}

/** Whether somebody has added a contact by hand in the last 30 days. */
export function useHasAddedContact() {
  return useQuery({
    queryKey: [...changeKeys.all, "list", "first added"],
    queryFn: ({ signal }) => callApi("GET /changes", { query: { way: "contact_created", limit: 1 }, signal }),
    select: ({ data }) => data.length > 0,
  });
}

/** The effects of a change set on contacts, page by page. */
export function useChangeEntries(id: string) {
  return useInfiniteQuery({
    queryKey: changeKeys.one(id),
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /changes/{id}", { path: { id }, query: { cursor: pageParam, limit: 20 }, signal }),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** What an undo would do now; fetched each time, because contacts are edited meanwhile. */
export function useChangeUndoPreview(id: string) {
  return useQuery({
    queryKey: changeKeys.undo(id),
    queryFn: ({ signal }) => callApi("GET /changes/{id}/undo", { path: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** An undo that takes longer is shown as it goes on, rather than waited for. */
export const UNDO_WAIT_MS = 300;

/** Pause before a running undo is looked at again. */
const LOOK_MS = 2000;

/** Everything that an undo may have changed: what is counted and paired, too. */
const TOUCHED = [
  changeKeys.all,
  ["contacts"],
  ["tags"],
  ["stats"],
  ["imports"],
  ["bulk-actions"],
  ["duplicates"],
  ["fields"],
  ["segments"],
];

/** Undoes a change set and fetches everything again that it may have changed, also at the end of a longer one. */
export function useUndo() {
  const queries = useQueryClient();
  return useCallback(
    async (id: string, onLaterEnd: (done: ChangeUndo) => void) => {
      const refresh = () => {
        for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey });
      };
      try {
        const begun = await callApi("POST /changes/{id}/undo", {
          path: { id },
          query: { wait_ms: UNDO_WAIT_MS },
        });
        // Should the server be out of reach meanwhile, the pages show the end.
        if (begun.undo_status === "processing") {
          const look = () => callApi("GET /changes/{id}/undo", { path: { id } });
          void endOfUndo(look).then(onLaterEnd).then(refresh, refresh);
        }
        return begun;
      } finally {
        refresh();
      }
    },
    [queries],
  );
}

/** Looks at a running undo until it has ended. Fails when the server cannot be reached. */
export async function endOfUndo<T extends { undo_status: string | null }>(
  look: () => Promise<T>,
): Promise<T> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const undo = await look();
    if (undo.undo_status !== "processing") return undo;
  }
}
