/** The cursor of the first page. Typed here, so that the pages after it may have one. */
export const FIRST_PAGE: string | null = null;

interface Paged<T> {
  isFetching?: boolean;
  refetch: (options: { cancelRefetch: boolean }) => unknown;
  fetchNextPage: () => T;
}

/** The next page, after a look at the loaded ones that is under way: it would be dropped, and what it says with it. */
export async function loadMore<T>({ isFetching, refetch, fetchNextPage }: Paged<T>): Promise<Awaited<T>> {
  if (isFetching) await refetch({ cancelRefetch: false });
  return await fetchNextPage();
}

/** Pause between two looks at one page of a list with running work in it. */
const POLL_PAGE_MS = 5000;

/** Every look asks for all loaded pages anew, so more pages are looked at less often: 12 requests a minute. */
export function pollPagesMs(pages: number): number {
  return POLL_PAGE_MS * Math.max(1, pages);
}
