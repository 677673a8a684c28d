/**
 * CSV whose every line is a single quoted cell, `"ada@example.com,""King, Ada"""`: a spreadsheet that took commas for
 * text has saved it. Read as bytes, so that the encoding stays what it is.
 */

/** A line in quotation marks, with empty cells behind it, and its end. */
const WRAPPED = /"([^"]*(?:""[^"]*)*)"[,;\t]*(\r?\n|\r)/y;
/** The start of one, as far as it is there. */
const BEGUN = /^(?:"[^"]*(?:""[^"]*)*(?:"[,;\t]*\r?)?)?$/;
const OTHER = /[^\r\n]*(?:\r?\n|\r|$)/y;
const DELIMITERS = [",", ";", "\t", "|"];
/** Longest line whose end is looked for beyond what has arrived: longer ones are no row anyway. */
const MOST_CHARS = 1024 * 1024;

/** Whether all lines at the start of a file are such cells, each with cells in it. */
export function isWrapped(head: Uint8Array): boolean {
  const text = textOf(head).replace(/^\xef\xbb\xbf/, "");
  const lines: string[] = [];
  let at = 0;
  WRAPPED.lastIndex = 0;
  for (let line = WRAPPED.exec(text); line; line = WRAPPED.exec(text)) {
    lines.push(line[1] ?? "");
    at = WRAPPED.lastIndex;
  }
  if (!BEGUN.test(text.slice(at))) return false;
  const hasCells = DELIMITERS.some((delimiter) => lines.every((line) => line.includes(delimiter)));
  return lines.length > 1 && hasCells && lines.some((line) => line.includes("@"));
}

/** The file without the outer quotation marks. */
export async function* unwrappedLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = "";
  for await (const part of bytes) {
    const { done, left } = unwrap(rest + textOf(part), false);
    rest = left;
    if (done !== "") yield Buffer.from(done, "latin1");
  }
  yield Buffer.from(unwrap(rest, true).done, "latin1");
}

function unwrap(text: string, isEnd: boolean): { done: string; left: string } {
  // A last line need not end, and a line feed may follow in the next part.
  const whole = isEnd && !/[\r\n]$/.test(text) ? `${text}\n` : text;
  const last = isEnd ? whole.length : Math.max(0, whole.length - 1);
  const done: string[] = [];
  let at = 0;
  while (at < last) {
    WRAPPED.lastIndex = OTHER.lastIndex = at;
    const line = WRAPPED.exec(whole);
    const other = line ? null : OTHER.exec(whole);
    const next = line ? WRAPPED.lastIndex : OTHER.lastIndex;
    const mayGoOn = next > last || (!line && (whole[at] === '"' || next === whole.length));
    if (!isEnd && mayGoOn && whole.length - at < MOST_CHARS) break;
    done.push(line ? `${(line[1] ?? "").replaceAll('""', '"')}${line[2]}` : (other?.[0] ?? ""));
    at = next;
  }
  return { done: done.join(""), left: whole.slice(at) };
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
