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

test("a linked provider is unlinked after a question, and can be linked again", { tag: "@embedded" }, async ({
  page,
  account,
}) => {
  const link = {
    ...{ identity_id: "01900000-0000-7000-8000-000000000000", name: "Acme", email: account.email },
    ...{ created_at: "2026-11-01T10:00:00.000Z", unlinked_at: "" },
  };
  // The provider itself is a double of the unit tests (lib/identity/embedded/sso/links.test.ts).
  await page.route("**/auth/v1/user/identities**", (route) => {
    if (route.request().method() === "DELETE") link.unlinked_at = "2026-11-20T10:00:00.000Z";
    const identities = [{ ...link, unlinked_at: link.unlinked_at || null }];
    return route.fulfill({ json: { password: true, identities } });
  });
  await page.goto("/settings#ways");
  const list = page.getByRole("list", { name: "Ways to sign in" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText(account.email);
  await list.getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("dialog", { name: "Unlink Acme?" }).getByRole("button", { name: "Unlink" }).click();
  await expect(list).toContainText("no longer opens your account");
  await expect(list.getByRole("button", { name: "Link again" })).toBeVisible();
});
