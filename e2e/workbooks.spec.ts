import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { expect, figure, runImport, test, upload } from "./support";

const book = workbookOf({
  sheets: {
    People: rowsOf([
      ["email", "first_name"],
      ["ann@example.com", "Ann"],
    ]),
    Leads: rowsOf([
      ["Mail", "Vorname"],
      ["zoe@example.com", "Zoë"],
      ["nobody", "Max"],
    ]),
  },
});

test("a workbook is read by its first sheet, by another one when that is chosen, and imported", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, { name: "people.xlsx", mimeType: "", buffer: book });
  await expect(page.getByText("Excel workbook, column names in line 1")).toBeVisible();
  await expect(page.getByLabel("Field for column first_name")).toBeVisible();
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("Leads");
  await expect(page.getByLabel("Field for column Vorname")).toBeVisible();
  await runImport(page);
  await expect(figure(page, "Figures of the import", "Created")).toHaveText("1");
});
