import { expect, PATIENCE_MS, people, test, upload } from "./support";

test("at 1280 by 800 each column says why, and the button to go on is in view in every step", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.setViewportSize({ width: 1280, height: 800 });
  const { buffer, ...file } = people(60, "why");
  await upload(page, { ...file, buffer: Buffer.from(buffer.toString().replaceAll("@", "(at)")) });
  await expect(page.getByText("“email” means E-mail", { exact: false }).first()).toBeInViewport({ ratio: 1 });
  const next = page.getByRole("button", { name: "Check the import" });
  await expect(next).toBeInViewport({ ratio: 1 });
  await next.click();
  const confirm = page.locator("[data-bulk-bar] button").last();
  await expect(page.getByText("60 ×").first()).toBeVisible({ timeout: PATIENCE_MS });
  for (const y of [0, 100_000]) {
    await page.evaluate((top) => window.scrollTo({ top }), y);
    await expect(confirm).toBeInViewport({ ratio: 1 });
  }
});
