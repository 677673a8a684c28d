import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectMail } from "./mails";
import { addContact, expect, hold, importPeople, PATIENCE_MS, signIn, test } from "./support";

test("an export is made, downloaded and deleted @services", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 7, "out");
  await page.goto("/exports?new=export");
  const dialog = page.getByRole("dialog", { name: "New export" });
  await dialog.getByLabel("File name").fill("everybody");
  await dialog.getByRole("button", { name: "Start export" }).click();
  await expect(page.getByText("Ready")).toBeVisible({ timeout: PATIENCE_MS });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download everybody.csv" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe("everybody.csv");
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.trim().split("\r\n")).toHaveLength(8);
  await page.getByRole("button", { name: "Delete everybody.csv" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete export" }).click();
  await expect(page.getByRole("heading", { name: "No exports yet" })).toBeVisible();
});

test("an export that was started before the list came stands in the list @services", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const listed = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let looks = 0;
  // Not `times: 1`: requests would stop being intercepted just as the next one is sent.
  await page.route("**/api/exports?*", async (route) => {
    looks += 1;
    if (looks > 1) return route.continue();
    const response = await route.fetch({ maxRetries: 2 });
    listed.resolve();
    await started.promise;
    await route.fulfill({ response }).catch(() => undefined); // nobody may be waiting for it any more
  });
  await page.goto("/exports?new=export");
  await listed.promise;
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("dialog").getByRole("button", { name: "Start export" }).click();
  await answered;
  started.resolve();
  await expect(page.getByText("Ready")).toBeVisible({ timeout: PATIENCE_MS });
});

test("a mail that got no answer is sent again under its key, and a changed one under another @services", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  // As on an address without https.
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined }));
  const keys: (string | undefined)[] = [];
  await page.route("**/send-email", (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const message = "The e-mail provider does not answer. Try again later.";
    return route.fulfill({ status: 502, json: { code: "EMAIL_PROVIDER_ERROR", message } });
  });
  await importPeople(page, 1, "silent");
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 0" }).click();
  await page.getByRole("button", { name: "Send e-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "E-mail to Person 0" });
  await dialog.getByLabel("Subject").fill("Hello");
  await dialog.getByLabel("Message").fill("A few words.");
  const button = dialog.getByRole("button", { name: "Send e-mail" });
  const send = async (times: number) => {
    await button.click();
    await expect.poll(() => keys.length).toBe(times);
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
  };
  await send(1);
  await send(2);
  await dialog.getByLabel("Message").fill("A few other words.");
  await send(3);
  expect(keys[0]?.length).toBeGreaterThan(16);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

/** The right margin of a sheet, which is empty and has no dialog above it. */
function besideSheet(page: Page): Promise<Buffer> {
  const width = page.viewportSize()?.width ?? Number.NaN;
  return page.screenshot({ clip: { x: width - 10, y: 300, width: 6, height: 40 } });
}

test("the mail key is kept masked, and a mail to a contact needs it @services", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 1, "reader");
  const write = async () => {
    await page.goto("/contacts");
    await page.getByRole("link", { name: "Person 0" }).click();
    const open = page.getByRole("button", { name: "Send e-mail" });
    await open.hover();
    const bright = await besideSheet(page);
    await open.click();
    // The sheet from which it opens is dimmed like the list.
    await expect.poll(async () => (await besideSheet(page)).equals(bright)).toBe(false);
    const dialog = page.getByRole("dialog", { name: "E-mail to Person 0" });
    await dialog.getByLabel("Subject").fill(`Hello from ${account.email}`);
    await dialog.getByLabel("Message").fill("A few words.");
    await dialog.getByLabel("Message").press("Control+Enter");
    return dialog;
  };
  const refused = await write();
  const opened = page.waitForEvent("popup");
  await refused.getByRole("link", { name: "Add it in the settings" }).click();
  const settings = await opened;

  await settings.getByLabel("Resend API key").fill("sk-of-somebody-else");
  await settings.getByRole("button", { name: "Save key" }).click();
  await expect(settings.getByText("This is not a Resend API key")).toBeVisible();
  await settings.getByLabel("Resend API key").fill("re_e2e_key_1234567890wXyZ");
  await settings.getByRole("button", { name: "Save key" }).click();
  await expect(settings.getByText("re_****wXyZ")).toBeVisible();
  await settings.getByRole("button", { name: "Send me a test" }).click();
  await expect(settings.getByText("Test sent to your address")).toBeVisible();
  await expectMail(settings, "A test from Kith", account.email);
  // What was written is still there.
  await refused.getByRole("button", { name: "Send e-mail" }).click();
  await expect(page.getByText("E-mail sent to Person 0")).toBeVisible();
  await expectMail(page, `Hello from ${account.email}`, "reader000000@example.com");

  await page.goto("/settings");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByLabel("Resend API key")).toBeVisible();
});

test("a toast that comes over a button while it is pressed does not swallow the press", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings");
  await page.getByLabel("Sender").fill("Acme <hello@example.com>");
  const release = await hold(page, "**/api/settings", "PUT");
  await page.getByLabel("Sender").press("Enter");
  const button = page.getByRole("button", { name: "New key" });
  // Half of the toast covers the header, half of it the content that was scrolled up to the header.
  await button.evaluate((element) =>
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - 56),
  );
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not on screen");
  const middle = [box.x + box.width / 2, box.y + 4] as const;
  await page.mouse.move(...middle);
  await page.mouse.down();
  release();
  await expect
    .poll(async () => {
      const toast = await page.locator("[data-sonner-toast]").boundingBox();
      return toast && toast.y < middle[1] && toast.y + toast.height > middle[1];
    })
    .toBe(true);
  await page.mouse.up();
  await expect(page.getByRole("dialog", { name: "New key" })).toBeVisible();
});

test("an API key works as it was made and stops when it is revoked", async ({ page, request, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly sync");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const call = (method: "get" | "post") =>
    request[method]("/api/contacts", {
      headers: { authorization: `Bearer ${key}` },
      ...(method === "post" && { data: { email: "a@example.com", first_name: "A" } }),
    });
  expect((await call("get")).status()).toBe(200);
  expect((await call("post")).status()).toBe(403);
  await page.getByRole("button", { name: "Revoke Nightly sync" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No API keys.")).toBeVisible();
  expect((await call("get")).status()).toBe(401);
});

test("tags are made, renamed and deleted", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/tags");
  await page.getByRole("button", { name: "New tag" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Customer");
  await page.getByRole("dialog").getByLabel("Emoji").fill("⭐");
  await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
  await page.getByRole("button", { name: "New tag" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("CUSTOMER");
  await page.getByRole("dialog").getByRole("button", { name: "Create tag" }).click();
  await expect(page.getByText("There is already a tag with this name.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Edit Customer" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Client");
  await page.getByRole("dialog").getByRole("button", { name: "Save tag" }).click();
  await page.getByRole("button", { name: "Delete Client" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByRole("heading", { name: "No tags yet" })).toBeVisible();
});

test("theme and language are chosen once and are there from the first byte", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  await page.getByLabel("Theme").selectOption("dark");
  const mails = page.waitForResponse((response) => response.url().endsWith("/api/account"));
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { name: "Einstellungen", level: 1 })).toBeVisible();
  expect((await mails).status()).toBe(200);
  const html = await (await page.request.get("/contacts")).text();
  expect(html).toMatch(/<html[^>]*lang="de"/);
  expect(html).toMatch(/<html[^>]*data-theme="dark"/);
});

test("the first day is shown by the hour, without a dash", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 7);
  await page.goto("/");
  await expect(
    page.getByRole("img", { name: /^New contacts in the first (hour|2 hours): 7\./ }),
  ).toBeVisible();
  await expect(page.getByText("100%")).toBeVisible();
  await expect(page.locator("main").getByText("–", { exact: true })).toHaveCount(0);
});

test("growth is looked at over a month or a week, as a picture and as a table", async ({ page, account }) => {
  await addContact(page, account.email, "Myself");
  await page.route("**/api/stats", async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const stats = await response.json();
    const counts = stats.contactsGrowth.map((day: { date: string }, index: number) => ({
      ...day,
      count: index,
    }));
    const json = { ...stats, totalContacts: 1, contactsGrowth: counts, contactsByHour: [] };
    await route.fulfill({ response, json });
  });
  await page.goto("/");
  await expect(page.getByRole("img", { name: /^New contacts in the last 30 days: 435;/ })).toBeVisible();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("img", { name: /^New contacts in the last 7 days: 182;/ })).toBeVisible();
  await page.getByText("Show as a table").click();
  await expect(page.getByRole("row")).toHaveCount(8);
});

test("the index of the settings names every section and leads to it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  const index = page.getByRole("navigation", { name: "On this page" });
  await expect(page.getByRole("heading", { name: "Delete my account" })).toBeVisible();
  const names = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(await index.getByRole("link").allTextContents()).toEqual(names);
  for (const name of ["Security log", "Members"]) {
    await index.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name, level: 2 })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeInViewport();
  }
});

test("the workspace is deleted by its name, and the account starts anew @services", async ({
  page,
  account,
}) => {
  await importPeople(page, 9, "doomed");
  await page.goto("/settings");
  const name = `${account.email.split("@")[0]} workspace`;
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this workspace?" });
  await expect(dialog.getByText("9 contacts")).toBeVisible();
  const action = dialog.getByRole("button", { name: "Delete the workspace" });
  await dialog.getByLabel(`Type “${name}” to confirm`).fill("something else");
  await expect(action).toBeDisabled();
  await dialog.getByLabel(`Type “${name}” to confirm`).fill(name);
  await action.click();
  await expect(page.getByText("Your workspace was deleted.")).toBeVisible({ timeout: PATIENCE_MS });
  await signIn(page, account);
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
  await page.goto("/contacts");
  await expect(page.getByRole("heading", { name: "No contacts yet" })).toBeVisible();
});
