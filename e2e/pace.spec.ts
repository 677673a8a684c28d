import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { expect, importPeople, PATIENCE_MS, test } from "./support";

/** The dashboard's share of the API's 100 requests a minute. */
const PER_MINUTE = 40;
const JOBS = /\/api\/(imports|exports)(\/[0-9a-f-]{36})?(\?.*)?$/;

/**
 * Without a stream: what the page requests on its own. Every job seems to run for ever; each address is requested once
 * and answered from memory from then on.
 */
async function keepJobsRunning(page: Page): Promise<void> {
  const answers = new Map<string, unknown>();
  await page.route("**/api/events*", (route) => route.abort());
  await page.route(JOBS, async (route) => {
    const request = route.request();
    if (request.method() !== "GET") return route.fallback();
    if (!answers.has(request.url())) {
      const body = await (await route.fetch({ maxRetries: 2 })).json();
      answers.set(request.url(), body.data ? longList(body) : running(body));
    }
    await route.fulfill({ json: answers.get(request.url()) });
  });
}

function running(job: Record<string, unknown>) {
  return {
    ...job,
    id: randomUUID(),
    status: "processing",
    processed_rows: 1,
    total_rows: 1000,
    completed_at: null,
  };
}

/** A list that can be loaded without end: its cursors lie beyond every real id, so there is always more. */
function longList(page: { data: Record<string, unknown>[] }) {
  return { ...page, data: page.data.map(running), nextCursor: `ffffffff-${randomUUID().slice(9)}` };
}

/** A page with running jobs sends at least this many requests, or it does not watch them. */
const GOES_ON = 8;

/**
 * Requests to the API in the first minute of a page, which passes as fast as the browser allows. The page keeps
 * sending them.
 */
async function requestsInAMinute(page: Page, path: string): Promise<number> {
  let sent = 0;
  const open = new Set<Request>();
  const isApi = (url: string) => /^\/api\/(?!events$)/.test(new URL(url).pathname);
  const opened = (request: Request) => {
    if (isApi(request.url())) {
      sent += 1;
      open.add(request);
    }
  };
  const closed = (request: Request) => void open.delete(request);
  page.on("request", opened).on("requestfinished", closed).on("requestfailed", closed);
  await page.goto(path);
  await expect(page.getByText("Running").first()).toBeVisible();
  await loadMore(page, 4);
  for (let second = 0; second < 60; second++) {
    await page.clock.runFor(1000);
    await expect.poll(() => open.size).toBe(0);
  }
  const asked = sent;
  // On a busy machine seconds pass before the page has handled an answer, which delays its next request.
  const another = async () => {
    await page.clock.runFor(1000);
    return sent;
  };
  await expect
    .poll(another, { message: `${path} goes on asking`, intervals: [100] })
    .toBeGreaterThan(GOES_ON);
  page.off("request", opened).off("requestfinished", closed).off("requestfailed", closed);
  return asked;
}

/** Where a list can be loaded further, it is. */
async function loadMore(page: Page, times: number): Promise<void> {
  const button = page.getByRole("button", { name: "Load more" });
  if (!(await button.isVisible())) return;
  const rows = page.locator("main li");
  for (let pages = 1; pages <= times; pages++) {
    const before = await rows.count();
    await button.click();
    await page.clock.runFor(100);
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
}

test("a page with live progress asks the API less than 40 times a minute", async ({ page, account }) => {
  expect(account.email).toContain("@");
  test.slow();
  await importPeople(page, 3);
  const live = new URL(page.url()).pathname;
  await page.goto("/exports?new=export");
  await page.getByRole("dialog").getByRole("button", { name: "Start export" }).click();
  await expect(page.getByText("Ready")).toBeVisible({ timeout: PATIENCE_MS });
  await keepJobsRunning(page);
  await page.clock.install();
  for (const path of [live, "/imports", "/exports", "/"]) {
    const asked = await requestsInAMinute(page, path);
    expect(asked, path).toBeLessThanOrEqual(PER_MINUTE);
    test.info().annotations.push({ type: `requests of ${path}`, description: String(asked) });
  }
});
