import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, takePicture } from "./axe";
import { expect, PATIENCE_MS, runImport, test, upload } from "./support";

/** Two pairs of one person each. */
const PEOPLE = `email,first_name,last_name,phone,company,notes,hobby
ada.lovelace@gmail.com,Ada,Lovelace,+44 20 7946 0000,,,Chess
adalovelace+news@googlemail.com,Ada,Lovelace,,,Met in May,Horses
klara@example.com,Klara,Müller,,Engines GmbH,,
klara.mueller@example.org,Klara,Mueller,,Engines,,
`;

/** Narrow, then wide. */
async function inspect(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    const label = `duplicates ${width}`;
    await page.setViewportSize({ width, height: 860 });
    await expectAccessible(page, label);
    await expectNoOverflow(page, label);
    await takePicture(page, label);
  }
}

test("a pair is merged and the merge undone; another is told apart", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(PEOPLE) });
  await runImport(page);
  await page.goto("/contacts/duplicates");
  await expect(page.getByText("2 likely pairs")).toBeVisible({ timeout: PATIENCE_MS });
  await inspect(page);
  const ada = page.getByRole("article", { name: "Ada Lovelace and Ada Lovelace" });
  await expect(ada.getByText("Same mailbox")).toBeVisible();
  await ada.getByRole("radio", { name: "adalovelace+news@googlemail.com" }).check();
  await ada.getByRole("group", { name: "hobby" }).getByRole("radio", { name: "Horses" }).check();
  const asked = page.waitForRequest((request) => request.url().endsWith("/merge"));
  await ada.getByRole("button", { name: "Merge" }).click();
  const { fields } = (await asked).postDataJSON();
  expect(Object.keys(fields.custom_fields)).toEqual(["hobby"]);
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
  await expect(dialog.getByText("2 restored")).toBeVisible({ timeout: PATIENCE_MS });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden({ timeout: PATIENCE_MS });
  await page.goto("/contacts");
  await expect(page.getByText("4 contacts")).toBeVisible({ timeout: PATIENCE_MS });
});

test("a double click merges one pair, and leaves the one that takes its place", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(PEOPLE) });
  await runImport(page);
  await page.goto("/contacts/duplicates");
  await expect(page.getByText("2 likely pairs")).toBeVisible({ timeout: PATIENCE_MS });
  let merges = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/merge")) merges++;
  });
  const merge = page.getByRole("button", { name: "Merge" });
  await merge.first().click();
  await expect(merge).toHaveCount(1, { timeout: PATIENCE_MS });
  // The second half of a double click to which the server was faster.
  await merge.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole("button", { name: "Not a duplicate" }).click();
  await expect(page.getByRole("heading", { name: "No duplicates" })).toBeVisible({ timeout: PATIENCE_MS });
  expect(merges).toBe(1);
});
