import { whenIdle } from "./idle";
import {
  addContact,
  addTag,
  apiCaller,
  expect,
  hold,
  importPeople,
  PATIENCE_MS,
  people,
  test,
  upload,
} from "./support";

const REFUSAL = { status: 500, json: { code: "INTERNAL", message: "An internal error occurred" } };

test("settings of which one part fails keep what was typed, and show a new key", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  let asked = 0;
  await page.route("**/api/api-keys", (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    asked += 1;
    return route.fulfill({ ...REFUSAL, status: 403 });
  });
  await page.goto("/settings");
  await page.getByLabel("New password").fill("typed for long");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => asked).toBeGreaterThan(1);
  await whenIdle(page);
  expect(asked).toBeLessThan(6);
  await expect(page.getByLabel("New password")).toHaveValue("typed for long");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Robot");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "Your new key" })).toBeVisible();
});

test("a key whose answer is lost is in the list, to be deleted", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  await page.route("**/api/api-keys", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Robot");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Revoke Robot" })).toBeVisible();
});

test("an overview of which one part fails shows the others", async ({ page, account }) => {
  expect(account.email).toContain("@");
  let asked = 0;
  await page.route("**/api/exports?*", (route) => {
    asked += 1;
    return route.fulfill(REFUSAL);
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Recent imports" })).toBeVisible({ timeout: PATIENCE_MS });
  await whenIdle(page);
  expect(asked).toBeLessThan(10);
  await expect(page.getByRole("heading", { name: "Recent imports" })).toBeVisible();
});

test("a next page that fails says so and waits to be asked for again", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 150);
  let asked = 0;
  await page.route("**/api/contacts?*cursor=*", (route) => {
    asked += 1;
    return route.fulfill(REFUSAL);
  });
  await page.goto("/contacts");
  const scrollTo = async (row: string) => {
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(page.locator("[data-contact]").last()).toHaveAttribute("aria-rowindex", row, {
        timeout: 500,
      });
    }).toPass();
  };
  await scrollTo("101");
  await expect(page.getByRole("heading", { name: "Couldn’t load this" })).toBeVisible();
  // News of the import that has just ended may renew the list once more.
  await whenIdle(page);
  const failed = asked;
  await page.mouse.wheel(0, -20_000);
  await scrollTo("101");
  await whenIdle(page);
  expect(asked).toBe(failed);
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  await page.getByRole("button", { name: "Select all 150" }).click();
  // A filter, which needs none of their pages.
  await expect(page.getByText("150 selected")).toBeVisible();
  expect(asked).toBe(failed);
  await page.unroute("**/api/contacts?*cursor=*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Couldn’t load this" })).toBeHidden();
  await scrollTo("151");
});

test("two switches that are refused go back to what is stored", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  const switches = page.getByRole("switch");
  await expect(page.getByRole("switch", { checked: true })).toHaveCount(4);
  await page.route("**/api/settings", (route) =>
    route.request().method() === "PUT" ? route.fulfill(REFUSAL) : route.fallback(),
  );
  const release = await hold(page, "**/api/settings", "PUT");
  await switches.nth(0).click();
  await switches.nth(1).click();
  await expect(page.getByRole("switch", { checked: true })).toHaveCount(2);
  release();
  await expect(page.getByRole("switch", { checked: true })).toHaveCount(4);
});

test("what is typed while another field is being saved is saved as well", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "anna@example.com", "Anna");
  await page.getByRole("link", { name: "Anna" }).click();
  const release = await hold(page, "**/api/contacts/*", "PATCH");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /Last name/ }).click();
  await page.keyboard.type("Bergmann");
  await sheet.getByRole("button", { name: /Company/ }).click();
  await page.keyboard.type("Acme Ind");
  release();
  await expect(sheet.getByRole("button", { name: "Edit Last name: Bergmann" })).toBeVisible();
  await page.keyboard.type("ustrial Supplies");
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("button", { name: "Edit Company: Acme Industrial Supplies" })).toBeFocused();
});

test("a refused change does not keep the history from coming", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "anna@example.com", "Anna");
  const release = await hold(page, "**/timeline*");
  await page.route("**/api/contacts/*", (route) =>
    route.request().method() === "PATCH" ? route.fulfill(REFUSAL) : route.fallback(),
  );
  await page.getByRole("link", { name: "Anna" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /Last name/ }).click();
  await page.keyboard.type("Berg");
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("alert")).toBeVisible();
  release();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Added" })).toBeVisible();
});

test("what is typed for the palette is no shortcut, and nobody is opened who was found for other words", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "anna@example.com", "Anna");
  await addContact(page, "andreas@example.com", "Andreas");
  await page.goto("/tags");
  await expect(page.getByRole("heading", { name: "No tags yet" })).toBeVisible();
  const code = await hold(page, "**/_next/static/**");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ic");
  code();
  const box = page.getByRole("dialog").getByRole("combobox");
  await expect(box).toBeVisible();
  await expect(page).toHaveURL(/tags$/);
  await box.fill("anna");
  await expect(page.getByRole("option", { name: /anna@/ })).toBeVisible();
  const found = await hold(page, /search=andreas/);
  await box.fill("andreas");
  await box.press("Enter");
  await expect(page.getByRole("option", { name: /anna@/ })).toBeHidden();
  found();
  await expect(page.getByRole("option", { name: /andreas@/, selected: true })).toBeVisible();
  await box.press("Enter");
  await expect(page.getByRole("heading", { name: "Andreas" })).toBeVisible();
});

test("contacts of an import that was too short to be seen running are in the list", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await upload(page, people(3));
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Check the import" }).click();
  const confirm = page.getByRole("button", { name: /^(Import|Create|Update) \d/ });
  await expect(confirm).toBeEnabled();
  const answered = page.waitForResponse(/\/confirm/);
  const release = await hold(page, /\/api\/imports\/[\w-]+$/);
  await confirm.click();
  const url = (await answered).url().replace("/confirm", "");
  const authorization = (await (await answered).request().allHeaders()).authorization ?? "";
  const status = async () =>
    (await (await page.request.get(url, { headers: { authorization } })).json()).status;
  await expect.poll(status, { timeout: PATIENCE_MS }).toBe("completed");
  release();
  await expect(page.getByRole("link", { name: "Contacts of this import" })).toBeVisible();
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await expect(page.getByText("3 contacts")).toBeVisible();
});

test("a tag that is being created and one that is picked meanwhile are both chosen", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addTag(page, "Yellow");
  await upload(page, people(3));
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: "Add tag" }).click();
  const release = await hold(page, "**/api/tags", "POST");
  const box = page.getByRole("combobox", { name: "Find or create a tag" });
  await box.fill("Xray");
  await page.getByRole("option", { name: /Xray/ }).click();
  await box.fill("");
  await page.getByRole("option", { name: "Yellow" }).click();
  release();
  await expect(page.getByRole("option", { name: "Xray", checked: true })).toBeVisible();
  await expect(page.getByRole("option", { name: "Yellow", checked: true })).toBeVisible();
});

test("the question whether to undo an import, which another tab answers, does not come back for the rest", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  await importPeople(page, 2);
  const address = new URL(page.url()).pathname;
  let status: "processing" | "completed" | null = null;
  await page.route(`**/api${address}`, async (route) => {
    const record = await (await route.fetch()).json();
    const kept = { removed: 1, restored: 0, kept: 1, still_unsubscribed: 0, opt_outs_withdrawn: 0 };
    const undo_result = status === "completed" ? kept : null;
    await route.fulfill({ json: { ...record, undo_status: status, undo_result } });
  });
  await page.getByRole("button", { name: "Undo this import" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  status = "processing";
  await call("post", `/api${address}/undo`);
  await expect(page.getByText("The import is being undone.")).toBeVisible();
  status = "completed";
  await expect(page.getByText("1 removed, 1 kept")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/ask=/);
});

test("the answer to an erasure that was left leaves the contact that is open by then", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1440, height: 900 });
  await importPeople(page, 3);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 2" }).click();
  const sheet = page.getByRole("dialog", { name: "Contact", exact: true });
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Erase for good…" }).click();
  const question = page.getByRole("dialog", { name: "Erase Person 2 for good?" });
  await question.getByRole("textbox").fill("erase");
  const release = await hold(page, "**/api/contacts/*", "DELETE");
  await question.getByRole("button", { name: "Erase for good" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Person 0" }).click();
  await sheet.getByRole("button", { name: /Last name/ }).click();
  await page.keyboard.type("Berg");
  release();
  await expect(page.getByText("Person 2 erased")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByRole("link", { name: "Person 2" })).toHaveCount(0);
  await expect(sheet.getByRole("heading", { name: "Person 0" })).toBeVisible();
  await expect(sheet.getByLabel("Last name")).toHaveValue("Berg");
});
