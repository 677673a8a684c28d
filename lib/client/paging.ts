/** The cursor of the first page. Typed here, so that the pages after it may have one. */
export const FIRST_PAGE: string | null = null;

interface Paged<T> {
  isFetching?: boolean;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
  fetchNextPage: () => T;
}

/** Loads the next page. Waits for a running refetch first: fetchNextPage would cancel it and lose its result. */
export async function loadMore<T>({ isFetching, refetch, fetchNextPage }: Paged<T>): Promise<Awaited<T>> {
  if (isFetching) await refetch({ cancelRefetch: false });
  return await fetchNextPage();
}

/** Pause between two polls of one page of a list with running work in it. */
const POLL_PAGE_MS = 5000;

/** Every poll refetches all loaded pages, so more pages are polled less often: 12 requests a minute. */
export function pollPagesMs(pages: number): number {
  return POLL_PAGE_MS * Math.max(1, pages);
}
