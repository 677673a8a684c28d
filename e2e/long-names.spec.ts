import type { Page } from "@playwright/test";
import { languages } from "../lib/client/messages/catalogue";
import { takePicture } from "./axe";
import { apiCaller, expect, test } from "./support";

/** As long as a name may be, and different at its end alone. */
const NAMES = ["north", "south"].map((end) =>
  `Very important customers of the region in the ${end}`.slice(-50),
);

/** Every place that shows the name shows all of it: a phone has no pointer to hover with. */
async function expectInFull(page: Page, name: string, where: string): Promise<void> {
  const text = page.getByText(name, { exact: false }).filter({ visible: true });
  await expect(text.first(), where).toBeVisible();
  const cut = await text.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0).map((one) => one.outerHTML),
  );
  expect(cut, where).toEqual([]);
  await takePicture(page, `long names ${where}`);
}

test("on a phone the names of tags, segments and fields are shown in full", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  for (const name of NAMES) {
    const tag = await call("post", "/api/tags", { name });
    await call("post", "/api/segments", { name, filter: { tag_ids: [tag.id] } });
    await call("post", "/api/fields", { name });
    const { id } = await call("post", "/api/contacts", { email: `${tag.id}@example.com`, first_name: "Ada" });
    await call("post", `/api/tags/${tag.id}/contacts`, { ids: [id] });
  }
  const [name = ""] = NAMES;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/tags");
  await expectInFull(page, name, "tags");
  await page.goto("/exports?new=export");
  await page.getByRole("radio", { name: "Contacts with certain tags" }).click();
  await expectInFull(page, name, "tags of an export");
  await page.goto("/contacts");
  await expectInFull(page, name, "contacts");
  for (const button of ["Tags", "Segments", "Sort"]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expectInFull(page, name, button);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await expectInFull(page, name, "menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  await page.getByRole("option").first().click();
  await page.keyboard.press("Escape");
  await expectInFull(page, name, "filters");
});

test("on the smallest phone the name of a tag has the room that its figures and buttons leave", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  await call("post", "/api/tags", { name: "Newslettersubscribers" });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/tags");
  const name = page.getByText("Newslettersubscribers", { exact: true });
  await expect(name).toBeVisible();
  const lines = await name.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await expect(page.getByText("0 contacts", { exact: true })).toBeVisible();
});

test("the figures of the overview are aligned in every language", async ({ page, account, baseURL: url }) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const value of languages) {
    await page.context().addCookies([{ name: "kith-lang", value, url }]);
    await page.goto("/");
    const figures = page.locator("main dl dd");
    await expect(figures).toHaveCount(4);
    await expect(figures.nth(1)).toHaveText("0");
    const bottoms = await figures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(bottoms[0], value).toBe(bottoms[1]);
    expect(bottoms[2], value).toBe(bottoms[3]);
  }
});

test("the dialog of an export names the file as it will be named today", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/exports?new=export");
  // Also while the day ends.
  const [day, next] = [0, 600_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
  await expect(page.getByText(new RegExp(`contacts-(${day}|${next})\\.csv`))).toBeVisible();
});
