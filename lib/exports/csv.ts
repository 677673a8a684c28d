const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** One record of RFC 4180, its line end included. */
export function csvRecord(cells: string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}\r\n`;
}

/**
 * Turns the output of PostgreSQL's COPY … CSV, whose records end in LF alone, into RFC 4180, and counts the records. A
 * line end inside quotes belongs to its cell and stays. A doubled quote toggles twice, so parity is enough.
 */
export class RecordEnds {
  records = 0;
  #quoted = false;

  convert(chunk: Uint8Array): Uint8Array {
    const out = Buffer.allocUnsafe(chunk.length * 2);
    let to = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) this.#quoted = !this.#quoted;
      if (byte === LF && !this.#quoted) {
        this.records++;
        out[to++] = CR;
      }
      out[to++] = byte;
    }
    return out.subarray(0, to);
  }
}
