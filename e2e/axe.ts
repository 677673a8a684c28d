import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SIZES = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
const THEMES = ["light", "dark"] as const;

/** The tests of `declare` in light and dark, wide and narrow. `label` says which. */
export function inEveryLook(declare: (label: string) => void): void {
  test.describe.configure({ mode: "parallel" });
  for (const theme of THEMES) {
    for (const viewport of SIZES) {
      const label = `${theme} ${viewport.width}`;
      test.describe(label, () => {
        test.use({ viewport, colorScheme: theme });
        // axe reads every node of a dozen pages; a busy machine takes minutes for that.
        test.beforeEach(() => test.slow());
        declare(label);
      });
    }
  }
}

/** Fails with every violation and where it is. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await holdToasts(page, "mouseover");
  // Colours are judged at rest: a toast or dialog that fades in is not what anybody reads.
  await page.waitForFunction(() => !document.querySelector("[data-removed=true]"));
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  await holdToasts(page, "mouseout");
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found, where).toEqual([]);
}

/** A toast stays as long as the pointer is on it, so none fades away while axe looks. */
async function holdToasts(page: Page, event: "mouseover" | "mouseout"): Promise<void> {
  await page.evaluate((type) => {
    for (const list of document.querySelectorAll("[data-sonner-toaster]")) {
      list.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    }
  }, event);
}

/** Nothing may need scrolling sideways. */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0);
}

/** A picture for looking at, when a folder for them is named. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`.replaceAll(" ", "-") });
}
