import type { FileHandle } from "node:fs/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { inflated } from "./inflate";
import { damaged, refusedKind } from "./refused";

export interface ZipEntry {
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** An archive in a file, and the entries it lists. */
export interface Zip {
  file: FileHandle;
  /** What refusals call it, where it is more than an archive. */
  kind?: string;
  entries: ZipEntry[];
  /** Where the central directory begins: entries end before it. */
  end: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** More parts than any real workbook has. */
const MAX_ENTRIES = 2000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const MAX_32 = 0xffffffff;

/**
 * The entries of an archive by its central directory, the only trusted source: data between the entries is never read.
 * Names only identify parts; they are never used as paths. Throws 415 for damaged or split archives and zip64.
 */
export async function openZip(file: FileHandle, length: number): Promise<Zip> {
  const tailAt = Math.max(0, length - 66_000);
  const tail = await readAt(file, tailAt, length - tailAt);
  let at = tail.length - 22;
  while (at >= 0 && (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) > tail.length))
    at--;
  if (at < 0) throw damaged("zip");
  const count = tail.readUInt16LE(at + 10);
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count === 0xffff || size === MAX_32 || start === MAX_32) throw zip64();
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== count)
    throw refusedKind(
      "zip",
      "parts",
      "This archive is in several parts. Pack it as one, or upload the file inside.",
    );
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES)
    throw refusedKind(
      "zip",
      "entries",
      "This archive contains too many files. Upload the one with the contacts.",
    );
  if (start + size > tailAt + at) throw damaged("zip");
  const directory = await readAt(file, start, size);
  const entries: ZipEntry[] = [];
  for (let index = 0, from = 0; index < count; index++) {
    if (from + 46 > size || directory.readUInt32LE(from) !== ENTRY) throw damaged("zip");
    const name = directory.readUInt16LE(from + 28);
    const next = from + 46 + name + directory.readUInt16LE(from + 30) + directory.readUInt16LE(from + 32);
    if (next > size) throw damaged("zip");
    const entry = {
      name: directory.toString("utf8", from + 46, from + 46 + name),
      encrypted: (directory.readUInt16LE(from + 8) & 0x41) !== 0,
      method: directory.readUInt16LE(from + 10),
      crc: directory.readUInt32LE(from + 16),
      packedBytes: directory.readUInt32LE(from + 20),
      bytes: directory.readUInt32LE(from + 24),
      offset: directory.readUInt32LE(from + 42),
    };
    if ([entry.packedBytes, entry.bytes, entry.offset].includes(MAX_32)) throw zip64();
    entries.push(entry);
    from = next;
  }
  return { file, entries, end: start };
}

/** Some libraries write workbooks so, however small. */
const zip64 = () =>
  refusedKind(
    "zip",
    "zip64",
    "This file is of the ZIP64 kind. Save a workbook again in a spreadsheet program; of another archive, upload the file inside.",
  );

/** The content of an entry. Throws 415 if it is encrypted, compressed by another method, or differs from the directory. */
export async function* readEntry(
  { file, end, kind = "zip" }: Zip,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
  if (entry.encrypted)
    throw refusedKind(kind, "encrypted", "This archive is encrypted. Unpack it and upload the file inside.");
  if (entry.method !== 0 && entry.method !== 8)
    throw refusedKind(
      kind,
      "method",
      "This archive is packed in an unusual way. Unpack it and upload the file inside.",
    );
  const head = await readAt(file, entry.offset, 30);
  if (head.readUInt32LE(0) !== LOCAL) throw damaged(kind);
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + entry.packedBytes > end) throw damaged(kind);
  const packed = pieces(file, start, entry.packedBytes);
  const content =
    entry.method === 8 ? inflated(kind, packed, createInflateRaw({ chunkSize: PIECE_BYTES })) : packed;
  let bytes = 0;
  let crc = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    // An entry that is larger than it says is lying.
    if (bytes > entry.bytes) throw damaged(kind);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw damaged(kind);
}

async function* pieces(file: FileHandle, start: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < start + bytes; ) {
    const piece = await readAt(file, at, Math.min(PIECE_BYTES, start + bytes - at));
    at += piece.length;
    yield piece;
  }
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  if (bytesRead !== bytes) throw damaged("zip");
  return buffer;
}
