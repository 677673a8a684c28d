import type { FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { validationError } from "@/lib/errors";
import { EMPTY_ARCHIVE, refuseBinary } from "../file/dialect-binary";
import type { TableSource } from "../schemas-reading";
import { inflated } from "./inflate";
import { plainKind, plainTable } from "./plain-kinds";
import { isRecipients, recipientCells } from "./recipients";
import { refusedAs, refusedKind } from "./refused";
import { spool, unnamedFile } from "./spool";
import { isWrapped, unwrappedLines } from "./wrapped-lines";
import { openWorkbook } from "./xlsx";
import { openZip, readEntry, type Zip, type ZipEntry } from "./zip";

/** The format of a file before it became text. */
type FileKind = "gzip" | "zip" | "wrapped" | TableSource["kind"];

/** A file identified by its content. */
export interface Opened {
  /** `null` when it is read as the text it is, or refused as before. */
  kind: FileKind | null;
  text: AsyncIterable<Uint8Array>;
  /** Set when the text is a table as we write it (`WRITTEN`), of which only the headers have to be guessed. */
  table?: TableSource;
  /** What the part of the file that is read is called: a sheet, or a packed file. */
  title?: string | undefined;
  /** Releases what the text is read from. Must always be called. */
  close(): Promise<void>;
}

/** The signatures of compressed files. */
const SIGN_BYTES = 512;

/**
 * The content of an uploaded file as text: the file itself, or what it contains. The format is detected from the
 * content, never from the name. Converted while it streams; text longer than an upload may be is left to the caller to
 * refuse. `sheet` is a workbook's, by name or number; 400 when the file has none.
 */
export async function openUpload(source: AsyncIterable<Uint8Array>, sheet?: string): Promise<Opened> {
  const parts = source[Symbol.asyncIterator]();
  const head = await headOf(parts);
  const whole = again(head, parts);
  const opened = isZip(head) ? await openArchive(whole, sheet) : await openStream(head, whole);
  if (sheet === undefined || opened.table?.sheet) return opened;
  await opened.close();
  await parts.return?.();
  const message = "is for workbooks, and this file is none";
  throw validationError([{ path: ["sheet"], code: "unknown", message }]);
}

const isZip = (head: Uint8Array) => head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b;

async function openStream(head: Uint8Array, whole: AsyncIterable<Uint8Array>): Promise<Opened> {
  if (!isGzip(head)) return openPlain(null, whole);
  return openPlain("gzip", inflated("gzip", whole, createGunzip()));
}

const NO_SHEETS = { sheet: null, sheets: [] };

/** Text as it is, or the table that it contains. */
async function openPlain(kind: "gzip" | "zip" | null, text: AsyncIterable<Uint8Array>): Promise<Opened> {
  const parts = text[Symbol.asyncIterator]();
  const head = await headOf(parts);
  const whole = again(head, parts);
  const plain = plainKind(head);
  const close = async () => void (await whole.return(undefined));
  if (!plain && isWrapped(head)) return { kind: kind ?? "wrapped", text: unwrappedLines(whole), close };
  if (!plain && isRecipients(head)) return { kind: kind ?? "wrapped", text: recipientCells(whole), close };
  if (!plain) return { kind, text: whole, close };
  const table: TableSource = { kind: plain, ...NO_SHEETS };
  return { kind: plain, text: plainTable(plain, whole, noteIn(table)), table, close };
}

/** Names of properties that are told. */
const NAMED_PROPERTIES = 20;

/** Notes what is left out; complete once the text has been read. */
const noteIn = (table: TableSource) => (name: string) => {
  table.left_out ??= [];
  if (table.left_out.length < NAMED_PROPERTIES && !table.left_out.includes(name)) table.left_out.push(name);
};

/** The first bytes of a stream, from which its format is detected. */
async function headOf(parts: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const seen: Uint8Array[] = [];
  for (let bytes = 0; bytes < SIGN_BYTES; ) {
    const part = await parts.next();
    if (part.done) break;
    seen.push(part.value);
    bytes += part.value.byteLength;
  }
  return Buffer.concat(seen);
}

/** All of a stream whose first bytes were peeked at. Ends the stream when nobody wants more. */
async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let part = await rest.next(); !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
}

async function openArchive(source: AsyncIterable<Uint8Array>, sheet: string | undefined): Promise<Opened> {
  const file = await unnamedFile();
  try {
    const opened = await openSpooled(file, source, sheet);
    const close = async () => {
      await opened.close();
      await file.close();
    };
    return { ...opened, close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openSpooled(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): Promise<Opened> {
  const zip = await openZip(file, await spool(file, source));
  if (!isWorkbook(zip)) {
    const packed = onlyFile(zip);
    return { ...(await openPlain("zip", readEntry(zip, packed))), title: packed.name };
  }
  const { text, close: closeBook, sheets } = await openWorkbook({ ...zip, kind: "xlsx" }, sheet);
  const close = async () => {
    await text.return(undefined);
    await closeBook();
  };
  // The rows that are struck through are known once the sheet has been read.
  const table: TableSource = Object.assign(sheets, { kind: "xlsx" as const });
  return { kind: "xlsx", text, table, title: sheets.sheet, close };
}

/** Every Office document lists its parts; these tell its format. */
function isWorkbook({ entries }: Zip): boolean {
  return entries.some(
    ({ name }) => name === "[Content_Types].xml" || /(?:^|[\\/])_rels[\\/]\.rels$/.test(name),
  );
}

/** The only file of an archive, besides folders and macOS metadata. Throws 415 for documents that are archives. */
function onlyFile({ entries }: Zip): ZipEntry {
  const document = documentOf(entries.map(({ name }) => name));
  const refusal = document && refuseBinary(Buffer.from(`PK\x03\x04${document}`, "latin1"));
  if (refusal) throw refusedAs(refusal);
  const files = entries.filter(({ name }) => !/\/$|(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name));
  const [only, second] = files;
  if (!only) throw refusedAs(EMPTY_ARCHIVE);
  if (second)
    throw refusedKind(
      "zip",
      "several",
      `This archive contains ${files.length} files. Upload the one with the contacts, by itself or packed.`,
      { count: files.length },
    );
  return only;
}

/** The signature of a document's format, as `refuseBinary` looks for it. */
function documentOf(names: string[]): string | null {
  if (names.includes("META-INF/manifest.xml") && names.includes("content.xml"))
    return "application/vnd.oasis.opendocument";
  return names.some((name) => name.endsWith(".iwa")) ? "Index/Document.iwa" : null;
}
