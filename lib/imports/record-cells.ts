/** The cells of one record. One in which a quoted cell is not properly closed is rejected, and split as it stands. */
export function cellsOf(record: string, delimiter: string): string[] {
  return closedCells(record, delimiter) ?? record.split(delimiter);
}

function closedCells(record: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  const afterGap = (at: number) => {
    let next = at;
    while ((record[next] === " " || record[next] === "\t") && record[next] !== delimiter) next++;
    return next;
  };
  for (let at = 0; ; at++) {
    const open = afterGap(at);
    let end = record.indexOf(delimiter, at);
    if (end < 0) end = record.length;
    if (record[open] === '"' && open <= end) {
      const close = closingQuote(record, open);
      end = afterGap(close + 1);
      if (close < 0 || (end < record.length && record[end] !== delimiter)) return null;
      cells.push(record.slice(open + 1, close).replaceAll('""', '"'));
    } else cells.push(record.slice(at, end));
    if (end === record.length) return cells;
    at = end;
  }
}

function closingQuote(record: string, open: number): number {
  let at = record.indexOf('"', open + 1);
  while (at >= 0 && record[at + 1] === '"') at = record.indexOf('"', at + 2);
  return at;
}
