import { expect, PATIENCE_MS, people, test, upload } from "./support";

test("at 1280 by 800 each column says why, and the button to go on is in view in every step", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1280, height: 800 });
  const { buffer, ...file } = people(60, "why");
  await upload(page, { ...file, buffer: Buffer.from(buffer.toString().replaceAll("@", "(at)")) });
  await expect(page.getByText("Header means “E-mail”", { exact: false }).first()).toBeInViewport({
    ratio: 1,
  });
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(next).toBeInViewport({ ratio: 1 });
  await next.click();
  const confirm = page.locator("[data-bulk-bar] button").last();
  await expect(page.getByText("60 ×").first()).toBeVisible({ timeout: PATIENCE_MS });
  for (const y of [0, 100_000]) {
    await page.evaluate((top) => window.scrollTo({ top }), y);
    await expect(confirm).toBeInViewport({ ratio: 1 });
  }
});

test("a click on one of the first lines makes it the line of column names", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const buffer = Buffer.from("email,first_name\nE-mail address,Given name\nada@example.com,Ada\n");
  await upload(page, { name: "two.csv", mimeType: "text/csv", buffer });
  const format = page.locator("[data-dialect]");
  await expect(format).toContainText("column names in line 2");
  await page.getByText("File format").click();
  const lines = page.getByRole("group", { name: "The first lines of the file" });
  await expect(lines.getByRole("radio")).toHaveCount(3);
  await lines.getByText("email,first_name").click();
  await expect(format).toContainText("column names in line 1");
  await expect(page.getByLabel("Field for column first_name")).toBeVisible();
  // The draft is the server's.
  await page.reload();
  await expect(format).toContainText("column names in line 1");
  await page.getByText("File format").click();
  await expect(lines.getByRole("radio", { name: "email,first_name" })).toBeChecked();
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page.getByRole("heading", { name: "1 row will be rejected" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await expect(page.getByRole("button", { name: "Create 1 contact" })).toBeVisible();
});

test("whoever has few uploads left is told how many, and for how long", { tag: "@embedded" }, async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const said = page.getByText(/^(\d|No) more uploads? in the next ([5-9]|10)\sminutes$/);
  for (const told of ["", "", "2 more uploads in", "1 more upload in", "No more uploads in"]) {
    await upload(page, people(1));
    await page.goto("/imports/new");
    await expect(page.getByText("Paste from a spreadsheet")).toBeVisible();
    if (told) await expect(said).toHaveText(new RegExp(`^${told}`));
    else await expect(said).toBeHidden();
  }
});
