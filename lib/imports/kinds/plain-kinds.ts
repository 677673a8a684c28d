import { ApiError } from "@/lib/errors";
import { decodeToUtf8, detectEncoding } from "../file/encoding";
import { jsonRecords } from "./json";
import { refusedKind } from "./refused";
import { tableOf } from "./table";
import { VCARD_COLUMNS, vcardRecords } from "./vcard";
import { wholeCharacters } from "./vcard-folds";

/** Lists of contacts that are text, but not CSV. */
type PlainKind = "json" | "vcard";

/** An object, or an array whose first element is an object, whose first member has a name. */
const JSON_START = /^\s*(?:\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:/;
const VCARD_START = /^\s*BEGIN:VCARD\s*[\r\n]/i;

/** Which of them begins like this; null for all other files. */
export function plainKind(head: Uint8Array): PlainKind | null {
  const text = new TextDecoder(wideOf(head) ?? "utf-8").decode(head);
  if (VCARD_START.test(text)) return "vcard";
  return JSON_START.test(text) ? "json" : null;
}

/** UTF-16 by its byte order mark, as PowerShell and Outlook write it. */
function wideOf(head: Uint8Array): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : null;
}

/** Bytes from which the encoding of vCards is detected. */
const HEAD_BYTES = 64 * 1024;

/** The list as CSV; `leaveOut` gets the name of each property that is not in it. Throws 415 for damaged files. */
export async function* plainTable(
  kind: PlainKind,
  bytes: AsyncIterable<Uint8Array>,
  leaveOut: (name: string) => void,
): AsyncGenerator<Uint8Array> {
  const { head, isWhole, whole } = await startOf(kind === "vcard" ? wholeCharacters(bytes) : bytes);
  // JSON has one encoding (RFC 8259, 8.1), apart from UTF-16 with a byte order mark.
  const encoding = kind === "json" ? (wideOf(head) ?? "utf-8") : detectEncoding(head, isWhole).encoding;
  const text = textOf(kind, encoding === "utf-8" ? whole : decodeToUtf8(whole, encoding));
  if (kind === "json") yield* tableOf(kind, jsonRecords(text));
  else yield* tableOf(kind, vcardRecords(text, leaveOut), VCARD_COLUMNS);
}

async function startOf(bytes: AsyncIterable<Uint8Array>) {
  const parts = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let [size, isWhole] = [0, false];
  while (size < HEAD_BYTES && !isWhole) {
    const part = await parts.next();
    if (part.done) isWhole = true;
    else {
      seen.push(part.value);
      size += part.value.byteLength;
    }
  }
  const head = Buffer.concat(seen);
  async function* whole() {
    try {
      yield head;
      for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value;
    } finally {
      await parts.return?.();
    }
  }
  return { head, isWhole, whole: whole() };
}

/** Characters that are passed on at a time: text may come in single bytes, and an incomplete part is scanned again. */
const PIECE_CHARS = 64 * 1024;

async function* textOf(kind: PlainKind, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let piece = "";
  try {
    for await (const more of bytes) {
      piece += decoder.decode(more, { stream: true });
      if (piece.length < PIECE_CHARS) continue;
      yield piece;
      piece = "";
    }
    yield piece + decoder.decode();
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof TypeError)) throw error;
    throw refusedKind(
      kind,
      "encoding",
      "The file is not UTF-8. Save it in that encoding and upload it again.",
    );
  }
}
