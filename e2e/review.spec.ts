import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./axe";
import { invite, joinByMail } from "./members";
import {
  addContact,
  apiCaller,
  expect,
  figure,
  importPeople,
  ownAddress,
  PATIENCE_MS,
  people,
  tabTo,
  test,
  upload,
} from "./support";

/** From the matched columns to every change of the import. */
async function openReview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: "Review every change" }).click();
  await expect(rowsOf(page).first()).toContainText("@", { timeout: PATIENCE_MS });
}

const rowsOf = (page: Page) => page.getByRole("feed", { name: "Rows of the file" }).getByRole("article");

/** A file that gives each of these people a company of their own. */
function renamed(emails: string[]) {
  const rows = emails.map((email, index) => `${email},Person ${index},Engines Ltd`);
  return {
    name: "renamed.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,first_name,company\n${rows.join("\n")}\n`),
  };
}

const emailOf = (index: number) => `person${String(index).padStart(6, "0")}@example.com`;

/** Presses a button by the keyboard alone. */
async function press(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

test("changes are reviewed, rows left out, the rest confirmed and undone, all by the keyboard", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(6));
  await press(page, "Check the import");
  await press(page, "Review every change");
  await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "6", { timeout: PATIENCE_MS });
  await expect(rowsOf(page).first()).toContainText("@", { timeout: PATIENCE_MS });
  await page.keyboard.press("j");
  await expect(rowsOf(page).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rowsOf(page).nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 row is left out")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search addresses" })).toBeFocused();
  await page.keyboard.type("000004");
  await expect(rowsOf(page)).toHaveCount(1);
  await press(page, "Leave out all matches");
  await expect(page.getByText("2 rows are left out")).toBeVisible();
  await press(page, "Apply and check again");
  await press(page, "Clear the search");
  await expect(page.getByRole("button", { name: "Create 4 contacts" })).toBeEnabled({ timeout: PATIENCE_MS });
  await press(page, "Show them");
  await expect(rowsOf(page)).toHaveCount(2);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
  await press(page, "Create 4 contacts");
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("4");
  await expect(figure(page, "Figures of the import", "Skipped")).toHaveText("2");
  await press(page, "Undo this import");
  await press(page, "Undo import", page.getByRole("dialog"));
  await expect(page.getByText("Import undone: 4 removed")).toBeVisible({ timeout: PATIENCE_MS });
});

test("a link shows a colleague the same rows, with what is left out of them", async ({
  page,
  account,
  browser,
}) => {
  expect(account.email).toContain("@");
  const email = `colleague-${randomUUID()}@example.com`;
  await invite(page, email, "editor");
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  const colleague = await joinByMail(await context.newPage(), email);
  await upload(page, people(6));
  await openReview(page);
  await page.getByRole("button", { name: `Leave out ${emailOf(1)}` }).click();
  await page.getByRole("button", { name: "Apply and check again" }).click();
  await expect(page.getByRole("button", { name: "Create 5 contacts" })).toBeEnabled({ timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(page).toHaveURL(/step=review&kind=skip&field=left_out/);
  await colleague.goto(page.url());
  for (const each of [page, colleague]) {
    await expect(rowsOf(each)).toHaveCount(1, { timeout: PATIENCE_MS });
    await expect(rowsOf(each)).toContainText(emailOf(1));
    await expect(each.getByRole("button", { name: "Create 5 contacts" })).toBeEnabled();
  }
  await context.close();
});

test("contacts that move to another address are found by that, with both addresses", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  for (const n of [0, 1])
    await call("post", "/api/contacts", { email: emailOf(n), first_name: "P", external_id: `id-${n}` });
  const text = `external_id,email,first_name\nid-0,moved@example.com,P\nid-1,${emailOf(1)},Q\n`;
  await upload(page, { name: "moved.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await openReview(page);
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByLabel("Changed field").selectOption({ label: "E-mail (1)" });
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).getByRole("deletion")).toHaveText(emailOf(0));
  await expect(rowsOf(page).getByRole("insertion")).toHaveText("moved@example.com");
});

test("what has changed since the review is shown before anything is written", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2);
  await upload(page, renamed([emailOf(0), emailOf(1), "nora@example.com"]));
  await openReview(page);
  const changed = rowsOf(page).filter({ hasText: emailOf(0) });
  await expect(changed.getByRole("deletion")).toHaveText("Company 0");
  await expect(changed.getByRole("insertion")).toHaveText("Engines Ltd");
  const confirm = page.getByRole("button", { name: "Create 1, update 2 contacts" });
  await expect(confirm).toBeEnabled();
  const second = await context.newPage();
  await addContact(second, "nora@example.com", "Nora");
  await confirm.click();
  const asked = page.getByRole("dialog", { name: "Your contacts have changed since you looked" });
  await expect(asked.getByRole("row", { name: "New 1 0" })).toBeVisible({ timeout: PATIENCE_MS });
  await expectAccessible(page, "figures that differ");
  await asked.getByRole("button", { name: "Look again" }).click();
  await page.getByRole("button", { name: "Update 3 contacts" }).click({ timeout: PATIENCE_MS });
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(figure(page, "Figures of the import", "Updated")).toHaveText("3");
});

/** The promise is about 100,000 rows; fewer show the same, sooner. */
const isFull = process.env.KITH_FULL === "1";
const LONG = isFull ? 100_000 : 20_000;
const STEPS = 100;
/** In a full run no task of the page may take longer; others run beside anything. Unhindered, none takes 100 ms. */
const STALL_MS = 1_000;

/** Runs work, and returns how long the page's longest task took meanwhile, in milliseconds; 0 for none above 50. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const observer = await page.evaluateHandle(() => {
    const seen = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
    return seen;
  });
  await work();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  return observer.evaluate(({ longest }) => longest);
}

test(`${LONG} rows are scrolled to their end without a stall, with few of them on the page`, async ({
  page,
  account,
}) => {
  test.setTimeout(10 * 60_000);
  expect(account.email).toContain("@");
  await upload(page, people(LONG, "bulk"));
  await openReview(page);
  const longest = await longestTask(page, async () => {
    for (let step = 1; step <= STEPS; step++) {
      await page.evaluate(
        ([to, of]) =>
          new Promise<void>((resolve) => {
            window.scrollTo(0, (document.body.scrollHeight * to) / of);
            requestAnimationFrame(() => resolve());
          }),
        [step, STEPS] as const,
      );
      expect(await rowsOf(page).count()).toBeLessThan(150);
      // Wherever somebody stops, the rows of that place appear.
      if (step % 20 === 0) await expect(rowsOf(page).first()).toContainText("@", { timeout: PATIENCE_MS });
    }
    await expect(page.getByText(`bulk${String(LONG - 1).padStart(6, "0")}@example.com`)).toBeVisible({
      timeout: PATIENCE_MS,
    });
  });
  console.info(`review: ${LONG} rows scrolled in ${STEPS} steps, the longest task took ${longest} ms`);
  if (isFull) expect(longest).toBeLessThan(STALL_MS);
  const stalled = await longestTask(page, () =>
    page.evaluate(
      (ms) =>
        // As a task of the page: what Playwright runs in it is not counted.
        new Promise<void>((resolve) =>
          setTimeout(() => {
            for (const end = performance.now() + ms; performance.now() < end; );
            resolve();
          }),
        ),
      STALL_MS,
    ),
  );
  expect(stalled, "a stall would have been seen").toBeGreaterThanOrEqual(STALL_MS);
  await expectAccessible(page, "the end of a long review");
  await expectNoOverflow(page, "the end of a long review");
});

test("a column may fill only what is empty", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2);
  await upload(page, renamed([emailOf(0), emailOf(1)]));
  await page.getByLabel("Existing contacts, column company").selectOption("fill");
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(figure(page, "What will happen", "Unchanged")).toHaveText("2");
  await expect(page.getByRole("region", { name: "Columns" })).toContainText("Fills only what is empty");
});
