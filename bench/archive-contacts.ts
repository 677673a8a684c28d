import { pg } from "@/db/client";
import { importJob } from "@/lib/imports/engine/job";
import { runJob } from "@/lib/jobs/run";
import { HEADERS, MAPPING, type Person, people, quote, randomSource } from "@/lib/testing/fixtures/people";
import { confirmedImport, importState, makeWorkspace, storeFile } from "@/lib/testing/fixtures/workspace";

/**
 * A workspace as it would be after years, filled by the importer itself: contacts whose texts are nearly all
 * different, tags, custom fields; rejected rows; a second import that changed every tenth contact and can be undone;
 * people who opted out, some of them deleted.
 */
export async function fillWorkspace(contacts: number): Promise<void> {
  const workspaceId = await makeWorkspace();
  // One in a hundred rows has an invalid address, and some people are deleted again below.
  await importPeople(workspaceId, Math.ceil(contacts * 1.02), 1);
  await importPeople(workspaceId, Math.ceil(contacts / 10), 2);
  await pg()`
    update contacts set is_unsubscribed = true, updated_at = now()
    where workspace_id = ${workspaceId} and import_row % 50 = 7`;
  await pg()`delete from contacts where workspace_id = ${workspaceId} and import_row % 500 = 7`;
  await pg()`vacuum analyze`;
}

async function importPeople(workspaceId: string, rows: number, edition: number): Promise<void> {
  const file = await storeFile(workspaceId, csv(rows, edition));
  const mapping = { ...MAPPING, Source: "tags" };
  const id = await confirmedImport(workspaceId, file, rows, {}, mapping);
  await runJob(importJob, { workspaceId, id });
  const state = await importState(workspaceId, id);
  if (state.status !== "completed" || state.processed_rows !== rows) throw new Error(JSON.stringify(state));
}

const WORDS = 4_000;
const TAGS = Array.from({ length: 40 }, (_, n) => `list ${n}`);

/** Made-up words of some language, by number: their texts compress like prose, not like a pattern. */
function word(number: number): string {
  const syllables = [
    "ka",
    "ron",
    "mi",
    "ste",
    "lau",
    "ber",
    "ni",
    "to",
    "gra",
    "vel",
    "us",
    "ei",
    "dor",
    "sa",
    "phi",
  ];
  const pick = (at: number) => syllables[at % syllables.length] ?? "";
  return pick(number) + pick(Math.floor(number / 15)) + (number % 3 ? pick(Math.floor(number / 225)) : "");
}

function* csv(rows: number, edition: number): Generator<Buffer> {
  const random = randomSource(16 + edition);
  let text = `${HEADERS.join(",")}\n`;
  // Contacts are from the first rows of a seed, so that the second edition is about people of the first.
  for (const { person } of people(rows, { seed: 1, repeats: 0 })) {
    text += `${cells(person, random).map(quote).join(",")}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

function cells(p: Person, random: () => number): string[] {
  const number = (below: number) => Math.floor(random() * below);
  const prose = (length: number) => Array.from({ length }, () => word(number(WORDS))).join(" ");
  const last = `${p.last} ${word(number(WORDS))}`;
  const notes = random() < 0.5 ? "" : `${prose(4 + number(12))}, ${number(1e6)}`;
  const company = p.company && `${p.company} ${word(number(WORDS))}`;
  const tags = Array.from({ length: number(4) }, () => TAGS[number(TAGS.length)]).join(";");
  const phone = p.phone && `+49 ${number(900) + 30} ${number(1e8)}`;
  return [p.email, p.first, last, phone, company, notes, p.city, p.plan, tags, String(number(100))];
}
