import { describe, expect, it } from "vitest";
import { recordError } from "@/lib/imports/limits";
import { validateMapping } from "@/lib/imports/mapping/fields";
import type { Proposal } from "@/lib/imports/proposal-kinds";
import { compileMapping } from "./compile";
import { type Corrections, NO_CORRECTIONS } from "./corrections";
import { compileCorrector } from "./corrector";
import { cutLeniently } from "./lenient";

const HEADERS = ["Mail", "Name", "Tags", "Notes", "Other"];
const MAPPING = { Mail: "email", Name: "last_name", Tags: "tags", Notes: "notes" };

function correctorWith(corrections: Corrections = NO_CORRECTIONS) {
  const checked = validateMapping(HEADERS, MAPPING);
  const fields = "columns" in checked ? checked.columns : [];
  return compileCorrector(
    compileMapping(HEADERS, MAPPING, {}),
    { headers: HEADERS, fields, delimiter: ";" },
    corrections,
  );
}

/** The proposal for a row, with the cells that differ. */
function proposed(cells: string[], unreadable?: ReturnType<typeof recordError>) {
  const corrector = correctorWith();
  const read = corrector.read(1, cells, unreadable);
  if (!("failure" in read)) return "accepted";
  return corrector
    .proposals(read.failure, cells)
    .map(({ proposal, cells: next }) => [proposal, ...next.filter((cell, index) => cell !== cells[index])]);
}

const address = (cell: string) => proposed([cell, "Lovelace", "", "", ""]);

describe("proposals for an address", () => {
  it.each<[string, Proposal, string]>([
    ["ada(at)example.com", "at_sign", "ada@example.com"],
    ["ada [at] example [dot] com", "at_sign", "ada@example.com"],
    ["ada at example.com", "at_sign", "ada@example.com"],
    ["ada {ät} example (punkt) de", "at_sign", "ada@example.de"],
    ["ada%40example.com", "at_sign", "ada@example.com"],
    ["ada&#64;example.com", "at_sign", "ada@example.com"],
    ['"ada.l"@example.com', "punctuation", "ada.l@example.com"],
    ["E-Mail: ada@example.com", "bare_address", "ada@example.com"],
    ["<mailto:ada@example.com>;", "bare_address", "ada@example.com"],
    ["ada@example.com.", "bare_address", "ada@example.com"],
    ["ada@example.com,", "bare_address", "ada@example.com"],
    ["ada@example.com; bob@example.com", "first_address", "ada@example.com"],
    ["ada@example.com ::: bob@example.com", "first_address", "ada@example.com"],
    ["ada@example.com oder bob@example.com", "first_address", "ada@example.com"],
    ["ada @ example.com", "no_spaces", "ada@example.com"],
    ["ada@exam ple.com", "no_spaces", "ada@example.com"],
    ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ascii", "ada@example.com"],
    ["ada@example,com", "punctuation", "ada@example.com"],
    ["ada@@example..com", "punctuation", "ada@example.com"],
    ["ａｄａ (at) example,com", "tidy_address", "ada@example.com"],
    ["ada@müller.de", "ascii", "ada@xn--mller-kva.de"],
    ["ada(at)müller.de", "tidy_address", "ada@xn--mller-kva.de"],
    ["ada [at] bücher [dot] example", "tidy_address", "ada@xn--bcher-kva.example"],
  ])("%j: %s", (cell, proposal, value) => {
    expect(address(cell)[0]).toEqual([proposal, value]);
  });

  it.each([
    ["no address", "nobody"],
    ["letters that no address has", "müller@example.com"],
    ["letters that no address has, and a sign in words", "müller(at)example.com"],
    ["a sign alone", "@"],
    ["half an address", "a@b"],
    ["a sentence", "call me: ada@example.com please"],
    ["letters", "x".repeat(400)],
    ["signs", "@".repeat(499)],
    ["blanks", " ".repeat(499)],
    ["brackets", "<".repeat(60_000)],
  ])("none for %s", (_what, cell) => {
    expect(address(cell)).toEqual([]);
  });

  it("takes one from another cell when its own is empty", () => {
    expect(proposed(["", "Lovelace", "", "", "<ada@example.com>"])).toEqual([
      ["other_cell", "ada@example.com"],
    ]);
    expect(proposed(["", "Lovelace", "", "write to ada@example.com", ""])).toEqual([]);
  });
});

it("proposes to trim what is too long, without half a character at the end", () => {
  const long = `${"x".repeat(99)}🙂y`;
  expect(proposed(["ada@example.com", long, "", "", ""])).toEqual([["trim", "x".repeat(99)]]);
  expect(proposed(["ada@example.com", "", `ok;${"t".repeat(60)}`, "", ""])).toEqual([
    ["trim", `ok;${"t".repeat(50)}`],
  ]);
});

it("proposes to take a stray quotation mark as text, and leaves quoted cells alone", () => {
  const record = 'ada@example.com;"Ada;"a;b";12" pipe;x';
  const naive = record.split(";");
  expect(proposed(naive, recordError("unbalanced_quote"))).toEqual([
    ["quote_as_text", "a;b", '12" pipe', "x"],
  ]);
  expect(cutLeniently('"a""b";c;', ";")).toEqual(['a"b', "c", ""]);
});

it("proposes nothing for a record of which only a part is there", () => {
  const cut = ["ada@example.com", "x".repeat(5000)];
  expect(proposed(cut, recordError("unbalanced_quote"))).toEqual([]);
  expect(proposed(["ada@example.com"], recordError("record_too_long"))).toEqual([]);
  const { read } = correctorWith({ rows: { "1": { "0": "ada@example.com" } }, rules: [] });
  expect(read(1, cut, recordError("unbalanced_quote"))).toHaveProperty("failure.code", "unbalanced_quote");
});

describe("corrections", () => {
  const rule = (code: "email_invalid" | "too_long", column: string, proposal: Proposal) => ({
    code,
    column,
    proposal,
  });

  it("mend a row by as many rules as it has reasons, and by no other", () => {
    const rules = [rule("too_long", "Name", "trim"), rule("email_invalid", "Mail", "at_sign")];
    const { read } = correctorWith({ rows: {}, rules });
    const long = "n".repeat(120);
    expect(read(1, ["ada (at) example.com", long, "", "", ""])).toMatchObject({
      staged: { email: "ada@example.com", text: [null, "n".repeat(100), null].slice(1) },
      cells: ["ada@example.com", "n".repeat(100), "", "", ""],
    });
    const bad = ["ada at", long, "", "", ""];
    const left = read(1, bad);
    expect(left).toHaveProperty("failure.code", "email_invalid");
    expect(left).not.toHaveProperty("cells");
  });

  it("leave rows that are right, and those that are not named, as they are", () => {
    const { read } = correctorWith({
      rows: { "7": { "0": "eve@example.com" } },
      rules: [rule("email_invalid", "Mail", "at_sign")],
    });
    const right = ["ada@example.com", "Lovelace", "", "", ""];
    expect(read(1, right)).not.toHaveProperty("cells");
    expect(read(7, right)).toMatchObject({ staged: { email: "eve@example.com" } });
  });

  it("of a row count before the rules, and fail with their own reason", () => {
    const { read } = correctorWith({
      rows: { "1": { "0": "ada [at] example.com" }, "2": { "0": "worse" } },
      rules: [rule("email_invalid", "Mail", "at_sign")],
    });
    expect(read(1, ["nonsense"])).toMatchObject({ staged: { email: "ada@example.com" } });
    expect(read(2, ["nonsense"])).toMatchObject({ failure: { code: "email_invalid" }, cells: ["worse"] });
  });

  it("can put the cells of a row that has too many in their places", () => {
    const cells = ["Ada", "ada@example.com", "Lovelace", "", "", "London"];
    const { read } = correctorWith({
      rows: { "1": { "0": "ada@example.com", "1": "Lovelace", "2": "", "4": "London", "5": "" } },
      rules: [],
    });
    expect(correctorWith().read(1, cells)).toHaveProperty("failure.code", "too_many_cells");
    expect(read(1, cells)).toMatchObject({ staged: { email: "ada@example.com" } });
  });
});
