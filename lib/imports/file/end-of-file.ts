import { bomOfUtf16 } from "./encoding-unicode";

/**
 * What follows the text of a file: 0x1A, which marks its end in DOS and CP/M, and NUL bytes up to the end of its last
 * block. Neither is part of the last cell, whatever that contains.
 */
const SUBSTITUTE = 0x1a;
/** Longer blocks are not end marks: a file of nothing but NUL is not held in memory. */
const MOST_HELD = 1024 * 1024;

/** Where the text ends, its last line end included. */
function endOfText(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === SUBSTITUTE)) end--;
  return end;
}

/** A whole file without its end mark, as far as its bytes show: in UTF-16 every line end has a NUL. */
export function withoutEndMark(file: Buffer): Buffer {
  const text = file.subarray(0, endOfText(file));
  return text.length === 0 || text.includes(0) || bomOfUtf16(file) ? file : text;
}

/** UTF-8 text as it streams, without its end mark. */
export async function* dropEndMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    const end = heldBytes > MOST_HELD ? chunk.length : endOfText(chunk);
    if (end > 0) {
      yield* held;
      [held, heldBytes] = [[], 0];
      yield end === chunk.length ? chunk : chunk.subarray(0, end);
    }
    if (end === chunk.length) continue;
    // The stream may reuse the memory of a chunk.
    held.push(Uint8Array.from(chunk.subarray(end)));
    heldBytes += chunk.length - end;
  }
}
