import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright";
import { root } from "../scripts/lib/project.mjs";
import { type SignedIn, startSignedIn } from "./signed-in";

/**
 * `npm run bench pictures` renders the pictures of README: the review of an import and the contacts, light and dark,
 * from the built product with its own sample data. `--out <folder>` writes them elsewhere than docs/pictures.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: join(root, "docs/pictures") } },
});

const MOST_BYTES = 300_000;
const SIZE = { width: 1200, height: 750 };
const THEMES = ["light", "dark"] as const;

const product = await startSignedIn({ scale: 1.5, email: "ada@example.com" });
try {
  mkdirSync(values.out, { recursive: true });
  await product.page.setViewportSize(SIZE);
  await importSample(product);
  await showCities(product);
  const review = await reviewChanges(product);
  for (const theme of THEMES) {
    await product.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await take(`${product.url}/contacts`, `contacts-${theme}`, (page) =>
      page.locator("[data-contact]").first().waitFor(),
    );
    await take(review, `review-${theme}`, (page) => page.getByRole("feed").getByText("@").first().waitFor());
  }
} finally {
  await product.stop();
}

async function take(address: string, name: string, ready: (page: Page) => Promise<void>): Promise<void> {
  const { page } = product;
  await page.goto(address);
  await ready(page);
  await page.waitForLoadState("networkidle");
  const path = join(values.out, `${name}.png`);
  writeFileSync(path, await page.screenshot({ animations: "disabled" }));
  const bytes = statSync(path).size;
  if (bytes > MOST_BYTES) throw new Error(`${name} has ${bytes} bytes, at most ${MOST_BYTES} are wanted`);
  console.log(`${name}.png, ${Math.round(bytes / 1000)} kB`);
}

/** With the button of the overview, as a new user does it. */
async function importSample({ page }: SignedIn): Promise<void> {
  await page.getByRole("button", { name: "Load sample data" }).click();
  await page.getByRole("button", { name: "Remove sample data" }).waitFor({ timeout: 60_000 });
}

/** The custom field in place of two columns: with all of them, the table would be wider than the picture. */
async function showCities({ page, url }: SignedIn): Promise<void> {
  await page.goto(`${url}/contacts`);
  await page.getByRole("button", { name: "Columns" }).click();
  for (const name of ["Phone", "Added", "city"]) await page.getByRole("menuitemcheckbox", { name }).click();
  await page.keyboard.press("Escape");
  await page.getByText("Göteborg").waitFor();
}

/** Uploads an edited version of the sample: some rows changed, some new, one wrong. Returns the review's URL. */
async function reviewChanges({ page, url }: SignedIn): Promise<string> {
  const [header = "", ...rows] = readFileSync(join(root, "public/kith-sample-data.csv"), "utf8")
    .trim()
    .split(/\r?\n/);
  const changed = rows.map((row, at) => {
    if (at % 4 === 0)
      return row.replace("Analytical Engines", "Analytical Engines Ltd").replace("Customer", "VIP");
    if (at === 3) return row.replace("@example.com", "(at)example.com");
    return at % 3 === 0 ? row.replace(/\+44 20 7946 0/g, "+44 20 7946 1") : row;
  });
  const fresh = [
    "mette.larsen@example.com,Mette,Larsen,Nordlys ApS,+45 32 12 34 56,Lead,,Aarhus",
    "joao.pereira@example.com,João,Pereira,Casa Azul,,Newsletter,,Porto",
  ];
  const text = [header, ...changed, ...fresh].join("\n");
  await page.goto(`${url}/imports/new`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "spring-fair.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the import" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Review every change" }).click({ timeout: 60_000 });
  await page.getByRole("feed").getByText("@").first().waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Changed/ }).click();
  await page.waitForURL(/kind=/);
  return page.url();
}
