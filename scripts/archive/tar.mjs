import { Failure } from "../lib/failure.mjs";

/** @import { Entry } from "./types.ts" */

/** The part of the ustar format of POSIX.1-1988 that plain files need: any tar can list and unpack what is written. */
const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const CHECKSUM_AT = 148;

/**
 * The block before a file's bytes. Names are ASCII; throws on one that does not fit.
 * @param {string} name
 * @param {number} size
 * @param {Date} [mtime]
 */
export function tarHeader(name, size, mtime = new Date()) {
  const block = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  const octal = (/** @type {number} */ value, /** @type {number} */ width) =>
    `${value.toString(8).padStart(width - 1, "0")}\0`;
  block.write(rest, 0, "latin1");
  block.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100, "latin1");
  block.write(octal(size, 12) + octal(Math.floor(mtime.getTime() / 1000), 12), 124, "latin1");
  block.write("        0", CHECKSUM_AT, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  block.write(prefix, 345, "latin1");
  block.write(`${octal(checksum(block), 7)} `, CHECKSUM_AT, "latin1");
  return block;
}

/**
 * The zeros that fill up a file's last block.
 * @param {number} size
 */
export function tarPadding(size) {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The end of a tar. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * The files of a tar in order: `{name, size, content}`. Unread `content` is skipped when the next file is requested.
 * Throws a Failure on anything that is not a complete tar.
 * @param {AsyncIterable<Buffer>} source
 * @returns {AsyncGenerator<Entry, void>}
 */
export async function* readTar(source) {
  const input = new Bytes(source);
  for (;;) {
    const block = await input.exactly(BLOCK);
    if (isZero(block)) {
      if (!isZero(await input.exactly(BLOCK))) throw broken();
      await input.drain();
      return;
    }
    const { name, size } = parse(block);
    const content = input.upTo(size);
    yield { name, size, content };
    for await (const _ of content);
    await input.exactly(tarPadding(size).length);
  }
}

/**
 * @param {string} name
 * @returns {[prefix: string, rest: string]}
 */
function splitName(name) {
  if (name.length <= NAME_BYTES) return ["", name];
  const cut = name.indexOf("/", name.length - NAME_BYTES - 1);
  if (cut < 1 || cut > PREFIX_BYTES) throw new Failure(`The name ${name} is too long for the archive.`);
  return [name.slice(0, cut), name.slice(cut + 1)];
}

/** @param {Buffer} block */
function parse(block) {
  const text = (/** @type {number} */ from, /** @type {number} */ length) =>
    block.toString("latin1", from, from + length).replace(/\0.*/s, "");
  const number = (/** @type {number} */ from, /** @type {number} */ length) =>
    Number.parseInt(text(from, length).trim(), 8);
  const [name, prefix, size] = [text(0, NAME_BYTES), text(345, PREFIX_BYTES), number(124, 12)];
  const isFile = text(257, 5) === "ustar" && text(156, 1) === "0" && Number.isSafeInteger(size);
  if (!isFile || number(CHECKSUM_AT, 8) !== checksum(block)) throw broken();
  return { name: prefix ? `${prefix}/${name}` : name, size };
}

/**
 * The sum of all bytes, those of the checksum itself counted as spaces.
 * @param {Buffer} block
 */
function checksum(block) {
  let sum = 0;
  for (const [at, byte] of block.entries()) {
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 32 : byte;
  }
  return sum;
}

/** @param {Buffer} block */
function isZero(block) {
  return block.every((byte) => byte === 0);
}

function broken() {
  return new Failure("This is not a whole archive: it is damaged, or something else.");
}

/** Takes pieces of known length from a stream of chunks. */
class Bytes {
  #chunks;
  /** @type {Buffer} */
  #rest = Buffer.alloc(0);

  /** @param {AsyncIterable<Buffer>} source */
  constructor(source) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /**
   * @param {number} size
   * @returns {Promise<Buffer>}
   */
  async exactly(size) {
    const pieces = await Array.fromAsync(this.upTo(size));
    const [first] = pieces;
    return first && pieces.length === 1 ? first : Buffer.concat(pieces);
  }

  /**
   * @param {number} size
   * @returns {AsyncGenerator<Buffer, void>}
   */
  async *upTo(size) {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Reads to the end, where gzip's own checksum is. */
  async drain() {
    while (!(await this.#chunks.next()).done);
  }

  async #more() {
    const { done, value } = await this.#chunks.next();
    if (done) throw new Failure("The archive is cut off.");
    this.#rest = value;
  }
}
