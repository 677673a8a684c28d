import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../scripts/lib/project.mjs";
import { expectNoOverflow } from "./axe";
import { expect, signIn, test, tokenOf } from "./support";

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

test("the API reference is printed as wide as the sheet, with whole calls and nothing to press", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto("/docs");
  const main = page.getByRole("main");
  await expect(main.locator("pre").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(main.getByRole("button")).toHaveCount(0);
  expect(await main.evaluate((sheet) => sheet.clientWidth)).toBe(1400);
  const cut = await main
    .locator("pre")
    .evaluateAll((calls) =>
      calls.filter((call) => call.scrollHeight > call.clientHeight || call.scrollWidth > call.clientWidth),
    );
  expect(cut).toEqual([]);
  const create = page.locator("#createTag");
  const [text, calls] = await create
    .locator(":scope > div")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
  expect(calls, "calls below the text").toBe(text);
});

test("a request is tried out in the workspace that the tab shows", async ({ page, account }) => {
  expect(account).toBeTruthy();
  await page.goto("/");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "New workspace" }).click();
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("button", { name: /Second/ })).toBeVisible();
  await page.goto("/docs#createTag");
  const create = page.locator("#createTag");
  await create.getByText("Try it").click();
  await create.getByLabel("Body").fill('{"name": "Of the second"}');
  await create.getByRole("button", { name: "Send POST" }).click();
  await expect(create.getByText(/^201 · \d+ ms$/)).toBeVisible();
  await page.goto("/tags");
  await expect(page.getByText("Of the second")).toBeVisible();
});

test("who was signed out meanwhile is led to the sign-in to copy a token, and back", async ({
  page,
  account,
}) => {
  await page.goto("/docs");
  await expect(page.getByRole("button", { name: "Copy access token" })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Copy access token" }).click();
  await signIn(page, account);
  await expect(page).toHaveURL(/\/docs$/);
});

test("the client as it is published works in a browser", async ({ page, account }) => {
  expect(account).toBeTruthy();
  const token = tokenOf(page);
  // A page of the product's origin with nothing on it but the client's own files.
  await page.route("**/published-client/*", async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const isFile = name.endsWith(".js");
    const body = isFile
      ? await readFile(join(root, "client/dist", name))
      : "<!doctype html><title>Client</title>";
    await route.fulfill({ contentType: isFile ? "text/javascript" : "text/html", body });
  });
  await page.goto("/published-client/page");
  const seen = await page.evaluate(async (bearer) => {
    const published: string = "/published-client/index.js";
    const { Kith, KithError } = await import(published);
    const kith = new Kith({ url: location.origin, token: bearer });
    const ada = { email: "ada@example.com", first_name: "Ada" };
    const { id } = await kith.call("POST /contacts", { body: ada });
    const file = new File(["email,name\ngrace@example.com,Grace\n"], "people.csv");
    const preview = await kith.upload(file, { filename: file.name });
    const listed: string[] = [];
    for await (const { email } of kith.each("GET /contacts")) listed.push(email);
    await kith.call("DELETE /contacts/{id}", { path: { id } });
    const error = await kith.call("GET /contacts/{id}", { path: { id } }).catch((caught: unknown) => caught);
    return { listed, rows: preview.preview.totalRows, isTyped: error instanceof KithError, code: error.code };
  }, token);
  expect(seen).toEqual({ listed: ["ada@example.com"], rows: 1, isTyped: true, code: "NOT_FOUND" });
});
