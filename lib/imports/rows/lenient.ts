/**
 * Cells of a record with a stray quotation mark: a cell is quoted only if its closing mark precedes a delimiter or the
 * end; every other mark is text.
 */
export function cutLeniently(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= record.length; ) {
    const quoted = record[at] === '"' ? quotedCell(record, at, delimiter) : null;
    const next = record.indexOf(delimiter, at);
    const end = quoted?.end ?? (next < 0 ? record.length : next);
    cells.push(quoted?.text ?? record.slice(at, end));
    at = end + delimiter.length;
  }
  return cells;
}

function quotedCell(record: string, open: number, delimiter: string) {
  for (let at = open + 1; at < record.length; at++) {
    if (record[at] !== '"') continue;
    if (record[at + 1] === '"') {
      at++;
      continue;
    }
    const end = at + 1;
    if (end < record.length && record[end] !== delimiter) return null;
    return { end, text: record.slice(open + 1, at).replaceAll('""', '"') };
  }
  return null;
}
