/** So many columns are shown, whether they need a look or not. */
export const SHOWN_COLUMNS = 30;

interface Arranged {
  shown: string[];
  /** Shown on request. */
  folded: string[];
}

/**
 * The columns that need a look, then the others. Of a wide file, those for which there is no room come last: a notice
 * names them. What is beyond the first columns is folded, unless somebody has to look at it.
 */
export function arrangeColumns(
  headers: readonly string[],
  {
    doubtful,
    beyond,
    clashes,
  }: { doubtful: ReadonlySet<string>; beyond: ReadonlySet<string>; clashes: (header: string) => boolean },
): Arranged {
  const isWide = headers.length > SHOWN_COLUMNS;
  const needsLook = (header: string) => doubtful.has(header) && !(isWide && beyond.has(header));
  const rank = (header: string) => (needsLook(header) ? 0 : isWide && beyond.has(header) ? 2 : 1);
  const ordered = [...headers].sort((a, b) => rank(a) - rank(b));
  const isShown = ordered.map((header, at) => at < SHOWN_COLUMNS || needsLook(header) || clashes(header));
  return {
    shown: ordered.filter((_, at) => isShown[at]),
    folded: ordered.filter((_, at) => !isShown[at]),
  };
}
