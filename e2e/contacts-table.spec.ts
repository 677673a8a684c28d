import { expect, importPeople, test } from "./support";

test("5 000 rows scroll with few of them in the page", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 5000);
  await page.goto("/contacts");
  await expect(page.getByText("5,000 contacts")).toBeVisible();
  const rows = page.locator("[data-contact]");
  await expect(rows.first()).toBeVisible();
  for (let loaded = 100; loaded <= 1000; loaded += 100) {
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          return Number(await rows.last().getAttribute("aria-rowindex"));
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(loaded - 50);
    expect(await rows.count()).toBeLessThan(150);
  }
});

test("the list goes on while its end never leaves the screen", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 101);
  await page.addInitScript(answerAtOnceAndStayAtTheEnd);
  await page.goto("/contacts");
  await expect
    .poll(async () => Number(await page.locator("[data-contact]").last().getAttribute("aria-rowindex")))
    .toBe(1001);
});

/** Further pages arrive before the page can show that they are loading, and are scrolled through as they arrive. */
function answerAtOnceAndStayAtTheEnd(): void {
  const fetchReally = window.fetch;
  let first: { data: object[] } | undefined;
  let pages = 1;
  window.fetch = async (input, options) => {
    const url = String(input);
    if (!url.startsWith("/api/contacts?") || !url.includes("limit=100")) return fetchReally(input, options);
    if (!first || !url.includes("cursor=")) {
      const response = await fetchReally(input, options);
      first = await response.clone().json();
      return response;
    }
    pages += 1;
    const data = first.data.map((contact) => ({ ...contact, id: crypto.randomUUID() }));
    const json = { data, total: 1000, nextCursor: pages < 10 ? crypto.randomUUID() : null };
    return Object.assign(new Response(), { json: async () => json });
  };
  const stay = () => window.scrollTo(0, document.documentElement.scrollHeight);
  new MutationObserver(stay).observe(document, { subtree: true, childList: true, attributes: true });
}

test("all that match are selected, and another filter ends it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 250);
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  const selectAll = async () => {
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
    await bar.getByRole("button", { name: "Select all 250" }).click();
  };
  await page.goto("/contacts");
  await selectAll();
  await expect(bar.getByText("250 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await selectAll();

  await page.getByRole("searchbox", { name: "Search contacts" }).fill("company 3");
  await expect(page.getByText("80 contacts match")).toBeVisible();
  await expect(bar).toBeHidden();
});

test("columns that were hidden stay hidden in this browser, and rows that were made low stay low", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  await page.goto("/contacts");
  const header = (name: string) => page.getByRole("columnheader", { name });
  await expect(header("Company")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Company" }).click();
  await expect(page.getByText("Company 1")).toBeHidden();
  const row = page.locator("[data-contact]").first();
  const height = async () => (await row.boundingBox())?.height;
  expect(await height()).toBeGreaterThan(50);
  await page.getByRole("menuitemradio", { name: "Compact" }).click();
  await expect.poll(height).toBeLessThan(40);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect.poll(height).toBeLessThan(40);
  await expect(header("Added")).toBeVisible();
  await expect(header("Company")).toBeHidden();
  // Without one of them there is room for the phone number on a tablet.
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(header("Phone")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Company" }).click();
  await expect(header("Company")).toBeVisible();
  await expect(header("Phone")).toBeHidden();
});
