import type { Page } from "@playwright/test";
import { expectAccessible, takePicture } from "./axe";
import { passDays } from "./days";
import { apiCaller, expect, importPeople, PATIENCE_MS, test } from "./support";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Undoes the newest change set of that name that can be undone. */
async function undo(page: Page, name: string): Promise<void> {
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row.first()).toBeVisible();
  // Until the undo before has ended, the newest one that can be undone is another.
  await expect(page.getByText(/^(Running|Being undone)$/)).toHaveCount(0, { timeout: PATIENCE_MS });
  await row.getByRole("button", { name: "Undo" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Undo this change?" });
  await expect(dialog.getByText(/500 (restored|removed)/)).toBeVisible({ timeout: PATIENCE_MS });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog).toBeHidden({ timeout: PATIENCE_MS });
}

async function total(page: Page): Promise<void> {
  await page.goto("/contacts");
  await expect(page.getByText("500 contacts")).toBeVisible({ timeout: PATIENCE_MS });
}

test("500 deleted contacts are brought back a day later, and that is undone, and undone again", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 500);
  await total(page);
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: /all 500/ }).click();
  const deleted = page.waitForResponse((response) => response.url().endsWith("/api/contacts/bulk"));
  await bar.getByRole("button", { name: "Delete" }).click();
  const asking = page.getByRole("dialog", { name: "Delete 500 contacts?" });
  await expect(asking.getByText("30 days")).toBeVisible();
  await asking.getByLabel("Type “delete” to confirm").fill("delete");
  await asking.getByRole("button", { name: "Delete 500 contacts" }).click();
  expect((await deleted).status()).toBe(202);
  await expect(page.getByText("500 contacts deleted")).toBeVisible({ timeout: PATIENCE_MS });
  const call = await apiCaller(page);
  const { workspace_id } = await call("get", "/api/settings");
  await passDays(page, workspace_id, 1);
  const { data } = await call("get", "/api/changes?way=contacts_deleted");
  expect(Date.now() - Date.parse(data[0].at)).toBeGreaterThan(DAY_MS);
  await page.goto("/history");
  await undo(page, "Contacts deleted");
  await total(page);
  await page.goto("/history");
  await undo(page, "Undo");
  await page.goto("/contacts");
  await expect(page.getByText("500 contacts")).toBeHidden({ timeout: PATIENCE_MS });
  await page.goto("/history");
  await undo(page, "Undo");
  await total(page);
});

test("an import says for how many more days it can be undone, until it no longer can be", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2);
  const result = page.url();
  const call = await apiCaller(page);
  const { workspace_id } = await call("get", "/api/settings");
  const left = page.getByText(/^It can be undone for \d+ more days?\.$/);
  const undoImport = page.getByRole("button", { name: "Undo this import" });
  await page.goto(result);
  await expect(left).toHaveText("It can be undone for 30 more days.");
  for (const [days, told] of [
    [28, "2 more days."],
    [1, "1 more day."],
  ] as const) {
    await passDays(page, workspace_id, days);
    await page.goto(result);
    await expect(left).toHaveText(`It can be undone for ${told}`);
    await undoImport.click();
    const { completed_at } = await call("get", `/api/imports/${result.split("/").at(-1)}`);
    const until = new Date(Date.parse(completed_at) + 30 * DAY_MS);
    const day = until.toLocaleDateString("en-US", { dateStyle: "medium" });
    const dialog = page.getByRole("dialog", { name: "Undo this import?" });
    await expect(dialog.getByText(`Possible until ${day}, ${told}`)).toBeVisible();
  }
  await passDays(page, workspace_id, 1);
  await page.goto(result);
  await expect(page.getByRole("button", { name: "Delete import" })).toBeVisible();
  await expect(undoImport).toBeHidden();
  await expect(left).toBeHidden();
});

test("the history says what else goes with an import that is undone", async ({ page, account }) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2);
  await page.goto("/history");
  await page.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change?" });
  await expect(dialog).toContainText("2 removed");
  await expect(dialog).toContainText("Tags and custom fields it created are removed");
});

test("what a filter of the history leaves is said, also when it is nothing", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  await call("post", "/api/tags", { name: "Customer" });
  await page.goto("/history");
  const said = page.getByRole("main").getByRole("status").first();
  await expect(said).toHaveText("1 change shown");
  await page.getByRole("combobox", { name: "What was done" }).selectOption("Contacts merged");
  await expect(said).toHaveText("Nothing matches these filters");
  await expect(page.getByRole("heading", { name: "Nothing matches these filters", level: 2 })).toBeVisible();
  await page.getByRole("combobox", { name: "What was done" }).selectOption("Everything");
  await expect(said).toHaveText("1 change shown");
});

test("a filter of the history that does not exist is not in the address either", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await page.goto("/history?way=evil&actor=zzz&from=2026-99-99");
  await expect(page).toHaveURL(/\/history$/);
  const what = page.getByRole("combobox", { name: "What was done" });
  await what.selectOption({ label: "Batch of contacts" });
  await expect(page).toHaveURL(/way=batch/);
  await what.selectOption({ label: "Custom field deleted" });
  await expect(page).toHaveURL(/way=field_deleted/);
});

test("an undo that kept something says why, and undoes the rest later", async ({ page, account }) => {
  expect(account.email).toContain("@");
  const call = await apiCaller(page);
  const { id } = await call("post", "/api/contacts", {
    email: "ann@example.com",
    first_name: "Ann",
    phone: "1",
  });
  await call("patch", `/api/contacts/${id}`, { phone: null });
  await call("patch", `/api/contacts/${id}`, { company: "Acme" });
  await page.goto("/history");
  const edits = page.getByRole("listitem").filter({ hasText: "Contact edited", hasNotText: "Undo ·" });
  const dialog = page.getByRole("dialog", { name: "Undo this change?" });
  const ask = (row: number) => edits.nth(row).getByRole("button", { name: "Undo" }).click();
  await ask(1);
  await expect(dialog.getByText("ann@example.com")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeDisabled();
  await expectAccessible(page, "the undo of a change", { dark: true });
  await takePicture(page, "undo a change");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const { data } = await call("get", "/api/changes");
  await call("post", `/api/changes/${data[1].id}/undo`);
  await expect(edits.nth(1).getByText("Not fully undone")).toBeVisible({ timeout: PATIENCE_MS });
  await ask(1);
  await expect(dialog.getByText("ann@example.com")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeDisabled();
  await dialog.getByRole("link", { name: "Show changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/history?contact=${id}`);
  for (const row of [0, 1]) {
    await ask(row);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog).toBeHidden();
    await expect(edits.nth(row).getByText("Undone", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
    // It says so while the undo runs, too.
    const path = `/api/changes/${data[row].id}/undo`;
    await expect.poll(async () => (await call("get", path)).undo_status).toBe("completed");
  }
  expect(await call("get", `/api/contacts/${id}`)).toMatchObject({ phone: "1", company: null });
});

test("an import's undo that kept somebody is finished on the import's page later", async ({
  page,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 2);
  const address = page.url();
  const call = await apiCaller(page);
  const { data } = await call("get", "/api/contacts");
  await call("patch", `/api/contacts/${data[0].id}`, { company: "Acme" });
  await page.goto(address);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByText("1 contact that was edited since is kept.")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("1 removed, 1 kept")).toBeVisible({ timeout: PATIENCE_MS });
  const rest = page.getByRole("button", { name: "Undo the rest" });
  await rest.first().click();
  await expect(dialog.getByText("Not possible yet: 1 contact has later changes")).toBeVisible();
  await takePicture(page, "undo the rest not yet");
  await expect(dialog.getByRole("button", { name: "Undo the rest" })).toBeDisabled();
  await dialog.getByRole("link", { name: "Show changes" }).click();
  const edit = page.getByRole("listitem").filter({ hasText: "Contact edited", hasNotText: "Undo ·" });
  await edit.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(edit.getByText("Undone", { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
  await page.goBack(); // to the question
  await expect(dialog.getByText("1 contact it created is removed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Undo the rest" }).click();
  await expect(page.getByText("Import undone: 1 removed.")).toBeVisible({ timeout: PATIENCE_MS });
  await expect(rest).toHaveCount(0);
  expect((await call("get", "/api/contacts")).total).toBe(0);
});

test("the undo of many contacts shows its progress at once, and the history does", async ({
  page,
  context,
  account,
}) => {
  expect(account.email).toContain("@");
  await importPeople(page, 30_000, "many");
  const history = await context.newPage();
  await history.goto("/history");
  await expect(history.getByText("many.csv")).toBeVisible();
  await page.getByRole("button", { name: "Undo this import" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("30,000 contacts it created are removed.")).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await dialog.getByRole("button", { name: "Undo import" }).click();
  await expect(history.getByRole("progressbar", { name: "Running" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Import undone: 30,000 removed." })).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await expect(history.getByRole("progressbar")).toHaveCount(0);
});
