/**
 * The seeds of a generated proof: this many from 1 on, all of them with `KITH_FULL=1`. `KITH_SEED` is another first
 * one, `KITH_SEEDS` another number of them: a proof of hours is split into parts of minutes. `isWhole` says whether it
 * is all of it; `part` which part, so that docs/reliability.md can count parts of one commit as one.
 */
export function seedsOf(quick: number, whole: number) {
  const isFull = process.env.KITH_FULL === "1";
  const first = Number(process.env.KITH_SEED || 1);
  const count = Number(process.env.KITH_SEEDS || (isFull ? whole : quick));
  const isWhole = isFull && first === 1 && count >= whole;
  const part = isFull ? { first, count, of: whole } : undefined;
  return { first, count, isWhole, part, all: Array.from({ length: count }, (_, n) => first + n) };
}
