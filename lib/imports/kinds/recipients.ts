/**
 * Recipients as mail programs copy them, one in each line: `"Lovelace, Ada" <ada@example.com>,`. Their quotation marks belong
 * to the address; as marks of CSV they would be followed by text. Read as bytes, so that the encoding stays what it is.
 */

/** A name in quotation marks and its address. */
const QUOTED = /^"(?:[^"\\]|\\.)*"[ \t]*<[^<>\s@]+@[^<>\s@]+>$/;
/** A header, an address, or a name without quotation marks and its address. */
const PLAIN = /^[^",;|\t<>]*(?:<[^<>\s@]+@[^<>\s@]+>)?$/;
const LINE_END = /(\r?\n|\r(?!$))/;
/** The rest of a longer line is not waited for. */
const MOST_CHARS = 10_000;

/** Whether all lines at the start of a file are recipients, at least one of them with quotation marks. */
export function isRecipients(head: Uint8Array): boolean {
  const lines = latin1(head)
    .replace(/^\xef\xbb\xbf/, "")
    .split(/\r?\n|\r/);
  const last = lines.pop() ?? "";
  return lines.every(isRecipient) && [...lines, last].some((line) => QUOTED.test(bare(line)));
}

/** Without blanks around it, and the separator after it. No pattern does that: long blanks would cost it their square. */
const bare = (line: string) => line.trim().replace(/[,;]$/, "").trimEnd();

const isRecipient = (line: string) => QUOTED.test(bare(line)) || PLAIN.test(bare(line));

/** The file with each of them as one cell. */
export async function* recipientCells(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = "";
  /** Whether `rest` continues a line that is too long, and was passed on as far as it was there. */
  let isLong = false;
  for await (const part of bytes) {
    const pieces = (rest + latin1(part)).split(LINE_END);
    rest = pieces.pop() ?? "";
    const done = pieces.map((piece, at) => (isLong && at === 0 ? piece : asCell(piece)));
    if (pieces.length > 0) isLong = false;
    if (rest.length > MOST_CHARS) {
      done.push(rest);
      rest = "";
      isLong = true;
    }
    yield Buffer.from(done.join(""), "latin1");
  }
  yield Buffer.from(isLong ? rest : asCell(rest.replace(/\r$/, "")), "latin1");
}

function asCell(line: string): string {
  const recipient = bare(line);
  return QUOTED.test(recipient) ? `"${recipient.replaceAll('"', '""')}"` : line;
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
