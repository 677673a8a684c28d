import { whenIdle } from "./idle";
import { expect, hold, importPeople, PATIENCE_MS, test } from "./support";

const CODE = "**/_next/static/**";

test("a part that cannot be loaded while the server is away comes once it is back, and the page stays", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  const field = page.getByLabel("New password");
  await field.fill("typed for long");
  await whenIdle(page);
  for (const path of [CODE, "**/api/**"]) await page.route(path, (route) => route.abort());
  await page.keyboard.press("Control+k");
  await expect(page.getByText("The server is not responding.")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(field).toHaveValue("typed for long");
  await page.unrouteAll();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused({ timeout: PATIENCE_MS });
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("typed for long");
  await expect(field).toBeFocused();
});

test("a part that the server does not have says so, and the page stays", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.goto("/settings");
  const field = page.getByLabel("New password");
  await field.fill("typed for long");
  await whenIdle(page);
  await page.route(CODE, (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press("Control+k");
  const missing = page.getByText(/^A part of this page cannot be loaded/);
  await expect(missing).toBeVisible({ timeout: PATIENCE_MS });
  await expect(field).toHaveValue("typed for long");
  await page.keyboard.press("Control+k");
  await expect(missing, "nobody waits for it any more").toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(missing).toBeVisible({ timeout: PATIENCE_MS });
  await page.unroute(CODE);
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(missing).toBeHidden();
});

test("while a part is loading, the page around it works", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 3);
  await page.goto("/contacts");
  await expect(page.getByRole("link", { name: "Person 2" })).toBeVisible();
  await whenIdle(page);
  const release = await hold(page, CODE);
  await page.getByRole("checkbox", { name: "Select Person 1" }).click();
  const search = page.getByRole("searchbox", { name: "Search contacts" });
  await search.pressSequentially("Person 2");
  await expect(search).toHaveValue("Person 2");
  await expect(page.getByText("1 contact matches")).toBeVisible();
  release();
});

test("the filters and the tags to choose from open with what is in them", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 1);
  await page.goto("/contacts");
  await expect(page.getByRole("link", { name: "Person 0" })).toBeVisible();
  await whenIdle(page);
  const release = await hold(page, CODE);
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  await expect(page.getByRole("button", { name: "Tags", exact: true })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(page.getByRole("dialog")).toBeHidden();
  release();
  await expect(page.getByRole("combobox", { name: "Find a tag" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByRole("dialog").getByLabel("Company")).toBeFocused();
});
