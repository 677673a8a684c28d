import type { Locator } from "@playwright/test";
import { addContact, addTag, expect, hold, importPeople, openOverview, test } from "./support";

test("J and K walk through contacts without a request for each, and Back closes the sheet", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 40);
  await page.goto("/contacts");
  const sheet = page.getByRole("dialog");
  await page.getByRole("link", { name: "Person 39" }).click();
  await expect(sheet.getByText("Added by an import, line 41")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/contacts\/./.test(pathname)) asked.push(pathname);
  });
  const answer = await hold(page, /\/api\/contacts\/[0-9a-f-]{36}$/);
  for (let at = 38; at >= 9; at--) {
    await page.keyboard.press("j");
    await expect(sheet.getByRole("heading", { name: `Person ${at}`, exact: true })).toBeVisible();
  }
  // What the list knows is there before the answer.
  await expect(sheet.getByRole("button", { name: "Edit Company: Company 2" })).toBeVisible();
  answer();
  await expect(sheet.getByText("Added by an import, line 11")).toBeVisible();
  expect(asked.length).toBeLessThan(20);
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(new URL(page.url()).search).toBe("");
});

test("beside the sheet the list keeps its tools, and the row stays where it is", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1100, height: 800 });
  await importPeople(page, 40);
  await page.goto("/contacts");
  const link = page.getByRole("link", { name: "Person 35" });
  const top = async () => Math.round((await link.boundingBox())?.y ?? 0);
  await expect(link).toBeVisible();
  const before = await top();
  await link.click();
  await expect(page.getByRole("dialog").getByText("Added by an import")).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Company" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(top).toBe(before);
});

test("Back takes back a search, a filter and an order, one at a time", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 20);
  await page.goto("/tags");
  await page.goto("/contacts");
  const search = page.getByRole("searchbox", { name: "Search contacts" });
  await search.pressSequentially("company 3", { delay: 300 });
  await expect(page.getByText("3 contacts match").or(page.getByText("4 contacts match"))).toBeVisible();
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Unsubscribed", exact: true }).click();
  await expect(page).toHaveURL(/status=unsubscribed/);
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(page).toHaveURL(/\?q=company\+3$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(search).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(/\/tags$/);
});

test("a letter that is typed in the moment of a search stays", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.goto("/contacts");
  await expect(page.getByRole("link", { name: "Ada" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search contacts" });
  await search.fill("x");
  await expect(page).toHaveURL(/\?q=x$/);
  await search.evaluate((input) => {
    const type = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    type("xa");
    setTimeout(type, 250, "xad"); // right after the search for "xa" began
  });
  await expect(page).toHaveURL(/\?q=xad$/);
  await expect(search).toHaveValue("xad");
  await search.fill("");
  await expect(page).toHaveURL(/\/contacts$/);
  await page.getByRole("main").click({ position: { x: 1, y: 1 } });
  await search.fill("ad");
  await expect(page.getByText("1 contact matches")).toBeVisible();
});

test("what waits for the limit of requests says so", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addTag(page, "Customer");
  let refused = 0;
  await page.route("**/api/tags*", (route) =>
    refused++ < 1
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "4" },
          json: { code: "RATE_LIMITED", message: "Too many requests" },
        })
      : route.fallback(),
  );
  await page.reload();
  await expect(page.getByText("Loading goes on by itself in a moment").first()).toBeVisible();
  await expect(page.getByText("Customer")).toBeVisible();
  await expect(page.getByText("Loading goes on by itself")).toHaveCount(0);
});

test("beside the sheet at 1024 pixels the list's tools take two lines, and its page's actions none of their own", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1024, height: 768 });
  await importPeople(page, 3);
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Person 1" }).click();
  await expect(page.getByRole("dialog").getByText("Added by an import")).toBeVisible();
  const top = async (of: Locator) => Math.round((await of.boundingBox())?.y ?? -1);
  const main = page.getByRole("main");
  const tops = (names: string[]) =>
    Promise.all(names.map((name) => top(main.getByRole("button", { name, exact: true }))));
  const [add] = await tops(["Add contact"]);
  expect(Math.abs((add ?? 0) - (await top(main.getByRole("heading", { level: 1 }))))).toBeLessThan(20);
  const search = await top(main.getByRole("searchbox"));
  expect(await tops(["Segments", "Columns"])).toEqual([search, search]);
  expect(new Set(await tops(["Tags", "Status", "Filters", "Sort"])).size).toBe(1);
});

test("a link of the sidebar says at once that its page is coming", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await openOverview(page);
  const answer = await hold(page, /\/tags\?_rsc=/);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tags" });
  await link.click();
  await expect(link).toHaveAttribute("aria-busy", "true", { timeout: 2000 });
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Tags", level: 1 })).toBeVisible();
  await expect(link).not.toHaveAttribute("aria-busy");
});
