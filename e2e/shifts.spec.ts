import type { Page } from "@playwright/test";
import type { Page as Listed } from "../lib/client/pages";
import { whenIdle } from "./idle";
import { addTag, expect, fixture, PATIENCE_MS, runImport, test, upload } from "./support";

const SETTLED: Record<Listed["path"], string> = {
  "/": "Recent imports",
  "/contacts": "44 contacts",
  "/tags": "Customer",
  "/imports": "kontakte.csv",
  "/exports": "No exports yet",
  "/history": "kontakte.csv",
  "/settings": "Recent e-mails",
};

for (const [width, height, tag] of [
  [1280, 720, undefined],
  [390, 844, "@full"],
] as const) {
  test(`answers that come one by one move nothing that stands on the page, ${width} wide`, { tag }, async ({
    page,
    account,
  }) => {
    expect(account.email).toContain("@");
    await page.setViewportSize({ width, height });
    await page.addInitScript(watchShifts);
    await upload(page, fixture("kontakte.csv"));
    await runImport(page);
    const result = page.url();
    await addTag(page, "Customer");
    const pages = { ...SETTLED, [result]: "not-an-address" };
    await answerOneByOne(page);
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(path);
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({
        timeout: PATIENCE_MS,
      });
      await whenIdle(page);
      expect(await page.evaluate(() => window.shifted), path).toEqual([]);
    }
  });
}

interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  interface Window {
    /** What moved without the user's doing, from where to where. */
    shifted: string[];
  }
}

/** Runs in the page. The footer is below everything and may move. */
function watchShifts(): void {
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (!element || element.closest("footer")) continue;
        const text = `${element.tagName} ${element.textContent?.slice(0, 40)}`;
        window.shifted.push(
          `${text}: ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Every request is answered a while after the one before it; a stream would keep the others waiting. */
async function answerOneByOne(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route(/\/api\/(?!events)/, async (route) => {
    const turn = before;
    const asked = route.fetch({ maxRetries: 2 });
    const answer = async () => {
      await turn;
      const response = await asked;
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.fulfill({ response });
    };
    before = answer().catch(() => undefined); // the page may be gone
    await before;
  });
}
