import { addContact, expect, hold, people, runImport, test, upload } from "./support";

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

test("many contacts are deleted by a typed word, and come back when that is taken back", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(60));
  await runImport(page);
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
  await upload(page, people(20));
  await runImport(page);
  await page.goto("/contacts");
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("company 3");
  await expect(page.getByText("3 contacts match")).toBeVisible();
  await expect(page).toHaveURL(/q=company\+3/);
  await page.getByRole("button", { name: "Export these" }).click();
  await expect(page.getByText("Export started")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText("3 contacts match")).toBeVisible();
  await other.getByRole("searchbox", { name: "Search contacts" }).fill("nobody at all");
  await expect(other.getByRole("heading", { name: "Nobody matches" })).toBeVisible();
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
  await upload(page, people(12));
  await runImport(page);
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

test("5 000 rows scroll with few of them in the page", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(5000));
  await runImport(page);
  await page.goto("/contacts");
  await expect(page.getByText("5,000 contacts")).toBeVisible();
  const rows = page.locator("[data-contact]");
  await expect(rows.first()).toBeVisible();
  for (let loaded = 100; loaded <= 1000; loaded += 100) {
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          return Number(await rows.last().getAttribute("aria-rowindex"));
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(loaded - 50);
    expect(await rows.count()).toBeLessThan(150);
  }
});

test("the list goes on while its end never leaves the screen", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(101));
  await runImport(page);
  await page.addInitScript(answerAtOnceAndStayAtTheEnd);
  await page.goto("/contacts");
  await expect
    .poll(async () => Number(await page.locator("[data-contact]").last().getAttribute("aria-rowindex")))
    .toBe(1001);
});

/** Further pages are there before the page can show that they are on their way, and are scrolled through as they come. */
function answerAtOnceAndStayAtTheEnd(): void {
  const fetchReally = window.fetch;
  let first: { data: object[] } | undefined;
  let pages = 1;
  window.fetch = async (input, options) => {
    const url = String(input);
    if (!url.startsWith("/api/contacts?") || !url.includes("limit=100")) return fetchReally(input, options);
    if (!first || !url.includes("cursor=")) {
      const response = await fetchReally(input, options);
      first = await response.clone().json();
      return response;
    }
    pages += 1;
    const data = first.data.map((contact) => ({ ...contact, id: crypto.randomUUID() }));
    const json = { data, total: 1000, nextCursor: pages < 10 ? crypto.randomUUID() : null };
    return Object.assign(new Response(), { json: async () => json });
  };
  const stay = () => window.scrollTo(0, document.documentElement.scrollHeight);
  new MutationObserver(stay).observe(document, { subtree: true, childList: true, attributes: true });
}

test("all that match are selected, and another filter ends it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(250));
  await runImport(page);
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  const selectAll = async () => {
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
    await bar.getByRole("button", { name: "Select all 250" }).click();
  };
  await page.goto("/contacts");
  await selectAll();
  await expect(bar.getByText("250 selected")).toBeVisible();

  const release = await hold(page, "**/api/contacts?*cursor=*");
  await page.reload();
  await selectAll();
  await expect(bar.getByText("Selecting… 100 of 250")).toBeVisible();
  await expect(bar.getByRole("button")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("company 3");
  await expect(page.getByText("36 contacts match")).toBeVisible();
  release();
  await page.waitForLoadState("networkidle");
  await expect(bar.getByText("15 selected")).toBeVisible();
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
  await expect(page.getByText("Not saved: Something went wrong on the server.")).toBeVisible();
  await sheet.getByRole("textbox", { name: "Company" }).press("Escape");
  await expect(sheet.getByRole("button", { name: "Edit Company: Not set" })).toBeVisible();
});

test("a selection is unsubscribed at once, and can be taken back before it is", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await runImport(page);
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
  expect(await (await sent).json()).toEqual({ unsubscribed: 3 });
  await expect(bar.getByRole("button", { name: "Unsubscribe" })).toBeHidden();
  await page.goto("/contacts?status=unsubscribed");
  await expect(page.getByText("3 contacts match")).toBeVisible();
});

test("columns that were hidden stay hidden in this browser", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await runImport(page);
  await page.goto("/contacts");
  const header = (name: string) => page.getByRole("columnheader", { name });
  await expect(header("Company")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Company" }).click();
  await expect(page.getByText("Company 1")).toBeHidden();
  await page.reload();
  await expect(header("Added")).toBeVisible();
  await expect(header("Company")).toBeHidden();
});

test("columns are moved, made wider and hidden where they stand, and stay so in this browser", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await runImport(page);
  await page.goto("/contacts");
  const headers = page.getByRole("columnheader");
  const order = ["", "Contact", "Company", "Phone", "Tags", "Added"];
  const moved = ["", "Contact", "Company", "Tags", "Phone", "Added"];
  const phone = page.getByRole("columnheader", { name: "Phone" });
  const width = async () => Math.round((await phone.boundingBox())?.width ?? 0);
  const choose = async (column: string, item: string) => {
    await page.getByRole("button", { name: `Column ${column}` }).press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
  };
  await expect(headers).toHaveText(order);
  await choose("Tags", "Move left");
  await expect(headers).toHaveText(moved);
  await expect(page.getByRole("button", { name: "Column Tags" })).toBeFocused();

  const before = await width();
  await choose("Phone", "Wider");
  expect(await width()).toBe(before + 24);
  await page.keyboard.press("Escape");
  // The edge follows the pointer, and what stands to the right of it does not move.
  const box = await phone.boundingBox();
  const added = await page.getByRole("columnheader", { name: "Added" }).boundingBox();
  if (!box || !added) throw new Error("the columns are not on screen");
  await page.mouse.move(box.x - 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 38, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await width()).toBe(before + 24 + 30);
  expect((await phone.boundingBox())?.x).toBeCloseTo(box.x - 30, 0);
  expect((await page.getByRole("columnheader", { name: "Added" }).boundingBox())?.x).toBeCloseTo(added.x, 0);

  await choose("Company", "Hide column");
  await page.reload();
  await expect(headers).toHaveText(moved.filter((name) => name !== "Company"));
  await expect.poll(width).toBe(before + 54);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitem", { name: "Standard columns" }).click();
  await expect(headers).toHaveText(order);

  // Where there is no room for the phone number, a move passes it as well.
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(phone).toBeHidden();
  await choose("Tags", "Move left");
  await expect(headers).toHaveText(["", "Contact", "Tags", "Company", "Added"]);
});

test("a contact's history tells its import, its tags and its changes", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await upload(page, people(1));
  await runImport(page);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 0" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("Added by an import, row 1")).toBeVisible();
  await expect(sheet.getByRole("link", { name: "person.csv" })).toBeVisible();
  await sheet.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("combobox", { name: "Find or create a tag" }).fill("Board");
  await page.getByRole("combobox", { name: "Find or create a tag" }).press("Enter");
  await expect(sheet.getByText("Tagged “Board”")).toBeVisible();
  await page.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mark as unsubscribed" }).click();
  await expect(sheet.getByText("Last changed")).toBeVisible();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Unsubscribed" })).toBeVisible();
});
