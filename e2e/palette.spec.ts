import type { Page } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { whenIdle } from "./idle";
import { addContact, addTag, expect, importPeople, openOverview, PATIENCE_MS, test } from "./support";

async function jump(page: Page, words: string, option: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search or jump" });
  await dialog.getByRole("combobox").fill(words);
  await dialog.getByRole("option", { name: option, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("the search box leads to tags, imports and parts of the settings by their names", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2, "guests");
  await addTag(page, "VIP");
  await jump(page, "vip", "VIP");
  await expect(page).toHaveURL(/\/contacts\?tags=/);
  await jump(page, "guests.c", "guests.csv");
  await expect(page).toHaveURL(/\/imports\/[\w-]{36}/);
  await expect(page).toHaveTitle("guests.csv · Imports · Kith");
  await jump(page, "api key", "Kith API keys");
  await expect(page.getByRole("heading", { name: "Kith API keys" })).toBeInViewport();
  await jump(page, "undo", "Undo the import of guests.csv");
  const dialog = page.getByRole("dialog", { name: "Undo this import?" });
  await expect(dialog.getByText("2 contacts it created are removed.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await jump(page, "franc", "Français");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByRole("link", { name: "Paramètres", exact: true }).first()).toBeVisible();
});

test("the search box does what the buttons of the open contact and of the selection do", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  await addTag(page, "VIP");
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 0" }).click();
  const sheet = page.getByRole("dialog", { name: "Contact" });
  await expect(sheet.getByRole("button", { name: "Add tag" })).toBeVisible();
  await jump(page, "add tag", "Add tag");
  await page.getByRole("option", { name: "VIP" }).click();
  await page.keyboard.press("Escape");
  await expect(sheet.getByRole("button", { name: "Remove tag VIP" })).toBeVisible();
  await jump(page, "unsubs", "Mark as unsubscribed");
  await expect(sheet.getByText("Unsubscribed").first()).toBeVisible();
  await jump(page, "erase", "Erase for good…");
  await expect(page.getByRole("dialog", { name: "Erase Person 0 for good?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await jump(page, "send", "Send e-mail");
  await expect(page.getByRole("dialog", { name: "E-mail to Person 0" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  await page.keyboard.press("Control+k");
  const selection = page.getByRole("group", { name: "3 selected" });
  await expect(selection.getByRole("option", { name: "Tag", exact: true })).toBeVisible();
  await selection.getByRole("option", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Person 0" })).toBeVisible();
});

test("without a network a click stays in the app, which says so and comes back by itself", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await openOverview(page);
  await whenIdle(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await expect(page.getByText("The server is not responding.")).toBeVisible();
  const heading = page.getByRole("heading", { name: "Overview", level: 1 });
  await expect(heading).toBeVisible();
  const banner = await page.locator("[data-banner]").boundingBox();
  for (const covered of [heading, page.locator("aside").getByText("Kith", { exact: true })])
    expect((await covered.boundingBox())?.y).toBeGreaterThanOrEqual(banner?.height ?? Number.NaN);
  await expectAccessible(page, "without a network", { dark: true });
  await takePicture(page, "without a network");
  await context.setOffline(false);
  await expect(page.getByText("The server is not responding.")).toBeHidden({ timeout: PATIENCE_MS });
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
});

test("the palette finds a contact by name, and Enter opens it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("A page, an action or a contact").fill("ada");
  await expect(page.getByRole("option", { name: "Ada · ada@example.com" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ada", level: 1 })).toBeVisible();
});
