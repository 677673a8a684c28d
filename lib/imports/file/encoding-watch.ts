import { isAscii } from "node:buffer";

/** Bytes of evidence that are kept; a guess needs no more. */
const EVIDENCE_BYTES = 64 * 1024;

/**
 * Collects bytes beyond ASCII while a file streams past. A head of plain ASCII says nothing about the encoding of a
 * name on line 400 000; with the evidence kept here, detection can run again once the file is complete. Costs next to
 * nothing (isAscii runs at several GB/s).
 */
export class EncodingWatch {
  #evidence: Buffer[] = [];
  #bytes = 0;
  /** The text after the last line end: its characters may continue in the next chunk. */
  #open = Buffer.alloc(0);
  /** Lines of plain ASCII above the first evidence. */
  #linesAbove = 0;

  push(chunk: Uint8Array): void {
    if (this.#bytes >= EVIDENCE_BYTES) return;
    const end = Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13)) + 1;
    if (end === 0 && this.#open.length + chunk.length < EVIDENCE_BYTES) {
      this.#open = Buffer.concat([this.#open, chunk]);
      return;
    }
    this.#keep(this.#open, chunk.subarray(0, end));
    this.#open = Buffer.from(chunk.subarray(end));
  }

  #keep(...parts: Uint8Array[]): void {
    if (parts.every((part) => isAscii(part))) {
      if (this.#bytes === 0) for (const part of parts) this.#linesAbove += countLines(part);
      return;
    }
    const lines = Buffer.concat(parts);
    const start =
      lines.lastIndexOf(
        10,
        lines.findIndex((byte) => byte > 127),
      ) + 1;
    if (this.#bytes === 0) this.#linesAbove += countLines(lines.subarray(0, start));
    const kept = Buffer.from(lines.subarray(start).subarray(0, EVIDENCE_BYTES));
    this.#evidence.push(kept);
    this.#bytes += kept.length;
  }

  /**
   * The lines of the file that contain bytes beyond ASCII, for `detectEncoding`, and the number of the first; null
   * when there are none.
   */
  evidence(): { bytes: Buffer; firstLine: number } | null {
    this.#keep(this.#open);
    this.#open = Buffer.alloc(0);
    if (this.#evidence.length === 0) return null;
    return { bytes: Buffer.concat(this.#evidence), firstLine: this.#linesAbove + 1 };
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
