import type { Page } from "@playwright/test";
import { PAGES } from "../lib/client/pages";
import { expectAccessible, expectNoOverflow, inEveryLook, takePicture } from "./axe";
import { mailDouble } from "./hosted";
import { inInbox } from "./mails";
import { expect, fixture, importPeople, PATIENCE_MS, signUp, test, upload } from "./support";

const isFull = process.env.KITH_FULL === "1";

interface Scene {
  name: string;
  path: string;
  /** What must be on the page before it is checked. */
  ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole("heading", { name }).first()).toBeVisible();
const dialog = (page: Page) => expect(page.getByRole("dialog")).toBeVisible();

const PUBLIC: Scene[] = [
  { name: "sign-in", path: "/sign-in", ready: heading("Sign in") },
  { name: "sign-up", path: "/sign-up", ready: heading("Create your account") },
  { name: "recover", path: "/recover", ready: heading("Reset your password") },
  { name: "not found", path: "/no/such/page", ready: heading("Page not found") },
  {
    name: "dead link",
    path: "/auth/confirm?type=email",
    ready: heading("This link does not work"),
  },
];

/** The page has so many elements that axe takes long to read it, so the dark theme is left to full runs. */
const REFERENCE: Scene = { name: "API reference", path: "/docs", ready: heading("API reference") };

const UNASKED: Scene = {
  name: "link of another browser",
  path: "/auth/confirm?token_hash=nothing&type=email",
  ready: heading("Did you ask for this link?"),
};
const INBOX: Scene = { name: "inbox", path: "/inbox", ready: heading("Inbox") };

const SIGNED_IN: Scene[] = [
  { name: "overview", path: "/", ready: heading("Recent imports") },
  {
    name: "contacts",
    path: "/contacts",
    ready: (page) => expect(page.locator("[data-contact]").first()).toBeVisible(),
  },
  { name: "new contact", path: "/contacts?new=contact", ready: dialog },
  { name: "no match", path: "/contacts?q=nobody-at-all", ready: heading("No contacts found") },
  { name: "tags", path: "/tags", ready: heading("Tags") },
  { name: "new tag", path: "/tags?new=tag", ready: dialog },
  {
    name: "imports",
    path: "/imports",
    ready: (page) => expect(page.getByText("kontakte.csv").first()).toBeVisible(),
  },
  { name: "upload", path: "/imports/new", ready: heading("Import contacts") },
  { name: "exports", path: "/exports", ready: heading("Exports") },
  { name: "history", path: "/history", ready: heading("History") },
  { name: "new export", path: "/exports?new=export", ready: dialog },
  {
    name: "settings",
    path: "/settings",
    ready: (page) => expect(page.getByLabel("Resend API key")).toBeVisible(),
  },
];

test("every page of the dashboard is among those inspected", () => {
  expect(PAGES.filter(({ path }) => !SIGNED_IN.some((scene) => scene.path === path))).toEqual([]);
});

async function inspect(page: Page, scenes: Scene[], label: string): Promise<void> {
  for (const scene of scenes) {
    await page.goto(scene.path);
    await scene.ready(page);
    if (isFull || label === "1280") await expectAccessible(page, `${scene.name}, ${label}`, { dark: true });
    await expectNoOverflow(page, `${scene.name}, ${label}`);
    await takePicture(page, `${scene.name} ${label}`);
  }
}

/** On paper are the figures, and nothing to press or to go to. */
async function inspectPrint(page: Page, list: string, button: string | RegExp): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(`dl[aria-label="${list}"]`)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button", { name: button })).toBeHidden();
  await expectNoOverflow(page, `${list}, printed`);
  await page.emulateMedia({ media: null });
}

const UNDONE = { removed: 8, restored: 0, kept: 0, still_unsubscribed: 0, opt_outs_withdrawn: 0 };

/** The import on the page as it would be in its other states. */
async function inspectStates(page: Page, label: string): Promise<void> {
  const path = /\/api\/imports\/[0-9a-f-]{36}$/;
  const answer = page.waitForResponse(path);
  await page.reload();
  const record = await (await answer).json();
  const begun = { ...record, processed_rows: 3, total_rows: 13, created_rows: 3 };
  const states = {
    running: { ...begun, status: "processing", completed_at: null },
    stopped: { ...begun, status: "cancelled" },
    failed: { ...begun, status: "failed", failure_code: "unexpected" },
    undone: { ...record, undo_status: "completed", undo_result: UNDONE },
  };
  const seen = {
    running: "Running",
    stopped: "Import stopped",
    failed: "Import failed",
    undone: /^Import undone/,
  };
  for (const state of ["running", "stopped", "failed", "undone"] as const) {
    await page.route(path, (route) => route.fulfill({ json: states[state] }));
    await page.reload();
    await expect(page.getByRole("main").getByText(seen[state]).first()).toBeVisible();
    await expectAccessible(page, `${state} import, ${label}`, { dark: true });
    await expectNoOverflow(page, `${state} import, ${label}`);
    await takePicture(page, `${state} import ${label}`);
    await page.unroute(path);
  }
}

inEveryLook((label) => {
  test("pages before sign-in", async ({ page }) => {
    await inspect(page, PUBLIC, label);
    if (mailDouble) return;
    await inspect(page, [UNASKED], label);
    await inInbox(page, () => inspect(page, [INBOX], label));
  });

  test("API reference", async ({ page, viewport }) => {
    if (isFull) return inspect(page, [REFERENCE], label);
    await page.goto(REFERENCE.path);
    await REFERENCE.ready(page);
    await expectNoOverflow(page, `${REFERENCE.name}, ${label}`);
    if (viewport?.width !== 1280) return;
    await expectAccessible(page, `${REFERENCE.name}, ${label}`);
  });

  test("pages and dialogs of the dashboard", async ({ page }) => {
    await signUp(page);
    await upload(page, fixture("kontakte.csv"));
    await expectAccessible(page, `matching columns, ${label}`);
    await expectNoOverflow(page, `matching columns, ${label}`);
    await takePicture(page, `matching columns ${label}`);
    await page.getByRole("button", { name: "Check the import" }).click();
    await expect(page.getByRole("button", { name: /^(Import|Create|Update) \d/ })).toBeEnabled();
    await expectAccessible(page, `check, ${label}`);
    await takePicture(page, `check ${label}`);
    await inspectPrint(page, "What will happen", /^(Import|Create|Update) \d/);
    await page.getByRole("button", { name: "Review every change" }).click();
    await expect(page.getByRole("feed").getByText("@").first()).toBeVisible({ timeout: PATIENCE_MS });
    await expectAccessible(page, `review, ${label}`);
    await expectNoOverflow(page, `review, ${label}`);
    await takePicture(page, `review ${label}`);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: /^(Import|Create|Update) \d/ }).click();
    await expect(page.getByRole("heading", { name: "Rejected rows" })).toBeVisible({
      timeout: PATIENCE_MS,
    });
    await expectAccessible(page, `result, ${label}`);
    await expectNoOverflow(page, `result, ${label}`);
    await takePicture(page, `result ${label}`);
    await inspectPrint(page, "Figures of the import", "Undo this import");
    if (isFull || label === "1280") await inspectStates(page, label);
    await inspect(page, SIGNED_IN, label);
    await page.goto("/contacts");
    const link = page.locator("[data-contact] a").first();
    const path = (await link.getAttribute("href")) ?? "";
    await inspect(page, [{ name: "contact", path, ready: heading((await link.textContent()) ?? "") }], label);
  });
});

inEveryLook((label) => {
  test("what opens over the contacts", async ({ page }) => {
    await signUp(page);
    await importPeople(page, 15);
    await page.goto("/contacts");
    await page.getByRole("checkbox", { name: "Select Person 14" }).click();
    await expect(page.getByRole("region", { name: "Actions for the selection" })).toBeVisible();
    await expectAccessible(page, `selection, ${label}`);
    await page.getByRole("link", { name: "Person 12" }).click();
    await expect(page.getByRole("dialog").getByText("History")).toBeVisible();
    await expectAccessible(page, `sheet, ${label}`);
    await page.getByRole("button", { name: "Send e-mail" }).click();
    await expect(page.getByRole("dialog", { name: "E-mail to Person 12" })).toBeVisible();
    await expectAccessible(page, `mail, ${label}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search or jump" })).toBeVisible();
    await expectAccessible(page, `palette, ${label}`);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Contacts", level: 1 }).focus();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await expectAccessible(page, `keys, ${label}`);
  });
}, 390);
