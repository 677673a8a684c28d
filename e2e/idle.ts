import type { Page, Request } from "@playwright/test";

/** How long a page that is idle has asked for nothing. */
const QUIET_MS = 500;

interface Traffic {
  open: Set<Request>;
  /** When a request began or ended. */
  last: number;
}
const traffic = new WeakMap<Page, Traffic>();

/** The stream of changes has no end. */
const hasEnd = (request: Request) => !request.url().includes("/api/events?");

/** Notes the page's requests from now on, for `whenIdle`. */
export function watchRequests(page: Page): void {
  const seen: Traffic = { open: new Set(), last: Date.now() };
  traffic.set(page, seen);
  page.on("request", (request) => {
    // Of those of the document before it the end may never be told.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.open.clear();
    if (hasEnd(request)) seen.open.add(request);
    seen.last = Date.now();
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => {
      seen.open.delete(request);
      seen.last = Date.now();
    });
}

/** Waits until the page is asking for nothing. Playwright's `networkidle` waits for the end of the stream of changes, too. */
export async function whenIdle(page: Page): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error("the requests of this page are not noted");
  while (seen.open.size > 0 || Date.now() - seen.last < QUIET_MS) await page.waitForTimeout(50);
}
