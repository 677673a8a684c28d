import {
  addContact,
  expect,
  figure,
  fixture,
  hold,
  importPeople,
  openOverview,
  PATIENCE_MS,
  people,
  runImport,
  tabTo,
  test,
  upload,
} from "./support";

test("progress survives a reload, and a second tab shows the same end", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(12_000, "bulk"));
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: "Create 12,000 contacts" }).click();
  await expect(
    page.getByRole("list", { name: "Steps of the import" }).locator("[aria-current=step]"),
  ).toContainText("Import");
  const second = await context.newPage();
  await second.goto(page.url());
  await page.reload();
  for (const tab of [page, second]) {
    await expect(tab.getByRole("heading", { name: "Import completed" })).toBeVisible({
      timeout: PATIENCE_MS,
    });
    await expect(figure(tab, "Figures of the import", "Created")).toHaveText("12,000");
    await expect(figure(tab, "Figures of the import", "Rows")).toHaveText("12,000");
  }
});

test("an import that is stopped can be undone, and deleted", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(150_000, "many"));
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: "Create 150,000 contacts" }).click({ timeout: PATIENCE_MS });
  // An import that is stopped before its first rows are written has nothing to undo.
  await expect(figure(page, "Figures of the import", "Rows")).not.toHaveText("0", { timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Stop the import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop the import" }).click();
  await expect(page.getByRole("heading", { name: "Import stopped" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByText(/ of 150,000 rows; [\d,]+ not reached\./)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import the remaining [\d,]+ rows$/ })).toBeEnabled();
  const created = (await figure(page, "Figures of the import", "Created").textContent()) ?? "";
  await page.getByRole("button", { name: "Undo this import" }).click();
  const asked = page.getByRole("dialog");
  await expect(asked.getByText(`${created} contacts it created are removed.`)).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await asked.getByRole("button", { name: "Undo import" }).press("Enter");
  await expect(page.getByText(`Import undone: ${created} removed`)).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByRole("heading", { name: /^Import undone/ })).toBeFocused();
  await page.getByRole("button", { name: "Delete import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete import" }).click();
  await expect(page.getByRole("heading", { name: "Imports", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "many.csv" })).toBeHidden();
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
});

test("a check without a known end shows a bar that passes, and no share", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  const release = await hold(page, "**/api/imports/*/dry-run*", "POST");
  await page.getByRole("button", { name: "Check the import" }).click();
  const bar = page.getByRole("progressbar", { name: "Checking 3 rows. Nothing is saved yet." });
  await expect(bar).toBeVisible();
  expect(await bar.getAttribute("aria-valuenow")).toBeNull();
  const left = async () => (await bar.locator("div").boundingBox())?.x;
  await expect.poll(left).not.toBe(await left());
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running"));
  await expect.poll(async () => (await moving()).length, "for who wants no motion").toBe(0);
  const still = await bar.locator("div").boundingBox();
  expect(still?.width, "and the bar is still there").toBe((await bar.boundingBox())?.width);
  release();
  await page.getByRole("button", { name: "Create 3 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
});

test("pasted rows are read with the separator and the header row that are chosen", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/imports/new");
  await page.getByText("Paste from a spreadsheet").click();
  const rows = page.getByLabel("Rows, the first with the column names");
  const drawn = "+-------+\n| email |\n+-------+\n| a@b.c |\n+-------+\n";
  await rows.fill(drawn);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This is not a table.")).toBeVisible();
  await expect(rows, "what was refused").toHaveValue(drawn);
  await rows.fill("email;first_name\nzoe@example.com;Zoë\nolga@example.com;Ольга\n");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("UTF-8, separated by semicolon, column names in line 1")).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await page.getByText("File format").click();
  await page.getByLabel("Separator").selectOption({ label: "comma" });
  await expect(page.getByLabel("Field for column email;first_name")).toBeVisible();
  await page.getByLabel("Separator").selectOption({ label: "semicolon" });
  await page.getByLabel("Column names are in").selectOption({ label: "no line" });
  await page.getByRole("button", { name: "Check the import" }).click();
  // Without a header row its words are data, and not an address.
  await expect(figure(page, "What will happen", "New")).toHaveText("2");
  await expect(figure(page, "What will happen", "Rejected")).toHaveText("1");
  await page.getByRole("button", { name: "Create 2 contacts" }).click();
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("link", { name: "Contacts of this import" }).click();
  await expect(page.getByText("2 contacts")).toBeVisible();
});

test("doubtful letters are shown as the best encodings read them, to choose from", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const bytes = Buffer.from("email,first_name\nlucja@example.com,\xa3ucja\n", "latin1");
  await upload(page, { name: "lucja.csv", mimeType: "text/csv", buffer: bytes });
  const question = page.getByRole("group", { name: "Which of these is spelled correctly?" });
  await question.getByText("Łucja").first().click();
  await expect(page.getByText(/^WINDOWS-1250, separated by comma/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Columns of the file" }).getByText("Łucja")).toBeVisible();
  await page.reload();
  await expect(question.getByRole("radio", { name: /Łucja/ }).first()).toBeChecked();
  await runImport(page);
  await page.getByRole("link", { name: "Contacts of this import" }).click();
  await expect(page.getByText("Łucja")).toBeVisible();
});

test("the choices of a pending import survive a reload", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(5));
  await page.getByLabel("Field for column company").selectOption("skip");
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByText("Skip it").click();
  // The step appears in the address a moment after it is on the screen: browsers limit how often an address may
  // change.
  await expect(page).toHaveURL(/step=check/);
  await expect(page.getByRole("radio", { name: "Skip it" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Create 5 contacts" })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Skip it" })).toBeChecked();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Field for column company")).toHaveValue("skip");
});

test("the same file once more changes nothing, and the button says so", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await runImport(page);
  await upload(page, people(3));
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(figure(page, "What will happen", "Unchanged")).toHaveText("3");
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
});

test("a mapping without an e-mail column, or with a field twice, cannot go on", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(5));
  await page.getByLabel("Field for column email").selectOption("skip");
  await expect(page.getByText("Choose the column that holds the e-mail address.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check the import" })).toBeDisabled();
  await page.getByLabel("Field for column email").selectOption("email");
  await page.getByLabel("Field for column company").selectOption("email");
  await expect(page.getByText("Two columns become “E-mail”. Choose one.")).toBeVisible();
});

test("the columns of a known header row are matched as last time", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3, "first"));
  await page.getByLabel("Field for column company").selectOption("notes");
  await runImport(page);
  await upload(page, people(3, "second"));
  await expect(page.getByText("Matched as the last time you imported these columns.")).toBeVisible();
  await expect(page.getByLabel("Field for column company")).toHaveValue("notes");
});

test("a whole import works without a mouse", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await openOverview(page);
  await page.keyboard.press("i");
  await expect(page.getByRole("heading", { name: "Import contacts" })).toBeFocused();
  const choosing = page.waitForEvent("filechooser");
  await tabTo(page, page.getByRole("button", { name: "Choose a file" }));
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(people(4));
  await expect(page.getByRole("heading", { name: "What is in each column?" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Check the import" }));
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("button", { name: "Create 4 contacts" });
  await expect(confirm).toBeEnabled();
  await tabTo(page, confirm);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
  expect(await page.evaluate(() => document.activeElement !== document.body), "the focus is kept").toBe(true);
});

test("sample data comes and goes with one click each", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await openOverview(page);
  await page.getByRole("button", { name: "Load sample data" }).click();
  await expect(page.getByText("30 sample contacts loaded")).toBeVisible({ timeout: PATIENCE_MS });
  await page.reload();
  await expect(page.getByText("0 of 4 done"), "samples tick nothing off").toBeVisible();
  // Of three tags, the number of those that have no room is never cut off itself.
  await page.goto("/contacts");
  const tags = page
    .locator("[data-contact]", { hasText: "Céline Moreau" })
    .locator("[role=cell]", { hasText: "+1" });
  await expect(tags.last().getByText("+1")).toBeVisible();
  expect(await tags.last().evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  await page.goto("/");
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await expect(page.getByText("Sample data removed: 30 contacts")).toBeVisible({ timeout: PATIENCE_MS });
  await importPeople(page, 1);
  await page.goto("/");
  await expect(page.getByText("1 of 4 done")).toBeVisible();
  await expect(page.getByText("Import a file (Done)")).toBeVisible();
  await addContact(page, "ada@example.com", "Ada");
  await page.goto("/");
  await expect(page.getByText("2 of 4 done")).toBeVisible();
  await expect(page.getByText("Add a contact (Done)")).toBeVisible();
});

test("the check lists every rejected row of the file, a page at a time", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const bad = Array.from({ length: 30 }, (_, index) => `nobody ${index},Name`);
  const text = `email,first_name\nada@example.com,Ada\n${bad.join("\n")}\n`;
  await upload(page, { name: "mixed.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the import" }).click();
  const rows = page.getByRole("list", { name: "Rejected rows" }).getByRole("listitem");
  await expect(rows).toHaveCount(25);
  await expect(page.getByRole("heading", { name: "First changes" })).toBeVisible();
  await page.getByRole("button", { name: "More rows" }).click();
  await expect(rows).toHaveCount(5);
  await expect(page.getByLabel("email, line 32")).toHaveValue("nobody 29");
  await page.getByRole("button", { name: "Previous rows" }).click();
  await expect(page.getByLabel("email, line 3")).toHaveValue("nobody 0");
});

test("rejected rows that come late move nothing under the pointer", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1280, height: 560 });
  const release = await hold(page, "**/api/imports/*/errors?*");
  await upload(page, fixture("kontakte.csv"));
  await runImport(page);
  expect(await page.evaluate(() => window.scrollY), "the result is shown from its top").toBe(0);
  const undo = page.getByRole("button", { name: "Undo this import" });
  // At the end of the page, a shorter page would move everything.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const box = await undo.boundingBox();
  if (!box) throw new Error("The button is not to be seen");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  release();
  await expect(page.getByText("“not-an-address” is not a valid e-mail address.")).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("dialog", { name: "Undo this import?" })).toBeVisible();
});

test("an import is undone and deleted where it is listed", async ({ page, account }) => {
  await importPeople(page, 2);
  await page.goto("/imports");
  const row = page.getByRole("listitem").filter({ hasText: "person.csv" });
  await expect(row.getByText(account.email).filter({ visible: true })).toBeVisible();
  await row.getByRole("button", { name: "Actions for person.csv" }).click();
  await page.getByRole("menuitem", { name: "Undo this import" }).click();
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(row.getByText("Undone")).toBeVisible({ timeout: PATIENCE_MS });
  await row.getByRole("button", { name: "Actions for person.csv" }).click();
  await page.getByRole("menuitem", { name: "Delete import" }).click();
  await page.getByRole("button", { name: "Delete import" }).click();
  await expect(page.getByText("No imports yet")).toBeVisible();
});
