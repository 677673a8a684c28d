import fc from "fast-check";
import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { newId } from "@/lib/ids";
import type { StagedRow } from "@/lib/imports/rows/encode";
import { RowLines } from "@/lib/imports/rows/lines";
import { makeWorkspace } from "@/lib/testing/fixtures/workspace";
import { lookUp } from "./lookup";
import { type Batch, type MergePlan, UNLIMITED } from "./plan";

/** Few values, so that many rows repeat what is stored, and each one is easily mistaken for another. */
const awkward = fc.constantFrom(
  "\\N",
  "\\",
  "a\tb",
  "a",
  "b",
  "\n",
  "\\n",
  "a\x1eb",
  "\x1e",
  "N",
  '"',
  "Ünï",
  "{}",
  "\\N\tb",
);
const cell = fc.option(awkward, { nil: null });
const custom = fc.option(fc.dictionary(fc.constantFrom("k", "long", '"'), awkward, { minKeys: 1 }), {
  nil: null,
});

interface Values {
  first_name: string | null;
  notes: string | null;
  is_unsubscribed: boolean;
  custom: Record<string, string> | null;
}
const values: fc.Arbitrary<Values> = fc.record({
  first_name: cell,
  notes: cell,
  is_unsubscribed: fc.boolean(),
  custom,
});

const columns = {
  text: ["first_name" as const, "notes" as const],
  is_unsubscribed: true,
  custom: true,
  tags: false,
};

const emailOf = (n: number) => `p${String(n).padStart(4, "0")}@x.example`;

function batchOf(rows: Values[]): Batch {
  const lines = new RowLines(columns);
  for (const [n, { first_name, notes, is_unsubscribed, custom: fields }] of rows.entries()) {
    const row: StagedRow = {
      row: n + 1,
      email: emailOf(n),
      text: [first_name, notes],
      is_unsubscribed,
      custom:
        fields &&
        Object.fromEntries(
          Object.entries(fields).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)),
        ),
      cleared: null,
      tags: null,
    };
    lines.add(row);
  }
  const position = { byte: 0, line: 1, row: 1 };
  const repeats = { of: new Map(), all: 0, idle: new Set<number>() };
  return {
    count: rows.length,
    lines,
    fileLines: [],
    leftOut: new Map(),
    order: lines.inOrder(),
    repeats,
    metBefore: new Set(),
    said: [],
    targets: null,
    moves: new Map(),
    tags: new Set(),
    newTags: [],
    failures: [],
    besides: [],
    late: new Set(),
    start: undefined,
    end: position,
  };
}

/** The result of an update by such a row of such a contact. */
function merged(contact: Values, row: Values): Values {
  return {
    first_name: row.first_name ?? contact.first_name,
    notes: row.notes ?? contact.notes,
    is_unsubscribed: contact.is_unsubscribed || row.is_unsubscribed,
    custom: contact.custom || row.custom ? { ...contact.custom, ...row.custom } : null,
  };
}

it("takes only rows for the same that would change nothing, and hardly any of those for different", async () => {
  const pairs = fc.array(
    fc.record({ contact: values, row: values, repeats: fc.boolean(), imported: fc.boolean() }),
    {
      minLength: 300,
      maxLength: 300,
    },
  );
  let all = 0;
  let found = 0;
  const property = fc.asyncProperty(pairs, async (list) => {
    const workspaceId = await makeWorkspace();
    const contacts = list.map(({ contact }) => ({ ...contact, first_name: contact.first_name ?? "p" }));
    const rows = list.map(({ row, repeats }, n) => (repeats ? (contacts[n] as Values) : row));
    const stored = contacts.map(({ custom: custom_fields, ...values }, n) => {
      const written_by = list[n]?.imported ? newId() : null;
      return { ...values, id: newId(), email: emailOf(n), custom_fields, written_by };
    });
    await pg()`
      insert into contacts (workspace_id, id, email, first_name, notes, is_unsubscribed, custom_fields, written_by)
      select ${workspaceId}::uuid, id, email, first_name, notes, is_unsubscribed, custom_fields, written_by
      from jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb) as r(id uuid, email text, first_name text,
        notes text, is_unsubscribed boolean, custom_fields jsonb, written_by uuid)`;
    const plan: MergePlan = {
      workspaceId,
      importId: newId(),
      columns,
      strategy: "update",
      clears: [],
      tagIds: [],
      ...UNLIMITED,
    };
    const lookup = await pg().begin((tx) => lookUp(tx, plan, batchOf(rows)));
    rows.forEach((row, n) => {
      const contact = contacts[n] as Values;
      expect(lookup.stored[n]).toBe(1);
      // A repeated opt-out of another import takes its place.
      const isTakenOver = row.is_unsubscribed && list[n]?.imported;
      if (lookup.same[n]) expect(merged(contact, row)).toEqual(contact);
      if (lookup.same[n]) expect(isTakenOver).not.toBe(true);
      if (list[n]?.repeats && !isTakenOver) {
        all++;
        found += lookup.same[n] ?? 0;
      }
    });
  });
  await fc.assert(property, { numRuns: process.env.KITH_FULL ? 100 : 8 });
  expect(found / all).toBeGreaterThan(0.3);
});
