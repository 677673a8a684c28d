import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { guardFormula, unguardFormula } from "@/lib/csv/formula";
import { splitTags } from "@/lib/imports/rows/tags";
import { csvRecord, RecordEnds } from "./csv";
import { guarded, headerRecord, quotedTag } from "./snapshot";

const triggers = "=+-@\t\r\n＝＋－＠'";
const storable = fc
  .string({ unit: "grapheme" })
  .filter((value) => !value.includes("\0") && value.isWellFormed());
/** Cells that are likely to be dangerous, or to look so. */
const cell = fc.oneof(
  storable,
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...triggers, "1", "a", " ", "(", ")", '"'), maxLength: 8 }),
      storable,
    )
    .map(([head, tail]) => head + tail),
  fc.string({ unit: fc.constantFrom("+", "0", "4", " ", "(", ")", "-"), maxLength: 12 }),
);

/** How SQL writes each value. */
async function inSql(
  values: string[],
  expression: (value: ReturnType<typeof sql>) => ReturnType<typeof sql>,
) {
  const rows = await db().execute<{ made: string }>(sql`
    select ${expression(sql`value`)} as made
    from unnest(${sql.param(values)}::text[]) with ordinality as t(value, n) order by n`);
  return rows.map((row) => row.made);
}

describe("the formula guard", () => {
  it("is the same in SQL as in TypeScript, and an import takes it away again", async () => {
    const addresses = ["'a@b.c", "''a@b.c", "'a'b@c.d", "'a@b.c'", "' a@b.c", "'é@b.c", "'a@b@c"];
    const missing = ["\\N", "'\\N", "''\\N", "\\N ", "\\N\n", "a\\N", "\\n", "\\"];
    const marked = [
      "'7012345678902",
      "''7",
      "'cus_9s4",
      "'0049 30/12",
      "'2024-01-05 10:30",
      "'t",
      "'t 7",
      "'7'",
      "'7\n",
    ];
    const samples = [...addresses, ...missing, ...marked, ...fc.sample(cell, { numRuns: 20_000, seed: 1 })];
    const made = await inSql(samples, guarded);
    expect(made).toEqual(samples.map(guardFormula));
    expect(made.map(unguardFormula)).toEqual(samples);
    expect(made.filter((value, at) => value !== samples[at]).length).toBeGreaterThan(3000);
  });

  it("leaves no cell that a spreadsheet would run", async () => {
    const samples = fc.sample(cell, { numRuns: 20_000, seed: 2 });
    const dangerous = (await inSql(samples, guarded)).filter((value) => /^[=+\-@\t\r\n＝＋－＠]/.test(value));
    expect(dangerous.filter((value) => !/^\+[0-9 ()]*$/.test(value))).toEqual([]);
  });
});

describe("tag names in one cell", () => {
  it("are split again as they were, separators and quotes included", async () => {
    const name = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(";", ",", "|", '"', "'", "a", " ", "=", "\n", "* ", " ::: "),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 12,
      })
      .map((value) => value.normalize("NFC").trim())
      .filter((value) => value !== "" && !value.includes("\0") && value.isWellFormed());
    const lists = fc.sample(
      fc.uniqueArray(name, { minLength: 1, maxLength: 6, selector: (value) => value.toLowerCase() }),
      { numRuns: 3000, seed: 3 },
    );
    const quoted = await inSql(lists.flat(), quotedTag);
    let at = 0;
    for (const list of lists) {
      const text = quoted.slice(at, at + list.length).join(";");
      at += list.length;
      expect(splitTags(text)).toEqual(list);
    }
  });
});

describe("RecordEnds", () => {
  it("ends records in CRLF wherever the stream is cut, and counts them", () => {
    const record = fc.array(storable, { minLength: 1, maxLength: 4 });
    const run = fc.property(
      fc.array(record, { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (records, size) => {
        const wanted = records.map(csvRecord).join("");
        // As COPY writes it: the same, but a record ends in LF alone.
        const copied = Buffer.from(records.map((cells) => csvRecord(cells).replace(/\r\n$/, "\n")).join(""));
        const ends = new RecordEnds();
        const made: Uint8Array[] = [];
        for (let at = 0; at < copied.length; at += size)
          made.push(ends.convert(copied.subarray(at, at + size)));
        expect(Buffer.concat(made).toString()).toBe(wanted);
        expect(ends.records).toBe(records.length);
      },
    );
    fc.assert(run, { numRuns: 500 });
  });
});

it("names custom columns so that no key can pass for a column of its own or a formula", () => {
  expect(headerRecord(['a"b', "email", "=x"])).toBe(
    'email,first_name,last_name,phone,company,notes,external_id,tags,is_unsubscribed,"custom_fields.a""b",custom_fields.email,custom_fields.=x,created_at,updated_at\r\n',
  );
});
