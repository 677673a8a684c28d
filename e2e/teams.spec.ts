import { randomUUID } from "node:crypto";
import type { BrowserContext, Page as Tab } from "@playwright/test";
import { PAGES, type Page } from "@/lib/client/pages";
import { expectAccessible, takePicture } from "./axe";
import { followMail } from "./mails";
import { changeRole, invite, joinByMail, joining, removeMember, signUpByInvitation } from "./members";
import { addContact, expect, ownAddress, PATIENCE_MS, signIn, test } from "./support";

const shown = (page: Tab, name: RegExp | string) =>
  page.getByRole("button", { name, exact: true }).or(page.getByRole("link", { name, exact: true }));

/** Controls that change something, by the page on which they would be. */
const CHANGES: Record<Page["name"], string[]> = {
  overview: ["New import", "Load sample data"],
  contacts: ["Add contact", "Import", "Duplicates"],
  tags: ["New tag"],
  imports: ["New import"],
  exports: ["New export"],
  history: ["Undo"],
  settings: ["Invite", "New key", "New webhook", "New field", "Rename", "Delete…"],
};

/** To another address: a single address may not request this many pages within a minute. */
const moveOn = (context: BrowserContext) => context.setExtraHTTPHeaders({ "x-forwarded-for": ownAddress() });

test("somebody is invited by mail, sees what their role allows, works in two workspaces, and is removed", async ({
  page,
  account,
  browser,
}) => {
  await addContact(page, "shared@example.com", "Shared");
  const email = `guest-${randomUUID()}@example.com`;
  await invite(page, email, "viewer");

  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  const guest = await joinByMail(await context.newPage(), email);
  const menu = guest.getByRole("button", { name: /^Account: / });
  await expect(menu).toContainText("workspace");
  for (const { path, name: place } of PAGES) {
    await guest.goto(path);
    await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(menu).toContainText("workspace");
    if (place === "contacts") await expectAccessible(guest, "the contacts of a viewer");
    if (place === "contacts") await expect(guest.getByRole("cell").first()).toContainText("shared@");
    if (place === "imports") await expect(guest.getByText("No imports yet")).toBeVisible();
    await expect(guest.getByText("Drop a file to begin"), path).toHaveCount(0);
    for (const name of CHANGES[place]) await expect(shown(guest, name), `${path}: ${name}`).toHaveCount(0);
  }
  await guest.goto("/contacts");
  await guest.getByRole("link", { name: "Shared" }).click();
  await expect(guest.getByRole("heading", { name: "Shared" })).toBeVisible();
  for (const name of ["Send e-mail", "Add tag", /^Edit First name/])
    await expect(shown(guest, name)).toHaveCount(0);

  await moveOn(context);
  await changeRole(page, email, "editor");
  const followed = guest.waitForResponse((response) => response.url().includes("/api/events?"));
  await guest.goto("/contacts");
  await expect(guest.getByRole("button", { name: "Add contact" })).toBeVisible();
  await followed;
  await addContact(page, "live@example.com", "Live");
  await expect(guest.getByRole("link", { name: "Live" }), "untouched").toBeVisible();
  await page.goto("/settings#members");
  await guest.goto("/exports");
  await expect(guest.getByRole("heading", { name: "No exports yet" })).toBeVisible();
  await expect(shown(guest, "New export")).toHaveCount(0);

  // One tab switches to the other workspace; this one stays.
  const other = await context.newPage();
  await other.goto("/contacts");
  await expect(other.getByRole("link", { name: "Shared" })).toBeVisible();
  await other.getByRole("button", { name: /^Account: / }).click();
  await other.getByRole("menuitemradio", { name: /guest-.* workspace/ }).click();
  await expect(other.getByRole("heading", { name: "Getting started" })).toBeVisible();
  await other.goto("/contacts");
  await expect(other.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await guest.goto("/contacts");
  await expect(guest.getByRole("link", { name: "Shared" })).toBeVisible();

  await removeMember(page, email);
  await moveOn(context);
  // Their tab is notified, and returns to the home page by itself.
  await expect(guest.getByText(/^You no longer belong to the workspace “.+”/)).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await takePicture(guest, "removed");
  await guest.goto("/contacts");
  await expect(guest.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
  await expect(guest.getByRole("link", { name: "Shared" })).toHaveCount(0);
  await expect(guest.getByText(account.email)).toHaveCount(0);
  await context.close();
});

test("an invitation says where it leads, and one that was withdrawn is said to be over, and does not come back", async ({
  page,
  account,
  browser,
}) => {
  expect(account.email).toContain("@");
  const email = `guest-${randomUUID()}@example.com`;
  await invite(page, email, "viewer");
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  const tab = await signUpByInvitation(await context.newPage(), email);
  await expect(tab.locator("main dl dd")).toHaveText([/ workspace$/, account.email, "Viewer"]);
  await page.getByRole("button", { name: `Withdraw the invitation for ${email}` }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  await joining(tab, email).click();
  await expect(tab.getByRole("alert").filter({ hasText: "This link no longer works" })).toBeVisible();
  await takePicture(tab, "dead invitation");
  await tab.getByRole("link", { name: "Go to Kith" }).click();
  await expect(tab.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
  await context.close();
});

test("an invitation for another address says for which, and does not hold up who goes elsewhere", async ({
  page,
  account,
}) => {
  const email = `guest-${randomUUID()}@example.com`;
  await invite(page, email, "viewer");
  const tab = await followMail(page, "You are invited to", email);
  const refusal = tab.getByText(`This invitation was sent to g…@example.com, not to ${account.email}.`);
  await expect(refusal).toBeVisible({ timeout: PATIENCE_MS });
  await expectAccessible(tab, "invitation for another address", { dark: true });
  await takePicture(tab, "invitation for another address");
  await tab.reload();
  await expect(refusal).toBeVisible();
  await tab.goto("/contacts");
  await expect(tab.getByRole("heading", { name: "No contacts yet" })).toBeVisible({ timeout: PATIENCE_MS });
  await tab.goto("/invitation");
  await tab.getByRole("button", { name: "Sign in as somebody else" }).click();
  await signIn(tab, account);
  await expect(refusal, "for the account that it was kept for").toBeVisible({ timeout: PATIENCE_MS });
});

/**
 * Opens a link in a new tab, as people do who want to keep the page: the press, and the request of another tab. Not by a
 * click with Ctrl: sometimes Chromium opens the tab and Playwright reports no `page`, so that nothing could be asked of it.
 */
async function openBeside(page: Tab, name: string): Promise<Tab> {
  const link = page.getByRole("link", { name, exact: true }).first();
  await link.hover();
  await link.dispatchEvent("pointerdown");
  const address = (await link.getAttribute("href")) ?? "";
  const opened = await page.context().newPage();
  await opened.goto(address);
  return opened;
}

test("each tab keeps its workspace: for links opened beside it, and when a switch is given up", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  const menu = (tab: Tab) => tab.getByRole("button", { name: /^Account: / });
  const other = await page.context().newPage();
  await other.goto("/");
  await menu(other).click();
  await other.getByRole("menuitem", { name: "New workspace" }).click();
  await other.getByLabel("Name").fill("Second");
  await other.getByRole("button", { name: "Create workspace" }).click();
  await expect(menu(other)).toContainText("Second", { timeout: PATIENCE_MS });

  const ada = await openBeside(page, "Ada");
  await expect(ada.getByRole("heading", { name: "Ada" })).toBeVisible({ timeout: PATIENCE_MS });
  await expect(menu(ada)).not.toContainText("Second");
  // A link in a mail, or from a colleague, may be about any of the workspaces.
  await other.goto(ada.url().replace("/contacts/", "/contacts?contact="));
  await expect(other.getByRole("heading", { name: /^It is in another of your workspaces: / })).toBeVisible();
  await other.goto(ada.url());
  await expect(other.getByRole("heading", { name: /^It is in another of your workspaces: / })).toBeVisible();
  await takePicture(other, "elsewhere");
  await other.getByRole("button", { name: /^Switch to / }).click();
  await expect(other.getByRole("heading", { name: "Ada" })).toBeVisible({ timeout: PATIENCE_MS });
  await menu(other).click();
  await other.getByRole("menuitemradio", { name: /^Second/ }).click();
  await expect(menu(other)).toContainText("Second", { timeout: PATIENCE_MS });
  await other.goto(`/contacts/${randomUUID()}`);
  await expect(other.getByText("This contact no longer exists.")).toBeVisible();
  const tags = await openBeside(other, "Tags");
  await expect(menu(tags)).toContainText("Second", { timeout: PATIENCE_MS });

  await page.getByRole("link", { name: "Ada" }).click();
  await page.getByRole("button", { name: "Edit E-mail: ada@example.com" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("not an address");
  const change = async () => {
    await menu(page).click();
    await page.getByRole("menuitemradio", { name: /^Second/ }).click();
  };
  await change();
  const question = page.getByRole("dialog", { name: /^Discard/ });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("not an address");
  expect(await page.evaluate(() => document.cookie)).not.toContain("Second");
  await change();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(menu(page)).toContainText("Second", { timeout: PATIENCE_MS });
  for (const tab of [ada, tags, other]) await tab.close();
});
