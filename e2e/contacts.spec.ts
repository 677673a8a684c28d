import { addContact, expect, importPeople, test } from "./support";

test("a contact is added, edited where it stands, and deleted with a way back", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Ada" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Edit Company: Not set" }).click();
  await sheet.getByRole("textbox", { name: "Company" }).fill("Analytical Engines");
  await sheet.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(sheet.getByRole("button", { name: "Edit Company: Analytical Engines" })).toBeFocused();

  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("0 contacts")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Ada" })).toBeVisible();

  const deleting = page.waitForResponse((response) => response.url().endsWith("/api/contacts/bulk-delete"));
  await page.getByRole("checkbox", { name: "Select Ada" }).click();
  await page
    .getByRole("region", { name: "Actions for the selection" })
    .getByRole("button", { name: "Delete" })
    .click();
  expect((await deleting).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
});

test("who misses a field in a contact is led to where fields are made", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Ada" }).click();
  await page.getByRole("dialog").getByLabel("Add a custom field").selectOption("New field");
  await expect(page.getByRole("button", { name: "New field" })).toBeInViewport();
  await expect(page).toHaveURL(/\/settings#fields$/);
});

test("many contacts are deleted by a typed word, and come back when that is taken back", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 60);
  await page.goto("/contacts");
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: "Delete" }).click();
  const asking = page.getByRole("dialog", { name: "Delete 60 contacts?" });
  await expect(asking.getByRole("button", { name: "Delete 60 contacts" })).toBeDisabled();
  await asking.getByLabel("Type “delete” to confirm").fill("delete");
  await asking.getByRole("button", { name: "Delete 60 contacts" }).click();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("60 contacts", { exact: true })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(page.getByText("60 contacts", { exact: true })).toBeVisible();
});

test("a selection that is cleared leaves the list as it was", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  await page.getByRole("checkbox", { name: "Select Ada" }).click();
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Select Ada" })).not.toBeChecked();
});

test("an address that exists leads to its contact", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("button", { name: "Add contact" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill("ADA@example.com");
  await dialog.getByLabel("First name").fill("Another");
  await dialog.getByRole("button", { name: "Add contact", exact: true }).click();
  await dialog.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByRole("heading", { name: "Ada", level: 1 })).toBeVisible();
});

test("the view is in the address: another page with the same link shows the same", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 20);
  await page.goto("/contacts");
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("company 3");
  await expect(page.getByText("4 contacts match")).toBeVisible();
  await expect(page).toHaveURL(/q=company\+3/);
  await page.getByRole("button", { name: "Export these" }).click();
  await expect(page.getByText("Export started")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText("4 contacts match")).toBeVisible();
  await other.getByRole("searchbox", { name: "Search contacts" }).fill("nobody at all");
  await expect(other.getByRole("heading", { name: "No contacts found" })).toBeVisible();
  await other
    .getByRole("region", { name: "Contacts" })
    .or(other.locator("main"))
    .getByRole("button", { name: "Clear filters" })
    .last()
    .click();
  await expect(other.getByText("20 contacts")).toBeVisible();
});

test("a range is selected with Shift, tagged at once, and the tag filters the list", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 12);
  await page.goto("/contacts");
  await page.getByRole("checkbox", { name: "Select Person 11" }).click();
  await page.getByRole("checkbox", { name: "Select Person 8" }).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  await expect(bar.getByText("4 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Find or create a tag" }).fill("Board");
  await page.getByRole("combobox", { name: "Find or create a tag" }).press("Enter");
  await expect(page.getByText("“Board” added to 4 contacts")).toBeVisible();
  await page.goto("/tags");
  await page.getByRole("link", { name: "Show contacts with Board" }).click();
  await expect(page.getByText("4 contacts match")).toBeVisible();
});

test("a refused change is taken back and said", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.route("**/api/contacts/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "Something went wrong" } })
      : route.fallback(),
  );
  await page.getByRole("link", { name: "Ada" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Edit Company: Not set" }).click();
  await sheet.getByRole("textbox", { name: "Company" }).fill("Wrong Ltd");
  await sheet.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(sheet.getByRole("alert")).toHaveText(/^Something went wrong on the server/);
  // Once, where it was typed.
  await expect(page.getByText("Something went wrong on the server")).toHaveCount(1);
  await sheet.getByRole("textbox", { name: "Company" }).press("Escape");
  await expect(sheet.getByRole("button", { name: "Edit Company: Not set" })).toBeVisible();
});

test("a selection is unsubscribed at once, and can be taken back before it is", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  await page.goto("/contacts");
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  const rows = page.locator("[data-contact]");
  await bar.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(rows.getByText("Unsubscribed")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows.getByText("Unsubscribed")).toHaveCount(0);
  const sent = page.waitForResponse((response) => response.url().endsWith("/bulk-unsubscribe"));
  await bar.getByRole("button", { name: "Unsubscribe" }).click();
  expect(await (await sent).json()).toMatchObject({ unsubscribed: 3 });
  await expect(bar.getByRole("button", { name: "Unsubscribe" })).toBeHidden();
  await page.goto("/contacts?status=unsubscribed");
  await expect(page.getByText("3 contacts match")).toBeVisible();
});

test("a contact's history tells its import, its tags and its changes", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 1);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 0" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Added by an import, line 2")).toBeVisible();
  await expect(sheet.getByRole("link", { name: "person.csv" })).toBeVisible();
  await sheet.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("combobox", { name: "Find or create a tag" }).fill("Board");
  await page.getByRole("combobox", { name: "Find or create a tag" }).press("Enter");
  await expect(sheet.getByText("Tagged “Board”")).toBeVisible();
  await page.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mark as unsubscribed" }).click();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Unsubscribed" })).toBeVisible();
  // An opt-out is told once.
  await expect(sheet.getByText("Changed", { exact: true })).toBeHidden();
});

test("the list stays usable beside an open contact, and J and K walk through people", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  await page.goto("/contacts");
  const sheet = page.getByRole("dialog");
  await page.getByRole("link", { name: "Person 2" }).click();
  await expect(sheet.getByRole("heading", { name: "Person 2" })).toBeVisible();
  for (const name of ["Columns", "Add contact"])
    await page.getByRole("button", { name }).click({ trial: true, timeout: 5_000 });
  await page.keyboard.press("j");
  await expect(sheet.getByRole("heading", { name: "Person 1" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(sheet.getByRole("heading", { name: "Person 2" })).toBeVisible();
  await page.getByRole("link", { name: "Person 0" }).click();
  await expect(sheet.getByRole("heading", { name: "Person 0" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Person 1" }).click();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("an address without a contact or an import says so", async ({ page, account }) => {
  expect(account.email).toContain("@");
  for (const path of ["/contacts/zzz", "/imports/zzz"]) {
    await page.goto(path);
    await expect(page.getByText(/^This (contact|import) no longer exists\.$/), path).toBeVisible();
  }
});
