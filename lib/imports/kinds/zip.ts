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
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Of archives with figures of 64 bits, which some libraries write however small (APPNOTE.TXT, 4.3.14 and 4.3.15). */
const WIDE_END = 0x06064b50;
const WIDE_LOCATOR = 0x07064b50;
const WIDE_FIELD = 1;

/**
 * The entries of an archive by its central directory, the only trusted source: data between the entries is never read.
 * Names only identify parts; they are never used as paths. Throws 415 for damaged or split archives.
 */
export async function openZip(file: FileHandle, length: number): Promise<Zip> {
  const tailAt = Math.max(0, length - 66_000);
  const tail = await readAt(file, tailAt, length - tailAt);
  let at = tail.length - 22;
  while (at >= 0 && (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) > tail.length))
    at--;
  if (at < 0) throw damaged("zip");
  const { parts, count, size, start, before } = await placeOf(file, tail, at, tailAt);
  if (parts)
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
  if (start + size > before) throw damaged("zip");
  return { file, entries: entriesOf(await readAt(file, start, size), count), end: start };
}

/** Where the central directory is: by the end record, or where that has no room for it by the ZIP64 record before. */
async function placeOf(file: FileHandle, tail: Buffer, at: number, tailAt: number) {
  const [count, size, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  if (count !== MAX_16 && size !== MAX_32 && start !== MAX_32) {
    const parts = tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 8) !== count;
    return { parts, count, size, start, before: tailAt + at };
  }
  const locator = at - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== WIDE_LOCATOR) throw damaged("zip");
  const before = wideAt(tail, locator + 8);
  if (before + 56 > tailAt + locator) throw damaged("zip");
  const record = await readAt(file, before, 56);
  if (record.readUInt32LE(0) !== WIDE_END) throw damaged("zip");
  const wide = { count: wideAt(record, 32), size: wideAt(record, 40), start: wideAt(record, 48), before };
  return { parts: record.readUInt32LE(16) !== 0 || wideAt(record, 24) !== wide.count, ...wide };
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let index = 0, from = 0; index < count; index++) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== ENTRY) throw damaged("zip");
    const extra = from + 46 + directory.readUInt16LE(from + 28);
    const behind = extra + directory.readUInt16LE(from + 30);
    const next = behind + directory.readUInt16LE(from + 32);
    if (next > directory.length) throw damaged("zip");
    const short = [24, 20, 42].map((place) => directory.readUInt32LE(from + place));
    const [bytes = 0, packedBytes = 0, offset = 0] = widened(short, directory.subarray(extra, behind));
    entries.push({
      name: directory.toString("utf8", from + 46, extra),
      encrypted: (directory.readUInt16LE(from + 8) & 0x41) !== 0,
      method: directory.readUInt16LE(from + 10),
      crc: directory.readUInt32LE(from + 16),
      packedBytes,
      bytes,
      offset,
    });
    from = next;
  }
  return entries;
}

/** The size, packed size and place of an entry; those without room are in an extra field (APPNOTE.TXT, 4.5.3). */
function widened(short: number[], extra: Buffer): number[] {
  if (!short.includes(MAX_32)) return short;
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== WIDE_FIELD)
    at += 4 + extra.readUInt16LE(at + 2);
  const end = at + 4 <= extra.length ? Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2)) : 0;
  at += 4;
  return short.map((figure) => {
    if (figure !== MAX_32) return figure;
    if (at + 8 > end) throw damaged("zip");
    at += 8;
    return wideAt(extra, at - 8);
  });
}

/** Figures beyond any file that an upload may be are as damaged as others that lead out of it. */
function wideAt(bytes: Buffer, at: number): number {
  const figure = bytes.readBigUInt64LE(at);
  if (figure > Number.MAX_SAFE_INTEGER) throw damaged("zip");
  return Number(figure);
}

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
