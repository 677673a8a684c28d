"use client";

import type { ReactNode } from "react";
import { useT } from "@/lib/client/i18n";
import { loadMore } from "@/lib/client/paging";
import { Button } from "./button";
import { ErrorState } from "./state";

/** What the frame must know of a query, paged or not. */
interface ListQuery {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isFetching?: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

export interface ListFrameProps<T> {
  list: ListQuery;
  /** Everything that is loaded. */
  rows: T[] | undefined;
  skeleton: ReactNode;
  empty: ReactNode;
  /** Part of a larger page: no sheet of its own, and a failure in few lines. */
  compact?: boolean;
  children: (rows: T[]) => ReactNode;
}

/** The states of every list: on its way in its own shape, failed, empty with the next step, its rows and more. */
export function ListFrame<T>({
  list,
  rows = [],
  skeleton,
  empty,
  compact = false,
  children,
}: ListFrameProps<T>) {
  const t = useT();
  const { fetchNextPage } = list;
  const content = list.isPending ? (
    skeleton
  ) : list.isError && rows.length === 0 ? (
    <ErrorState compact={compact} error={list.error} onRetry={list.refetch} />
  ) : rows.length === 0 ? (
    empty
  ) : (
    children(rows)
  );
  return (
    <>
      {compact ? content : <div className="sheet overflow-hidden">{content}</div>}
      {list.hasNextPage && fetchNextPage && (
        <div className="mt-4">
          <Button
            busy={list.isFetchingNextPage ?? false}
            onClick={() => void loadMore({ ...list, fetchNextPage })}
          >
            {t("action.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
