import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./axe";
import { addContact, expect, figure, importPeople, PATIENCE_MS, people, test, upload } from "./support";

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

test("changes are reviewed, rows left out, the rest confirmed and undone", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(6));
  await openReview(page);
  await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "6");
  await page.keyboard.press("j");
  await expect(rowsOf(page).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rowsOf(page).nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 row is left out")).toBeVisible();
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search addresses" }).fill("000004");
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Leave out all matches" }).click();
  await expect(page.getByText("2 rows are left out")).toBeVisible();
  await page.getByRole("button", { name: "Apply and check again" }).click();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(page.getByRole("button", { name: "Create 4 contacts" })).toBeEnabled({ timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  // A colleague's link shows the same: it is in the address, and saved by the server.
  await expect(page).toHaveURL(/step=review&kind=skip&field=left_out/);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Create 4 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("4");
  await expect(figure(page, "Figures of the import", "Skipped")).toHaveText("2");
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone: 4 removed")).toBeVisible({ timeout: PATIENCE_MS });
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

test("a long file is reviewed to its end, with few rows on the page", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(20_000, "bulk"));
  await openReview(page);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText("bulk019999@example.com")).toBeVisible({ timeout: PATIENCE_MS });
  expect(await rowsOf(page).count()).toBeLessThan(150);
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
