import { randomInt, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { createServerClient } from "@supabase/ssr";
import { blobDouble, mailDouble, uploadToDouble } from "./hosted";
import { watchRequests } from "./idle";

export { expect };

/** For steps that wait for the server: a machine that runs the whole suite is busy. */
export const PATIENCE_MS = 45_000;
const TEST_MS = 120_000;

/** A client address of its own for every test, so that the limit per address never counts another test's requests. */
export function ownAddress(): string {
  return `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

/** The product's browser test: its own client address, and no error on the console unless the test expects one. */
export const test = base.extend<{ account: Account; unhurried: undefined }>({
  unhurried: [
    async ({ baseURL: _ }, use, info) => {
      info.setTimeout(TEST_MS);
      await use(undefined);
    },
    { auto: true },
  ],
  extraHTTPHeaders: async ({ baseURL: _ }, use) => {
    await use({ "x-forwarded-for": ownAddress() });
  },
  bypassCSP: blobDouble !== undefined, // the page's policy allows Vercel's address only
  context: async ({ context }, use) => {
    if (blobDouble) await uploadToDouble(context, blobDouble);
    await use(context);
  },
  /** Handlers that are still answering when the test ends are ignored: their answers end with the page. */
  page: async ({ page }, use) => {
    watchRequests(page);
    await use(page);
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  /** A signed-in user with an empty workspace, who has not opened a page yet. */
  account: async ({ page }, use) => {
    await use(await signUp(page));
  },
});

export interface Account {
  email: string;
  password: string;
}

const newAccount = () => ({
  email: `e2e-${randomUUID()}@example.com`,
  password: "correct horse battery staple",
});

/** The tokens of those who signed up, by their browser contexts: what a test only needs to be there comes by the API. */
const tokens = new WeakMap<BrowserContext, string>();

/** The access token of whoever signed up in this page. */
export function tokenOf(page: Page): string {
  const token = tokens.get(page.context());
  if (!token) throw new Error("nobody signed up in this page by the API");
  return token;
}

/** A new user, signed up by the requests and the cookies of the page that it saves. */
export async function signUp(page: Page): Promise<Account> {
  if (mailDouble) return signUpByHand(page);
  const account = newAccount();
  const form = await page.request.get("/sign-up");
  const { origin } = new URL(form.url());
  const [, publishable = ""] = /publishableKey\\*":\\*"([^"\\]+)/.exec(await form.text()) ?? [];
  const identity = createServerClient(origin, publishable, {
    cookieOptions: { name: "kith-auth" },
    cookies: {
      getAll: () => [],
      setAll: (all) =>
        page.context().addCookies(all.map(({ name, value }) => ({ name, value, url: origin }))),
    },
    global: { headers: { "x-forwarded-for": ownAddress() } },
  });
  const { data, error } = await identity.auth.signUp(account);
  expect(error).toBeNull();
  if (data.session) tokens.set(page.context(), data.session.access_token);
  return account;
}

/** Opens the overview of somebody who has just begun. */
export async function openOverview(page: Page): Promise<void> {
  await page.goto("/");
  await expectOverview(page);
}

async function expectOverview(page: Page): Promise<void> {
  // Rendered from the browser's own requests, so the page is hydrated by then.
  await expect(page.getByRole("heading", { name: "Getting started" })).toBeVisible({ timeout: PATIENCE_MS });
}

/** Signs a new user up by hand and waits for the overview. */
export async function signUpByHand(page: Page): Promise<Account> {
  const account = newAccount();
  await page.goto("/sign-up");
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expectOverview(page);
  return account;
}

/** Signs in after a redirect to the sign-in page: the page that is being left may have fields of the same name. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Adds a contact by hand; the page of contacts shows it afterwards. */
export async function addContact(page: Page, email: string, firstName: string): Promise<void> {
  await page.goto("/contacts?new=contact");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByRole("button", { name: "Add contact", exact: true }).click();
  await expect(dialog).toBeHidden();
  // The empty list's own button disappears with the first row.
  await expect(page.getByRole("link", { name: firstName })).toBeVisible();
}

/** Creates a tag by hand; the page of tags shows it afterwards. */
export async function addTag(page: Page, name: string): Promise<void> {
  await page.goto("/tags?new=tag");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create tag" }).click();
  await expect(dialog).toBeHidden();
}

/** Holds the answers of a path back until the returned function is called. */
export async function hold(page: Page, path: string | RegExp, method = "GET"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  return resolve;
}

/** The path of a fixture file. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

/** Uploads a file and waits until its columns can be matched. */
export async function upload(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto("/imports/new");
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByRole("heading", { name: "What is in each column?" })).toBeVisible({
    timeout: PATIENCE_MS,
  });
}

/** From the matched columns to a finished import. */
export async function runImport(page: Page): Promise<void> {
  await startImport(page);
  await expectCompleted(page);
}

async function expectCompleted(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Import completed" })).toBeVisible({ timeout: PATIENCE_MS });
}

async function startImport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the import" }).click();
  await page.getByRole("button", { name: /^(Create|Update) \d/ }).click();
}

/** Imports this many people; the page of the result shows it afterwards. */
export async function importPeople(page: Page, count: number, prefix?: string): Promise<void> {
  const token = tokens.get(page.context());
  if (token) {
    await page.goto(`/imports/${await importByApi(page, token, people(count, prefix))}`);
  } else {
    await upload(page, people(count, prefix));
    await startImport(page);
  }
  await expectCompleted(page);
}

/** The id of an import that is confirmed as it is suggested. */
async function importByApi(page: Page, token: string, file: ReturnType<typeof people>): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post("/api/imports", { headers, multipart: { file } });
  expect(sent.status(), await sent.text()).toBe(201);
  const { importId } = await sent.json();
  const confirmed = await page.request.post(`/api/imports/${importId}/confirm`, { headers });
  expect(confirmed.status(), await confirmed.text()).toBe(202);
  return importId;
}

/** One line of a list of figures: the number next to a word. */
export function figure(page: Page, list: string, name: string) {
  return page
    .locator(`dl[aria-label="${list}"] > div`)
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd:not([data-forecast])");
}

/** A CSV of people whose addresses sort in the order of their numbers; an import gives ids in that order. */
export function people(count: number, prefix = "person") {
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `${prefix}${String(index).padStart(6, "0")}@example.com,Person ${index},Company ${index % 7}`,
  );
  return {
    name: `${prefix}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`email,first_name,company\n${rows.join("\n")}\n`),
  };
}

/** Calls the API with the token of the signed-in page. */
export async function apiCaller(page: Page) {
  const asked = page.waitForRequest((request) => "authorization" in request.headers());
  await page.goto("/tags");
  const { authorization = "" } = (await asked).headers();
  return async (method: "get" | "post" | "patch", path: string, data?: object) => {
    const answer = await page.request[method](path, { headers: { authorization }, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** Selects all contacts of a list that is loaded as a whole: by the table's head, or on a phone by the first and the rest. */
export async function selectAllContacts(page: Page): Promise<void> {
  const head = page.getByRole("checkbox", { name: "Select all loaded contacts" });
  const first = page
    .getByRole("row")
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first();
  await expect(first).toBeVisible();
  if (await head.isVisible()) return head.click();
  await first.click();
  await page.getByRole("button", { name: /^Select all \d/ }).click();
}

/** Presses the Tab key until the element has the focus, which it may have already. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
