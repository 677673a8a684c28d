import { describe, expect, it } from "vitest";
import { POST as confirm } from "@/app/api/imports/[id]/confirm/route";
import { GET as preview } from "@/app/api/imports/[id]/preview/route";
import { PATCH as change } from "@/app/api/imports/[id]/route";
import { settleBackground } from "@/lib/http/background";
import { encode } from "@/lib/testing/corpus/encoding-lists";
import { contactsOf, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { detectEncoding } from "./encoding";
import { compareReadings } from "./encoding-readings";

const inPage = (page: string, text: string) => {
  const bytes = encode(text, page);
  if (bytes === null) throw new Error(`${page} lacks a character`);
  return bytes;
};
const POUNDS = inPage("windows-1252", "email,note\nada@example.com,Paid £20\nbob@example.com,owes £5\n");

describe("a file whose encoding is no more than a guess", () => {
  it("shows the cells that differ as the best readings show them", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, POUNDS);
    expect(body).toMatchObject({ encoding: "windows-1252", certainty: { encoding: "guess" } });
    const [best, ...others] = body.encodingCandidates;
    expect(best).toEqual({
      encoding: "windows-1252",
      samples: [
        { line: 2, column: "note", text: "Paid £20" },
        { line: 3, column: "note", text: "owes £5" },
      ],
    });
    expect(others.length).toBeGreaterThanOrEqual(1);
    expect(others.length).toBeLessThanOrEqual(2);
    for (const { samples } of others) {
      expect(samples.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
      expect(samples[0].text).not.toBe("Paid £20");
    }
    const again = await acme.call(preview, { params: { id: body.importId } });
    expect(again.body.encodingCandidates).toEqual(body.encodingCandidates);
  });

  it("is imported as it was chosen to be read, and the choice stays open until then", async () => {
    const acme = await newWorkspace();
    const { body } = await uploadText(
      acme,
      inPage("windows-1250", "email,first_name\nada@example.com,Łucja\n"),
    );
    expect(body.certainty.encoding).toBe("guess");
    const id = body.importId;
    await acme.call(change, { params: { id }, body: { dialect: { encoding: "windows-1250" } } });
    const chosen = (await acme.call(preview, { params: { id } })).body;
    expect(chosen).toMatchObject({ encoding: "windows-1250", certainty: { encoding: "certain" } });
    expect(chosen.encodingCandidates).toEqual(body.encodingCandidates);
    const { columnMapping } = chosen.draft;
    await acme.call(confirm, { params: { id }, body: { columnMapping, encoding: "windows-1250" } });
    await settleBackground();
    expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({ first_name: "Łucja" });
  });

  it("shows a cell far below a head of plain ASCII, with its line", async () => {
    const acme = await newWorkspace();
    const filler = "person@example.com,Person\n".repeat(12_000);
    const { body } = await uploadText(
      acme,
      Buffer.from(`email,note\n${filler}zoe@example.com,Paid \xa320\nlast@example.com,x\n`, "latin1"),
    );
    expect(body).toMatchObject({ encoding: "windows-1252", certainty: { encoding: "guess" } });
    expect(body.encodingCandidates[0].samples).toEqual([{ line: 12_002, column: "note", text: "Paid £20" }]);
  });

  it.each([
    ["UTF-8", Buffer.from("email,name\nada@example.com,Zoë\n")],
    ["ASCII", Buffer.from("email,name\nada@example.com,Ada\n")],
    [
      "a page with plenty of letters",
      inPage("windows-1251", "email,name\na@example.com,Иванова Мария\nb@example.com,Сидоров Пётр\n"),
    ],
  ])("is not %s: nothing is asked", async (_, file) => {
    const { body } = await uploadText(await newWorkspace(), file);
    expect(body.certainty.encoding).not.toBe("guess");
    expect(body.encodingCandidates).toEqual([]);
  });
});

describe("readings beside each other", () => {
  const shape = { delimiter: ",", headers: ["email", "note"] };

  it("show a long cell from where they part, few cells, and each kind once", async () => {
    const long = `${"word ".repeat(100)}£20${" more".repeat(100)}`;
    const rows = Array.from({ length: 50 }, (_, row) => `p${row}@example.com,${row % 2 ? "£1" : `£${row}`}`);
    const bytes = inPage("windows-1252", ["email,note", `a@example.com,${long}`, ...rows, ""].join("\n"));
    const lines = { bytes, firstLine: 1, whole: true };
    const [western, central] = await compareReadings(lines, ["windows-1252", "windows-1250"], shape);
    expect(western?.samples).toHaveLength(5);
    expect(new Set(western?.samples.map(({ text }) => text)).size).toBe(5);
    expect(western?.samples[0]?.text).toContain("£20");
    expect(central?.samples[0]?.text).toContain("Ł20");
    expect(western?.samples[0]?.text.length).toBeLessThanOrEqual(122);
  });

  it("are looked for where the letters are, in little of a long head", async () => {
    const rows = Array.from({ length: 9000 }, (_, row) => `p${row}@example.com,${row < 8990 ? "x" : "£20"}`);
    const bytes = inPage("windows-1252", `${["email,note", ...rows].join("\n")}\n`);
    const [western] = await compareReadings(
      { bytes, firstLine: 1, whole: false },
      ["windows-1252", "windows-1250"],
      shape,
    );
    expect(western?.samples).toEqual([{ line: 8992, column: "note", text: "£20" }]);
  });

  it("hold their places where an encoding takes the delimiter for half a character", async () => {
    const bytes = Buffer.from("email|name\na@example.com|M\xfc|x\n", "latin1");
    const found = detectEncoding(bytes, true);
    const readings = [found.encoding, "big5", "shift_jis"];
    const compared = await compareReadings({ bytes, firstLine: 1, whole: true }, readings, {
      ...shape,
      delimiter: "|",
    });
    expect(compared.map(({ samples }) => samples.length)).toEqual([2, 2, 2]);
  });
});

describe("an encoding that makes nonsense of the file", () => {
  const russian = "email,name\na@example.com,Иванова Мария\nb@example.com,Сидоров Пётр\n";
  it.each([
    ["UTF-16 as UTF-8", Buffer.from(`\ufeff${russian}`, "utf16le"), "utf-8"],
    ["UTF-16 as a code page", Buffer.from(russian, "utf16le"), "windows-1251"],
    ["UTF-16 from the wrong end", Buffer.from(russian, "utf16le"), "utf-16be"],
    ["UTF-8 as UTF-16", Buffer.from(russian), "utf-16le"],
    ["UTF-8 as a Cyrillic page", Buffer.from(russian), "windows-1251"],
    ["UTF-8 as a Chinese page", Buffer.from(russian), "gb18030"],
    ["UTF-8 as a page of DOS", Buffer.from(russian), "ibm850"],
    ["a code page as UTF-8", inPage("windows-1251", russian), "utf-8"],
    ["a code page as UTF-16", inPage("windows-1251", russian), "utf-16le"],
    ["a code page as Shift_JIS", inPage("windows-1251", russian), "shift_jis"],
  ])("is warned about: %s", async (_, file, encoding) => {
    const acme = await newWorkspace();
    const { body } = await uploadText(acme, file);
    const read = await acme.call(preview, { params: { id: body.importId }, query: { encoding } });
    expect(read.status).toBe(200);
    expect(read.body.warnings).not.toEqual([]);
  });
});
