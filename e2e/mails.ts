import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { mailDouble } from "./hosted";
import { expect, ownAddress } from "./support";

/**
 * Follows the link in a mail as soon as it has arrived: in the product's inbox, in a new tab, or, where mail is
 * hosted, from what the provider accepted. Returns the page that it leads to.
 */
export async function followMail(page: Page, subject: string, to: string): Promise<Page> {
  if (mailDouble) {
    const mail = await deliveredMail(subject, to);
    await page.goto(/https?:\S+/.exec(mail)?.[0] ?? "");
    return page;
  }
  await openMail(page, subject, to);
  const opening = page.context().waitForEvent("page");
  await page.frameLocator("iframe").getByRole("link").first().click();
  return opening;
}

/** Waits for a mail to arrive, wherever mail is kept. */
export async function expectMail(page: Page, subject: string, to: string): Promise<void> {
  if (mailDouble) await deliveredMail(subject, to);
  else await openMail(page, subject, to);
}

/** The six digits of a mail in the product's inbox, read in a tab of its own. */
export async function mailedCode(page: Page, subject: string, to: string): Promise<string> {
  const tab = await page.context().newPage();
  await openMail(tab, subject, to);
  const text = await tab.frameLocator("iframe").locator("body").innerText();
  await tab.close();
  await page.bringToFront();
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

async function openMail(page: Page, subject: string, to: string): Promise<void> {
  const mail = page.getByRole("link").filter({ hasText: subject }).filter({ hasText: to });
  await inInbox(page, async () => {
    await expect(async () => {
      await page.goto("/inbox");
      await expect(mail.first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await mail.first().click();
    await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  });
}

/** A link that opens the inbox, as the operator gets one at the start of the product. */
export function inboxLink(): string {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR ?? "" };
  return execFileSync(process.execPath, [resolve("scripts/inbox.mjs")], { env, encoding: "utf8" }).trim();
}

/** Runs an action in the inbox, which exists only for requests that pass no proxy: not from an address of the test's own. */
export async function inInbox(page: Page, work: () => Promise<void>): Promise<void> {
  await page.context().setExtraHTTPHeaders({});
  await page.goto(inboxLink());
  await work();
  await page.context().setExtraHTTPHeaders({ "x-forwarded-for": ownAddress() });
}

const accepted = z.array(
  z.object({ to: z.union([z.string(), z.array(z.string())]), subject: z.string(), text: z.string() }),
);

/** The text of a mail that the provider has accepted. */
export async function deliveredMail(subject: string, to: string): Promise<string> {
  let text = "";
  await expect(async () => {
    const mails = accepted.parse(await (await fetch(`${mailDouble}/emails`)).json());
    const mail = mails.find((one) => one.subject.startsWith(subject) && [one.to].flat().includes(to));
    expect(mail, `${subject} to ${to}`).toBeDefined();
    text = mail?.text ?? "";
  }).toPass({ timeout: 20_000 });
  return text;
}
