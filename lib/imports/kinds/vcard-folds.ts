/** A fold between the bytes of a character of UTF-8: whatever follows it is no beginning of one. */
const CUT = /([\x80-\xff])(\r?\n[ \t])([\x80-\xbf]{1,3})/g;
/** A fold with the bytes around it that may be cut by the pieces of a file. */
const CARRIED = 7;

/**
 * The bytes of vCards with every fold behind the character that it cuts, as lines are folded by programs that count
 * bytes (RFC 6350, 3.2). What the lines say once they are unfolded stays the same, in any encoding, and so do their
 * numbers.
 */
export async function* wholeCharacters(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = "";
  let isWide: boolean | null = null;
  for await (const more of bytes) {
    isWide ??= more[0] === 0xff || more[0] === 0xfe;
    if (isWide) yield more;
    else {
      const piece = (rest + Buffer.from(more).toString("latin1")).replace(CUT, "$1$3$2");
      rest = piece.slice(-CARRIED);
      yield Buffer.from(piece.slice(0, -CARRIED), "latin1");
    }
  }
  yield Buffer.from(rest, "latin1");
}
