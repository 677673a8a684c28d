/** The cursor of the first page. Typed here, so that the pages after it may have one. */
export const FIRST_PAGE: string | null = null;

/** Pause between two looks at one page of a list with running work in it. */
const POLL_PAGE_MS = 5000;

/** Every look asks for all loaded pages anew, so more pages are looked at less often: 12 requests a minute. */
export function pollPagesMs(pages: number): number {
  return POLL_PAGE_MS * Math.max(1, pages);
}
