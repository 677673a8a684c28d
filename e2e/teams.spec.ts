import { randomUUID } from "node:crypto";
import type { BrowserContext, Page as Tab } from "@playwright/test";
import { PAGES, type Page } from "@/lib/client/pages";
import { followMail } from "./mails";
import { addContact, expect, ownAddress, PATIENCE_MS, test } from "./support";

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

/** Signs up through the link of an invitation, with the invited address, and joins. */
async function joinByMail(page: Tab, email: string): Promise<Tab> {
  const tab = await followMail(page, "You are invited to", email);
  await tab.getByRole("link", { name: "Create account" }).click();
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await tab.getByRole("button", { name: "Create account" }).click();
  await tab.getByRole("button", { name: `Join as ${email}` }).click({ timeout: PATIENCE_MS });
  await expect(tab.getByRole("heading", { name: "Overview" })).toBeVisible({ timeout: PATIENCE_MS });
  return tab;
}

/** To another address: a single address may not request this many pages within a minute. */
const moveOn = (context: BrowserContext) => context.setExtraHTTPHeaders({ "x-forwarded-for": ownAddress() });

async function changeRole(page: Tab, email: string, role: string): Promise<void> {
  // Nobody touched this page since the invitation: it received the new member through its stream.
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByLabel("Role").selectOption(role);
  if (role === "editor") await page.getByRole("switch", { name: "Export" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Role saved")).toBeVisible();
}

test("somebody is invited by mail, sees what their role allows, works in two workspaces, and is removed", async ({
  page,
  account,
  browser,
}) => {
  await addContact(page, "shared@example.com", "Shared");
  const email = `guest-${randomUUID()}@example.com`;
  await page.goto("/settings#members");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Role").selectOption("viewer");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(email).first()).toBeVisible();

  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": ownAddress() } });
  const guest = await joinByMail(await context.newPage(), email);
  const menu = guest.getByRole("button", { name: /^Account: / });
  await expect(menu).toContainText("workspace");
  for (const { path, name: place } of PAGES) {
    await guest.goto(path);
    await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(menu).toContainText("workspace");
    for (const name of CHANGES[place]) await expect(shown(guest, name), `${path}: ${name}`).toHaveCount(0);
  }
  await guest.goto("/contacts");
  await guest.getByRole("link", { name: "Shared" }).click();
  await expect(guest.getByRole("heading", { name: "Shared" })).toBeVisible();
  for (const name of ["Send e-mail", "Add tag", /^Edit First name/])
    await expect(shown(guest, name)).toHaveCount(0);

  await moveOn(context);
  await changeRole(page, email, "editor");
  await guest.goto("/contacts");
  await expect(guest.getByRole("button", { name: "Add contact" })).toBeVisible();
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

  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`${email} removed`)).toBeVisible();
  await moveOn(context);
  // Their tab is notified and returns to the home page by itself, perhaps during another navigation.
  const own = guest.getByRole("heading", { name: /^(No contacts yet|Getting started)$/ });
  await expect(async () => {
    await guest.goto("/contacts");
    await expect(own).toBeVisible();
  }).toPass({ timeout: PATIENCE_MS });
  await expect(guest.getByRole("link", { name: "Shared" })).toHaveCount(0);
  await expect(guest.getByText(account.email)).toHaveCount(0);
  await context.close();
});
