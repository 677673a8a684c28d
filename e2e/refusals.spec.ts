import { addContact, expect, hold, PATIENCE_MS, test, upload } from "./support";

const REFUSAL = { status: 500, json: { code: "INTERNAL_ERROR", message: "An internal error occurred" } };

test("an opt-out that is refused says so, also to whoever has gone on meanwhile", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "anna@example.com", "Anna");
  await page.route("**/api/contacts/*", (route) =>
    route.request().method() === "PATCH" ? route.fulfill(REFUSAL) : route.fallback(),
  );
  const release = await hold(page, "**/api/contacts/*", "PATCH");
  await page.getByRole("link", { name: "Anna" }).click();
  const sheet = page.getByRole("dialog", { name: "Contact" });
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mark as unsubscribed" }).click();
  await expect(sheet.getByText("Unsubscribed")).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  release();
  await expect(page.getByText(/^Not saved: Something went wrong/)).toBeVisible();
  await expect(page.getByRole("row").getByText("Unsubscribed")).toBeHidden();
});

test("a search for duplicates that does not begin says so", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.route("**/api/contacts/duplicates", (route) =>
    route.request().method() === "POST" ? route.fulfill(REFUSAL) : route.fallback(),
  );
  await page.goto("/contacts/duplicates");
  // The first search has ended: while one runs, the button begins no other.
  await expect(page.getByRole("heading", { name: "No duplicates" })).toBeVisible();
  await page.getByRole("button", { name: "Search again" }).click();
  await expect(page.getByText(/went wrong/)).toBeVisible();
});

test("a corrected cell that is not saved keeps its text, and can be sent again", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const text = "email,first_name\nada(at)example.com,Ada\nbob@example.com,Bob\n";
  await upload(page, { name: "broken.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the import" }).click();
  const cell = page.getByLabel("email, line 2");
  await expect(cell).toBeVisible({ timeout: PATIENCE_MS });
  await page.route("**/corrections", (route) => route.fulfill(REFUSAL));
  await cell.fill("ada@example.com");
  await cell.press("Enter");
  const row = page.getByRole("list", { name: "Rejected rows" }).getByRole("listitem");
  await expect(row.getByRole("alert")).toContainText("Not saved");
  await expect(cell).toHaveValue("ada@example.com");
  await page.unroute("**/corrections");
  await row.getByRole("button", { name: "Try again" }).click();
  await expect(row.getByText("Accepted")).toBeVisible();
  await expect(row.getByRole("alert")).toBeHidden();
  await expect(page.getByRole("button", { name: "Create 2 contacts" })).toBeEnabled();

  // To take it back discards what was not saved, too.
  await page.route("**/corrections", (route) => route.fulfill(REFUSAL));
  await cell.fill("another@example.com");
  await cell.press("Enter");
  await expect(row.getByRole("alert")).toContainText("Not saved");
  await page.unroute("**/corrections");
  await row.getByRole("button", { name: "Undo" }).click();
  await expect(cell).toHaveValue("ada(at)example.com");
  await expect(row.getByRole("alert")).toBeHidden();
});

test("an answer to a dialog that was closed does not close the one opened after it", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/settings#members");
  const release = await hold(page, "**/api/invitations", "POST");
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  const open = page.getByRole("button", { name: "Invite", exact: true });
  await open.click();
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("one@example.com");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open.click();
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("other@example.com");
  release();
  await expect(page.getByText("one@example.com").first()).toBeVisible();
  await expect(page.locator('ul[aria-label="Invited"] > li')).toHaveCount(1);
  await expect(dialog.getByRole("textbox", { name: "E-mail" })).toHaveValue("other@example.com");
});

test("a file whose upload finds the session ended is uploaded after signing in", async ({
  page,
  account,
}) => {
  let refusals = 2;
  await page.route("**/api/imports", (route) =>
    route.request().method() === "POST" && refusals-- > 0
      ? route.fulfill({ status: 401, json: { code: "UNAUTHORIZED", message: "Invalid or expired token" } })
      : route.fallback(),
  );
  await page.goto("/imports/new");
  await page.getByText("Paste from a spreadsheet").click();
  await page
    .getByLabel("Rows, the first with the column names")
    .fill("email,first_name\nada@example.com,Ada\n");
  await page.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password").fill(account.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What is in each column?" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
});

test("why a field was refused is seen where the dialog's button was pressed", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/settings#members");
  await page.route("**/api/invitations", (route) =>
    route.request().method() === "POST" ? route.fulfill(REFUSAL) : route.fallback(),
  );
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("one@example.com");
  await dialog.getByRole("switch").last().focus();
  await expect(dialog.getByRole("textbox", { name: "E-mail" })).not.toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Send invitation" }).press("Enter");
  await expect(dialog.getByText(/^Something went wrong/)).toBeInViewport({ ratio: 1 });
});
