import { expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as readErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { GET as getImport, PATCH as patch } from "@/app/api/imports/[id]/route";
import { pg } from "@/db/client";
import { withoutMissing } from "@/lib/csv/no-value";
import { settleBackground } from "@/lib/http/background";
import { MissingWords } from "@/lib/imports/file/missing-words";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const HEADER = ["email", "first_name", "last_name", "phone", "notes", "Points", "Newsletter"];

/** Rows as they are read, and words that are kept although they may stand for a missing value. */
function read(rows: string[][]) {
  const found = new MissingWords(HEADER);
  found.add(rows);
  const missing = found.summary(rows);
  return { rows: rows.map(withoutMissing(missing)), kept: missing?.kept ?? [] };
}
const WORDS = ["NULL", "null", "nan", "NaN", "undefined"];
const ADA = ["ada@example.com", "Ada", "Li", "+44 20 1234567", "met 3", "7", ""];

it.each([...WORDS, "(null)", "[NULL]", "<NA>", "#N/A", "#REF!", "#DIV/0!", "#¿NOMBRE?", "#WERT!"])(
  "%s is a missing value where a column cannot hold it",
  (word) => {
    const bob = ["bob@example.com", "Bob", word, "", `${word} said`, word, ""];
    const cy = ["cy@example.com", "Cy", "Null", "", word, "", ""];
    expect(read([ADA, bob, cy]).rows).toEqual([
      ADA,
      ["bob@example.com", "Bob", "", "", `${word} said`, "", ""],
      ["cy@example.com", "Cy", "Null", "", "", "", ""],
    ]);
  },
);

it.each(["None", "N/A", "NA", "nil"])("%s may be an answer or a name", (word) => {
  const kim = ["kim@example.com", "KIM", word, word, word, "", ""];
  expect(read([ADA, kim]).rows[1]).toEqual(["kim@example.com", "KIM", word, "", word, "", ""]);
  const nobody = ["bob@example.com", word, word, "", word, "", ""];
  expect(read([ADA, kim, nobody]).rows.map((row) => row.slice(1, 3))).toEqual([
    ["Ada", "Li"],
    ["KIM", word],
    ["", ""],
  ]);
});

it.each([...WORDS, "Null", "Nan", "None", "Na"])("a person called %s is not unnamed", (name) => {
  const rows = [ADA, ["bob@example.com", "Bob", name, "", "", "", ""]];
  expect(read(rows)).toEqual({ rows, kept: WORDS.includes(name) ? [name] : [] });
});

it.each([
  ["a row of capitals", [["min@example.com", "MIN HO", "NA", "", "", "", ""]]],
  [
    "yes in another language",
    [
      ["a@example.com", "Ada", "NO", "", "", "", ""],
      ["b@example.com", "Bo", "NA", "", "", "", ""],
    ],
  ],
  [
    "a telephone number",
    [
      ["a@example.com", "Ada", "030 1234567", "", "", "", ""],
      ["b@example.com", "Bo", "None", "", "", "", ""],
    ],
  ],
  ["a name and a word that is no name", [["a@example.com", "nan", "", "", "nan", "", ""]]],
])("a name stays beside %s", (_, rows) => expect(read([ADA, ...rows]).rows).toEqual([ADA, ...rows]));

it("blanks around a word change nothing", () => {
  expect(
    read([ADA, ["b@example.com", " NULL", " NULL", " NULL ", "", "3", ""]]).rows[1]?.slice(1, 4),
  ).toEqual(["", "", ""]);
});

it("missing values as SQL writes them are imported as such, which the preview says, and from the file of rejected rows", async () => {
  const acme = await newWorkspace();
  const text =
    "email,first_name,last_name,phone,Points,Newsletter\na@example.com,NULL,Null,NULL,7,yes\nb@example.com,Bo,NULL,030 1234567,NULL,NULL\nNULL,Cy,,,1,yes\n";
  const { body } = await uploadText(acme, text);
  expect(body.warnings).toEqual([{ code: "missing_values", example: "NULL" }]);
  expect(body.suggestions).toMatchObject([{}, {}, {}, {}, {}, { unread: ["NULL"] }]);
  const params = { id: body.importId };
  const optOutValues = { Newsletter: { out: ["NULL"], not: [] } };
  const told = { columnMapping: body.draft.columnMapping, optOutValues };
  expect((await acme.call(confirm, { params, body: told })).status).toBe(202);
  await settleBackground();
  const rows = await pg()`
    select c.first_name, c.last_name, c.phone, c.custom_fields->>'Points' points, c.is_unsubscribed
    from contacts c where c.workspace_id = ${acme.id} order by email`;
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["a", "Null", null, "7", false],
    ["Bo", null, "030 1234567", null, true],
  ]);
  const { response } = await acme.call(readErrors, { params, query: { format: "csv" } });
  expect(await response.text()).toContain("\\N,Cy,");
});

const DOUBTFUL = "email,first_name,company,Points\na@example.com,NULL,nan,7\nb@example.com,Bo,ACME,NULL\n";

it.each([
  ["text", "words_kept", "NULL, nan", ["NULL", "nan", "7"], "NULL"],
  ["empty", "missing_values", "NULL, nan", ["a", null, "7"], null],
])("who knows better reads all such words as %s", async (missingValues, code, example, first, points) => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, DOUBTFUL);
  expect(body.warnings).toEqual([
    { code: "missing_values", example: "NULL" },
    { code: "words_kept", example: "nan" },
  ]);
  const params = { id: body.importId };
  const { status } = await acme.call(patch, { params, body: { dialect: { missingValues } } });
  expect(status).toBe(200);
  const { body: again } = await acme.call(preview, { params });
  expect(again).toMatchObject({ warnings: [{ code, example }], draft: { dialect: { missingValues } } });
  expect((await acme.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  const rows = await pg()`
    select c.first_name, c.company, c.custom_fields->>'Points' points from contacts c
    where c.workspace_id = ${acme.id} order by email`;
  expect(rows.map((row) => Object.values(row))).toEqual([first, ["Bo", "ACME", points]]);
});

it("the choice for words of missing values is taken back, and what the file proves counts again", async () => {
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, DOUBTFUL);
  const params = { id: body.importId };
  await acme.call(patch, { params, body: { dialect: { missingValues: "text" } } });
  await acme.call(patch, { params, body: { dialect: { missingValues: null } } });
  expect((await acme.call(preview, { params })).body.warnings).toEqual(body.warnings);
});

it("a cell as MySQL and PostgreSQL write a missing value is empty, whatever its column holds", async () => {
  const acme = await newWorkspace();
  const text =
    "email,first_name,last_name,phone,notes,tags,Points,unsubscribed_at\n" +
    "ada@example.com,Ada,\\N,\\N,\\N,\\N,7,\\N\nbob@example.com,\\N,Ray,030 1234567,\\N said,vip,\\N,2024-01-01\n\\N,Cy,\\N,\\N,\\N,\\N,1,\\N\n";
  const params = { id: (await uploadText(acme, text)).body.importId };
  expect((await acme.call(confirm, { params })).status).toBe(202);
  await settleBackground();
  expect((await acme.call(getImport, { params })).body).toMatchObject({ created_rows: 2, failed_rows: 1 });
  const rows = await pg()`
    select c.first_name, c.last_name, c.phone, c.notes, c.custom_fields, c.is_unsubscribed
    from contacts c where c.workspace_id = ${acme.id} order by email`;
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["Ada", null, null, null, { Points: 7 }, false],
    ["bob", "Ray", "030 1234567", "\\N said", null, true],
  ]);
  const { response } = await acme.call(readErrors, { params, query: { format: "csv" } });
  // As it was, so that it is empty again in the corrected file; as a text it would be guarded.
  expect(await response.text()).toContain("\\N,Cy,\\N");
});
