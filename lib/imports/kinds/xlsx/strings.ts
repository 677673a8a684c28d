import type { FileHandle } from "node:fs/promises";
import { damaged, refusedKind } from "../refused";
import { unnamedFile } from "../spool";
import { MAX_TEXT, tooLong, type XmlHandler, XmlReader, xmlText } from "../xml";

const PAGE_BYTES = 256 * 1024;
/** Pages at the beginning that stay in memory, and pages from disk that are cached at a time. */
const RESIDENT_PAGES = 64;
const CACHED_PAGES = 32;
/** Reading this many pages takes about a minute; a table that needs more jumps back and forth as none made by a person does. */
const MAX_LOADS = 1_000_000;
/** 512 MB: more than twice what an import may have of text. */
const MAX_STORED_PAGES = 2048;
/** The position of every n-th string is recorded; those in between are walked to. */
const STEP = 16;
const LENGTH_BYTES = 4;
const PAGE_END = 0xffffffff;

/** A workbook beyond the supported size. */
export const tooLarge = () =>
  refusedKind(
    "xlsx",
    "size",
    "This workbook is too large to be read. Save the sheet as CSV UTF-8 and upload that file.",
  );

/**
 * The shared strings that cells refer to by index: as many as there are cells, in any order. The first 16 MB stay in
 * memory, the rest goes to an unlinked file.
 */
export class SharedStrings {
  #places: Uint32Array = new Uint32Array(1024);
  #count = 0;
  #pages: Buffer[] = [];
  #stored = 0;
  #waiting: Buffer[] = [];
  #filling = Buffer.allocUnsafe(PAGE_BYTES);
  #used = 0;
  #file: FileHandle | null = null;
  #cached = new Map<number, Buffer>();
  #loads = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#used + bytes + 2 * LENGTH_BYTES > PAGE_BYTES) this.#turn();
    if (this.#count % STEP === 0) this.#note((this.#pages.length + this.#stored) * PAGE_BYTES + this.#used);
    this.#filling.writeUInt32LE(bytes, this.#used);
    this.#filling.write(text, this.#used + LENGTH_BYTES);
    this.#used += LENGTH_BYTES + bytes;
    this.#count++;
  }

  #note(place: number): void {
    const index = this.#count / STEP;
    if (index >= this.#places.length) {
      const more = new Uint32Array(this.#places.length * 2);
      more.set(this.#places);
      this.#places = more;
    }
    this.#places[index] = place;
  }

  #turn(): void {
    this.#filling.writeUInt32LE(PAGE_END, this.#used);
    if (this.#pages.length < RESIDENT_PAGES) this.#pages.push(this.#filling);
    else {
      this.#waiting.push(this.#filling);
      this.#stored++;
    }
    this.#filling = Buffer.allocUnsafe(PAGE_BYTES);
    this.#used = 0;
  }

  /** Writes out what does not stay in memory. To be called after every few strings. */
  async settle(): Promise<void> {
    if (this.#stored > MAX_STORED_PAGES) throw tooLarge();
    for (const page of this.#waiting.splice(0)) {
      this.#file ??= await unnamedFile();
      await this.#file.writeFile(page);
    }
  }

  /** The text of an index if its page is in memory; otherwise the number of the page to `load`. Throws 415 beyond the last. */
  text(index: number): string | number {
    if (index >= this.#count) throw damaged("xlsx");
    const place = this.#places[Math.floor(index / STEP)] ?? 0;
    let number = Math.floor(place / PAGE_BYTES);
    let at = place % PAGE_BYTES;
    let page = this.#page(number);
    for (let left = index % STEP; page; left--) {
      const bytes = page.readUInt32LE(at);
      if (bytes === PAGE_END) {
        page = this.#page(++number);
        at = 0;
        left++;
        continue;
      }
      at += LENGTH_BYTES;
      if (left === 0) return page.toString("utf8", at, at + bytes);
      at += bytes;
    }
    return number;
  }

  #page(number: number): Buffer | undefined {
    if (number === this.#pages.length + this.#stored) return this.#filling;
    return this.#pages[number] ?? this.#cached.get(number);
  }

  /** Loads a page. Throws 415 when a workbook needs too many of them. */
  async load(number: number): Promise<void> {
    if (++this.#loads > MAX_LOADS) throw tooLarge();
    const page = Buffer.allocUnsafe(PAGE_BYTES);
    await this.#file?.read(page, 0, PAGE_BYTES, (number - RESIDENT_PAGES) * PAGE_BYTES);
    if (this.#cached.size >= CACHED_PAGES) {
      const [oldest] = this.#cached.keys();
      if (oldest !== undefined) this.#cached.delete(oldest);
    }
    this.#cached.set(number, page);
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** Reads the part of a workbook that contains the shared strings. */
export async function readStrings(bytes: AsyncIterable<Uint8Array>, strings: SharedStrings): Promise<void> {
  const rich = new RichText((text) => strings.add(text));
  const reader = new XmlReader("xlsx", rich);
  for await (const text of xmlText(bytes, "xlsx")) {
    reader.write(text);
    await strings.settle();
  }
  reader.end();
}

/** The texts in `si` elements, or in `is` of a cell: all their parts, without phonetic hints. */
export class RichText implements XmlHandler {
  wantsText = false;
  #text = "";
  #phonetic = 0;

  readonly found: (text: string) => void;

  constructor(found: (text: string) => void) {
    this.found = found;
  }

  open(name: string): void {
    if (name === "si" || name === "is") this.#text = "";
    else if (name === "rPh") this.#phonetic++;
    else if (name === "t") this.wantsText = this.#phonetic === 0;
  }

  text(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) throw tooLong("xlsx");
  }

  close(name: string): void {
    if (name === "t") this.wantsText = false;
    else if (name === "rPh") this.#phonetic--;
    else if (name === "si" || name === "is") this.found(unescaped(this.#text));
  }
}

/** A character that XML cannot contain, as workbooks write it: `_x000D_`. ECMA-376 part 1, 22.9.2.19. */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n");
}
