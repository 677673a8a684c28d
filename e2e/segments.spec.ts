import type { Page } from "@playwright/test";
import { apiCaller, expect, hold, importPeople, test } from "./support";

const names = (page: Page) => page.locator("[data-contact] [role=cell]:nth-child(2) a").allInnerTexts();

test("filters are set in a dialog, seen as chips, and taken away one by one", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 30, "filtered");
  await page.goto("/contacts");
  await expect(page.getByText("30 contacts")).toBeVisible();
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  await dialog.getByLabel("Company").fill("company 2");
  await dialog.getByRole("checkbox", { name: "No tags" }).click();
  await dialog.getByLabel("Created by the import").selectOption("filtered.csv");
  await dialog.getByRole("button", { name: "Show contacts" }).click();
  await expect(page.getByText("4 contacts match")).toBeVisible();
  await expect(page).toHaveURL(/company=company\+2/);
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("button");
  await expect(chips).toHaveCount(3);
  await page.reload();
  await expect(page.getByText("4 contacts match")).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter “Company: company 2”" }).press("Enter");
  await expect(page.getByText("30 contacts match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(chips).toHaveCount(0);
});

test("columns put the list in order, and the address keeps it", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 12, "sorted");
  await page.goto("/contacts");
  const header = page.getByRole("columnheader", { name: "Contact", exact: true });
  await expect(header).toHaveAttribute("aria-sort", "none");
  await header.getByRole("button").press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect
    .poll(() => names(page))
    .toEqual([..."0 1 10 11 2 3 4 5 6 7 8 9".split(" ")].map((n) => `Person ${n}`));
  await page.reload();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await header.getByRole("button").click();
  await expect.poll(async () => (await names(page))[0]).toBe("Person 9");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Added" }).click();
  await expect(page.getByRole("columnheader", { name: "Added" })).toHaveAttribute("aria-sort", "descending");
});

test("filters become a segment that everybody finds in the sidebar", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 10, "viewed");
  await page.goto("/contacts?q=company+2");
  await page.getByRole("button", { name: "Segments" }).click();
  await page.getByRole("menuitem", { name: "Save as segment" }).click();
  await page.getByRole("dialog").getByLabel("Name of the segment").fill("Second");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Segment “Second” saved")).toBeVisible();
  const link = page.getByRole("navigation", { name: "Segments" }).getByRole("link", { name: /^Second/ });
  await expect(link).toHaveAttribute("aria-current", "page");
  await expect(link).toHaveText("Second2");
  await page.goto("/tags");
  await link.click();
  await expect(page.getByText("2 contacts match")).toBeVisible();

  await page.getByRole("button", { name: "Segments" }).click();
  await page.getByRole("menuitem", { name: "Edit its filters" }).click();
  await expect(page.getByRole("searchbox", { name: "Search contacts" })).toHaveValue("company 2");
  await link.click();
  await page.getByRole("button", { name: "Segments" }).click();
  await page.getByRole("menuitem", { name: "Delete segment" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete segment" }).click();
  await expect(page.getByText("Segment “Second” deleted")).toBeVisible();
  await expect(link).toBeHidden();
});

test("a link that was cut off, or whose segment is gone, shows nobody instead of everybody", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3, "shown");
  const links = {
    [`fields=${encodeURIComponent('{"City":"Ro')}`]: "This link is incomplete",
    "added_from=soon": "This link is incomplete",
    "segment=0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10": "There is no such segment here",
  };
  for (const [query, title] of Object.entries(links)) {
    await page.goto(`/contacts?${query}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: "Person 1" })).toBeHidden();
    await page.getByRole("button", { name: "Show all contacts" }).click();
    await expect(page.getByRole("link", { name: "Person 1" })).toBeVisible();
  }
});

test("a segment that finds nobody names the custom fields that are gone", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  const call = await apiCaller(page);
  const field = await call("post", "/api/fields", { name: "Plan", type: "text" });
  const filter = { custom_fields: { Plan: "pro" } };
  const segment = await call("post", "/api/segments", { name: "Pro", filter });
  await page.goto(`/contacts?segment=${segment.id}`);
  await expect(page.getByText("Try another search or clear the filters.")).toBeVisible();
  const other = await call("post", "/api/fields", { name: "Tier", type: "text" });
  await call("post", `/api/fields/${field.id}/merge`, { into: other.id });
  await page.reload();
  await expect(page.getByText("Custom field that no longer exists: Plan.")).toBeVisible();
  await page.goto(`/contacts?fields=${encodeURIComponent(JSON.stringify(filter.custom_fields))}`);
  await expect(page.getByText("Custom field that no longer exists: Plan.")).toBeVisible();
});

test("the link to a segment of another workspace of the reader leads there", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  const call = await apiCaller(page);
  const { id } = await call("post", "/api/segments", { name: "First", filter: { search: "Person 1" } });
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "New workspace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Second company");
  await dialog.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible();
  await page.goto(`/contacts?segment=${id}`);
  await expect(page.getByText(/^It is in another of your workspaces/)).toBeVisible();
  await page.getByRole("button", { name: /^Switch to/ }).click();
  await expect(page.getByText("1 contact matches")).toBeVisible();
});

test("views that an earlier version kept in the browser become segments once", async ({ page, account }) => {
  await page.addInitScript((email) => {
    if (sessionStorage.getItem("planted")) return;
    sessionStorage.setItem("planted", "1");
    const views = [{ name: "Old view", query: "q=ada&status=subscribed" }];
    localStorage.setItem(`kith-views:${email}`, JSON.stringify(views));
  }, account.email);
  await page.goto("/tags");
  const link = page.getByRole("navigation", { name: "Segments" }).getByRole("link", { name: /^Old view/ });
  await expect(link).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("kith-views"))),
  ).toEqual([]);
});

/** Two segments, of which the first is shown and about to be deleted. */
async function askToDeleteFirst(page: Page) {
  await importPeople(page, 3);
  const call = await apiCaller(page);
  for (const [name, search] of [
    ["First", "Person 1"],
    ["Second", "Person 2"],
  ])
    await call("post", "/api/segments", { name, filter: { search } });
  await page.goto("/contacts");
  const link = (name: RegExp) =>
    page.getByRole("navigation", { name: "Segments" }).getByRole("link", { name });
  await link(/^First/).click();
  await expect(link(/^First/)).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Segments" }).click();
  await page.getByRole("menuitem", { name: "Delete segment" }).click();
  return { second: link(/^Second/), dialog: page.getByRole("dialog") };
}

test("the question whether to delete a segment does not come back with the next one", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const { second, dialog } = await askToDeleteFirst(page);
  await dialog.getByRole("button", { name: "Delete segment" }).click();
  await expect(page.getByText("Segment “First” deleted")).toBeVisible();
  await second.click();
  await expect(page.getByText("1 contact matches")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("the late answer to the deletion of a segment leaves the one that is shown by then", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  const { second, dialog } = await askToDeleteFirst(page);
  const release = await hold(page, "**/api/segments/*", "DELETE");
  await dialog.getByRole("button", { name: "Delete segment" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await second.click();
  await expect(second).toHaveAttribute("aria-current", "page");
  release();
  await expect(page.getByText("Segment “First” deleted")).toBeVisible();
  await expect(second).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/segment=/);
});
