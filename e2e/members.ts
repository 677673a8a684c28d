import type { Page } from "@playwright/test";
import { followMail } from "./mails";
import { expect, PATIENCE_MS } from "./support";

/** Invites somebody by mail; the page of settings shows it afterwards. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto("/settings#members");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(email).first()).toBeVisible();
}

/** Changes the role of a member; an editor is not to export. */
export async function changeRole(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByLabel("Role").selectOption(role);
  if (role === "editor") await page.getByRole("switch", { name: "Export" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Role saved").first()).toBeVisible();
}

/** Removes a member; the page of settings stays open. */
export async function removeMember(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`${email} removed`)).toBeVisible();
}

/** Signs up through the link of an invitation, with the invited address; the page then asks whether to join. */
export async function signUpByInvitation(page: Page, email: string): Promise<Page> {
  const tab = await followMail(page, "You are invited to", email);
  await tab.getByRole("link", { name: "Create account" }).click();
  await tab.getByLabel("E-mail").fill(email);
  await tab.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await tab.getByRole("button", { name: "Create account" }).click();
  await expect(joining(tab, email)).toBeVisible({ timeout: PATIENCE_MS });
  return tab;
}

export const joining = (tab: Page, email: string) => tab.getByRole("button", { name: `Join as ${email}` });

/** Signs up by an invitation, and joins. */
export async function joinByMail(page: Page, email: string): Promise<Page> {
  const tab = await signUpByInvitation(page, email);
  await joining(tab, email).click();
  await expect(tab.getByRole("heading", { name: "Overview" })).toBeVisible({ timeout: PATIENCE_MS });
  return tab;
}
