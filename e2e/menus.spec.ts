import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, inEveryLook, takePicture } from "./axe";
import { expect, people, runImport, signUp, test, upload } from "./support";

/** On narrower screens the table becomes cards, without columns to choose, and the navigation is a drawer. */
const TABLE_FROM = 768;

inEveryLook((label) => {
  /** Opens what the button opens, checks it and closes it by Escape, which returns the focus to the button. */
  async function inspect(page: Page, button: string | RegExp, item: string): Promise<void> {
    const trigger = page.getByRole("button", { name: button, exact: true });
    await trigger.click();
    const shown = page
      .getByRole("menuitem", { name: item })
      .or(page.getByRole("menuitemradio", { name: item }))
      .or(page.getByRole("menuitemcheckbox", { name: item }))
      .or(page.getByRole("option", { name: item }))
      .or(page.getByRole("radio", { name: item }));
    await expect(shown).toBeVisible();
    await expectAccessible(page, `${item}, ${label}`);
    await expectNoOverflow(page, `${item}, ${label}`);
    await takePicture(page, `menu ${item} ${label}`);
    await page.keyboard.press("Escape");
    await expect(shown).toBeHidden();
    await expect(trigger).toBeFocused();
  }

  test("every menu and picker", async ({ page }) => {
    const account = await signUp(page);
    const wide = (page.viewportSize()?.width ?? 0) >= TABLE_FROM;
    await tagSomebody(page);
    await page.goto("/contacts");
    await inspect(page, "Tags", "Board");
    await inspect(page, "Status", "Everyone");
    if (wide) await inspect(page, "Columns", "Company");
    await chooseTags(page);
    await inspect(page, "Tags: 2", "All of these");
    await expectAccessible(page, `filters in use, ${label}`);
    await page.getByRole("link", { name: "Person 1", exact: true }).click();
    await inspect(page, "More actions", "Copy address");
    await inspect(page, "Add tag", "Board");
    await page.keyboard.press("Escape");
    if (!wide) await openDrawer(page);
    await inspect(page, `Account: ${account.email}`, "Dark");
  });

  /** Two contacts with two tags each. */
  async function tagSomebody(page: Page): Promise<void> {
    const rows = people(2).buffer.toString().trimEnd().split("\n");
    const text = rows.map((row, index) => `${row},${index === 0 ? "tags" : "Board;Press"}`).join("\n");
    await upload(page, { ...people(2), buffer: Buffer.from(text) });
    await runImport(page);
  }

  async function chooseTags(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Tags", exact: true }).click();
    await page.getByRole("option", { name: "Board" }).click();
    await page.getByRole("option", { name: "Press" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText("2 contacts match")).toBeVisible();
  }

  async function openDrawer(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Settings" })).toBeVisible();
    await expectAccessible(page, `drawer, ${label}`);
  }
}, 390);
