import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SIZES = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
] as const;
type Rules = Parameters<AxeBuilder["options"]>[0]["runOnly"];
const isFull = process.env.KITH_FULL === "1";

/**
 * The tests of `declare`, wide and narrow; `label` says which. With `often`, the other width runs only with
 * `KITH_FULL=1`. Everything is checked in the light theme; in the dark one, what asks for it and is wide, and everything
 * with `KITH_FULL=1`.
 */
export function inEveryLook(declare: (label: string) => void, often?: (typeof SIZES)[number]["width"]): void {
  for (const viewport of SIZES) {
    const label = String(viewport.width);
    const tag = often && often !== viewport.width ? "@full" : [];
    test.describe(label, { tag }, () => {
      test.describe.configure({ mode: "parallel" });
      test.use({ viewport, colorScheme: "light" });
      // axe reads every node of a dozen pages; a busy machine takes minutes for that.
      test.beforeEach(() => test.slow());
      declare(label);
    });
  }
}

/** Fails with every violation and where it is. */
export async function expectAccessible(page: Page, where: string, { dark = false } = {}): Promise<void> {
  await holdToasts(page, "mouseover");
  await atRest(page);
  const before = await scrollDialogs(page, null);
  await expectNone(page, { type: "tag", values: RULES }, `${where}, light`);
  await scrollDialogs(page, before);
  // A theme consists of its colours and nothing else (app/globals.css), and they are the same on a phone.
  if (isFull || (dark && page.viewportSize()?.width === SIZES[0].width))
    await inDark(page, () =>
      expectNone(page, { type: "rule", values: ["color-contrast"] }, `${where}, dark`),
    );
  await holdToasts(page, "mouseout");
}

/**
 * axe runs in the page as a whole and reports violations alone. Otherwise it describes every element that passed, to
 * evaluate it in a second page: that took twice as long, and two minutes on the API reference. Only frames of other
 * origins need it, and there are none.
 */
async function expectNone(page: Page, runOnly: Rules, where: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
  expect(found, where).toEqual([]);
}

/**
 * Scrolls open dialogs to their end, where their buttons cover nothing: axe takes the visible rest of a field above them
 * for all of it. Returns how far they were scrolled, for the way back.
 */
function scrollDialogs(page: Page, to: number[] | null): Promise<number[]> {
  return page.evaluate((tops) => {
    const bodies = [...document.querySelectorAll("[data-dialog-body]")];
    const before = bodies.map((body) => body.scrollTop);
    for (const [n, body] of bodies.entries()) body.scrollTop = tops?.[n] ?? body.scrollHeight;
    return before;
  }, to);
}

async function inDark(page: Page, look: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await atRest(page);
  await look();
  await page.emulateMedia({ colorScheme: "light" });
}

/** Colours are checked at rest: a toast or dialog that is fading in is not what anybody reads. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("[data-removed=true]"));
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** A toast stays as long as the pointer is on it, so none fades away while axe runs. */
async function holdToasts(page: Page, event: "mouseover" | "mouseout"): Promise<void> {
  await page.evaluate((type) => {
    for (const list of document.querySelectorAll("[data-sonner-toaster]")) {
      list.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    }
  }, event);
}

/** Nothing may need horizontal scrolling. */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0);
}

/** Screenshots for review, light and dark, if a folder for them is named. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (!folder) return;
  const file = (theme: string) => `${folder}/${name} ${theme}.png`.replaceAll(" ", "-");
  // A page may come from the dark theme, whose transitions end first.
  const shoot = (theme: string) => page.screenshot({ path: file(theme), animations: "disabled" });
  await shoot("light");
  await inDark(page, async () => void (await shoot("dark")));
}
