import { expect, signIn, test } from "./support";

test("the sessions of a user are listed, and those elsewhere are ended", { tag: "@embedded" }, async ({
  page,
  browser,
  account,
}) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto("/sign-in");
  await signIn(other, account);
  await expect(other.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await page.goto("/settings#sessions");
  const list = page.getByRole("list", { name: "Where you are signed in" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByText("This one")).toHaveCount(1);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("All other sessions ended")).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await elsewhere.close();
});
