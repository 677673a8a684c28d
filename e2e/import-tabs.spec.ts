import { expect, PATIENCE_MS, people, test, upload } from "./support";

test("another tab shows and imports what the first one chose, and is not overtaken unseen", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await page.getByLabel("Field for column company").selectOption("notes");
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page).toHaveURL(/step=check/);
  await expect(page.getByRole("region", { name: "Columns" })).toContainText("companyNotes");
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole("region", { name: "Columns" })).toContainText("companyNotes");
  await second.getByRole("button", { name: "Back" }).click();
  await second.getByLabel("Field for column company").selectOption("skip");
  await second.getByRole("button", { name: "Check the import" }).click();
  await expect(second.getByRole("region", { name: "Columns" })).toContainText(
    "1 column is not imported: company",
  );
  // Shown at once; the button waits until the server has saved it.
  await expect(second.getByRole("button", { name: "Create 3 contacts" })).toBeEnabled();
  await page.getByRole("button", { name: "Create 3 contacts" }).click();
  await expect(page.getByText("This import was changed in another tab.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Columns" })).toContainText(
    "1 column is not imported: company",
  );
  await page.getByRole("button", { name: "Create 3 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
});

test("a tab that answers what another has answered is told, and shows that answer", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  const company = "Field for column company";
  await expect(page.getByLabel(company)).toBeVisible();
  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}/);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByLabel(company)).toBeVisible();
  const kept = second.waitForResponse((one) => one.request().method() === "PATCH" && one.ok());
  await second.getByLabel(company).selectOption("notes");
  await kept;
  // Whoever looks at a tab again has it look anew: here nobody does.
  await page.getByLabel(company).selectOption("skip");
  await expect(page.getByText("This import was changed in another tab.")).toBeVisible();
  await expect(page.getByLabel(company)).toHaveValue("notes");
  // Another column is nobody else's.
  await second.getByLabel("Field for column first_name").selectOption("last_name");
  const saved = page.waitForResponse((one) => one.request().method() === "PATCH" && one.ok());
  await page.getByLabel(company).selectOption("skip");
  await expect(second.getByLabel("Field for column first_name")).toHaveValue("last_name");
  await saved;
  await page.reload();
  await expect(page.getByLabel(company)).toHaveValue("skip");
  await expect(page.getByLabel("Field for column first_name")).toHaveValue("last_name");
});

test("a tab whose import was deleted in another one says so", async ({ page, context, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  const second = await context.newPage();
  const hears = second.waitForResponse("**/api/events**");
  await second.goto(page.url());
  await expect(second.getByRole("button", { name: "Check the import" })).toBeVisible();
  await hears;
  await page.getByRole("button", { name: "Delete import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete import" }).click();
  await expect(page).toHaveURL(/\/imports$/);
  await expect(second.getByText("This import no longer exists.")).toBeVisible();
  await expect(second.getByRole("button", { name: "Check the import" })).toHaveCount(0);
  await second.getByRole("link", { name: "All imports" }).click();
  await expect(second).toHaveURL(/\/imports$/);
});
