import { rowsOf, workbookOf } from "@/lib/testing/workbook";
import { expect, figure, hold, runImport, test, upload } from "./support";

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

test("while another sheet is on its way, the first one is not imported in its place", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, { name: "people.xlsx", mimeType: "", buffer: book });
  const release = await hold(page, "**/api/imports?*", "POST");
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("Leads");
  await expect(page.getByText("Uploading people.xlsx")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the import" })).toBeDisabled();
  release();
  await expect(page.getByLabel("Field for column Vorname")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the import" })).toBeEnabled();
  await page.getByRole("combobox", { name: "Sheet" }).selectOption("People");
  await expect(page.getByLabel("Field for column first_name")).toBeVisible();
});

test("another sheet that cannot be uploaded leaves the import of the first one as it is", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const buffer = workbookOf({
    sheets: {
      Notes: rowsOf([["title", "text"], ...[1, 2, 3].map((n) => [`Note ${n}`, "nothing"])]),
      People: rowsOf([
        ["email", "first_name", "code"],
        ["ann@example.com", "Ann", "7"],
      ]),
    },
  });
  await upload(page, { name: "people.xlsx", mimeType: "", buffer });
  await expect(
    page.getByText("Sheet “People” is read: the first one has no e-mail addresses."),
  ).toBeVisible();
  await page.getByLabel("Field for column code").selectOption({ label: "Notes" });
  await page.route("**/api/imports?*", (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "An internal error occurred" } }),
  );
  const sheet = page.getByRole("combobox", { name: "Sheet" });
  await sheet.selectOption("Notes");
  await expect(page.getByText(/^Something went wrong/)).toBeVisible();
  await expect(sheet).toHaveValue("People");
  await page.reload();
  await expect(page.getByLabel("Field for column code")).toHaveValue("notes");
});

test("of a wide file, the columns that need no look are one click away", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const names = Array.from({ length: 70 }, (_, n) => `Extra ${n}`);
  const lines = [
    ["email", ...names],
    ["ann@example.com", ...names.map((_, n) => `v${n}`)],
  ];
  const buffer = Buffer.from(lines.map((cells) => cells.join(",")).join("\n"));
  await upload(page, { name: "wide.csv", mimeType: "text/csv", buffer });
  const list = page.getByRole("list", { name: "Columns of the file" });
  await expect(list.getByRole("listitem")).toHaveCount(30);
  await expect(page.getByLabel("Field for column email")).toBeVisible();
  await page.getByRole("button", { name: "Show 41 more columns" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(71);
  await expect(page.getByLabel("Field for column Extra 29")).toBeFocused();
});
