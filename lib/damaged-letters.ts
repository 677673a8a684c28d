/** Replacement characters, and controls, which no text contains. */
export const UNDECODED = /\ufffd|(?!\s)\p{Cc}/u;
/** UTF-8 read as one of the Western code pages: each of its two or three bytes as a letter. */
export const MOJIBAKE =
  /[\u00c2\u00c3][\u0080-\u00bf\u0152-\u0178\u02c6-\u2122]|\u00e2\u20ac|(?:[\u00c4-\u00db][\u0080-\u00bf\u0152-\u0178\u02c6-\u2122]){2}|[\u00e0-\u00ef](?![\u00a0\u00ab\u00bb])[\u0080-\u00bf\u0152-\u0178\u02c6-\u2122]{2}/;

const DAMAGED = new RegExp(`(?:${UNDECODED.source}|${MOJIBAKE.source})+`, "gu");

interface Piece {
  /** Where it begins. */
  at: number;
  piece: string;
  isDamaged: boolean;
}

/** A text split into damaged and intact pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const push = (to: number, isDamaged: boolean) => {
    if (to > end) pieces.push({ at: end, piece: text.slice(end, to), isDamaged });
    end = to;
  };
  for (const { index, 0: damaged } of text.matchAll(DAMAGED)) {
    push(index, false);
    push(index + damaged.length, true);
  }
  push(text.length, false);
  return pieces;
}
