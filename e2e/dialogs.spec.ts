import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, inEveryLook, takePicture } from "./axe";
import {
  type Account,
  addTag,
  apiCaller,
  expect,
  PATIENCE_MS,
  people,
  runImport,
  selectAllContacts,
  signUp,
  test,
  upload,
} from "./support";

inEveryLook((label) => {
  /** The dialog of that name is open, is accessible, and closes by Escape. */
  async function inspect(page: Page, name: string | RegExp, picture: string): Promise<void> {
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await expectAccessible(page, `${picture}, ${label}`);
    await expectNoOverflow(page, `${picture}, ${label}`);
    await expectActionsInView(page);
    await takePicture(page, `${picture} ${label}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name })).toBeHidden();
  }

  /** However long a dialog is, its last button can be pressed without scrolling. */
  async function expectActionsInView(page: Page): Promise<void> {
    const last = page
      .getByRole("dialog")
      .last()
      .locator("form, [data-dialog-body]")
      .getByRole("button")
      .last();
    await expect(last).toBeInViewport({ ratio: 1 });
  }

  test("the buttons of a long dialog stay in view, and what has the focus is not under them", async ({
    page,
    account,
  }) => {
    expect(account.email).toContain("@");
    await page.setViewportSize({ width: Number(label), height: 480 });
    await page.goto("/contacts?new=contact");
    const dialog = page.getByRole("dialog");
    await expectActionsInView(page);
    const { y: end } = (await dialog
      .getByRole("button", { name: "Add and start another" })
      .boundingBox()) ?? { y: 0 };
    for (let field = 0; field < 6; field += 1) {
      await page.keyboard.press("Tab");
      const box = await page.locator(":focus").boundingBox();
      expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 40), `field ${field}`).toBeLessThanOrEqual(end);
    }
  });

  test("why a long form was refused is seen where its button was pressed", async ({ page, account }) => {
    expect(account.email).toContain("@");
    const call = await apiCaller(page);
    for (let n = 1; n <= 12; n += 1) await call("post", "/api/fields", { name: `Field ${n}` });
    await call("post", "/api/contacts", { email: "ada@example.com", first_name: "Ada" });
    await page.setViewportSize({ width: Number(label), height: 480 });
    await page.goto("/contacts?new=contact");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill("ada@example.com");
    await dialog.getByLabel("First name").fill("Ada");
    await expect(dialog.getByLabel("Field 4")).not.toBeInViewport();
    // By the keyboard: a click of the test would scroll.
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(/^There is already a contact/)).toBeInViewport({ ratio: 1 });
  });

  test("what asks and picks over contacts, tags and imports", async ({ page }) => {
    await signUp(page);
    await upload(page, people(12));
    await page.getByRole("button", { name: "Delete import" }).click();
    await inspect(page, "Delete this import?", "delete an import");
    await runImport(page);
    await page.getByRole("button", { name: "Undo this import" }).click();
    await inspect(page, "Undo this import?", "undo an import");
    await page.goto("/contacts?q=person");
    await selectAllContacts(page);
    const bar = page.getByRole("region", { name: "Actions for the selection" });
    await bar.getByRole("button", { name: "Delete" }).click();
    await inspect(page, "Delete 12 contacts?", "delete contacts");
    await bar.getByRole("button", { name: "Unsubscribe" }).click();
    await inspect(page, "Unsubscribe 12 contacts?", "unsubscribe contacts");
    await bar.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("combobox", { name: "Find or create a tag" }).fill("Board");
    await expect(page.getByRole("option", { name: "Create “Board”" })).toBeVisible();
    await expectAccessible(page, `tag picker, ${label}`);
    await takePicture(page, `tag picker ${label}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Segments" }).click();
    await expect(page.getByRole("menuitem", { name: "Save as segment" })).toBeVisible();
    await expectAccessible(page, `segments, ${label}`);
    await page.getByRole("menuitem", { name: "Save as segment" }).click();
    await inspect(page, "Save as segment", "name a segment");
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await inspect(page, "Filters", "filters");
    await addTag(page, "Customer");
    await page.getByRole("button", { name: "Edit Customer" }).click();
    await inspect(page, "Edit tag", "edit a tag");
    await page.getByRole("button", { name: "Delete Customer" }).click();
    await inspect(page, /^Delete .*Customer/, "delete a tag");
  });

  test("what asks on exports and settings", async ({ page }) => {
    const account = await signUp(page);
    await page.goto("/exports?new=export");
    await page.getByRole("dialog").getByRole("button", { name: "Start export" }).click();
    await expect(page.getByText("Ready")).toBeVisible({ timeout: PATIENCE_MS });
    await page.getByRole("button", { name: /^Delete contacts-/ }).click();
    await inspect(page, "Delete this export?", "delete an export");
    await page.goto("/settings");
    await page.getByRole("button", { name: "New key" }).click();
    const making = page.getByRole("dialog");
    await making.getByLabel("Name").fill("Nightly sync");
    await expectAccessible(page, `new key, ${label}`);
    await takePicture(page, `new key ${label}`);
    await making.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("dialog", { name: "Your new key" })).toBeVisible();
    await expectAccessible(page, `the new key, ${label}`);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Revoke Nightly sync" }).click();
    await inspect(page, /Revoke/, "revoke a key");
    await expectAccessible(page, `list of keys, ${label}`);
    await page.getByLabel("Resend API key").fill("re_123456789_wXyZ");
    await page.getByRole("button", { name: "Save key" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await inspect(page, "Remove the Resend API key?", "remove the mail key");
    await page.getByRole("button", { name: "Invite" }).click();
    await inspect(page, "Invite a member", "invite a member");
    await page.getByRole("button", { name: "New webhook" }).click();
    await inspect(page, "New webhook", "new webhook");
    await page.getByRole("button", { name: "Delete…" }).click();
    await inspect(page, "Delete this workspace?", "delete the workspace");
    await inspectEndedSession(page, account);
  });

  async function inspectEndedSession(page: Page, account: Account): Promise<void> {
    await page.context().clearCookies();
    await page.route("**/api/settings", (route) =>
      route.fulfill({ status: 401, json: { code: "UNAUTHORIZED", message: "Invalid or expired token" } }),
    );
    await page.getByRole("switch", { name: "Weekly digest" }).click();
    const asking = page.getByRole("dialog", { name: "Please sign in again" });
    await expect(asking.getByLabel("E-mail")).toHaveValue(account.email);
    await expectAccessible(page, `session ended, ${label}`);
    await takePicture(page, `session ended ${label}`);
  }
}, 390);
