/** The columns of a table without headers: those of the widest rows, unless these are exceptions. */
export function commonWidth(rows: string[][]): number {
  const widths = rows.map((cells) => cells.length).sort((a, b) => b - a);
  const exceptions = rows.length < 3 ? 0 : Math.max(1, Math.ceil(rows.length / 10) - 1);
  return Math.max(1, widths[exceptions] ?? 1);
}

/** How many empty cells beyond the headers more than half of the rows have, all the same number. */
export function usualSurplus(rows: string[][], width: number): number {
  const counts = new Map<number, number>();
  for (const cells of rows) {
    const isPadded = cells.length > width && cells.slice(width).every((cell) => cell.trim() === "");
    if (isPadded) counts.set(cells.length - width, (counts.get(cells.length - width) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] > rows.length / 2 ? most[0] : 0;
}
