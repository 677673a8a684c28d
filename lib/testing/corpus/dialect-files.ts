import { cellOf, HEADERS, headersOf, wordsOf } from "./dialect-people";
import { randomNumbers } from "./encoding-lists";
import { type Draw, type Form, inText, single, some } from "./dialect-draw";
import { MORE_KINDS } from "./dialect-kinds";
import { LOST_KINDS } from "./dialect-lost";
import { lineOf, putAbove } from "./dialect-write";

/**
 * Clean contact files in many languages, and the ways in which files of the world differ from them: one kind for each
 * file, at a place drawn by the seed, over an otherwise ordinary form that is drawn as well.
 */

export type DialectFile = {
  kind: string;
  /** The name of how it is written, of WRITINGS. */
  written: string;
  text: string;
  /** The text in its encoding. */
  bytes: Buffer;
  encoding: string;
  /** What should arrive: the cells of every row, without blanks at their ends. */
  rows: string[][];
};

/** A quotation mark that gets no quotation marks around its cell. */
const PLAIN_QUOTE = "\u0002";
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** `each` files of every kind. The same for the same seed. */
export function dialectFiles(each: number, seed: number): DialectFile[] {
  return Object.entries(KINDS).flatMap(([kind, pollute], number) =>
    Array.from({ length: each }, (_, turn) => {
      const file = makeFile(pollute, randomNumbers(seed * 1e6 + number * 1e4 + turn), { languages: Object.keys(HEADERS), halves: "ab" });
      return { ...file, kind, written: "UTF-8", bytes: Buffer.from(file.text), encoding: "utf-8" };
    }),
  );
}

/** The languages and halves of the lists that words are taken from. */
type Sources = { languages: string[]; halves: "a" | "ab" };

export function makeFile(pollute: (draw: Draw) => void, random: () => number, { languages, halves }: Sources): Pick<DialectFile, "text" | "rows"> {
  const pick: Draw["pick"] = (list) => list[Math.floor(random() * list.length)] ?? list[0];
  const count = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const language = languages[Math.floor(random() * languages.length)] ?? "en";
  const width = count(3, 8);
  const own = wordsOf(language, random() < 0.5 || halves === "a" ? "a" : "b");
  const word = () => own[Math.floor(random() * own.length)] ?? "Ada";
  const order = shuffled(Array.from({ length: width }, (_, n) => n), random);
  const rows = Array.from({ length: count(4, 40) }, (_, n) =>
    order.map((column) => cellOf(column, n, { word, random, count })),
  );
  const header = order.map((column) => headersOf(language)[column] ?? "");
  const form: Form = {
    delimiter: pick(DELIMITERS),
    quote: '"',
    escape: "double",
    quoted: random() < 0.2 ? "all" : "needed",
    ending: pick(["\n", "\r\n"]),
    before: "",
    after: "",
    above: [],
    headers: [header],
    below: [],
    also: [],
    write: (_cell, _index, usual) => usual,
    change: (line) => line,
    changeHead: (line) => line,
    joins: (lines) => lines.join(""),
  };
  pollute({ random, pick, count, rows, form });
  const head = form.headers.map((cells) => form.changeHead(lineOf(cells, form)));
  const body = rows.map((cells, index) => form.change(lineOf(cells, form, index), index));
  const lines = [...form.above, ...head, ...body, ...form.below].map((line) => line + form.ending);
  const all = [...form.also, ...rows].map((cells) => cells.map((cell) => cell.replace(PLAIN_QUOTE, '"').trim()));
  return { text: form.joins(lines).replaceAll(PLAIN_QUOTE, '"'), rows: all };
}

function shuffled<T>(list: T[], random: () => number): T[] {
  return list.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at).map(({ one }) => one);
}

const between = (lines: string[], at: number, line: string) => [...lines.slice(0, at), line, ...lines.slice(at)];

export const KINDS: Record<string, (draw: Draw) => void> = {
  clean: () => undefined,
  "delimiter comma": ({ form }) => void (form.delimiter = ","),
  "delimiter semicolon": ({ form }) => void (form.delimiter = ";"),
  "delimiter tab": ({ form }) => void (form.delimiter = "\t"),
  "delimiter pipe": ({ form }) => void (form.delimiter = "|"),
  "delimiter rare": ({ form, pick }) => void (form.delimiter = pick(["^", "~", ":", "\x1f", "\x1e"])),
  "delimiter #": ({ form }) => void (form.delimiter = "#"),
  "delimiter blank": ({ form }) => void (form.delimiter = " "),
  "sep= line": ({ form }) => void (form.above = [`sep=${form.delimiter}`]),
  "quoted all": ({ form }) => void (form.quoted = "all"),
  "quoted text": ({ form }) => void (form.quoted = "text"),
  "single quotes, all": ({ form }) => Object.assign(form, { quote: "'", quoted: "all" }),
  "single quotes, text": ({ form }) => Object.assign(form, { quote: "'", quoted: "text" }),
  "single quotes, needed": (draw) => {
    Object.assign(draw.form, { quote: "'", quoted: "needed" });
    needQuotes(draw);
  },
  "single quotes, backslash": ({ form }) => Object.assign(form, { quote: "'", quoted: "all", escape: "backslash" }),
  "backslash escapes": ({ form, pick }) => Object.assign(form, { escape: "backslash", quoted: pick(["all", "text", "needed"]) }),
  "a value in apostrophes": ({ rows, ...draw }) => {
    const at = some({ rows, ...draw });
    rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `'${cell}'`));
  },
  "blanks before quotes": (draw) => {
    draw.form.before = draw.pick([" ", "  "]);
    draw.form.quoted = draw.pick(["all", "text", "needed"]);
    needQuotes(draw);
  },
  "blanks before quotes in some rows": (draw) => {
    const { form } = draw;
    const at = some(draw);
    form.quoted = "all";
    form.change = (line, n) => (at(n) ? line.replaceAll(`${form.delimiter}"`, `${form.delimiter} "`) : line);
  },
  "blanks behind quotes": ({ form, pick }) => Object.assign(form, { after: pick([" ", "  "]), quoted: "all" }),
  "blanks around cells": ({ form }) => Object.assign(form, { after: " ", before: " " }),
  "line ends CR": ({ form }) => void (form.ending = "\r"),
  "line ends mixed": ({ form, random }) => void (form.joins = (lines) => lines.map((line) => line.replace(/[\r\n]+$/, random() < 0.5 ? "\n" : "\r\n")).join("")),
  "no last line end": ({ form }) => void (form.joins = (lines) => lines.join("").replace(/[\r\n]+$/, "")),
  "byte order mark": ({ form }) => void (form.joins = (lines) => `\ufeff${lines.join("")}`),
  "blank lines": ({ form, count, random, pick }) =>
    void (form.joins = (lines) => {
      const blank = pick(["", " ", form.delimiter.repeat(3)]);
      const at = random() < 0.3 ? 0 : count(0, lines.length);
      return between(lines, at, `${blank}${form.ending}`).join("");
    }),
  "preamble of one line": ({ form, pick }) => void (form.above = [pick(["Contacts", "Kontakte 2026", "Liste des contacts", "Список"])]),
  "preamble of several lines": ({ form, pick, count }) =>
    void (form.above = ["Contacts of the branch", pick(["Exported: 2026-11-20", "Stand: heute"]), "", "Confidential"].slice(0, count(2, 4))),
  "preamble padded": ({ form }) => void (form.above = [`Contacts${form.delimiter.repeat(Math.max(1, (form.headers[0]?.length ?? 2) - 1))}`]),
  "preamble with delimiters": ({ form }) => void (form.above = [`Export of 1, 2 and 3${form.delimiter} all of them`]),
  "comment above": ({ form, count }) => void (form.above = ["# exported by the shop", "# do not edit"].slice(0, count(1, 2))),
  "comment between rows": ({ form, rows, count }) => {
    const at = count(2, rows.length);
    form.joins = (lines) => between(lines, at, `# the others${form.ending}`).join("");
  },
  "footer": ({ form, rows }) => void (form.below = [`Total: ${rows.length}`]),
  "no header": ({ form }) => void (form.headers = []),
  "no header, a title": ({ form }) => Object.assign(form, { headers: [], above: ["Contacts"] }),
  "no header, a broken address first": ({ form }) =>
    Object.assign(form, { headers: [], change: (line: string, n: number) => (n === 0 ? line.replace("@", "(at)") : line) }),
  "no header, the sign of an address missing": ({ form, pick }) => {
    const sign = pick(["", " at ", "@@", "[at]"]);
    Object.assign(form, { headers: [], change: (line: string, n: number) => (n === 0 ? line.replace("@", sign) : line) });
  },
  "no header, no address first": ({ form, rows }) => {
    form.headers = [];
    putAbove(form, [(rows[0] ?? []).map((cell) => (cell.includes("@") ? "" : cell))]);
  },
  "apostrophes at the start of names": ({ rows, ...draw }) => {
    const at = some({ rows, ...draw });
    rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `'t ${cell}`));
  },
  "apostrophes around parts": ({ rows, ...draw }) => {
    const at = some({ rows, ...draw });
    rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `'${cell}' ${cell}, '${cell}'`));
  },
  "guards of a spreadsheet": ({ rows }) => {
    for (const cells of rows) cells.forEach((cell, n) => cell.startsWith("+") && (cells[n] = `'${cell}`));
  },
  "backslashes": ({ rows, ...draw }) => {
    const at = some({ rows, ...draw });
    rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `C:\\${cell}\\`));
    draw.form.quoted = draw.pick(["all", "needed"]);
  },
  "quotes in single quotes": ({ rows, form }) => {
    Object.assign(form, { quote: "'", quoted: "all" });
    rows.forEach((cells) => inText(cells, (cell) => `"${cell}", it's "${cell}"`));
  },
  "a single quote that is never closed": (draw) => {
    const at = single(draw);
    Object.assign(draw.form, { quote: "'", quoted: "all" });
    draw.form.change = (line, n) => (at(n) ? line.replace(/'$/, "") : line);
  },
  "surplus empty cells in half of the rows": ({ form }) => void (form.change = (line, n) => (n % 2 === 0 ? line + form.delimiter : line)),
  "no header, a short row first": ({ form }) => {
    form.headers = [];
    putAbove(form, [["ada(at)example.com", "Ada"]]);
  },
  "two headers": ({ form, pick }) => {
    const width = form.headers[0]?.length ?? 0;
    const groups = Array.from({ length: width }, (_, n) => (n === 0 ? "Person" : n === 2 ? "Contact" : ""));
    const english = pick([groups, form.headers[0] ?? []]);
    form.headers = [english, ...form.headers];
  },
  "header last": ({ form, rows }) => {
    const head = lineOf(form.headers[0] ?? [], form);
    form.headers = [];
    form.change = (line, n) => (n === rows.length - 1 ? line + form.ending + head : line);
  },
  "header unknown": ({ form }) => void (form.headers = [(form.headers[0] ?? []).map((_, n) => `fld_${n}x`)]),
  "signs in headers": ({ form, pick }) => {
    const sign = pick(["; ", ", ", " # ", " | ", ": "]);
    form.headers = [(form.headers[0] ?? []).map((name, n) => (n % 2 === 1 ? `${name}${sign}x` : name))];
  },
  "header with line ends": ({ form }) => void (form.headers = [(form.headers[0] ?? []).map((name, n) => (n === 1 ? `${name}\n(x)` : name))]),
  "one row": ({ rows }) => void rows.splice(1),
  "two rows": ({ rows }) => void rows.splice(2),
  "many rows": ({ rows }) => void rows.push(...Array.from({ length: 400 }, (_, n) => (rows[n % 4] ?? []).map((cell) => cell.replace("person", `p${n}x`)))),
  "empty cells": ({ rows, random }) => {
    for (const cells of rows) for (const [n, cell] of cells.entries()) if (!cell.includes("@") && random() < 0.5) cells[n] = "";
  },
  "an empty column": ({ rows }) => {
    const at = rows[0]?.[0]?.includes("@") ? 1 : 0;
    for (const cells of rows) cells[at] = "";
  },
  "surplus empty cell in all rows": ({ form }) => void (form.change = (line) => line + form.delimiter),
  "surplus empty cell in head and rows": ({ form }) =>
    Object.assign(form, { change: (line: string) => line + form.delimiter, changeHead: (line: string) => line + form.delimiter }),
  "surplus empty cell in one row": (draw) => {
    const at = single(draw);
    draw.form.change = (line, n) => (at(n) ? line + draw.form.delimiter : line);
  },
  "a delimiter without quotes in one row": (draw) => {
    const at = single(draw);
    shift(draw, at, "");
  },
  "a delimiter without quotes and an empty last cell": (draw) => {
    const at = single(draw);
    for (const cells of draw.rows) if (!cells.at(-1)?.includes("@")) cells[cells.length - 1] = "";
    shift(draw, at, "");
  },
  "a delimiter without quotes, surplus in all rows": (draw) => shift(draw, single(draw), draw.form.delimiter),
  "no header, a delimiter without quotes": (draw) => {
    draw.form.headers = [];
    shift(draw, single(draw), "");
  },
  "short rows": (draw) => {
    const at = some(draw);
    draw.rows.forEach((cells, n) => at(n) && !cells.at(-1)?.includes("@") && (cells[cells.length - 1] = ""));
    const end = new RegExp(`[${draw.form.delimiter === "|" ? "\\|" : draw.form.delimiter}](?:"")?$`);
    draw.form.change = (line, n) => (at(n) ? line.replace(end, "") : line);
  },
  "a quote that is never closed": (draw) => {
    const at = single(draw);
    draw.form.change = (line, n) => (at(n) ? `"${line.replace(/["\n]/g, "")}` : line);
  },
  "a quote within a plain cell": (draw) => {
    const at = some(draw);
    draw.form.quoted = "needed";
    draw.rows.forEach((cells, n) => at(n) && inText(cells, () => `5${PLAIN_QUOTE} pipe`));
  },
  "text behind a closing quote": (draw) => {
    const at = single(draw);
    draw.form.quoted = "all";
    draw.form.change = (line, n) => (at(n) ? line.replace(/"$/, '" x') : line);
  },
  ...MORE_KINDS,
  ...LOST_KINDS,
};

/** Some cells need quotation marks: without any there is nothing to tell. */
function needQuotes({ rows, form }: Draw): void {
  rows.forEach((cells, n) => n % 2 === 0 && inText(cells, (cell) => `${cell}${form.delimiter} x`));
}

/** A delimiter in a cell that nobody quoted. */
function shift({ form, rows }: Draw, at: (index: number) => boolean, last: string): void {
  form.quoted = "needed";
  rows.forEach((cells, n) => at(n) && inText(cells, (cell) => `${cell}\u0001${cell}`));
  form.change = (line, n) => (at(n) ? line.replace("\u0001", `${form.delimiter} `) : line) + last;
}
