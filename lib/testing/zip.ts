import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** The size that the directory claims, instead of the real one. */
  bytes?: number;
  flags?: number;
  method?: number;
  /** Sizes and place are in a field of the ZIP64 kind, as some libraries write them however small. */
  isWide?: boolean;
}

/** A compressed ZIP archive of these parts, with sizes only in its directory, as streaming programs write it. */
export function zipOf(parts: ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, bytes, flags = 0, method = 8, isWide = false } of parts) {
    const text = Buffer.from(content);
    const packed = method === 0 ? text : deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8 | flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8 | flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(text), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes ?? text.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name), ...(isWide ? [wideField(entry)] : []));
    locals.push(local, Buffer.from(name), packed);
    offset += local.length + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  const isWide = parts.some((part) => part.isWide);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, ...(isWide ? [wideEnd(end)] : []), end]);
}

/** Moves what an entry says of its sizes and place into an extra field (APPNOTE.TXT, 4.5.3). */
function wideField(entry: Buffer): Buffer {
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  for (const [at, from] of [24, 20, 42].entries()) {
    field.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), 4 + 8 * at);
    entry.writeUInt32LE(0xffffffff, from);
  }
  entry.writeUInt16LE(field.length, 30);
  return field;
}

/** The record and its locator (4.3.14, 4.3.15) that stand before an end record, which loses its figures. */
function wideEnd(end: Buffer): Buffer {
  const record = Buffer.alloc(76);
  const [count, size, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(start + size), 64);
  record.writeUInt32LE(1, 72);
  end.fill(0xff, 8, 20);
  return record;
}
