import type { Page } from "playwright";
import { load } from "./signed-in";

const PATIENCE_MS = 300_000;

/**
 * Actions on many contacts, done in the page as a user does them: sorting, filtering, creating a segment, tagging all.
 * Prints how long each takes until the page shows the result.
 */
export async function workOnThem(page: Page, url: string, contacts: number): Promise<void> {
  const first = page.locator("[data-contact]").first();
  const shown = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS });
  const timed = async (what: string, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    console.log(`${what}: ${Math.round(performance.now() - started)} ms, load ${load()}`);
  };
  const open = (path: string) => async () => {
    await page.goto(`${url}${path}`, { waitUntil: "commit" });
    await first.waitFor({ timeout: PATIENCE_MS });
  };
  for (const sort of ["name", "-name", "company"]) {
    await timed(`sorted by ${sort}, the first time`, open(`/contacts?sort=${sort}`));
    await timed(`sorted by ${sort}, again`, open(`/contacts?sort=${sort}`));
  }
  await timed("filtered by a company", async () => {
    await open("/contacts?company=Company+7")();
    await shown(/contacts match/);
  });
  await timed("searched for two words", async () => {
    await open("/contacts?q=last+7+company+7")();
    await shown(/contacts match/);
  });
  await page.getByRole("button", { name: "Segments" }).click();
  await page.getByRole("menuitem", { name: "Save as segment" }).click();
  await page.getByRole("dialog").getByLabel("Name of the segment").fill("Sevens");
  await timed("saved as a segment", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await shown("Segment “Sevens” saved");
  });
  await timed("the segment from another page", async () => {
    await page.goto(`${url}/tags`);
    await page
      .getByRole("navigation", { name: "Segments" })
      .getByRole("link", { name: /^Sevens/ })
      .click();
    await shown(/contacts match/);
  });
  await tagAll(page, url, contacts, timed);
}

type Timed = (what: string, work: () => Promise<void>) => Promise<void>;

async function tagAll(page: Page, url: string, contacts: number, timed: Timed): Promise<void> {
  const all = contacts.toLocaleString("en");
  await page.goto(`${url}/contacts`);
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).click();
  const bar = page.getByRole("region", { name: "Actions for the selection" });
  await bar.getByRole("button", { name: `Select all ${all}` }).click();
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByPlaceholder("Find or create a tag").fill("everybody");
  await timed(`tagged all ${all}`, async () => {
    await page.getByRole("option", { name: "Create “everybody”" }).click();
    await page.getByText(`“everybody” added to ${all} contacts`).first().waitFor({ timeout: PATIENCE_MS });
  });
}
