import type { Route } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { followMail } from "./mails";
import { addContact, expect, hold, importPeople, openOverview, PATIENCE_MS, signIn, test } from "./support";

test("sign out, then sign in again and land where one wanted to go @services", async ({ page, account }) => {
  await openOverview(page);
  await page.getByRole("button", { name: `Account: ${account.email}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/tags");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Ftags/);
  await signIn(page, { ...account, password: "wrong password" });
  await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
  await signIn(page, account);
  await expect(page.getByRole("heading", { name: "Tags", level: 1 })).toBeVisible();

  const answers = ["error=access_denied&error_code=otp_expired&error_description=Used", "code=used-before"];
  for (const answer of answers) {
    await page.goto(`/auth/callback?next=%2Ftags&${answer}`);
    await expect(page.getByRole("heading", { name: "This link does not work" }), answer).toBeVisible();
    await expect(page.getByText(`You are still signed in as ${account.email}.`)).toBeVisible();
  }
  await page.context().clearCookies();
  await page.goto("/auth/callback?type=recovery&error=access_denied&error_code=otp_expired");
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/recover$/);
});

test("a menu that grows under the pointer chooses nothing", async ({ page, account }) => {
  const answer = await hold(page, "**/api/workspaces");
  await openOverview(page);
  const button = page.getByRole("button", { name: `Account: ${account.email}` });
  const box = await button.boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await button.hover();
  await page.mouse.down();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  // The button is released when the item has been added and the menu has not been placed anew: a moment of a frame.
  const released = page.evaluate(releaseOnceGrown, { ...middle, themes: 3 });
  answer();
  expect(await released).toBe("Sign out");
  await page.mouse.up();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

/** Releases the pointer on what is there as soon as the menu has a workspace; the name of what it was. */
function releaseOnceGrown({
  x,
  y,
  themes,
}: {
  x: number;
  y: number;
  themes: number;
}): Promise<string | undefined> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll("[role=menuitemradio]").length <= themes) return;
      observer.disconnect();
      const hit = document.elementFromPoint(x, y)?.closest("[role]");
      hit?.dispatchEvent(
        new PointerEvent("pointerup", { bubbles: true, cancelable: true, clientX: x, clientY: y }),
      );
      resolve(hit?.textContent?.trim());
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test("what is typed before the page is alive is kept", async ({ page, account }) => {
  await page.context().clearCookies();
  const release = await hold(page, "**/_next/static/**/*.js");
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(account.email);
  const ready = page.waitForLoadState("load");
  release();
  await ready;
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
});

test("a form that is sent before the page is alive is sent once it is", async ({ page, account }) => {
  await page.context().clearCookies();
  const release = await hold(page, "**/_next/static/**/*.js");
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  release();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
});

test("what is searched for before the page is alive is found", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "anna@example.com", "Anna");
  await addContact(page, "berta@example.com", "Berta");
  const release = await hold(page, "**/_next/static/**/*.js");
  await page.goto("/contacts", { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("berta");
  release();
  await expect(page.getByText("1 contact matches")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page.getByRole("searchbox", { name: "Search contacts" })).toHaveValue("berta");
  await expect(page).toHaveURL(/q=berta/);
});

test("a mailed link signs in @services", async ({ page, context, account }) => {
  await context.clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "E-mail me a sign-in link instead" }).click();
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByRole("button", { name: "E-mail me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  const opened = await followMail(page, "Your sign-in link", account.email);
  await expect(opened.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("a forgotten password is replaced by mail @services", async ({ page, context, account }) => {
  await context.clearCookies();
  await page.goto("/reset-password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByText("Nobody is signed in here.")).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByRole("button", { name: "E-mail me the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  const reset = await followMail(page, "Reset your password", account.email);
  await reset.getByLabel("New password").fill("another long password");
  await reset.getByRole("button", { name: "Save and continue" }).click();
  await expect(reset.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("a password that is changed is the one to sign in with @services", async ({ page, account }) => {
  await page.goto("/settings");
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(account.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, account);
  await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
  await signIn(page, { ...account, password: "another long password" });
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("an ended session asks for the password and keeps what was typed @services", async ({
  page,
  context,
  account,
}) => {
  await page.goto("/contacts?new=contact");
  const form = page.getByRole("dialog", { name: "Add a contact" });
  await form.getByLabel("E-mail").fill("kept@example.com");
  await form.getByLabel("First name").fill("Kept");
  await context.clearCookies();
  await page.route("**/api/contacts", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 401, json: { code: "UNAUTHORIZED", message: "Invalid or expired token" } })
      : route.fallback(),
  );
  await form.getByRole("button", { name: "Add contact", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Please sign in again" });
  await expect(asking).toBeVisible();
  await page.unroute("**/api/contacts");
  await asking.getByLabel("Password").fill(account.password);
  await asking.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Kept added")).toBeVisible();
  await expect(page.getByRole("link", { name: "Kept" })).toBeVisible();
});

test("while the server is gone a banner says so, and nothing typed is lost", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/contacts?new=contact");
  const form = page.getByRole("dialog");
  await form.getByLabel("E-mail").fill("kept@example.com");
  await form.getByLabel("First name").fill("Kept");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await form.getByRole("button", { name: "Add contact", exact: true }).click();
  await expect(page.getByText("The server is not responding. Nothing you typed is lost.")).toBeVisible();
  await page.unroute("**/api/**");
  await form.getByRole("button", { name: "Add contact", exact: true }).click();
  await expect(page.getByText("Kept added")).toBeVisible();
});

test("a page that stumbles over an answer says so, and the next try asks anew", async ({
  page,
  context,
  account,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  expect(account.email).toContain("@");
  await page.route("**/api/stats", (route) => route.fulfill({ json: {} }));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expectAccessible(page, "a page that failed", { dark: true });
  await takePicture(page, "a page that failed");
  await page.getByRole("button", { name: "Copy details" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(copied).toEqual([expect.stringMatching(/./), page.url(), expect.stringMatching(/^\d{4}-.*Z$/)]);
  await page.unroute("**/api/stats");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`what has the focus is not hidden under what stays on screen, ${width} wide`, {
    tag: width === 390 ? [] : "@full",
  }, async ({ page, account }) => {
    expect(account.email).toContain("@");
    await importPeople(page, 20);
    await page.setViewportSize({ width, height: 600 });
    for (const path of ["/settings", "/contacts"]) {
      await page.goto(path);
      await page.route("**/_next/static/**", slowly); // the bar comes when the focus has moved on
      await page.getByRole("checkbox").or(page.getByRole("switch")).last().click();
      for (const key of ["Shift+Tab", "Tab"]) {
        for (let step = 0; step < 30; step += 1) {
          await page.keyboard.press(key);
          expect(await page.evaluate(hiddenFocus), `${path} ${key} ${step}`).toBeNull();
        }
      }
    }
  });
}

async function slowly(route: Route): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  await route.continue();
}

/** The element that has the focus, if no part of it is visible. */
function hiddenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = [top + 1, (top + bottom) / 2, bottom - 1].some((y) => {
    const there = document.elementFromPoint((left + right) / 2, y);
    return focused.contains(there) || there?.contains(focused);
  });
  return seen ? null : `${focused.outerHTML.slice(0, 200)} at ${top}`;
}

test("single keys go to pages, stay quiet while typing, and can be switched off", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeFocused();
  await expect(page.getByRole("link", { name: "Ada" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("ci?");
  await expect(page.getByRole("searchbox", { name: "Search contacts" })).toHaveValue("ci?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto("/settings");
  await expect(page.getByLabel("Resend API key")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).focus();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump" });
  await expect(palette).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeHidden();
  await page.keyboard.press("Escape");
  // The key is named as on the machine; a phone has a button instead.
  const button = page.getByRole("button", { name: /^Search/ }).filter({ visible: true });
  await expect(button.locator("kbd")).toHaveText("Ctrl K");
  await page.addInitScript(() => Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }));
  await page.reload();
  await expect(button.locator("kbd")).toHaveText("⌘ K");
  await page.setViewportSize({ width: 390, height: 844 });
  await button.click();
  await expect(palette).toBeVisible();
});
