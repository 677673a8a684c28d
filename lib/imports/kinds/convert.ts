import { createGunzip } from "node:zlib";
import { refuseBinary } from "../file/dialect-binary";
import { inflated } from "./inflate";
import { refusedKind } from "./refused";
import { spool, unnamedFile } from "./spool";
import { openZip, readEntry, type Zip, type ZipEntry } from "./zip";

export type FileKind = "gzip" | "zip";

/** A file by its content: `null` when it is to be read as the text it is, or refused as before. */
export interface Opened {
  kind: FileKind | null;
  text: AsyncIterable<Uint8Array>;
}

/** What tells a packed file. */
const SIGN_BYTES = 512;

/**
 * What an uploaded file holds, as text: itself, or what is in it. The kind is told by the content, never by the name.
 * Converted while it streams; text that is longer than an upload may be is left to the caller to refuse.
 */
export async function openUpload(source: AsyncIterable<Uint8Array>): Promise<Opened> {
  const parts = source[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < SIGN_BYTES) {
    const part = await parts.next();
    if (part.done) break;
    seen.push(part.value);
    bytes += part.value.byteLength;
  }
  const whole = again(seen, parts);
  const kind = packedKind(Buffer.concat(seen));
  if (kind === "gzip") return { kind, text: inflated(kind, whole, createGunzip()) };
  if (kind === "zip") return { kind, text: fromZip(whole) };
  return { kind: null, text: whole };
}

function packedKind(head: Uint8Array): FileKind | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  const zip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  return zip ? "zip" : null;
}

/** All of a stream whose first parts were looked at. Ends the stream when nobody wants more. */
async function* again(seen: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let part = await rest.next(); !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
}

async function* fromZip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const file = await unnamedFile();
  try {
    const zip = await openZip(file, await spool(file, source));
    yield* readEntry(zip, onlyFile(zip));
  } finally {
    await file.close();
  }
}

/** The one file of an archive, besides folders and what macOS adds. Throws 415 for documents that are archives. */
function onlyFile({ entries }: Zip): ZipEntry {
  const document = documentOf(entries.map(({ name }) => name));
  const refusal = document && refuseBinary(Buffer.from(`PK\x03\x04${document}`, "latin1"));
  if (refusal) throw refusedKind(refusal.kind, "document", refusal.message);
  const files = entries.filter(({ name }) => !/\/$|(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name));
  const [only, second] = files;
  if (!only) throw refusedKind("zip", "nothing", "This archive holds no file. Upload the CSV file itself.");
  if (second)
    throw refusedKind(
      "zip",
      "several",
      `This archive holds ${files.length} files. Upload the one with the contacts, by itself or packed.`,
    );
  return only;
}

/** What tells the kind of a document, as `refuseBinary` looks for it. */
function documentOf(names: string[]): string | null {
  if (names.includes("xl/workbook.xml") || names.includes("[Content_Types].xml")) return "xl/";
  if (names.includes("META-INF/manifest.xml") && names.includes("content.xml"))
    return "application/vnd.oasis.opendocument";
  return names.some((name) => name.endsWith(".iwa")) ? "Index/Document.iwa" : null;
}
