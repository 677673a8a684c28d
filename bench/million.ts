import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { newId } from "@/lib/ids";
import { workOnThem } from "./many-contacts";
import { load, median, startSignedIn } from "./signed-in";

/**
 * `npm run bench million`: how fast the first page of the contact table responds with 100 contacts and with 1 000 000
 * (`--contacts`) in the same workspace, how many rows are rendered while 5 000 (`--scroll`) are scrolled through, how
 * long a sort, a filter, a segment and a tag for all of them take, and the deletion of the whole workspace, with the
 * journal of an import that changed everybody: until the answer, and until nothing is left. Fails when the bounds are
 * exceeded.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: "string", default: "1000000" },
    scroll: { type: "string", default: "5000" },
    runs: { type: "string", default: "5" },
  },
});
const FEW = 100;
const many = Number(values.contacts);
/** As fast as with few: within a fifth plus the variation of a loaded machine. */
const FACTOR = 1.2;
const VARIATION_MS = 100;
const MAX_ROWS = 150;
const PATIENCE_MS = 120_000;
const MAX_REMOVAL_MS = 60_000;

const product = await startSignedIn();
const { page, url } = product;
const database = postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
const failures: string[] = [];
try {
  const [membership] = await database<{ id: string }[]>`
    select workspace_id as id from memberships where email = ${product.email}`;
  if (!membership) throw new Error("the user has no workspace");
  await fill(membership.id, 0, FEW);
  const few = await measure(FEW);
  const started = performance.now();
  await fill(membership.id, FEW, many);
  console.log(`filled by COPY in ${seconds(started)} s`);
  const full = await measure(many);
  if (full > few * FACTOR + VARIATION_MS)
    failures.push(`${full} ms with ${many} contacts, ${few} with ${FEW}`);
  await scroll();
  await workOnThem(page, url, many);
  await journal(membership.id);
  await removeAll(membership.id);
} finally {
  await database.end();
  await product.stop();
}
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** Contacts number `from` to `to`, newest last, straight into the table; its triggers count them. */
async function fill(workspaceId: string, from: number, to: number): Promise<void> {
  const target = await database`
    copy contacts (workspace_id, id, email, first_name, last_name, company, phone) from stdin`.writable();
  await pipeline(Readable.from(lines(workspaceId, from, to)), target);
  await database`vacuum analyze contacts`;
}

function* lines(workspaceId: string, from: number, to: number): Generator<string> {
  const AT_ONCE = 1000;
  for (let start = from; start < to; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, to - start) }, (_, offset) => {
      const n = start + offset;
      const fields = [workspaceId, newId(), `person${n}@example.com`, `Person ${n}`];
      return `${[...fields, `Last ${n % 977}`, `Company ${n % 613}`, `+49 30 ${n}`].join("\t")}\n`;
    });
    yield rows.join("");
  }
}

/**
 * Milliseconds from the start of the navigation until the first row was shown and a click on it had its effect, the
 * selection bar; the median of several loads.
 */
async function measure(contacts: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= Number(values.runs); run++) {
    await page.goto(`${url}/contacts`, { waitUntil: "commit" });
    const time = await page.evaluate(untilSelected);
    if (run > 0) times.push(Math.round(time)); // the first load warms the caches
  }
  const shown = await page.getByText(`${contacts.toLocaleString("en")} contacts`).count();
  if (shown === 0) failures.push(`the page does not say ${contacts} contacts`);
  console.log(`${contacts} contacts: ${median(times)} ms (${times.join(" ")}), load ${load()}`);
  return median(times);
}

/** Runs in the page: clicks the first row's box as soon as it is rendered and waits for the result. */
function untilSelected(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const box = document.querySelector<HTMLElement>("[data-contact] [role=checkbox]");
      if (document.querySelector("[data-contact] [role=checkbox][aria-checked=true]")) {
        resolve(performance.now());
        return;
      }
      box?.click();
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Scrolls as fast as rows arrive, and counts the rendered rows at every step. */
async function scroll(): Promise<void> {
  const wanted = Number(values.scroll);
  const started = performance.now();
  await page.goto(`${url}/contacts`);
  const rows = page.locator("[data-contact]");
  await rows.first().waitFor({ timeout: PATIENCE_MS });
  const { most, last } = await page.evaluate(scrollTo, wanted);
  console.log(`scrolled to row ${last} in ${seconds(started)} s, at most ${most} rows in the page`);
  if (most >= MAX_ROWS) failures.push(`${most} rows in the page at once`);
}

function scrollTo(wanted: number): Promise<{ most: number; last: number }> {
  return new Promise((resolve) => {
    let most = 0;
    const step = () => {
      const rows = [...document.querySelectorAll("[data-contact]")];
      most = Math.max(most, rows.length);
      const last = Math.max(0, ...rows.map((row) => Number(row.getAttribute("aria-rowindex")) - 1));
      if (last >= wanted) resolve({ most, last });
      else {
        window.scrollBy(0, window.innerHeight * 0.8);
        requestAnimationFrame(step);
      }
    };
    step();
  });
}

/** What an import leaves that changes every contact. */
async function journal(workspaceId: string): Promise<void> {
  await database`
    insert into import_changes (workspace_id, import_id, contact_id, first_name, last_name, phone, company, is_unsubscribed, updated_at)
    select workspace_id, ${newId()}, id, first_name, last_name, phone, company, is_unsubscribed, updated_at
    from contacts where workspace_id = ${workspaceId}`;
}

async function removeAll(workspaceId: string): Promise<void> {
  await page.goto(`${url}/settings`);
  await page.getByRole("button", { name: "Delete…" }).click();
  const name = `${product.email.split("@")[0]} workspace`;
  await page.getByRole("dialog").getByRole("textbox").fill(name);
  const started = performance.now();
  await page.getByRole("button", { name: "Delete the workspace" }).click();
  await page.getByText("Your workspace was deleted.").waitFor({ timeout: PATIENCE_MS });
  console.log(`deleted the workspace: answered in ${seconds(started)} s, load ${load()}`);
  const isThere = async () => (await database`select from workspaces where id = ${workspaceId}`).length > 0;
  while (performance.now() - started < 10 * MAX_REMOVAL_MS && (await isThere())) await sleep(100);
  const took = performance.now() - started;
  console.log(`nothing of it is left after ${seconds(started)} s`);
  if (took > MAX_REMOVAL_MS) failures.push(`the workspace was removed in ${Math.round(took)} ms`);
  const [left] = await database<{ n: number }[]>`
    select ((select count(*) from contacts) + (select count(*) from import_changes))::int as n`;
  if (left?.n !== 0) failures.push(`${left?.n} rows left`);
}
