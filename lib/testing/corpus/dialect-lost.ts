import type { Draw, Form } from "./dialect-draw";
import { lineOf, putAbove } from "./dialect-write";

/** Rows that are easily taken for something else and lost with it, because their addresses are no addresses. */
export const LOST_KINDS: Record<string, (draw: Draw) => void> = {
  "no header, short rows first": (draw) => {
    draw.form.headers = [];
    putAbove(draw.form, brokenRows(draw).map((cells) => cells.slice(0, 2)));
  },
  "short rows above the header": (draw) => putAbove(draw.form, brokenRows(draw).map((cells) => cells.slice(0, 2))),
  "rows above the header": (draw) => {
    const [, ...names] = draw.form.headers[0] ?? [];
    putAbove(draw.form, brokenRows(draw).map((cells) => [...cells, ...names.map((_, n) => `${n + 3}`)].slice(0, names.length + 1)));
  },
  "header last, all addresses broken": ({ form, rows, pick, count }) => {
    const sign = pick(SIGNS);
    rows.splice(count(1, 20));
    for (const cells of rows) cells.forEach((cell, n) => /^person\S+@/.test(cell) && (cells[n] = cell.replace("@", sign)));
    putLast(form, rows);
  },
  "header last, no addresses": ({ form, rows, count }) => {
    rows.splice(count(1, 20));
    for (const cells of rows) cells.forEach((cell, n) => /^person\S+@/.test(cell) && (cells[n] = cell.replace(/@.*/, "")));
    putLast(form, rows);
  },
};

const SIGNS = ["(at)", " at ", "[at]"] as const;

function brokenRows({ pick, count }: Draw): string[][] {
  const sign = pick(SIGNS);
  return Array.from({ length: count(1, 3) }, (_, n) => [`first${n}${sign}example.com`, `Ada${n}`]);
}

function putLast(form: Form, rows: string[][]): void {
  const head = lineOf(form.headers[0] ?? [], form);
  form.headers = [];
  form.change = (line, n) => (n === rows.length - 1 ? line + form.ending + head : line);
}
