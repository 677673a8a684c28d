import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, takePicture } from "./axe";
import { expect, PATIENCE_MS, test } from "./support";

/** Two pairs of one person each, and their tags. */
async function fill(page: Page): Promise<void> {
  const people = [
    { email: "ada.lovelace@gmail.com", first_name: "Ada", last_name: "Lovelace", phone: "+44 20 7946 0000" },
    {
      email: "adalovelace+news@googlemail.com",
      first_name: "Ada",
      last_name: "Lovelace",
      notes: "Met in May",
    },
    { email: "klara@example.com", first_name: "Klara", last_name: "Müller", company: "Engines GmbH" },
    { email: "klara.mueller@example.org", first_name: "Klara", last_name: "Mueller", company: "Engines" },
  ];
  for (const data of people) expect((await page.request.post("/api/contacts", { data })).status()).toBe(201);
}

/** Light and dark, narrow, then wide. */
async function inspect(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, "light"],
    [390, "dark"],
    [1280, "dark"],
    [1280, "light"],
  ] as const) {
    const label = `duplicates ${colorScheme} ${width}`;
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, label);
    await expectNoOverflow(page, label);
    await takePicture(page, label);
  }
}

test("a pair is merged and the merge undone; another is told apart", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await fill(page);
  await page.goto("/contacts/duplicates");
  await expect(page.getByText("2 likely pairs")).toBeVisible({ timeout: PATIENCE_MS });
  await inspect(page);
  const ada = page.getByRole("article", { name: "Ada Lovelace and Ada Lovelace" });
  await expect(ada.getByText("Same mailbox")).toBeVisible();
  await ada.getByRole("radio", { name: "adalovelace+news@googlemail.com" }).check();
  await ada.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("1 likely pair", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  const klara = page.getByRole("article", { name: "Klara Müller and Klara Mueller" });
  await klara.getByRole("button", { name: "Not a duplicate" }).click();
  await expect(page.getByRole("heading", { name: "No duplicates" })).toBeVisible({ timeout: PATIENCE_MS });
  await page.goto("/contacts");
  await expect(page.getByText("3 contacts")).toBeVisible({ timeout: PATIENCE_MS });
  await page.goto("/history");
  const row = page.getByRole("listitem").filter({ hasText: "Contacts merged" });
  await row.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change?" });
  await expect(dialog.getByText("2 put back")).toBeVisible({ timeout: PATIENCE_MS });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden({ timeout: PATIENCE_MS });
  await page.goto("/contacts");
  await expect(page.getByText("4 contacts")).toBeVisible({ timeout: PATIENCE_MS });
});
