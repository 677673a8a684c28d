import type { Page } from "@playwright/test";
import { codeOf, stepOf } from "../lib/identity/embedded/factors/totp";
import { expectAccessible, expectNoOverflow, takePicture } from "./axe";
import { mailedCode } from "./mails";
import { type Account, expect, hold, signIn, test } from "./support";

/** The page as it is, wide and narrow. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    const label = `${name} ${width}`;
    await expectAccessible(page, label);
    await expectNoOverflow(page, label);
    await takePicture(page, label);
  }
}

/** The code that the app shows, some time steps from now: each code works once. */
const codeFor = (key: string, steps = 0) => codeOf(key, stepOf(Date.now()) + steps);

/** From the settings to an enrolled app; returns its key and the recovery codes. */
async function addApp(
  page: Page,
  { email }: Account,
): Promise<{ key: string; used: string; codes: string[] }> {
  await page.goto("/settings#factors");
  await page.getByRole("button", { name: "Add an app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByRole("button", { name: "Show the code to scan" }).click();
  // The address has not been verified yet.
  await expect(dialog.getByRole("heading", { name: "Is this you?" })).toBeVisible();
  await look(page, "proof of the mailbox");
  await dialog.getByRole("button", { name: "E-mail me a code" }).click();
  const field = dialog.getByLabel("Code from the e-mail");
  await expect(field).toBeVisible();
  await field.fill(await mailedCode(page, "Your confirmation code", email));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  await look(page, "app to scan");
  const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("Code from your app").fill("000000");
  await dialog.getByRole("button", { name: "Add the app" }).click();
  await expect(dialog.getByText("This code is wrong")).toBeVisible();
  // The code before this one is accepted as long as this one is shown: for 30 s.
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 8_000) await page.waitForTimeout(leftMs);
  const used = codeFor(key, -1);
  await dialog.getByLabel("Code from your app").fill(used);
  await page.keyboard.press("Enter");
  const list = dialog.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await look(page, "recovery codes");
  const codes = await list.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(dialog).toBeHidden();
  return { key, used, codes };
}

async function signInByPassword(page: Page, account: Account): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/contacts");
  await signIn(page, account);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
}

test("an app as second factor: set up, asked for, lost, removed", { tag: "@embedded" }, async ({
  page,
  account,
}) => {
  test.setTimeout(300_000);
  const { key, used, codes } = await addApp(page, account);
  const section = page.locator("#factors");
  await expect(section.getByText("My phone")).toBeVisible();
  await expect(section.getByText("10 codes left")).toBeVisible();
  await look(page, "settings with a second factor");

  await signInByPassword(page, account);
  await look(page, "second step");
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  const field = page.getByLabel("Code from your app");
  await field.fill(used);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This code is wrong")).toBeVisible();
  await field.fill(codeFor(key));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await signInByPassword(page, account);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeVisible();
  await page.goto("/settings#factors");
  await expect(section.getByText("9 codes left")).toBeVisible();
  await section.getByRole("button", { name: "Remove My phone" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This is your last second factor")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(section.getByText("None yet")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await signIn(page, account);
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

/** A device with a screen lock, emulated by Chromium. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey: made, named, asked for, signing in by itself, removed", { tag: "@embedded" }, async ({
  page,
  account,
}) => {
  test.setTimeout(300_000);
  await withAuthenticator(page);
  await page.goto("/settings#factors");
  const section = page.locator("#factors");
  await section.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptop");
  await look(page, "passkey to make");
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await dialog.getByRole("button", { name: "E-mail me a code" }).click();
  await dialog
    .getByLabel("Code from the e-mail")
    .fill(await mailedCode(page, "Your confirmation code", account.email));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Create passkey" }).click();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await section.getByRole("button", { name: "Rename Laptop" }).click();
  await dialog.getByLabel("Name").fill("Work laptop");
  // The dialog is closed before the answer comes.
  const release = await hold(page, "**/passkeys/*", "PATCH");
  await dialog.getByRole("button", { name: "Rename", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  release();
  await expect(section.getByText("Work laptop")).toBeVisible();
  await look(page, "settings with a passkey");

  await signInByPassword(page, account);
  await look(page, "second step by passkey");
  await page.getByRole("button", { name: "Use the passkey “Work laptop”" }).click();
  await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.goto("/settings#factors");
  await section.getByRole("button", { name: "Remove Work laptop" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(section.getByText("None yet")).toBeVisible();
});
