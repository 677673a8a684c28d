import { expect, it } from "vitest";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { PATCH as patch } from "@/app/api/imports/[id]/route";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const windows1252 = (text: string) => Buffer.from(text, "latin1");

/** The file from the review: three lines above the head, sixteen columns, few letters that are not ASCII. */
const COLUMNS = [
  "E-Mail",
  "Vorname",
  "Nachname",
  "Ort",
  ...Array.from({ length: 12 }, (_, n) => `Feld ${n}`),
];
const REVIEW = windows1252(
  [
    "Kontakte der Filiale, exportiert",
    "Stand: heute",
    "",
    COLUMNS.join(";"),
    ...["ayse", "hans", "nur", "björn"].map((name, n) =>
      [`p${n}@example.com`, name, "M", n === 3 ? "Köln" : "Ulm"].concat(Array(12).fill("x")).join(";"),
    ),
  ].join("\r\n"),
);

async function pending(file: Uint8Array | string) {
  const acme = await newWorkspace();
  const { importId } = (await uploadText(acme, file)).body;
  const params = { id: importId };
  return {
    chose: (body: unknown) => acme.call(patch, { params, body }),
    preview: async (query: Record<string, string> = {}) => (await acme.call(preview, { params, query })).body,
  };
}

it("keeps separator, head and mapping when the encoding is overridden, and warns of what it breaks", async () => {
  const one = await pending(REVIEW);
  const before = await one.preview();
  expect(before).toMatchObject({ encoding: "windows-1252", delimiter: ";", warnings: [] });
  await one.chose({ columnMapping: { Ort: "custom_fields.Ort" } });
  await one.chose({ dialect: { encoding: "utf-8" } });
  const after = await one.preview();
  expect(after).toMatchObject({ encoding: "utf-8", delimiter: ";", headerRow: before.headerRow });
  expect(after.preview.headers).toEqual(COLUMNS);
  expect(after.draft.columnMapping).toMatchObject({ "E-Mail": "email", Ort: "custom_fields.Ort" });
  expect(after.warnings).toEqual([{ code: "damaged_text", example: "bj\ufffdrn" }]);
});

it("does not call a file without rows of which every row is damaged", async () => {
  const one = await pending(windows1252("email;town\na@example.com;Köln\nb@example.com;Münster\n"));
  await one.chose({ dialect: { encoding: "utf-8" } });
  expect((await one.preview()).warnings).toEqual([{ code: "damaged_text", example: "K\ufffdln" }]);
});

it("keeps the head when the separator is overridden, and the encoding when anything is", async () => {
  const one = await pending(REVIEW);
  const before = await one.preview();
  await one.chose({ dialect: { delimiter: "," } });
  const after = await one.preview();
  expect(after).toMatchObject({ encoding: "windows-1252", delimiter: ",", headerRow: before.headerRow });
  expect(after.warnings.map(({ code }: { code: string }) => code)).toEqual(["one_column", "no_addresses"]);
  await one.chose({ dialect: { delimiter: null, headerRow: before.headerRow + 1 } });
  expect(await one.preview()).toMatchObject({
    encoding: "windows-1252",
    delimiter: ";",
    warnings: [{ code: "header_is_data", example: "p0@example.com" }],
  });
});

it.each([
  [
    "UTF-8 read as a code page",
    "email,name\na@example.com,Zoë\n",
    { encoding: "windows-1252" },
    "damaged_text",
  ],
  ["UTF-8 read as UTF-16", "email,name\na@example.com,Zoe\n", { encoding: "utf-16le" }, "no_rows"],
  ["a head beyond the end", "email,name\na@example.com,Zoe\n", { headerRow: 9 }, "no_rows"],
])("warns of %s", async (_what, file, dialect, code) => {
  const one = await pending(file);
  expect((await one.chose({ dialect })).status).toBe(200);
  const { warnings } = await one.preview();
  expect(warnings.map((warning: { code: string }) => warning.code)).toContain(code);
});

it.each([
  ["another code page", windows1252("email,name\na@example.com,Zoë\n"), { encoding: "iso-8859-15" }],
  ["no head", "email,name\na@example.com,Zoe\n", { headerRow: 0 }],
  [
    "what was detected",
    "email;name\na@example.com;Zoe\n",
    { encoding: "utf-8", delimiter: ";", headerRow: 1 },
  ],
])("does not warn of %s", async (_what, file, dialect) => {
  const one = await pending(file);
  await one.chose({ dialect });
  expect((await one.preview()).warnings).toEqual([]);
});
