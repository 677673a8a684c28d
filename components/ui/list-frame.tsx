"use client";

import type { ReactNode } from "react";
import { useT } from "@/lib/client/i18n";
import { loadMore } from "@/lib/client/paging";
import { Button } from "./button";
import { ErrorState, LoadingBar } from "./state";

/** What the frame must know about a query, paged or not. */
interface ListQuery {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isFetching?: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

export interface ListFrameProps<T> {
  list: ListQuery;
  /** Everything that is loaded. */
  rows: T[] | undefined;
  /** By default one bar. */
  skeleton?: ReactNode;
  empty?: ReactNode;
  /** Part of a larger page: without a frame of its own, and with a short failure message. */
  compact?: boolean;
  children: (rows: T[]) => ReactNode;
}

/** The states of every list: loading in its own shape, failed, empty with the next step, its rows and more. */
export function ListFrame<T>({
  list,
  rows = [],
  skeleton = <LoadingBar />,
  empty = null,
  compact = false,
  children,
}: ListFrameProps<T>) {
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
      <div className="mt-4 empty:hidden">
        <MorePages list={list} />
      </div>
    </>
  );
}

/** The end of a list's page: a button for the next one, or why that failed and a retry. */
export function MorePages({ list, label }: { list: ListQuery; label?: string }) {
  const t = useT();
  const { fetchNextPage } = list;
  if (!list.hasNextPage || !fetchNextPage) return null;
  const more = () => void loadMore({ ...list, fetchNextPage });
  if (list.isFetchNextPageError && !list.isFetchingNextPage) {
    return <ErrorState compact error={list.error} onRetry={more} />;
  }
  return (
    <div>
      <Button busy={list.isFetchingNextPage ?? false} onClick={more}>
        {label ?? t("action.loadMore")}
      </Button>
    </div>
  );
}
