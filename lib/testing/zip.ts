import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** The size that the directory claims, instead of the real one. */
  bytes?: number;
  flags?: number;
  method?: number;
}

/** A compressed ZIP archive of these parts, with sizes only in its directory, as streaming programs write it. */
export function zipOf(parts: ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, bytes, flags = 0, method = 8 } of parts) {
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
    directory.push(entry, Buffer.from(name));
    locals.push(local, Buffer.from(name), packed);
    offset += local.length + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
