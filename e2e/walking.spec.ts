import { expect, importPeople, test } from "./support";

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
