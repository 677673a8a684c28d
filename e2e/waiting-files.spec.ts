import type { Page } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { whenIdle } from "./idle";
import { expect, hold, PATIENCE_MS, people, test } from "./support";

const UPLOADS = /\/api\/imports(\?|$)/;

test("files that are no list are refused before a byte is sent, and those that meet the limit wait in order", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.clock.install();
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
  const asked = await refuseFirst(page, 600);
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
  await page.clock.fastForward(601_000);
  await expect(page).toHaveTitle(/^first\.csv/, { timeout: PATIENCE_MS });
  // The page that sent the first one was left.
  await expect(page.getByText("“second.csv” was uploaded.")).toBeVisible({ timeout: PATIENCE_MS });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveTitle(/^second\.csv/);
  expect(asked()).toBe(3);
}

/** Answers the first upload as the limit does. Returns how many there were. */
async function refuseFirst(page: Page, seconds: number): Promise<() => number> {
  let asked = 0;
  await page.route(UPLOADS, (route) =>
    route.request().method() === "POST" && asked++ === 0
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": String(seconds) },
          json: { code: "RATE_LIMITED", message: "Too many requests" },
        })
      : route.fallback(),
  );
  return () => asked;
}

test("files outlast an outage of the server, and are uploaded in their order once it is back", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/imports/new");
  await whenIdle(page);
  await page.route("**/api/**", (route) => route.abort());
  const input = page.locator("input[type=file]");
  await input.setInputFiles(people(2, "first"));
  await expect(page.getByText("“first.csv” is waiting for the server")).toBeVisible({ timeout: PATIENCE_MS });
  await input.setInputFiles(people(2, "second"));
  await expect(page.getByText("“second.csv” is waiting and will be uploaded after")).toBeVisible();
  await expectAccessible(page, "files that wait for the server");
  await page.unrouteAll();
  await expect(page).toHaveTitle(/^first\.csv/, { timeout: PATIENCE_MS });
  await expect(page.getByText("“second.csv” was uploaded.")).toBeVisible({ timeout: PATIENCE_MS });
});

test("no file is sent beside one that another page began to send", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await page.clock.install();
  await page.goto("/imports/new");
  const release = await hold(page, UPLOADS, "POST");
  const asked = await refuseFirst(page, 600);
  await page.locator("input[type=file]").setInputFiles(people(2, "first"));
  await expect(page.getByText("“first.csv” is waiting")).toBeVisible();
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No tags yet" })).toBeVisible();
  const banner = page
    .getByRole("status")
    .filter({ hasText: "“first.csv” is waiting and will be uploaded by itself." });
  await expect(banner.getByRole("timer")).toHaveText(/^In 9:\d\d$/);
  await expectAccessible(page, "a file that waits beside another page", { dark: true });
  await takePicture(page, "a file that waits beside another page");
  await banner.getByRole("link", { name: "Show" }).click();
  await expect(page.getByRole("button", { name: "Cancel: first.csv" })).toBeVisible();
  await expect(banner.getByRole("link")).toHaveCount(0);
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await expect(banner.getByRole("link")).toBeVisible();
  await page.clock.fastForward(601_000);
  await expect.poll(asked).toBe(2);
  await expect(banner.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("i");
  await expect(page).toHaveURL(/imports\/new$/);
  await page.locator("input[type=file]").setInputFiles(people(2, "second"));
  await expect(page.getByText("“second.csv” is waiting and will be uploaded after")).toBeVisible();
  expect(asked()).toBe(2);
  release();
  await expect(page.getByText("“first.csv” was uploaded.")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(page).toHaveTitle(/^second\.csv/, { timeout: PATIENCE_MS });
});
