export const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** By how many percent more one way took than the other, measured by turns: the median of the rounds. NaN without any. */
export function percentMore(way: number[], other: number[]): number {
  return 100 * (median(way.map((figure, round) => figure / (other[round] ?? Number.NaN))) - 1);
}
