import type { Page } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { expect, PATIENCE_MS, people, test } from "./support";

test("files that are no list are refused before a byte is sent, and those that meet the limit wait in order", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/imports/new");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "book.ods", mimeType: "application/x", buffer: Buffer.from("PK") });
  await expect(
    page.getByText("“book.ods” is not a CSV, TSV, TXT, XLSX, JSON, VCF, GZ or ZIP file."),
  ).toBeVisible();
  expect(sent.filter((url) => url.includes("/api/imports"))).toEqual([]);
  await uploadPastTheLimit(page);
});

/** The limit refuses the first of three files: they wait in order, one is taken back, the others are uploaded. */
async function uploadPastTheLimit(page: Page): Promise<void> {
  let asked = 0;
  await page.route(/\/api\/imports(\?|$)/, (route) =>
    route.request().method() === "POST" && asked++ === 0
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "20" },
          json: { code: "RATE_LIMITED", message: "Too many requests" },
        })
      : route.fallback(),
  );
  const input = page.locator("input[type=file]");
  await input.setInputFiles(people(2, "first"));
  await expect(page.getByText("“first.csv” is waiting and will be uploaded by itself.")).toBeVisible();
  for (const name of ["second", "third"]) {
    await input.setInputFiles(people(2, name));
    await expect(page.getByText(`“${name}.csv” is waiting and will be uploaded after`)).toBeVisible();
  }
  await expectAccessible(page, "files that wait", { dark: true });
  await takePicture(page, "files that wait");
  await page.getByRole("button", { name: "Cancel: third.csv" }).click();
  await expect(page.getByText("third.csv")).toBeHidden();
  await expect(page).toHaveTitle(/^first\.csv/, { timeout: PATIENCE_MS });
  // The page that sent the first one was left.
  await expect(page.getByText("“second.csv” was uploaded.")).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveTitle(/^second\.csv/);
  expect(asked).toBe(3);
}
