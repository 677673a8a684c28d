import { expectNoOverflow } from "./axe";
import { expect, test } from "./support";

test("the API reference is searched, copied from and tried out", async ({ page, account, context }) => {
  expect(account).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await page.getByRole("heading", { name: "API reference" }).click();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search the reference" });
  await expect(search).toBeFocused();
  await search.fill("createtag");
  await expect(page.getByRole("status")).toHaveText("1 match");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#createTag$/);

  const create = page.locator("#createTag");
  await create.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(copied).toMatch(/^### Create a tag\n/);
  await create.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect.poll(copied).toMatch(/^curl -fsS .*\/api\/tags"/);
  await create.getByRole("button", { name: "Python" }).click();
  await create.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect.poll(copied).toMatch(/^import json\n/);
  await page.reload();
  await expect(page.locator("#listTags").getByText("from urllib.request import")).toBeVisible();
  await page.locator("#listTags").getByRole("button", { name: "curl" }).click();

  await create.getByText("Try it").click();
  await create.getByLabel("Body").fill('{"name": "Made here"}');
  await create.getByRole("button", { name: "Send POST" }).click();
  await expect(create.getByText(/^201 · \d+ ms$/)).toBeVisible();
  await expectNoOverflow(page, "an answer with long lines");

  const list = page.locator("#listTags");
  await list.getByText("Try it").click();
  await list.getByRole("button", { name: "Send GET" }).click();
  await expect(list.getByText(/^200 · \d+ ms$/)).toBeVisible();
  await expect(list.locator("pre").last()).toContainText('"name": "Made here"');

  const contacts = page.locator("#listContacts");
  await contacts.getByText("Try it").click();
  await contacts.getByLabel("limit").fill("1000");
  await contacts.getByRole("button", { name: "Send GET" }).click();
  await expect(contacts.getByText(/^400 · \d+ ms$/)).toBeVisible();

  const upload = page.locator("#createImport");
  await upload.getByText("Try it").click();
  await upload.getByLabel("File", { exact: true }).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("email,name\nada@example.com,Ada\n"),
  });
  await upload.getByRole("button", { name: "Send POST" }).click();
  await expect(upload.getByText(/^201 · \d+ ms$/)).toBeVisible();
});
