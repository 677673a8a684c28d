import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { apiCaller, expect, importPeople, PATIENCE_MS, test } from "./support";

/** Frames of the page, more than it takes to place a sheet or to move a focus that is lost: a slow machine has longer ones. */
const SETTLED_FRAMES = 30;

const settled = (page: Page) =>
  page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n++) await new Promise(requestAnimationFrame);
  }, SETTLED_FRAMES);

/** By the keyboard alone: the focus is on the button, and Enter presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().focus();
  await page.keyboard.press("Enter");
}

/** A slow machine: the page does nothing else for a while once a dialog is gone, so that all its timers are due at once. */
const stallAsDialogsClose = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector("[role=dialog]")) return;
      for (const end = performance.now() + 200; performance.now() < end; );
    }).observe(document.body, { childList: true });
  });

test.beforeEach(({ account }) => expect(account.email).toContain("@"));

test("a dialog returns the focus to the button that opened it, and to the next row when that is gone", async ({
  page,
}) => {
  const call = await apiCaller(page);
  for (const name of ["Alpha", "Beta", "Gamma"]) await call("post", "/api/tags", { name });
  await page.goto("/tags");
  const dialog = page.getByRole("dialog");
  const edit = page.getByRole("button", { name: "Edit Alpha" });
  await press(page, "Edit Alpha");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await press(page, "New tag");
  await dialog.getByLabel("Name").fill("Delta");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /Delta/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "New tag" })).toBeFocused();
  await press(page, "Delete Beta");
  await stallAsDialogsClose(page);
  await dialog.getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByRole("link", { name: /Beta/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Delta/ })).toBeFocused();
});

test("an undo in the history keeps the focus in its row", async ({ page }) => {
  await importPeople(page, 3);
  await page.goto("/history");
  const row = page.getByRole("listitem").filter({ hasText: "person.csv" }).last();
  await expect(row.getByRole("button", { name: "Undo" })).toBeVisible();
  await press(page, "Undo");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("3 removed")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByText("Undone")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(row.getByRole("button", { name: "Details" })).toBeFocused();
});

test("a removed filter leaves the focus among the filters, and cleared ones leave it in the page", async ({
  page,
}) => {
  await importPeople(page, 3);
  await page.goto("/contacts?status=subscribed&company=Company%201");
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("button");
  await expect(chips).toHaveCount(2);
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(1);
  await expect(chips).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(0);
  await expect(page.locator("main :focus")).toHaveCount(1);
  await page.goto("/contacts?q=nobody-at-all");
  await press(page, "Clear filters");
  await expect(page.getByRole("link", { name: "Person 1" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("a control that had the focus before the page was ready leaves it near its place", async ({ page }) => {
  await importPeople(page, 3);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/contacts?q=nobody-at-all", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Clear filters" }).first().focus();
  release();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/nobody/, { timeout: 5000 }); // a second Enter would press what has the focus by then
  }).toPass();
  await expect(page.getByRole("link", { name: "Person 1" })).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("a contact that is gone has a heading", async ({ page }) => {
  await page.goto("/contacts/0190a000-0000-7000-8000-000000000000");
  await expect(page.getByText("This contact no longer exists.")).toBeVisible();
  await expectAccessible(page, "contact that is gone");
});

test("the banner of a server that is gone is beside an open sheet, with its button in reach", async ({
  page,
}) => {
  await importPeople(page, 3);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 1" }).click();
  await expect(page.getByRole("dialog").getByText("person000001@example.com").first()).toBeVisible();
  await page.context().setOffline(true);
  const retry = page.locator("[data-banner]").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await retry.click({ trial: true });
});

test("who scrolls a row away or clicks beside it has left it: no key presses what is near", async ({
  page,
}) => {
  const call = await apiCaller(page);
  await importPeople(page, 300);
  await page.goto("/contacts");
  const first = page.getByRole("link", { name: "Person 299", exact: true });
  await first.focus();
  await page.mouse.move(600, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 800);
    await expect(first).toHaveCount(0, { timeout: 150 });
  }).toPass();
  await settled(page);
  await expect(page.locator("body")).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await first.focus();
  const { data } = await call("get", "/api/contacts?limit=1");
  await call("post", "/api/contacts/bulk-delete", { ids: [data[0].id] });
  await expect(first).toHaveCount(0, { timeout: PATIENCE_MS });
  await settled(page);
  await expect(page.locator("body")).toBeFocused();
});

test("a sheet that is closed after scrolling beside it neither scrolls back nor focuses what is out of view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await importPeople(page, 300);
  await page.goto("/contacts");
  const first = page.getByRole("link", { name: "Person 299", exact: true });
  for (const pixels of [400, 2000]) {
    const sheet = page.getByRole("dialog").getByText("person000299@example.com").first();
    await first.click();
    await expect(sheet).toBeVisible();
    await settled(page);
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, pixels);
    await settled(page);
    await page.keyboard.press("Escape");
    await expect(page.locator("main :focus")).toHaveCount(1);
    // The line of filters above is lower without the sheet.
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(pixels - 100);
    if (pixels > 1000) await expect(page.locator("main :focus")).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});

test("a press right after scrolling opens what is under the pointer", async ({ page }) => {
  await importPeople(page, 300);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 299", exact: true }).hover();
  await settled(page);
  const pressed = await page.evaluate(async () => {
    // A scroll in each frame, as the wheel does.
    for (let n = 1; n <= 10; n++) {
      window.scrollTo(0, n * 20);
      await new Promise(requestAnimationFrame);
    }
    return document.elementFromPoint(500, 400)?.closest("[data-contact]")?.getAttribute("data-contact");
  });
  expect(pressed).toMatch(/^[0-9a-f-]{36}$/);
});

test("who scrolls while a sheet closes is not scrolled back", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await importPeople(page, 300);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 299", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("person000299@example.com").first()).toBeVisible();
  await settled(page);
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 400);
  await settled(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const seen = new MutationObserver(() => {
          if (document.querySelector("[role=dialog]")) return;
          seen.disconnect();
          requestAnimationFrame(() => resolve(window.scrollTo(0, 0)));
        });
        seen.observe(document.body, { childList: true, subtree: true });
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      }),
  );
  await settled(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("after the undo of an import the focus is on its result, not on the button that deletes it", async ({
  page,
}) => {
  await importPeople(page, 3);
  await press(page, "Undo this import");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Undo/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: /^Import undone/ })).toBeFocused();
});

test("an undo that goes on in the background announces its end", async ({ page }) => {
  await importPeople(page, 3);
  await page.goto("/history");
  await page.route(/\/api\/changes\/[^/]+\/undo/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({ status: 202, json: { ...(await answer.json()), undo_status: "processing" } });
  });
  await press(page, "Undo");
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undoing in the background")).toBeVisible();
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await expect(page.getByText("Undone: 3 removed.")).toBeVisible();
});

test("the filter of tags finds one among many, and on a phone without a keyboard over the list", async ({
  page,
  browser,
  baseURL,
}) => {
  const call = await apiCaller(page);
  for (let number = 0; number < 30; number++) await call("post", "/api/tags", { name: `Tag ${number}` });
  await importPeople(page, 2);
  await page.goto("/contacts");
  await press(page, "Tags");
  const search = page.getByRole("combobox", { name: "Find a tag" });
  await expect(search).toBeFocused();
  await page.keyboard.type("tag 27");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tags=/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Tags: 1" })).toBeFocused();
  const phone = await browser.newContext({
    ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
    ...{ baseURL, storageState: await page.context().storageState() },
  });
  const small = await phone.newPage();
  await small.goto("/contacts");
  await small.getByRole("button", { name: "Tags", exact: true }).tap();
  await expect(small.getByRole("option", { name: "Tag 27" })).toBeAttached();
  await expect(small.locator("input:focus")).toHaveCount(0);
  await phone.close();
});
