import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { languages } from "../lib/client/messages/catalogue";
import { PAGES } from "../lib/client/pages";
import { EMAIL_MAX, TEXT_FIELD_FACTS } from "../lib/contacts/fields";
import { FIELD_LIMITS } from "../lib/field-limits";
import { FIELD_OPTIONS } from "../lib/fields/fields";
import { takePicture } from "./axe";
import { whenIdle } from "./idle";
import { addContact, apiCaller, expect, PATIENCE_MS, runImport, test, upload } from "./support";

const WIDTHS = [1280, 390, 320];
const softly = expect.configure({ soft: true });

/** A text without a place to break it, as long as it may be. */
const long = (length: number) => "W".repeat(length);

/** An address of that length: a part of a domain has at most 63 characters. */
function address(length: number): string {
  const name = randomUUID().replaceAll("-", "");
  const domain = "w".repeat(length - name.length - 1).replace(/w{51}(?=ww)/g, (part) => `${part.slice(1)}.`);
  return `${name}@${domain}`;
}

/** Signed up with a long address, which the account menu and the list of members show. */
async function signUpAs(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
}

/** Every kind of text at its longest. Returns the addresses of what has a page of its own. */
async function fill(page: Page): Promise<{ contact: string; segment: string }> {
  const call = await apiCaller(page);
  await call("patch", "/api/workspace", { name: long(FIELD_LIMITS.name) });
  const tag = await call("post", "/api/tags", { name: long(FIELD_LIMITS.tag) });
  const { key } = await call("post", "/api/fields", {
    name: long(FIELD_LIMITS.customKey),
    type: "choice",
    options: [long(FIELD_OPTIONS.length), "short"],
  });
  await call("post", "/api/fields", { name: "Remarks", key: "remarks" });
  const texts = TEXT_FIELD_FACTS.map(({ name, max }) => [name, long(Math.min(max, 300))]);
  const contact = await call("post", "/api/contacts", {
    ...Object.fromEntries(texts),
    email: address(EMAIL_MAX - 2),
    custom_fields: { [key]: long(FIELD_OPTIONS.length), remarks: long(300) },
  });
  await call("post", `/api/tags/${tag.id}/contacts`, { ids: [contact.id] });
  await call("patch", `/api/contacts/${contact.id}`, { company: long(199) });
  const filter = { tag_ids: [tag.id] };
  const segment = await call("post", "/api/segments", { name: long(FIELD_LIMITS.name), filter });
  const url = `https://example.com/${long(1500)}`;
  await call("post", "/api/webhook-endpoints", { url, description: long(FIELD_LIMITS.webhookDescription) });
  await call("post", "/api/api-keys", { name: long(FIELD_LIMITS.apiKeyName), scopes: ["read"] });
  await call("post", "/api/exports", { filename: `${long(200)}.csv` });
  await call("post", "/api/invitations", { email: address(200), role: "viewer" });
  return { contact: contact.id, segment: segment.id };
}

/** How much wider than its box something is; a table scrolls in a box of its own. */
async function expectItFits(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = () =>
      page.evaluate(() =>
        ["html", "[role=dialog]", "[data-dialog-body]", "main h1", "main h2", ".sheet h1", "article header"]
          .flatMap((selector) => [...document.querySelectorAll(selector)].map((box) => ({ selector, box })))
          .filter(({ box }) => box.scrollWidth > box.clientWidth && box.clientWidth > 1)
          .map(({ selector, box }) => `${selector}: ${box.scrollWidth} > ${box.clientWidth}`),
      );
    // The chart measures its place after the window has changed.
    await softly.poll(boxes, { message: `${where} at ${width} px`, timeout: 3000 }).toEqual([]);
    await takePicture(page, `long ${where} ${width}`);
  }
}

test("the longest texts fit in every page, on a phone too", async ({ page }) => {
  test.slow();
  await signUpAs(page, address(200));
  const { contact, segment } = await fill(page);
  const settled = async () => {
    await whenIdle(page);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 75_000 }); // it may be at the limit of requests
  };
  const places = [
    ...PAGES.map(({ path, name }) => ({ name, path: path as string })),
    { name: "contact", path: `/contacts/${contact}` },
    { name: "sheet", path: `/contacts?contact=${contact}` },
    { name: "segment", path: `/contacts?segment=${segment}` },
    { name: "search", path: `/contacts?q=${long(FIELD_LIMITS.search)}&company=${long(200)}` },
    { name: "duplicates", path: "/contacts/duplicates" },
  ];
  for (const { name, path } of places) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(path);
    await settled();
    await expectItFits(page, name);
  }
  await page.goto("/history");
  await settled();
  for (const more of await page.getByRole("button", { name: "Details" }).all()) await more.click();
  await expectItFits(page, "history with details");
});

test("the longest texts of a file fit in every step of its import", async ({ page, account }) => {
  expect(account.email).toContain("@");
  test.slow();
  const cells = [`${long(40)}@example.com`, long(100), long(200), long(4000)];
  const header = ["email", "first_name", long(200), long(300)];
  await page.setViewportSize({ width: 1280, height: 844 });
  await upload(page, {
    name: `${long(240)}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`${header.join(",")}\n${cells.join(",")}\n${long(100)},${long(120)},,\n`),
  });
  await expectItFits(page, "columns of a file");
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("button", { name: "Check the import" }).click();
  await expect(page.getByRole("button", { name: /^(Import|Create|Update) \d/ })).toBeEnabled();
  await expectItFits(page, "check of a file");
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 844 });
  await runImport(page);
  await expectItFits(page, "result of an import");
  for (const path of ["/imports", "/history"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: /^WWW/ }).first()).toBeVisible();
    await expectItFits(page, `${path.slice(1)} with a file`);
  }
});

test("the title of a contact's sheet stays on one line in every language, on a small phone too", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole("link", { name: "Ada" }).click();
  await expect(page).toHaveURL(/contact=/);
  for (const value of languages) {
    await page.context().addCookies([{ name: "kith-lang", value, url: page.url() }]);
    await page.reload();
    const title = page.getByRole("dialog").getByRole("heading", { level: 2 }).first();
    await expect(title).toBeVisible();
    const lines = await title.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
    softly(lines, value).toBeLessThan(1.5);
  }
});
