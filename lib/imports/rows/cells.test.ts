import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardFormula, unguardFormula } from "@/lib/csv/formula";
import { NEEDS_QUOTES } from "@/lib/csv/tags";
import { compileFlag } from "@/lib/imports/mapping/flags";
import { suggestMapping } from "@/lib/imports/mapping/suggest";
import { cpuMs } from "@/lib/testing/cpu";
import { contactsOf, importText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";
import { cleanText } from "@/lib/text";
import { compileRow } from "./reader";
import { splitTags } from "./tags";

/** The value of a cell in a column that is mapped to a field. */
function readCell(field: "notes" | "is_unsubscribed", header: string, cell: string) {
  const result = compileRow(["email", field], ["Mail", header])(["a@b.de", cell]);
  if (Array.isArray(result)) throw new Error(JSON.stringify(result));
  return result[field];
}

describe("tags", () => {
  it.each([
    ["a,b;c|d", ["a", "b", "c", "d"]],
    [' a , "b;c" ;d', ["a", "b;c", "d"]],
    ['"say ""hi""";x', ['say "hi"', "x"]],
    ["a,,;b,", ["a", "b"]],
    ["VIP,vip,Vip", ["VIP"]],
    ["* myContacts ::: Friends", ["myContacts", "Friends"]],
    ["Family ::: * friends ::: family;* starred", ["Family", "friends", "starred"]],
    ["* myContacts", ["myContacts"]],
    ['"* a ::: b";*c;d:::e;*', ["* a ::: b", "*c", "d:::e", "*"]],
    ['5" pipe;x', ['5" pipe', "x"]],
    ['"open;x', ['"open', "x"]],
    ["", []],
    [";;", []],
  ])("are split: %s", (cell, tags) => {
    expect(splitTags(cell)).toEqual(tags);
  });

  it("of Google Contacts are those of its groups", async () => {
    const acme = await newWorkspace();
    const text =
      "E-mail 1 - Value,Labels\na@example.com,* myContacts ::: Friends\nb@example.com,* myContacts\n";
    await importText(acme, text);
    const contacts = await contactsOf(acme);
    const names = ["a@example.com", "b@example.com"].map((email) => {
      const { tags } = contacts.get(email) as { tags: { name: string }[] };
      return tags.map(({ name }) => name);
    });
    expect(names).toEqual([["Friends", "myContacts"], ["myContacts"]]);
  });

  it("that say who left are asked about, whatever separates them", () => {
    const rows = [["a@example.com", "* myContacts ::: unsubscribed"]];
    expect(suggestMapping(["email", "Labels"], rows)[1]).toMatchObject({
      field: "tags",
      question: "consent",
    });
  });

  it("survive being joined as our export joins them", () => {
    const name = fc
      .string({
        unit: fc.oneof(fc.constantFrom("* ", " ::: "), fc.string({ minLength: 1, maxLength: 1 })),
        minLength: 1,
        maxLength: 50,
      })
      .filter((text) => text.trim() === text && text !== "");
    const join = (names: string[]) =>
      names
        .map((one) => (new RegExp(NEEDS_QUOTES).test(one) ? `"${one.replaceAll('"', '""')}"` : one))
        .join(";");
    const names = fc.uniqueArray(name, { maxLength: 6, selector: (one) => one.toLowerCase() });
    fc.assert(
      fc.property(names, (list) => {
        expect(splitTags(join(list))).toEqual(list);
      }),
      { numRuns: 500 },
    );
  });

  it("take linear time", async () => {
    const tookMs = await cpuMs(() => {
      for (const unit of ['"', '""', " ", ";", '";', "a", "* ", " ::: "]) splitTags(unit.repeat(65_536));
    });
    expect(tookMs).toBeLessThan(1000);
  });
});

describe("who has unsubscribed", () => {
  it.each([
    [
      "unsubscribed",
      [
        "yes",
        "TRUE",
        "1",
        "x",
        "Ja",
        "oui",
        "sí",
        "да",
        "はい",
        "是",
        "unsubscribed",
        "Opted-Out",
        "abgemeldet",
        "désabonné",
        "退订",
      ],
      ["no", "0", "", "false", "nein", "maybe", "subscribed", "2"],
    ],
    [
      "subscribed",
      [
        "no",
        "FALSE",
        "0",
        "nein",
        "non",
        "нет",
        "いいえ",
        "否",
        "unsubscribed",
        "Désinscrit",
        "cleaned",
        "Bounced",
      ],
      ["yes", "1", "", "subscribed", "maybe"],
    ],
    ["unsubscribed_at", ["2024-01-02", "01.02.2024 10:00", "unsubscribed"], ["", "no", "0", "never", "-"]],
  ] as const)("in a column of meaning %s", (meaning, yes, no) => {
    const read = compileFlag(meaning);
    for (const cell of yes) expect(read(cell), cell).toBe(true);
    for (const cell of no) expect(read(cell), cell).toBeFalsy();
  });

  it("-1 is the yes of Access, and 0 its no", () => {
    expect(["-1", "0"].map(compileFlag("unsubscribed"))).toEqual([true, false]);
    expect(["-1", "0"].map(compileFlag("subscribed"))).toEqual([false, true]);
  });

  it("is told where nobody can read it", () => {
    const read = compileFlag("unsubscribed");
    expect(["maybe", "vielleicht", "x".repeat(100)].map(read)).toEqual([null, null, null]);
    expect(["", "no", "-", "n/a", "subscribed"].map(read)).toEqual([false, false, false, false, false]);
  });

  it("is decided by what the header asks", () => {
    const read = (header: string, cell: string) => readCell("is_unsubscribed", header, cell);
    expect([read("Unsubscribed", "yes"), read("Unsubscribed", "no")]).toEqual([true, false]);
    expect([read("Subscribed", "yes"), read("Subscribed", "no")]).toEqual([false, true]);
    expect([read("Accepts Email Marketing", "no"), read("Active", "no"), read("Opt Out", "1")]).toEqual([
      true,
      true,
      true,
    ]);
    expect([read("Unsubscribe date", "2024-01-02"), read("Whatever", "yes")]).toEqual([true, true]);
  });
});

describe("formula guards", () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom(
          "'",
          "=",
          '="',
          '"',
          "+",
          "-",
          "@",
          "\t",
          "\r",
          "＝",
          "＋",
          "1",
          " ",
          "(",
          "a",
          "@b.c",
        ),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join("")),
  );

  it("are taken off exactly as they were put on", () => {
    fc.assert(
      fc.property(text, (cell) => {
        expect(unguardFormula(guardFormula(cell))).toBe(cell);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["'7012345678902", "7012345678902"],
    ["'0049 30 12/34", "0049 30 12/34"],
    ["'cus_9s4F", "cus_9s4F"],
    ["''7", "'7"],
    ["'2024-01-05 10:30", "2024-01-05 10:30"],
    ["'t Hooft", "'t Hooft"],
    ["'tis", "'tis"],
    ["'7'", "'7'"],
    ["'7 Brides' and more", "'7 Brides' and more"],
  ])("are those by which spreadsheets mark a text, too: %s", (cell, text) => {
    expect(readCell("notes", "Notes", cell)).toBe(text);
  });

  it("take linear time", async () => {
    const tookMs = await cpuMs(() => {
      for (const unit of ["'", "'1", "1", "@", "a", "'a1", "1 "]) {
        unguardFormula(`'${unit.repeat(500_000)}\n`);
        unguardFormula(`'${unit.repeat(500_000)}é`);
      }
    });
    expect(tookMs).toBeLessThan(1000);
  });

  it("leave every trimmed text as it was after export and import", () => {
    fc.assert(
      fc.property(text, (cell) => {
        const stored = readCell("notes", "Notes", cell.normalize("NFC"));
        if (typeof stored === "string") expect(readCell("notes", "Notes", guardFormula(stored))).toBe(stored);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("text", () => {
  const readNotes = compileRow(["email", "notes"], ["Mail", "Notes"]);
  const notes = (cell: string) => {
    const row = readNotes(["a@b.de", cell]);
    return "notes" in row ? row.notes : row;
  };

  it("is stored as typing it would be, whatever its characters", () => {
    for (let code = 1; code < 0x10000; code++) {
      const text = `x${String.fromCharCode(code)}x`.toWellFormed();
      if (notes(text) !== cleanText(text)) expect(notes(text), code.toString(16)).toBe(cleanText(text));
    }
  });

  it("is stored so, whatever follows what", () => {
    const scripts = [
      "aÅẬǰ",
      "жйіё",
      "漢語神",
      "가각힣",
      "\u0301\u0327\u0306\u1161\u11a8\u3099",
      " \u00a0\u200e",
    ];
    const char = fc.oneof(...scripts.map((letters) => fc.constantFrom(...letters)));
    fc.assert(
      fc.property(fc.string({ unit: char, minLength: 1, maxLength: 12 }), (text) => {
        expect(notes(text) ?? "").toBe(cleanText(text));
      }),
      { numRuns: 3000 },
    );
  });
});
