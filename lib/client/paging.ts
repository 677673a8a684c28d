/** The cursor of the first page. Typed here, so that the pages after it may have one. */
export const FIRST_PAGE: string | null = null;
