import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { type Answer, callApi } from "./api";
import type { BulkAction, NewBulkAction } from "./api-types";
import { changeKeys } from "./change-sets";
import { contactKeys } from "./contacts";
import { runningPollMs } from "./imports";
import { lookAgainMs } from "./live";

export type { BulkAction };
/** The contacts that an action on the server is about: all that match, or these. */
export type BulkTarget = Required<Pick<NewBulkAction, "filter">> | Required<Pick<NewBulkAction, "ids">>;
export type BulkWork = Omit<NewBulkAction, "filter" | "ids">;

type BulkPage = Answer<"GET /bulk-actions">;
const bulkKey = ["bulk-actions"] as const;
/** The maximum that may wait or run. */
const SHOWN = 20;

/** Ids of actions that this tab has seen running, and since when it has. */
const running = new Set<string>();
let since: number | null = null;

/**
 * Recent and running bulk actions, whoever started them. Those that end while the page is open are reported once, and
 * everything that they may have changed is fetched again.
 */
export function useBulkActions(onEnd: (ended: BulkAction) => void) {
  const refresh = useRefresh();
  const { data } = useQuery({
    queryKey: bulkKey,
    queryFn: ({ signal }) => callApi("GET /bulk-actions", { query: { limit: SHOWN }, signal }),
    select: (page) => page.data,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data?.data.some(isRunning)) {
        since = null;
        return false;
      }
      since ??= Date.now();
      return lookAgainMs(runningPollMs(Date.now() - since));
    },
  });
  useEffect(() => {
    for (const action of data ?? []) {
      if (isRunning(action)) running.add(action.id);
      else if (running.delete(action.id)) {
        refresh();
        onEnd(action);
      }
    }
  }, [data, refresh, onEnd]);
  return data ?? [];
}

export const isRunning = ({ status }: BulkAction) => status === "processing";

/** Everything that a bulk action may have changed. */
const TOUCHED = [contactKeys.all, changeKeys.all, ["tags"], ["stats"], ["duplicates"], ["exports"]];

function useRefresh() {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey });
  }, [queries]);
}

/** Starts an action; a short one has ended by the time of the answer. */
export function useStartBulk() {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewBulkAction) => callApi("POST /contacts/bulk", { body }),
    onSuccess: (action) => show(queries, action, refresh),
  });
}

export function useStopBulk(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST /bulk-actions/{id}/stop", { path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: bulkKey }),
  });
}

/** Adds it to the list before that is fetched again. */
async function show(queries: ReturnType<typeof useQueryClient>, action: BulkAction, refresh: () => void) {
  await queries.cancelQueries({ queryKey: bulkKey });
  queries.setQueryData<BulkPage>(
    bulkKey,
    (page) => page && { ...page, data: [action, ...page.data.filter(({ id }) => id !== action.id)] },
  );
  void queries.invalidateQueries({ queryKey: bulkKey });
  if (!isRunning(action)) refresh();
}
