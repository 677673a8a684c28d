/**
 * Names in a cell of tags, separated by `,` `;` or `|`. A name in quotation marks may contain these; a doubled
 * quotation mark inside is one. Repeated names (in any case) count once, the first spelling stays.
 * Stops after `most` names.
 */
export function splitTags(cell: string, most = Number.POSITIVE_INFINITY): string[] {
  const names = new Map<string, string>();
  for (const [, quoted, plain] of cell.matchAll(TAG)) {
    const name = (quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"')).trim();
    const key = name.toLowerCase();
    if (name !== "" && !names.has(key)) names.set(key, name);
    if (names.size >= most) break;
  }
  return [...names.values()];
}

const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]+))(?:[,;|]|$)/g;
