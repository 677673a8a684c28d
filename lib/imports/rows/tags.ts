/**
 * Names in a cell of tags, separated by `,` `;` `|` or, as Google writes them, ` ::: `, with `* ` before its own ones. A
 * name in quotation marks may contain these; a doubled quotation mark inside is one. Repeated names (in any case) count once, the first spelling stays.
 * Stops after `most` names.
 */
export function splitTags(cell: string, most = Number.POSITIVE_INFINITY): string[] {
  const names = new Map<string, string>();
  for (const [, quoted, plain = ""] of cell.matchAll(TAG)) {
    const found =
      quoted === undefined ? plain.split(" ::: ").map(withoutStar) : [quoted.replaceAll('""', '"')];
    for (const name of found.map((one) => one.trim())) {
      const key = name.toLowerCase();
      if (name !== "" && !names.has(key)) names.set(key, name);
      if (names.size >= most) return [...names.values()];
    }
  }
  return [...names.values()];
}

const withoutStar = (name: string) => name.trim().replace(/^\* /, "");

const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|]|$)|([^,;|]+))(?:[,;|]|$)/g;
