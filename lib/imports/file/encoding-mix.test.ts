import { expect, it } from "vitest";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { contactLists, encode } from "@/lib/testing/corpus/encoding-lists";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { detectEncoding } from "./encoding";
import { holdsUtf8, LineCensus } from "./encoding-mix";

const NAMES = ["Müller", "Jäger", "Köhler", "Groß", "Schön"];
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `p${from + n}@x.de,${NAMES[n % NAMES.length]},Köln\n`).join("");
const utf8 = (from: number, count: number) => Buffer.from(lines(from, count));
const ansi = (from: number, count: number) => Buffer.from(lines(from, count), "latin1");
const ascii = (from: number, count: number) => Buffer.from(lines(from, count).replace(/[^\0-\x7f]/g, "o"));
const fileOf = (...parts: Buffer[]) => Buffer.concat([Buffer.from("E-Mail,Nachname,Ort\n"), ...parts]);

/** Rows that are rejected, and the encoding in which the file is read. */
it.each<[string, string, Buffer, number[]]>([
  ["50 of windows-1252 below 5 of UTF-8", "windows-1252", fileOf(utf8(1, 5), ansi(6, 50)), [1, 5]],
  ["5 of UTF-8 below 50 of windows-1252", "windows-1252", fileOf(ansi(1, 50), utf8(51, 5)), [51, 55]],
  ["windows-1252 within UTF-8", "utf-8", fileOf(utf8(1, 20), ansi(21, 10), utf8(31, 20)), [21, 30]],
  ["UTF-8 within windows-1252", "windows-1252", fileOf(ansi(1, 40), utf8(41, 3), ansi(44, 40)), [41, 43]],
  ["windows-1252 far below UTF-8", "utf-8", fileOf(utf8(1, 10_000), ansi(10_001, 5)), [10_001, 10_005]],
  [
    "UTF-8 far below windows-1252",
    "windows-1252",
    fileOf(ansi(1, 12_000), utf8(12_001, 2)),
    [12_001, 12_002],
  ],
  [
    "both below ASCII",
    "windows-1252",
    fileOf(ascii(1, 15_000), utf8(15_001, 3), ansi(15_004, 50)),
    [15_001, 15_003],
  ],
])("lines in another encoding are named and fail: %s", async (_, encoding, file, [first = 0, last = 0]) => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, file);
  expect(body).toMatchObject({ encoding, certainty: { encoding: expect.stringMatching("guess|likely") } });
  if (encoding !== "utf-8") expect(body.certainty.encoding).toBe("guess");
  const count = last - first + 1;
  const named = Array.from({ length: Math.min(5, count) }, (_, n) => first + n + 1);
  const warning = { code: "mixed_encodings", lines: { count, first: named } };
  expect(body.warnings).toContainEqual(expect.objectContaining(warning));
  const again = await acme.call(preview, { params: { id: body.importId } });
  expect(again.body.warnings).toContainEqual(expect.objectContaining(warning));

  const done = await importText(acme, file);
  expect(done.failed_rows).toBe(count);
  const { body: errors } = await acme.call(listErrors, { params: { id: done.id } });
  expect(errors.data.slice(0, named.length)).toMatchObject(
    named.map((line) => ({ line, code: "undecodable_text" })),
  );
  const names = [...(await contactsOf(acme)).values()].map((one) => String(one.last_name));
  expect(names.filter((name) => !/^[A-Za-zäöüß]+$/.test(name))).toEqual([]);
});

it("the other reading is offered, with cells of both kinds, and takes the rows that failed", async () => {
  const acme = await newWorkspace();
  const file = fileOf(utf8(1, 5), ansi(6, 50));
  const { body } = await uploadText(acme, file);
  const [own, other] = body.encodingCandidates;
  expect([own.encoding, other.encoding]).toEqual(["windows-1252", "utf-8"]);
  expect(other.samples).toContainEqual({ line: 2, column: "Nachname", text: "Müller" });
  expect(own.samples.map(({ line }: { line: number }) => line)).toContain(7);
  const params = { id: body.importId };
  const told = await acme.call(preview, { params, query: { encoding: "utf-8" } });
  expect(told.body.warnings).toMatchObject([{ code: "mixed_encodings", lines: { count: 50 } }]);
  await importText(acme, file);
  expect(await importText(acme, file, { encoding: "utf-8" })).toMatchObject({
    created_rows: 5,
    failed_rows: 50,
  });
});

it("a cell of UTF-8 in a line of windows-1252 fails its row", async () => {
  const acme = await newWorkspace();
  const mixed = Buffer.concat([Buffer.from("a@x.de,J\xe4ger,", "latin1"), Buffer.from("Köln\n")]);
  const done = await importText(acme, fileOf(ansi(1, 20), utf8(21, 1), mixed));
  expect(done).toMatchObject({ created_rows: 20, failed_rows: 2 });
});

it("hardly a list in a single encoding is taken for a mixture", () => {
  const lists = [...contactLists("a", 2), ...contactLists("b", 2)];
  const mixed = lists.filter(({ bytes }) => {
    const { encoding } = detectEncoding(bytes, true);
    const census = new LineCensus(encoding);
    census.push(bytes);
    return census.end(encoding) !== null;
  });
  expect(mixed.length / lists.length).toBeLessThan(0.005);
});

it.each([
  ["windows-1252", "«CAFÉ»,JOÃO CONCEIÇÃO,3º D"],
  ["windows-1250", "RÂŞNOV,MĂRĂŞEŞTI"],
  ["windows-1251", "Зірка,Її,№5"],
  ["koi8-r", "её"],
  ["gb18030", "联通"],
  ["shift_jis", "ﾃｱ"],
])("accidental pairs of %s are no UTF-8", (page, text) => {
  const bytes = encode(text, page);
  expect(bytes && holdsUtf8(bytes, page)).toBe(false);
});
