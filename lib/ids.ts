import { randomFillSync } from "node:crypto";

/**
 * UUIDv7 (RFC 9562, 5.7), strictly increasing within the process: 48 bits of milliseconds, then a 26-bit counter that
 * starts at random in each millisecond, then 48 random bits. Our own code because an import makes millions of them, as
 * bytes.
 */
const pool = Buffer.allocUnsafe(16 * 1024);
let poolAt = pool.length;
let lastMs = 0;
let counter = 0;

/** The two hexadecimal digits of each byte, in ASCII. */
const HIGH = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0").charCodeAt(0));
const LOW = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0").charCodeAt(1));
/** Characters of an id. */
export const ID_LENGTH = 36;
const DASH = 45;

function randomBytesAt(count: number): number {
  if (poolAt + count > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const at = poolAt;
  poolAt += count;
  return at;
}

/** A new UUIDv7, greater than every one this process made before. */
export function newId(now = Date.now()): string {
  take(1, now);
  write(lastMs, counter, single, 0);
  return single.toString("latin1");
}

const single = Buffer.alloc(ID_LENGTH);

/**
 * Ids that are generated when they are needed, if ever, by index, which is less than `count` (a million or so):
 * greater than every one made before this call, in order of index, and less than those of later calls. Requesting an
 * index again gives another id. Returns a function that writes one at a position of a buffer.
 */
export function reserveIds(count: number): (index: number, bytes: Uint8Array, at: number) => void {
  const first = take(count, Date.now());
  const ms = lastMs;
  return (index, bytes, at) => write(ms, first + index, bytes, at);
}

const COUNTER_MAX = 0x3ffffff;

/** Reserves the next numbers of the current millisecond, or the first ones of the next. Returns the first of them. */
function take(count: number, now: number): number {
  if (now > lastMs) {
    lastMs = now;
    counter = pool.readUInt32BE(randomBytesAt(4)) & 0x1ffffff;
  } else if (counter + count > COUNTER_MAX) {
    lastMs++;
    counter = -1;
  }
  counter += count;
  return counter - count + 1;
}

function write(ms: number, count: number, bytes: Uint8Array, at: number): void {
  const high = Math.floor(ms / 0x10000);
  put(bytes, at, high >>> 24);
  put(bytes, at + 2, high >>> 16);
  put(bytes, at + 4, high >>> 8);
  put(bytes, at + 6, high);
  bytes[at + 8] = DASH;
  put(bytes, at + 9, ms >>> 8);
  put(bytes, at + 11, ms);
  bytes[at + 13] = DASH;
  put(bytes, at + 14, 0x70 | (count >>> 22));
  put(bytes, at + 16, count >>> 14);
  bytes[at + 18] = DASH;
  put(bytes, at + 19, 0x80 | ((count >>> 8) & 0x3f));
  put(bytes, at + 21, count);
  bytes[at + 23] = DASH;
  const random = randomBytesAt(6);
  for (let n = 0; n < 6; n++) put(bytes, at + 24 + 2 * n, pool[random + n] ?? 0);
}

function put(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = HIGH[value & 0xff] ?? 0;
  bytes[at + 1] = LOW[value & 0xff] ?? 0;
}

/** The smallest UUIDv7 of a moment: the lower bound of all ids made at or after it. */
export function firstIdAt(ms: number): string {
  const stamp = ms.toString(16).padStart(12, "0");
  return `${stamp.slice(0, 8)}-${stamp.slice(8, 12)}-7000-8000-000000000000`;
}
