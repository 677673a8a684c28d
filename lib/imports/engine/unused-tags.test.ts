import { expect, it } from "vitest";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listTags } from "@/app/api/tags/route";
import { settleBackground } from "@/lib/http/background";
import { sendBatch } from "@/lib/testing/batches";
import { batchesOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** A tag is created when a contact gets it, not because a row that is skipped names it. */

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
batchesOf(2);

const ROWS: [string, string][] = [
  ["known", "of-known"],
  ["known", "of-known-later"],
  ["new", "of-new"],
  ["new", "of-new-later"],
  ["other", "both"],
  ["known", "both"],
];

/** Which tags are given by which kind of import. */
const CASES = {
  skip: { strategy: "skip", rule: "overwrite", given: ["both", "of-new"] },
  "update only": {
    strategy: "update_only",
    rule: "overwrite",
    given: ["both", "of-known", "of-known-later"],
  },
  "never change tags": {
    strategy: "update",
    rule: "never",
    given: ["both", "of-new"],
  },
  update: {
    strategy: "update",
    rule: "overwrite",
    given: ["both", "of-known", "of-known-later", "of-new", "of-new-later"],
  },
} as const;
const cases = Object.keys(CASES) as (keyof typeof CASES)[];

async function withKnown() {
  const acme = await newWorkspace();
  await acme.call(createContact, { body: { email: "known@example.com", first_name: "K" } });
  return acme;
}

const tagNames = async (acme: Workspace): Promise<string[]> =>
  (await acme.call(listTags, {})).body.data.map(({ name }: { name: string }) => name).sort();

it.each(cases)("by an import: %s", async (name) => {
  const { strategy: duplicateStrategy, rule, given } = CASES[name];
  const acme = await withKnown();
  const csv = `email,tags\n${ROWS.map(([who, tag]) => `${who}@example.com,${tag}`).join("\n")}\n`;
  const params = { id: (await uploadText(acme, csv)).body.importId };
  const columnMapping = { email: "email", tags: "tags" };
  const body = { columnMapping, duplicateStrategy, rules: { tags: rule } };
  const { new_tags } = (await acme.call(dryRun, { params, body })).body;
  await acme.call(confirm, { params, body });
  await settleBackground();
  expect(await tagNames(acme)).toEqual(given);
  expect(new_tags).toEqual(given);
});

it.each(cases)("by a batch: %s", async (name) => {
  const { strategy: duplicate_strategy, rule, given } = CASES[name];
  const acme = await withKnown();
  const rows = ROWS.map(([who, tag]) => ({ email: `${who}@example.com`, tags: [tag] }));
  await sendBatch(acme, rows, { duplicate_strategy, ...(rule === "never" && { never: "tags" }) });
  expect(await tagNames(acme)).toEqual(given);
});

it("and a batch that gives none is no change set", async () => {
  const acme = await withKnown();
  const before = (await acme.call(listChanges, {})).body.total;
  const rows = [{ email: "known@example.com", tags: ["vip"] }];
  expect(await sendBatch(acme, rows, { duplicate_strategy: "skip" })).toMatchObject({ change_id: null });
  expect(await tagNames(acme)).toEqual([]);
  expect((await acme.call(listChanges, {})).body.total).toBe(before);
});
