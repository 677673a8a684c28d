/**
 * The rules of records-splitter.ts once more, as simple as can be: one pass over a string held in memory, going
 * back as often as it likes. The tests compare the real reader with this one.
 */

export type ReferenceRow = { line: number; cells: string[] | null; next: number; nextLine: number };

const MAX_LINES = 200;

export function referenceRows(text: string, delimiter: string): ReferenceRow[] {
  const rows: ReferenceRow[] = [];
  let at = 0;
  let line = 1;
  let isTop = true;
  while (at < text.length) {
    while (text[at] === "\ufeff") at++;
    if (at >= text.length) break;
    const record = readRecord(text, at, delimiter);
    const ending = endingAt(text, record.end);
    const source = text.slice(at, record.end);
    const blank = [...source].every((char) => char === " " || char === "\t" || char === delimiter);
    const separator = isTop && line === 1 && /^(?:sep=.|"sep=.")$/is.test(source);
    if (separator) isTop = false;
    const nextLine = line + (ending && !separator ? 1 : 0);
    at = record.end + ending;
    if (!blank && !separator) rows.push({ line, cells: record.cells, next: at, nextLine });
    line = nextLine;
  }
  return rows;
}

function readRecord(text: string, start: number, delimiter: string): { cells: string[] | null; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    let open = at;
    while (text[open] !== delimiter && (text[open] === " " || text[open] === "\t")) open++;
    if (text[open] === '"') {
      const quoted = readQuoted(text, open, delimiter);
      if (!quoted) return { cells: null, end: lineEnd(text, open) };
      cells.push(quoted.value);
      at = quoted.end;
    } else {
      let end = at;
      while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end++;
      cells.push(text.slice(at, end));
      at = end;
    }
    if (text[at] !== delimiter) return { cells, end: at };
    at++;
  }
}

function readQuoted(text: string, open: number, delimiter: string): { value: string; end: number } | null {
  let value = "";
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '"' && text[at + 1] === '"') {
      value += '"';
      at++;
    } else if (text[at] === '"') {
      let end = at + 1;
      while (text[end] !== delimiter && (text[end] === " " || text[end] === "\t")) end++;
      const next = text[end];
      return next === undefined || next === delimiter || next === "\n" || next === "\r" ? { value, end } : null;
    } else {
      value += text[at];
      if (countLines(text.slice(open, at + 1)) >= MAX_LINES && text[at] !== undefined && /[\r\n]/.test(text[at] ?? "")) return null;
    }
  }
  return null;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

function endingAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  return text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
