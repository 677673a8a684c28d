import { expect, it } from "vitest";
import { DELETE as deleteContact } from "@/app/api/contacts/[id]/route";
import { POST as createContact } from "@/app/api/contacts/route";
import { GET as listChanges } from "@/app/api/imports/[id]/changes/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { POST as undo } from "@/app/api/imports/[id]/undo/route";
import { pg } from "@/db/client";
import { settleBackground } from "@/lib/http/background";
import { randomSource } from "@/lib/testing/fixtures/people";
import { batchesOf, endOf, uploadText } from "@/lib/testing/imports";
import { seedsOf } from "@/lib/testing/seeds";
import { newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { type DiffRow, diffKinds } from "./schemas";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;
type Values = Record<string, unknown>;

const seeds = seedsOf(6, 1000);
const FILES = seeds.count;
const HEADERS = ["E-Mail", "Vorname", "Firma", "Notiz", "Schlagworte", "Abgemeldet", "Stadt", "Zahl", "Nr"];
const TARGETS = [
  ...["email", "first_name", "company", "notes", "tags", "is_unsubscribed"],
  ...["custom_fields.city", "custom_fields.n", "external_id"],
];

const RULES = ["overwrite", "overwrite", "overwrite", "overwrite", "fill", "never"];

const BATCH = 7;
batchesOf(BATCH);

/** Stored contacts, a file and the choices about it; the same for the same seed. */
function generate(seed: number) {
  const random = randomSource(seed);
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const cell = (values: string[]) => (random() < 0.4 ? "" : pick(values));
  const email = () => `p${Math.floor(random() * 25)}@example.com`;
  const ids = Array.from({ length: 12 }, (_, n) => `id${n}`);
  const unused = [...ids];
  const stored = new Set(Array.from({ length: Math.floor(random() * 18) }, email));
  const contacts = [...stored].map((address) => ({
    email: address,
    first_name: pick(["Ada", "Zoë", "李"]),
    ...(random() < 0.7 && { company: pick(["Acme", "Söhne"]) }),
    ...(random() < 0.7 && { notes: pick(["old", "tab\there", "new\nlines", "\\N"]) }),
    ...(random() < 0.5 && {
      custom_fields: { city: pick(["Paris", "東京"]), n: pick([1, "1", { a: 1 }]), x: true },
    }),
    is_unsubscribed: random() < 0.2,
    ...(random() < 0.5 && unused.length > 0 && { external_id: unused.pop() }),
  }));
  const rows = Array.from({ length: 1 + Math.floor(random() * 40) }, () => [
    random() < 0.1 ? email().replace("@", "(at)") : random() < 0.2 ? email().toUpperCase() : email(),
    cell(["Ada", "Bob", "Łukasz"]),
    cell(["Acme", "Engines; Ltd", 'The "Best"', "=1+1"]),
    cell(["old", "new\nlines", "tab\there", "\\N", "x".repeat(random() < 0.1 ? 10_001 : 9)]),
    cell(["red", "red,blue", "Green", "green"]),
    cell(["yes", "no"]),
    cell(["Paris", "Oslo", '"}{']),
    cell(["1", "2"]),
    random() < 0.5 ? "" : pick(ids),
  ]);
  // Rows that are rejected, but state that their person opted out.
  const leaving = randomSource(seed + 1000);
  for (const row of rows) if (leaving() < 0.2) [row[3], row[5]] = ["x".repeat(10_001), "yes"];
  const mapping = TARGETS.map((target, at) => (at > 0 && random() < 0.3 ? "skip" : target));
  const options = {
    duplicateStrategy: pick(["update", "update", "update", "update_only", "skip"]),
    emptyCells: pick(["keep", "keep", "clear"]),
    rules: Object.fromEntries(HEADERS.slice(1).map((header) => [header, pick(RULES)])),
    leaveOut: {
      rows: rows.flatMap((_, at) => (random() < 0.05 ? [at + 1] : [])),
      kinds: random() < 0.1 ? [pick(["create", "update"])] : [],
    },
  };
  const gone = contacts.filter(() => random() < 0.15).map((one) => one.email);
  return { contacts, gone, rows, options, mapping };
}

const quote = (cell: string) => (/[";\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (rows: string[][]) => [HEADERS, ...rows].map((row) => `${row.map(quote).join(";")}\n`).join("");

/** Everything an import can change about the contacts of a workspace, by address. */
async function stateOf(workspaceId: string): Promise<Map<string, Values>> {
  const rows = await pg()<{ email: string; values: Values }[]>`
    select c.email, jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'phone', c.phone,
      'company', c.company, 'notes', c.notes, 'external_id', c.external_id, 'is_unsubscribed', c.is_unsubscribed,
      'custom', coalesce(c.custom_fields, '{}'), 'tags', (
        select coalesce(jsonb_agg(t.name order by t.name), '[]') from contact_tags l
        join tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
        where l.workspace_id = c.workspace_id and l.contact_id = c.id)) as values
    from contacts c where c.workspace_id = ${workspaceId}`;
  return new Map(rows.map(({ email, values }) => [email, values]));
}

const CUSTOM = "custom_fields.";
const EMPTY = {
  ...{ last_name: null, phone: null, company: null, notes: null, external_id: null },
  is_unsubscribed: false,
};

/** Applies a row of the diff to the state; the former values in the row must equal the state. */
function apply(state: Map<string, Values>, row: DiffRow, where: string): number {
  if (row.kind === "create" && row.repeats === null) {
    expect(state.has(row.email ?? ""), where).toBe(false);
    state.set(row.email ?? "", { ...EMPTY, custom: {}, tags: [] });
  }
  const contact = state.get(row.email ?? "");
  if (!contact) {
    const isStranger = row.kind === "skip" && row.opt_out === "remembered";
    const says = isStranger ? [{ field: "is_unsubscribed", old: null, new: true }] : [];
    expect([row.changes, row.tags_added], where).toEqual([says, []]);
    return 0;
  }
  const custom = contact.custom as Values;
  for (const { field, old, new: now } of row.changes) {
    if (field === "email") {
      expect(old, where).toBe(row.email);
      expect(state.has(String(now)), where).toBe(false);
      state.delete(String(old));
      state.set(String(now), contact);
      continue;
    }
    const [values, key] = field.startsWith(CUSTOM) ? [custom, field.slice(CUSTOM.length)] : [contact, field];
    expect(row.kind === "create" ? null : (values[key] ?? null), `${where} ${field}`).toEqual(old);
    if (now === null && values === custom) delete custom[key];
    else values[key] = now;
  }
  if (row.opt_out === "remembered") contact.is_unsubscribed = true;
  if (row.opt_out !== null) expect(contact.is_unsubscribed, where).toBe(true);
  contact.tags = [...(contact.tags as string[]), ...row.tags_added].sort();
  return row.changes.length + row.tags_added.length;
}

/**
 * Unsubscribes the contact that a rejected row names by its address, else by its id. Returns the addresses of the
 * contacts that changed.
 */
function applyOptOut(state: Map<string, Values>, row: DiffRow, mapping: string[]): string[] {
  if (!row.error?.opted_out) return [];
  const cellOf = (target: string) => row.error?.cells[mapping.indexOf(target)] ?? "";
  const id = ID_FAULTS.includes(row.error.code) ? "" : cellOf("external_id");
  // Where the address is faulty, the one that is proposed for it.
  const proposed = row.error.code === "email_invalid" ? row.error.proposals?.[0]?.value : undefined;
  const address = (proposed ?? cellOf("email")).toLowerCase();
  const named = [...state].filter(([email, { external_id }]) =>
    state.has(address) ? email === address : id !== "" && external_id === id,
  );
  const changed = named.filter(([, contact]) => contact.is_unsubscribed !== true);
  for (const [, contact] of changed) contact.is_unsubscribed = true;
  return changed.map(([email]) => email);
}

const ID_FAULTS: string[] = ["email_taken", "external_id_differs"];

async function allChanges(acme: Workspace, params: { id: string }, query: Record<string, string> = {}) {
  const rows: DiffRow[] = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const { status, body } = await acme.call(listChanges, {
      params,
      query: { ...query, limit: "9", cursor: String(cursor) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.data);
    cursor = body.nextCursor;
  }
  return rows;
}

/** The content of the import's journal: who was changed, and which tags were added. */
async function journalOf(workspaceId: string, id: string) {
  return pg()<{ email: string; first: Values; tags: string[] }[]>`
    select coalesce((
        select j.email from import_changes j
        where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id order by j.seq limit 1),
        c.email) as email, (
        select jsonb_build_object('first_name', j.first_name, 'last_name', j.last_name, 'phone', j.phone,
          'company', j.company, 'notes', j.notes, 'external_id', j.external_id,
          'is_unsubscribed', j.is_unsubscribed,
          'custom', coalesce(j.custom_fields, '{}'))
        from import_changes j where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id
        order by j.seq limit 1) as first,
      array(select t.name from import_changes j cross join unnest(j.added_tags) tag
        join tags t on t.workspace_id = j.workspace_id and t.id = tag
        where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id order by 1) as tags
    from contacts c where c.workspace_id = ${workspaceId} and c.import_id is distinct from ${id} and exists (
      select from import_changes j
      where j.workspace_id = c.workspace_id and j.import_id = ${id} and j.contact_id = c.id)`;
}

async function prepare(
  acme: Workspace,
  { contacts, gone, rows, options, mapping }: ReturnType<typeof generate>,
) {
  for (const body of contacts) {
    const { body: made } = await acme.call(createContact, { body });
    if (gone.includes(body.email)) await acme.call(deleteContact, { params: { id: made.id } });
  }
  const { importId } = (await uploadText(acme, csv(rows))).body;
  const params = { id: importId as string };
  const columnMapping = Object.fromEntries(HEADERS.map((header, at) => [header, mapping[at]]));
  const drafted = await acme.call(patch, { params, body: { columnMapping, options } });
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  return params;
}

it(`tells in ${FILES} generated files what the import then does, cell by cell, and what its journal keeps`, {
  timeout: 7_200_000,
}, async () => {
  const sum = { rows: 0, cells: 0, journaled: 0, repeats: 0, optOuts: 0, leftOut: 0, moves: 0, rejected: 0 };
  for (const seed of seeds.all) {
    const acme = await newWorkspace();
    const made = generate(seed);
    const params = await prepare(acme, made);
    const before = await stateOf(acme.id);
    const predicted = (await acme.call(dryRun, { params })).body;
    const changes = await allChanges(acme, params);

    expect(changes.map(({ row }) => row)).toEqual(made.rows.map((_, at) => at + 1));
    for (const kind of diffKinds)
      expect(changes.filter((row) => row.kind === kind).length, `seed ${seed} ${kind}`).toBe(predicted[kind]);
    const remembered = changes.filter((row) => row.opt_out === "remembered");
    const strangers = remembered.filter(({ kind }) => kind === "skip").length;
    expect([remembered.length - strangers, strangers], `seed ${seed} opted out`).toEqual([
      predicted.opted_out,
      predicted.skipped_opt_outs,
    ]);

    // Half of them bound to what they were shown, which tries each batch a second time.
    const query: Record<string, string> = seed % 2 === 0 ? { etag: predicted.etag } : {};
    expect((await acme.call(confirm, { params, query })).status).toBe(202);
    await endOf(acme, params);
    const state = new Map([...before].map(([email, values]) => [email, structuredClone(values)]));
    const told = new Map<string, { tags: string[]; fields: Set<string> }>();
    /** Addresses that contacts were given, with those they had before the import. */
    const former = new Map<string, string>();
    let batchStart = 0;
    for (const row of changes) {
      const cells = apply(state, row, `seed ${seed} row ${row.row}`);
      sum.cells += cells;
      const was = former.get(row.email ?? "") ?? row.email ?? "";
      const move = row.changes.find(({ field }) => field === "email");
      if (move && row.kind === "update") {
        former.set(String(move.new), was);
        sum.moves++;
      }
      if (cells > 0 && before.has(was)) {
        const one = told.get(was) ?? { tags: [], fields: new Set() };
        one.tags.push(...row.tags_added);
        told.set(was, one);
      }
      // Opt-outs of rejected rows count when the others of their batch are merged.
      const isLast = row.row % BATCH === 0 || row.row === changes.length;
      for (const rejected of isLast ? changes.slice(batchStart, row.row) : [])
        for (const email of applyOptOut(state, rejected, made.mapping)) {
          const stored = former.get(email) ?? email;
          if (before.has(stored) && !told.has(stored)) told.set(stored, { tags: [], fields: new Set() });
          sum.rejected++;
        }
      if (isLast) batchStart = row.row;
      if (row.left_out) sum.leftOut++;
      expect(row.left_out).toBe(made.options.leaveOut.rows.includes(row.row));
      if (row.repeats !== null) sum.repeats++;
      if (row.opt_out !== null) sum.optOuts++;
    }
    expect(Object.fromEntries(state), `seed ${seed}`).toEqual(Object.fromEntries(await stateOf(acme.id)));

    const journal = await journalOf(acme.id, params.id);
    // A repeated opt-out is recorded, too: undoing the set that recorded it first must not remove it.
    const isSaidAgain = ({ email }: { email: string }) =>
      !told.has(email) && before.get(email)?.is_unsubscribed === true;
    const changed = journal.filter((entry) => !isSaidAgain(entry)).map(({ email }) => email);
    expect(changed.sort(), `seed ${seed} journal`).toEqual([...told.keys()].sort());
    for (const { email, first, tags } of journal) {
      const { tags: _, ...was } = before.get(email) ?? {};
      expect(first, `seed ${seed} ${email}`).toEqual(was);
      expect(tags, `seed ${seed} ${email}`).toEqual((told.get(email)?.tags ?? []).sort());
    }
    await acme.call(undo, { params });
    await settleBackground();
    // The opt-out of an address that a contact gave up, or a repeated one, remains.
    const withoutOptOuts = (whole: Map<string, Values>) =>
      Object.fromEntries([...whole].map(([email, values]) => [email, { ...values, is_unsubscribed: null }]));
    expect(withoutOptOuts(await stateOf(acme.id)), `seed ${seed} undone`).toEqual(withoutOptOuts(before));
    sum.rows += changes.length;
    sum.journaled += journal.length;
  }
  // A case that never occurs proves nothing.
  expect(
    Math.min(sum.cells, sum.journaled, sum.repeats, sum.optOuts, sum.leftOut, sum.moves, 2 * sum.rejected),
  ).toBeGreaterThan(FILES / 5);
  recordFigure("diff", {
    size: { "generated files": FILES, rows: sum.rows },
    measured: {
      "cells told right": sum.cells,
      "cells told wrong": 0,
      "contacts in the journal": sum.journaled,
    },
    seed: seeds.first,
    isWhole: seeds.isWhole,
    part: seeds.part,
  });
});
