import { damaged, refusedKind } from "./refused";

/** The events that the XML reader reports, in document order. Names come without their prefix. */
export interface XmlHandler {
  open(name: string, tag: string): void;
  close(name: string): void;
  /** Text between two tags, in as many parts as the document has it; only reported while `wantsText`. */
  text(text: string): void;
  wantsText: boolean;
}

/** Deeper than any document that a spreadsheet writes. */
const MAX_DEPTH = 64;
/** Characters of a tag, and of a text: a cell holds 32,767. */
const MAX_TAG = 64 * 1024;
export const MAX_TEXT = 64 * 1024;

const LT = 60;
const GT = 62;
const QUOTE = 34;
const APOSTROPHE = 39;

/**
 * Reads XML piece by piece, supporting only what a spreadsheet needs. Refuses what only an attack contains: document
 * types, custom entities, unbounded nesting. Throws 415 for XML that is not well-formed.
 */
export class XmlReader {
  #rest = "";
  #open: string[] = [];
  #isDone = false;

  readonly kind: string;
  readonly handler: XmlHandler;

  constructor(kind: string, handler: XmlHandler) {
    this.kind = kind;
    this.handler = handler;
  }

  /** Reads the complete part of the text so far; the rest waits for more. */
  write(more: string): void {
    const text = this.#rest + more;
    let at = 0;
    for (;;) {
      const start = text.indexOf("<", at);
      if (start < 0) break;
      const end = this.#endOf(text, start);
      if (end < 0) break;
      if (start > at) this.#text(text.slice(at, start));
      this.#markup(text, start, end);
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_TAG + MAX_TEXT) throw tooLong(this.kind);
  }

  /** Throws 415 when the document is not complete. */
  end(): void {
    if (!this.#isDone || this.#open.length > 0 || this.#rest.trim() !== "") throw damaged(this.kind);
  }

  /** The position after the markup that begins at `start`; -1 when its end has not arrived yet. */
  #endOf(text: string, start: number): number {
    if (text.startsWith("<!--", start)) return after(text, "-->", start + 4);
    if (text.startsWith("<![CDATA[", start)) return after(text, "]]>", start + 9);
    if (text.startsWith("<?", start)) return after(text, "?>", start + 2);
    if (text[start + 1] === "!") {
      if (text.length - start < "<![CDATA[".length) return -1;
      throw doctype(this.kind);
    }
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === GT) return at + 1;
      if (code === LT) throw damaged(this.kind);
      if (code !== QUOTE && code !== APOSTROPHE) continue;
      at = text.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (at < 0) return -1;
    }
    return -1;
  }

  #markup(text: string, start: number, end: number): void {
    const sign = text[start + 1];
    if (sign === "/") this.#close(text.slice(start + 2, end - 1).trimEnd());
    else if (sign === "!") this.#declaration(text, start, end);
    else if (sign !== "?") this.#tag(text.slice(start + 1, end - 1));
  }

  /** Comments, and CDATA. */
  #declaration(text: string, start: number, end: number): void {
    if (text.startsWith("<!--", start)) return;
    if (this.#open.length === 0) throw damaged(this.kind);
    if (this.handler.wantsText) this.#say(text.slice(start + 9, end - 3));
  }

  #tag(tag: string): void {
    const isEmpty = tag.endsWith("/");
    const inner = isEmpty ? tag.slice(0, -1) : tag;
    const full = NAME.exec(inner)?.[0];
    if (!full || (this.#isDone && this.#open.length === 0)) throw damaged(this.kind);
    this.#isDone = true;
    const name = local(full);
    this.handler.open(name, inner);
    if (isEmpty) this.handler.close(name);
    else if (this.#open.push(full) > MAX_DEPTH) throw damaged(this.kind);
  }

  #close(full: string): void {
    if (this.#open.pop() !== full) throw damaged(this.kind);
    this.handler.close(local(full));
  }

  #text(raw: string): void {
    if (this.#open.length === 0) {
      if (raw.trim() !== "" && raw.trim() !== "\ufeff") throw damaged(this.kind);
    } else if (this.handler.wantsText) this.#say(decoded(raw, this.kind));
  }

  #say(text: string): void {
    if (text.length > MAX_TEXT) throw tooLong(this.kind);
    this.handler.text(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
  }
}

const NAME = /^[^\s/<>="'!?&]+/;

function after(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? -1 : at + sign.length;
}

function local(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

const doctype = (kind: string) =>
  refusedKind(
    kind,
    "doctype",
    "The file declares a document type, as no spreadsheet program does. Save it again and upload that.",
  );

/** A cell beyond what any spreadsheet program takes. */
export const tooLong = (kind: string) =>
  refusedKind(
    kind,
    "cell",
    "A cell holds more text than a spreadsheet cell can. Save the list as CSV UTF-8 and upload that.",
  );

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(raw: string, kind: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(/&([^;&]{0,12};?)/g, (_, body: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));$/i.exec(body) ?? [];
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const known = body.endsWith(";") ? ENTITIES[body.slice(0, -1)] : undefined;
    if (known === undefined) throw damaged(kind);
    return known;
  });
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag by their names, prefixes included. Throws 415 for a repeated one. */
export function attributes(tag: string, kind: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single] of tag.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw damaged(kind);
    found.set(name, decoded(double ?? single ?? "", kind));
  }
  return found;
}

/** An attribute that is set. ECMA-376 part 1, 22.9.2.7. */
export const isTrue = (value: string | undefined) => value === "1" || value === "true" || value === "on";

/** The document as text. UTF-8, or UTF-16 with a byte order mark: no spreadsheet uses others. Throws 415. */
export async function* xmlText(bytes: AsyncIterable<Uint8Array>, kind: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damaged(kind) : error;
  }
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8";
}

/** Reads a whole document. */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  kind: string,
  handler: XmlHandler,
): Promise<void> {
  const reader = new XmlReader(kind, handler);
  for await (const text of xmlText(bytes, kind)) reader.write(text);
  reader.end();
}
