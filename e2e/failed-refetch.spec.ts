import { apiCaller, expect, test } from "./support";

/** What is there and is only fetched again, because somebody else has changed something, outlives that this fails. */
test("what is being typed, and the figures, outlive a refetch that fails", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  const { id } = await call("post", "/api/contacts", { email: "ada@example.com", first_name: "Ada" });
  let refused = 0;
  const refuse = (path: string) =>
    page.route(path, (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      refused += 1;
      return route.abort();
    });

  await page.goto(`/contacts?contact=${id}`);
  await page.getByRole("button", { name: /^Edit Notes/ }).click();
  await page.keyboard.type("Call back in May");
  await refuse(`**/api/contacts/${id}`);
  await call("patch", `/api/contacts/${id}`, { company: "Acme" });
  // Once, and twice again before it counts as failed.
  await expect.poll(() => refused).toBeGreaterThanOrEqual(3);
  await expect(page.getByText("The server is not responding. Nothing you typed is lost.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Call back in May");

  await page.unrouteAll();
  await page.goto("/");
  const figures = page.getByText("Added this month");
  await expect(figures).toBeVisible();
  refused = 0;
  await refuse("**/api/stats");
  await call("patch", `/api/contacts/${id}`, { company: "Zeta" });
  await expect.poll(() => refused).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole("heading", { name: "Couldn’t load this" })).toHaveCount(0);
  await expect(figures).toBeVisible();
});
