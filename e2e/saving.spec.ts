import type { Page } from "@playwright/test";
import { addContact, expect, hold, test } from "./support";

test("a value is changed twice while the network is slow, and no older answer comes back over it", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  const address = /\/api\/contacts\/[\w-]+$/;
  const shown = page.waitForResponse(address);
  await page.getByRole("link", { name: "Ada" }).click();
  await (await shown).finished(); // A change waits for the state that it begins with.
  const company = page.getByRole("textbox", { name: "Company" });
  await page.getByRole("button", { name: "Edit Company: Not set" }).click();
  const late: (() => Promise<void>)[] = [];
  const arrived: string[] = [];
  await page.route(address, async (route) => {
    const method = route.request().method();
    // What is read before the save is answered after it.
    if (method === "GET" && arrived.length === 0) {
      const response = await route.fetch();
      late.push(() => route.fulfill({ response }));
      return;
    }
    if (method === "PATCH") await new Promise((go) => setTimeout(go, 1_000));
    await route.continue();
    if (method === "PATCH") arrived.push(method);
  });
  await company.fill("Acme");
  await company.press("Enter");
  await page.goBack();
  await page.goForward();
  await page.getByRole("button", { name: "Edit Company: Acme" }).click();
  await company.fill("Globex");
  await company.press("Enter");
  await expect.poll(() => arrived.length).toBe(2);
  for (const answer of late) await answer().catch(() => undefined); // Whoever asked may have gone.
  await expect(page.getByRole("button", { name: "Edit Company: Globex" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit Company: Globex" })).toBeVisible();
});

test("what is read while a value is being saved does not take it back", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  const address = /\/api\/contacts\/[\w-]+$/;
  const entered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await (route.request().method() === "PATCH" ? gate : entered).promise;
    await route.continue().catch(() => undefined); // What the save has cancelled.
  });
  await page.getByRole("link", { name: "Ada" }).click();
  const company = page.getByRole("textbox", { name: "Company" });
  await page.getByRole("button", { name: "Edit Company: Not set" }).click();
  const saving = page.waitForRequest((one) => one.method() === "PATCH");
  await company.fill("Acme");
  await company.press("Enter");
  entered.resolve();
  await saving;
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const read = page.waitForResponse((one) => address.test(one.url()) && one.request().method() === "GET");
  await page.goForward();
  await page.getByRole("button", { name: "Edit Company: Acme" }).click();
  await (await read).finished();
  await company.fill("Globex");
  await company.press("Enter");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  gate.resolve();
  await expect(page.getByRole("button", { name: "Edit Company: Globex" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit Company: Globex" })).toBeVisible();
});

/** Enters a company whose save is on its way until it is released. */
async function saveSlowly(page: Page) {
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Ada" }).click();
  const release = await hold(page, /\/api\/contacts\/[\w-]+$/, "PATCH");
  const company = page.getByRole("textbox", { name: "Company" });
  const saving = page.waitForRequest((one) => one.method() === "PATCH");
  await page.getByRole("button", { name: "Edit Company: Not set" }).click();
  await company.fill("Acme");
  await company.press("Enter");
  await saving;
  return { company, release };
}

test("what is typed into a value while it is being saved is saved, too", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const { company, release } = await saveSlowly(page);
  await company.press("End");
  await company.pressSequentially(" Inc");
  await company.press("Tab");
  release();
  await expect(page.getByRole("button", { name: "Edit Company: Acme Inc" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit Company: Acme Inc" })).toBeVisible();
});

test("the answer to a former save does not end the next edit", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const { company, release } = await saveSlowly(page);
  await company.press("Escape");
  await page.getByRole("button", { name: "Edit Company: Acme" }).click();
  const saved = page.waitForResponse((one) => one.request().method() === "PATCH");
  release();
  await (await saved).finished();
  // Long enough for the page to do what it does with the answer.
  await page.evaluate(() => new Promise((go) => setTimeout(go, 500)));
  await expect(company).toHaveValue("Acme");
  await company.fill("Globex");
  await company.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Company: Globex" })).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
});

test("what is refused after its contact was left can be sent again", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await addContact(page, "ada@example.com", "Ada");
  await page.getByRole("link", { name: "Ada" }).click();
  let refused = 0;
  await page.route(/\/api\/contacts\/[\w-]+$/, async (route) => {
    if (route.request().method() !== "PATCH" || refused++ > 0) return route.fallback();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Refused" } });
  });
  await page.getByRole("button", { name: "Edit Company: Not set" }).click();
  await page.getByRole("textbox", { name: "Company" }).fill("Acme");
  await page.goBack();
  const told = page.getByRole("listitem").filter({ hasText: "Not saved" });
  await expect(told).toContainText("Ada");
  await told.getByRole("button", { name: "Try again" }).click();
  await expect(told).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole("button", { name: "Edit Company: Acme" })).toBeVisible();
});
