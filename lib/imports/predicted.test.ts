import { expect, it } from "vitest";
import { POST as createContact } from "@/app/api/contacts/route";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRun } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { randomSource } from "@/lib/testing/fixtures/people";
import { batchesOf, contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";

type Workspace = Awaited<ReturnType<typeof newWorkspace>>;

const isFull = process.env.KITH_FULL === "1";
const FILES = isFull ? 300 : 6;
const HEADERS = ["E-Mail", "Vorname", "Firma", "Notiz", "Schlagworte", "Abgemeldet"];
const FIELDS = ["email", "first_name", "company", "notes", "tags", "is_unsubscribed"];
const MAPPING = Object.fromEntries(HEADERS.map((header, at) => [header, FIELDS[at]]));
const KEPT_FIELDS = ["first_name", "company", "notes"] as const;
const TOO_LONG = "x".repeat(10_001);

batchesOf(7);

/** A workspace, a file for it, and the choices of its import; the same for the same seed. */
function generate(seed: number) {
  const random = randomSource(seed);
  const flags = randomSource(seed + 1000);
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)] as T;
  const cell = (values: string[]) => (random() < 0.4 ? "" : pick(values));
  const email = () => `p${Math.floor(random() * 25)}@example.com`;
  const stored = new Map(
    Array.from({ length: Math.floor(random() * 15) }, () => [email(), random() < 0.2] as const),
  );
  const contacts = [...stored].map(([address, is_unsubscribed]) => ({
    email: address,
    first_name: pick(["Ada", "Zoë", "李"]),
    ...(random() < 0.7 && { company: pick(["Acme", "Söhne"]) }),
    ...(random() < 0.7 && { notes: pick(["old", "older"]) }),
    is_unsubscribed,
  }));
  const rows = Array.from({ length: 1 + Math.floor(random() * 40) }, () => [
    random() < 0.1 ? email().replace("@", "(at)") : random() < 0.2 ? email().toUpperCase() : email(),
    cell(["Ada", "Bob", "Łukasz"]),
    cell(["Acme", "Engines; Ltd", 'The "Best"']),
    random() < 0.05 ? TOO_LONG : cell(["old", "new\nlines", " spaced "]),
    cell(["red", "red,blue", "green"]),
    flags() < 0.2 ? "ja" : "",
  ]);
  const options = {
    duplicateStrategy: pick(["update", "update", "skip"]),
    emptyCells: pick(["keep", "keep", "clear"]),
  };
  return { contacts, rows, options };
}

const quote = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (rows: string[][]) => [HEADERS, ...rows].map((row) => `${row.map(quote).join(";")}\n`).join("");

async function importOf(acme: Workspace, text: string, options: object) {
  const { importId } = (await uploadText(acme, text)).body;
  const params = { id: importId as string };
  const drafted = await acme.call(patch, { params, body: { columnMapping: MAPPING, options } });
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  const predicted = (await acme.call(dryRun, { params })).body;
  expect((await acme.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  return { params, predicted, done: (await acme.call(getImport, { params })).body };
}

/** Numbers of a dry run and of the import that followed, by name. */
function numbersOf(predicted: Record<string, number>, done: Record<string, number>) {
  const { rows, create, update = 0, unchanged = 0, skip, fail, changed, repeated, opted_out } = predicted;
  const { failed_opt_outs } = predicted;
  return {
    told: [rows, create, update + unchanged, skip, fail, changed, repeated, opted_out, failed_opt_outs],
    came: [
      ...[done.processed_rows, done.created_rows, done.updated_rows, done.skipped_rows, done.failed_rows],
      ...[done.changed_contacts, done.repeated_rows, done.opted_out, done.failed_opt_outs],
    ],
  };
}

/** The rejected rows as they are listed, and the result of their file when its errors are corrected. */
async function mend(acme: Workspace, params: { id: string }, options: object) {
  const { body } = await acme.call(listErrors, { params, query: { limit: "100" } });
  for (const error of body.data) {
    expect(error.message.length).toBeGreaterThan(10);
    expect(error.line).toBeGreaterThan(1);
  }
  if (body.data.length === 0) return { explained: 0, mended: 0 };
  const { response } = await acme.call(listErrors, { params, query: { format: "csv" } });
  const file = Buffer.from(await response.arrayBuffer()).toString("utf8");
  const { importId } = (await uploadText(acme, file.replaceAll("(at)", "@").replaceAll(TOO_LONG, "x"))).body;
  const again = { id: importId as string };
  await acme.call(patch, { params: again, body: { options } });
  expect((await acme.call(confirm, { params: again })).status).toBe(202);
  await settleBackground();
  const done = (await acme.call(getImport, { params: again })).body;
  expect(done.failed_rows).toBe(0);
  return { explained: body.data.length, mended: done.processed_rows as number };
}

it(`holds in ${FILES} generated files: predicted exactly, nothing blanked, every rejected row mended`, {
  timeout: 1_200_000,
}, async () => {
  const sum = { rows: 0, numbers: 0, wrong: 0, explained: 0, mended: 0, values: 0, blanked: 0, cleared: 0 };
  for (let seed = 1; seed <= FILES; seed++) {
    const { contacts, rows, options } = generate(seed);
    const acme = await newWorkspace();
    for (const body of contacts) await acme.call(createContact, { body });
    const before = await contactsOf(acme);
    const { params, predicted, done } = await importOf(acme, csv(rows), options);

    const { told, came } = numbersOf(predicted, done);
    expect(told, `seed ${seed}`).toEqual(came);
    sum.rows += rows.length;
    sum.numbers += told.length;
    sum.wrong += told.filter((number, at) => number !== came[at]).length;

    const after = await contactsOf(acme);
    for (const [email, contact] of before) {
      const had = KEPT_FIELDS.filter((field) => contact[field] !== null);
      const blank = had.filter((field) => after.get(email)?.[field] === null);
      if (options.emptyCells === "clear") sum.cleared += blank.length;
      else {
        expect(blank, `seed ${seed}, ${email}`).toEqual([]);
        sum.values += had.length;
        sum.blanked += blank.length;
      }
    }

    const { explained, mended } = await mend(acme, params, options);
    expect([explained, mended], `seed ${seed}`).toEqual([done.failed_rows, done.failed_rows]);
    sum.explained += explained;
    sum.mended += mended;
  }
  // A case that never occurs proves nothing.
  expect(Math.min(sum.explained, sum.values, sum.cleared)).toBeGreaterThan(FILES / 4);
  const common = { seed: `1–${FILES}`, isWhole: isFull };
  const size = { "generated files": FILES, rows: sum.rows };
  recordFigure("dry-run", {
    ...common,
    size,
    measured: { "numbers predicted": sum.numbers, wrong: sum.wrong },
  });
  recordFigure("rejected-rows", {
    ...common,
    size: { ...size, rejected: sum.explained },
    measured: { "mended and imported as they were": sum.mended },
  });
  recordFigure("empty-cells", {
    ...common,
    size: { ...size, "values stored before": sum.values },
    measured: { blanked: sum.blanked, "blanked where asked to": sum.cleared },
  });
});
