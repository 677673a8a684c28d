import type { Locator, Page } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { whenIdle } from "./idle";
import { addTag, expect, hold, importPeople, PATIENCE_MS, test } from "./support";

const barOf = (page: Page) => page.getByRole("region", { name: "Actions for the selection" });

/** Whether one covers a part of the other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

async function selectAll(page: Page, count: number): Promise<void> {
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  await barOf(page)
    .getByRole("button", { name: `Select all ${count.toLocaleString("en")}` })
    .click();
  await expect(barOf(page).getByText(`${count.toLocaleString("en")} selected`)).toBeVisible();
}

test("all that match are tagged on the server, the tab closed meanwhile, and untagged by an undo", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 12_000);
  await addTag(page, "vip");
  await page.goto("/contacts");
  await expect(page.getByText("12,000 contacts")).toBeVisible({ timeout: PATIENCE_MS });
  await selectAll(page, 12_000);
  await barOf(page).getByRole("button", { name: "Tag", exact: true }).click();
  const begun = page.waitForResponse((response) => response.url().endsWith("/api/contacts/bulk"));
  await page.getByRole("option", { name: "vip" }).click();
  expect((await begun).status()).toBe(202);
  await page.close();

  const other = await context.newPage();
  await other.goto("/history");
  const done = other.getByRole("listitem").filter({ hasText: "Tag added to contacts" });
  await expect(done.getByText("12,000 changed")).toBeVisible({ timeout: PATIENCE_MS });
  await done.getByRole("button", { name: "Undo" }).click();
  const dialog = other.getByRole("dialog", { name: "Undo this change?" });
  await expect(dialog.getByText("12,000 restored")).toBeVisible({ timeout: PATIENCE_MS });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden({ timeout: PATIENCE_MS });
  await expect(done.getByText("Undone")).toBeVisible({ timeout: PATIENCE_MS });
});

/** What the server would say about a long job that somebody started. */
const LONG = {
  ...{ action: "set", tag: null, fields: ["company"], failure_code: null, undone_by: null },
  actor: { kind: "user", user_id: crypto.randomUUID(), api_key_id: null, name: "grace@example.com" },
  ...{ total: 1_000_000, refused: 0, refused_ids: [] },
};

test("progress is there for whoever opens the list or the history, with a way to stop and to undo", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  const id = crypto.randomUUID();
  let processed = 250_000;
  let status = "processing";
  const told = () => ({
    ...LONG,
    ...{ id, status, processed, changed: processed, change_id: id },
    created_at: new Date(Date.now() - 60_000).toISOString(),
    completed_at: status === "processing" ? null : new Date().toISOString(),
  });
  await page.route("**/api/bulk-actions?*", (route) =>
    route.fulfill({ json: { data: [told()], nextCursor: null, total: 1 } }),
  );
  await page.route("**/api/bulk-actions/*/stop", (route) => {
    status = "stopped";
    return route.fulfill({ json: told() });
  });
  for (const path of ["/history", "/contacts"]) {
    await page.goto(path);
    const strip = page.getByRole("region", { name: "Actions in progress" });
    await expect(strip.getByText("Setting Company for 1,000,000 contacts")).toBeVisible();
    await expect(strip.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    await expect(strip.getByText("250,000 of 1,000,000 · grace@example.com")).toBeVisible();
  }
  await expectAccessible(page, "a bulk action that runs", { dark: true });
  await takePicture(page, "bulk strip");
  const strip = page.getByRole("region", { name: "Actions in progress" });
  processed = 500_000;
  await expect(strip.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await strip.getByRole("button", { name: "Stop" }).click();
  await expect(strip.getByText("Stopped: Company changed for 500,000 contacts.")).toBeVisible();
  await expect(strip.getByRole("button", { name: "Undo" })).toBeVisible();
  await expectAccessible(page, "a bulk action that was stopped", { dark: true });
  await strip.getByRole("button", { name: "Close" }).click();
  await expect(strip).toBeHidden();
});

test("a field is set for all that match, and cleared for some", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 250);
  await page.goto("/contacts");
  await expect(page.getByText("250 contacts")).toBeVisible();
  await selectAll(page, 250);
  // A row that is loaded later is selected, too; deselecting one ends this.
  const rows = page.locator("[data-contact]");
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return Number(await rows.last().getAttribute("aria-rowindex"));
    })
    .toBe(251);
  await expect(rows.getByRole("checkbox", { checked: false })).toHaveCount(0);
  await rows.getByRole("checkbox").last().click();
  await expect(barOf(page).getByText("249 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  await expect(barOf(page).getByText("250 selected")).toBeVisible();
  await page.reload();
  // At the end of the list further pages come by themselves, and are not of those that were loaded.
  await whenIdle(page);
  await selectAll(page, 250);
  await barOf(page).getByRole("button", { name: "Set a field" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a field for 250 contacts" });
  await dialog.getByLabel("Field").selectOption("company");
  await dialog.getByLabel("New value").fill("Analytical Engines");
  await dialog.getByRole("button", { name: "Set for 250 contacts" }).click();
  await expect(page.getByText("Company changed for 250 contacts")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(barOf(page)).toBeHidden();
  await expect(page.getByText("Analytical Engines").first()).toBeVisible();

  await page.locator("[data-contact]").getByRole("checkbox").first().click();
  await barOf(page).getByRole("button", { name: "Set a field" }).click();
  const one = page.getByRole("dialog", { name: "Set a field for 1 contact" });
  await one.getByLabel("Field").selectOption("first_name");
  await expect(one.getByRole("button", { name: "Clear for 1 contact" })).toBeDisabled();
  await one.getByLabel("Field").selectOption("company");
  const begun: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/contacts/bulk"))
      begun.push(request.url());
  });
  await one.getByLabel("New value").press("Enter"); // clears nothing
  await one.getByRole("button", { name: "Clear for 1 contact" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Company changed for 1 contact" });
  await expect(toast).toBeVisible({ timeout: PATIENCE_MS });
  expect(begun).toHaveLength(1);
  await toast.hover(); // so that it stays
  await page.locator("[data-contact]").getByRole("checkbox").nth(1).press("Space");
  await expect(barOf(page)).toBeVisible();
  await expect.poll(() => overlap(toast, barOf(page)), "the toast beside the bar").toBe(false);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[data-contact]").first().getByText("Analytical Engines")).toBeVisible();
});

test("many are deleted by a typed word, and an export takes all that match", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 250);
  await page.goto("/contacts");
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("company 3");
  await expect(page.getByText("80 contacts match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("250 contacts")).toBeVisible();
  await selectAll(page, 250);
  const exporting = page.waitForRequest(
    (request) => request.method() === "POST" && /\/exports$/.test(request.url()),
  );
  await barOf(page).getByRole("button", { name: "Export" }).click();
  expect((await exporting).postDataJSON()).toEqual({});
  const release = await hold(page, "**/api/contacts/bulk", "POST");
  await barOf(page).getByRole("button", { name: "Delete" }).click();
  const asking = page.getByRole("dialog", { name: "Delete 250 contacts?" });
  await expect(asking.getByRole("button", { name: "Delete 250 contacts" })).toBeDisabled();
  await asking.getByLabel("Type “delete” to confirm").fill("delete");
  await asking.getByRole("button", { name: "Delete 250 contacts" }).click();
  release();
  await expect(page.getByText("250 contacts deleted")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByText("No contacts yet")).toBeVisible();
});

test("the word that confirms a deletion is typed anew for every question", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 60);
  await page.goto("/contacts");
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  const dialog = page.getByRole("dialog");
  const word = dialog.getByLabel("Type “delete” to confirm");
  await barOf(page).getByRole("button", { name: "Delete", exact: true }).click();
  await word.fill("delete");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await barOf(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(word).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Delete 60 contacts" })).toBeDisabled();
});
