import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { takePicture } from "./axe";
import { changeRole, invite, joinByMail, removeMember } from "./members";
import { addContact, expect, ownAddress, PATIENCE_MS, signUpByHand, test } from "./support";

/** What somebody has typed and not saved yet. */
async function typeContact(page: Page) {
  await page.goto("/contacts?new=contact");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill("secret@example.com");
  await dialog.getByLabel("First name").fill("Typed");
  return dialog;
}

type Typed = Awaited<ReturnType<typeof typeContact>>;

/** Saving is refused for that reason, as often as it is tried, and what was typed is still there. */
async function expectRefused(dialog: Typed, reason: RegExp): Promise<void> {
  for (let n = 0; n < 2; n++) {
    await dialog.getByRole("button", { name: "Add contact", exact: true }).click();
    await expect(dialog.getByText(reason)).toBeVisible({ timeout: PATIENCE_MS });
  }
  await expect(dialog.getByLabel("E-mail")).toHaveValue("secret@example.com");
}

const REMOVED = /^You no longer belong to this workspace\./;

/** A page of somebody who joined, in a browser of their own. */
async function join(page: Page, browser: Browser): Promise<{ email: string; tab: Page }> {
  const email = `guest-${randomUUID()}@example.com`;
  await invite(page, email, "admin");
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  return { email, tab: await joinByMail(await context.newPage(), email) };
}

/** The page is left for another workspace, and what was typed is in neither. */
async function expectNowhere(removed: Page, remaining: Page): Promise<void> {
  await removed.getByText("Leave this page").click();
  await expect(removed.getByRole("heading", { name: "Getting started" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  for (const tab of [removed, remaining]) {
    await tab.goto("/contacts");
    await expect(tab.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  }
}

test("what a removed member has typed goes into no other workspace, and stays to be copied", async ({
  page,
  account,
  browser,
}) => {
  expect(account.email).toContain("@");
  const { email, tab } = await join(page, browser);
  const dialog = await typeContact(tab);
  await page.goto("/settings#members");
  await removeMember(page, email);
  // Above the dialog, which hides all else from those who cannot see it: they are told when they save.
  await expect(tab.locator("[role=alert]").getByText(REMOVED)).toBeVisible({ timeout: PATIENCE_MS });
  await expectRefused(dialog, REMOVED);
  await expectNowhere(tab, page);
  await tab.context().close();
});

test("what the founder has typed when another owner removes them goes into no new workspace", {
  tag: "@full",
}, async ({ page, account, browser }) => {
  const { email, tab } = await join(page, browser);
  await page.goto("/settings#members");
  await changeRole(page, email, "owner");
  await tab.goto("/settings#members");
  const dialog = await typeContact(page);
  await removeMember(tab, account.email);
  await expectRefused(dialog, REMOVED);
  await expectNowhere(page, tab);
  await tab.context().close();
});

test("what somebody has typed whose role is lowered meanwhile stays to be copied", async ({
  page,
  account,
  browser,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  const { email, tab } = await join(page, browser);
  await page.goto("/settings#members");
  const reason = /^Your role in this workspace does not allow this/;
  const dialog = await typeContact(tab);
  await changeRole(page, email, "viewer");
  await expectRefused(dialog, reason);
  await tab.keyboard.press("Escape");
  await tab
    .getByRole("dialog", { name: /^Discard/ })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(tab.getByRole("button", { name: "Add contact" })).toHaveCount(0);

  await changeRole(page, email, "admin");
  await tab.goto("/contacts");
  await tab.getByRole("link", { name: "Ada" }).click();
  await tab.getByRole("button", { name: "Edit Company: Not set" }).click();
  await tab.getByRole("textbox", { name: "Company" }).fill("Typed");
  await changeRole(page, email, "viewer");
  await tab.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(tab.getByRole("alert").filter({ hasText: reason })).toBeVisible({ timeout: PATIENCE_MS });
  await takePicture(tab, "role lowered");
  await expect(tab.getByRole("textbox", { name: "Company" })).toHaveValue("Typed");
  await tab.getByRole("textbox", { name: "Company" }).press("Escape");
  await expect(tab.getByRole("textbox", { name: "Company" })).toHaveCount(0);
  await expect(tab.getByRole("button", { name: /^Edit Company/ })).toHaveCount(0);
  await tab.context().close();
});

test("what was typed under one account is not saved by another that signed in in a second tab", async ({
  page,
  account,
}) => {
  const dialog = await typeContact(page);
  const tab = await page.context().newPage();
  await tab.goto("/");
  await tab.getByRole("button", { name: `Account: ${account.email}` }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(tab.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signUpByHand(tab);
  await expectRefused(dialog, /^Another account has signed in in this browser\./);
  await takePicture(page, "page ended");
  await tab.goto("/contacts");
  await expect(tab.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await page.getByText("Leave this page").click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
});
