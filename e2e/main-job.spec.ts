import { readFile } from "node:fs/promises";
import {
  addContact,
  expect,
  figure,
  fixture,
  PATIENCE_MS,
  people,
  runImport,
  signUpByHand,
  test,
  upload,
} from "./support";

test("a new user imports a real file and finds a contact @services", async ({ page }) => {
  await signUpByHand(page);
  await upload(page, fixture("kontakte.csv"));

  // German headers, semicolons, accents, quotes and a newline in a cell are understood without help.
  await expect(page.getByLabel("Field for column E-Mail")).toHaveValue("email");
  await expect(page.getByLabel("Field for column Vorname")).toHaveValue("first_name");
  await expect(page.getByText("O’Neill & Töchter, Ltd", { exact: true })).toBeVisible();
  await page.getByLabel("Field for column Ort").selectOption({ label: "New custom field…" });
  await page.getByLabel("Name of the custom field").fill("city");
  await page.getByLabel("Name of the custom field").press("Enter");
  await expect(page.getByLabel("Field for column Ort")).toHaveValue("custom_fields.city");

  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(figure(page, "What will happen", "New")).toHaveText("44");
  await expect(figure(page, "What will happen", "Rejected")).toHaveText("2");
  await page.getByRole("button", { name: "Create 44 contacts" }).click();

  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page).toHaveTitle("kontakte.csv · Imports · Kith");
  await expect(page.getByText("Exactly as predicted.")).toBeVisible();
  await expect(page.getByText(/can be undone for 30 more days/)).toBeVisible();
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("44");
  await expect(figure(page, "Figures of the import", "Updated")).toHaveText("0");
  await expect(figure(page, "Figures of the import", "Repeats an address in this file")).toHaveText("1");
  await expect(figure(page, "Figures of the import", "Rejected")).toHaveText("2");
  await expect(figure(page, "Figures of the import", "Rows")).toHaveText("47");
  await expect(page.getByText("“not-an-address” is not a valid e-mail address.")).toBeVisible();

  await page.getByRole("link", { name: "Contacts of this import" }).click();
  await expect(page.getByText("44 contacts")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("åkesson");
  await expect(page.getByText("1 contact matches")).toBeVisible();
  await page.getByRole("link", { name: "Björn Åkesson" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Göteborg")).toBeVisible();
  await expect(page).toHaveTitle("Björn Åkesson · Contacts · Kith");
  await expect(sheet.getByText("Added by an import, line 3")).toBeVisible();
});

test("rejected rows come back as a file that can be mended and uploaded as it is @services", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, fixture("kontakte.csv"));
  await page.getByLabel("Field for column Bemerkung").selectOption("company");
  await page.getByLabel("Field for column Firma").selectOption("skip");
  await runImport(page);
  const saving = page.waitForEvent("download");
  await expect(page.getByRole("region", { name: "Rejected rows" }).locator("tbody td").first()).toHaveText(
    "5",
  );
  await page.getByRole("button", { name: "Download rejected rows" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  expect(text).toContain("not-an-address");
  expect(text.split(/\r?\n/)[0]).toMatch(/_line.*_error/);

  const mended = text
    .replace("not-an-address", "otto@example.com")
    .replace(/^([^\n]*\n[^\n]*\n)[\s\S]*$/, "$1");
  await page.goto("/imports/new");
  const file = { name: "mended.csv", mimeType: "text/csv", buffer: Buffer.from(mended) };
  await page.locator("input[type=file]").setInputFiles(file);
  // Its mapping is known, so it starts with the check.
  await page.getByRole("button", { name: "Change", exact: true }).click({ timeout: PATIENCE_MS });
  await expect(page.getByText("These are rejected rows of an earlier import.")).toBeVisible();
  await expect(page.getByLabel("Field for column Bemerkung")).toHaveValue("company");
  await expect(page.getByLabel("Field for column Firma")).toHaveValue("skip");
  await expect(page.getByLabel("Field for column _line")).toBeHidden();
  await runImport(page);
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("1");
  await expect(figure(page, "Figures of the import", "Rejected")).toHaveText("0");
});

test("an import is undone to the last contact @services", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, fixture("kontakte.csv"));
  await runImport(page);
  const undo = page.getByRole("button", { name: "Undo this import" });
  // On paper are the results, and no controls.
  await page.emulateMedia({ media: "print" });
  await expect(figure(page, "Figures of the import", "Created")).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  await expect(page.getByRole("link", { name: "Contacts of this import" })).toHaveCSS(
    "border-top-width",
    "1px",
  );
  await page.emulateMedia({ forcedColors: "none" });
  await undo.click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone: 44 removed")).toBeVisible({ timeout: PATIENCE_MS });
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
});

test("what came differently than predicted is said line by line", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await page.getByRole("button", { name: "Check the import" }).click();
  const confirm = page.getByRole("button", { name: "Create 3 contacts" });
  await expect(confirm).toBeEnabled();
  const other = await page.context().newPage();
  await addContact(other, "person000001@example.com", "Somebody");
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByText(/^Created: 2 instead of 3 and Updated: 1 instead of 0\./)).toBeVisible();
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("2");
});
