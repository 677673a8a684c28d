import fc from "fast-check";
import { expect, it } from "vitest";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { newId } from "@/lib/ids";
import { EmailIndex, hashEmail, MetEmails } from "./email-index";
import { hasIds, type StagedColumns, type StagedRow } from "./encode";
import { RowLines } from "./lines";

/** Everything that COPY's text format and its arrays escape or quote. */
const awkward = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
  fc.constantFrom(
    "\\N",
    "\\",
    "a\tb",
    "\r\n",
    'say "hi"',
    "{a,b}",
    "NULL",
    "",
    "Ünï",
    "👩‍👩‍👧",
    "\\t",
    "null",
  ),
);
const nullable = fc.option(
  awkward.filter((text) => text !== ""),
  { nil: null },
);
const names = fc.uniqueArray(awkward, { minLength: 1, maxLength: 4 });

const columns: fc.Arbitrary<StagedColumns> = fc.record({
  text: fc.subarray([...IMPORTED_FIELDS]),
  is_unsubscribed: fc.boolean(),
  custom: fc.boolean(),
  tags: fc.boolean(),
});

function rowOf(shape: StagedColumns, email: string): fc.Arbitrary<StagedRow> {
  return fc.record({
    row: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    email: fc.constant(email),
    text: fc.tuple(...shape.text.map(() => nullable)),
    is_unsubscribed: shape.is_unsubscribed ? fc.boolean() : fc.constant(false),
    custom: shape.custom ? fc.option(fc.dictionary(awkward, awkward, { minKeys: 1 })) : fc.constant(null),
    cleared: shape.custom ? fc.option(names) : fc.constant(null),
    tags: shape.tags ? fc.option(names) : fc.constant(null),
    movedTo: hasIds(shape) ? fc.option(fc.constant("moved@x.example")) : fc.constant(null),
  });
}

const batch = columns.chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    rows: fc.tuple(rowOf(shape, "b@x.example"), rowOf(shape, "a@x.example"), rowOf(shape, "c@x.example")),
    later: rowOf(shape, "a@x.example"),
  }),
);

it("gives back every row as it was put in, also after others were replaced", () => {
  fc.assert(
    fc.property(batch, ({ shape, rows, later }) => {
      const lines = new RowLines(shape);
      for (const row of rows) expect(lines.add(row)).toBeUndefined();
      expect(lines.add(later)).toBe(1);
      lines.put(1, later);
      expect([0, 1, 2].map((index) => lines.read(index))).toEqual([rows[0], later, rows[2]]);
      expect(lines.inOrder().map((index) => lines.emails[index])).toEqual([
        "a@x.example",
        "b@x.example",
        "c@x.example",
      ]);
    }),
  );
});

it("gives ids in the file's order, whatever is sent first, and puts the head before new contacts only", () => {
  const shape: StagedColumns = { text: ["first_name"], is_unsubscribed: false, custom: false, tags: false };
  const lines = new RowLines(shape);
  const row = { is_unsubscribed: false, custom: null, cleared: null, tags: null };
  lines.add({ ...row, row: 7, email: "ada@x.example", text: [null] });
  lines.add({ ...row, row: 8, email: "bob@x.example", text: ["Bob"] });
  const after = newId();
  const read = (pieces: Iterable<Buffer>) =>
    Buffer.concat([...pieces])
      .toString()
      .split("\n")
      .map((line) => line.split("\t"));
  const [[id1 = "", ...bob] = [], [id0 = "", ...ada] = []] = read(lines.staged([1, 0]));
  expect([ada, bob]).toEqual([
    ["7", "f", "ada@x.example", "ada", "ada@x.example\u001fada"],
    ["8", "t", "bob@x.example", "Bob", "bob@x.example\u001fbob"],
  ]);
  const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const id of [id0, id1]) expect(id).toMatch(uuid7);
  expect([after, id1, id0].sort()).toEqual([id0, id1, after]);
  lines.put(0, { ...row, row: 7, email: "ada@x.example", text: ["Ada"] });
  expect(read(lines.contacts([0], "head\t"))[0]).toEqual([
    ...["head", expect.stringMatching(uuid7), "7"],
    ...["ada@x.example", "Ada", "ada@x.example\u001fada"],
  ]);
});

it("finds an e-mail among ten thousand, also when hashes meet", () => {
  const emails = Array.from({ length: 10_000 }, (_, n) => `person.${n}@mail${n % 10}.example.com`);
  for (const hash of [hashEmail, () => 1, (email: string) => (hashEmail(email) % 50) + 1]) {
    const some = hash === hashEmail ? emails : emails.slice(0, 500);
    const list: string[] = [];
    const hashes: number[] = [];
    const index = new EmailIndex(list, hashes);
    for (const email of some) {
      expect(index.find(email, hash(email))).toBeUndefined();
      list.push(email);
      hashes.push(hash(email));
      index.put();
    }
    expect(some.map((email) => index.find(email, hash(email)))).toEqual(some.map((_, n) => n));
  }
});

it.each([0, 50_000])("remembers every e-mail that it met and no other, of %i expected", (expected) => {
  const met = new MetEmails(expected);
  const emails = Array.from({ length: 50_000 }, (_, n) => `person.${n}@example.com`);
  const meetAll = () => emails.map((email) => met.meet(email, hashEmail(email)));
  expect(meetAll()).not.toContain(true);
  expect(meetAll()).not.toContain(false);
});
