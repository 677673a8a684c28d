const READY = 90; // Z, ReadyForQuery
const COPY_IN = 71; // G, CopyInResponse
const COPY_OUT = 72; // H, CopyOutResponse
const COPY_DATA = 100; // d, in both directions
/** CopyData, CopyDone, CopyFail: the server ignores them unless it copies. */
const COPYING = new Set([COPY_DATA, 99, 102]);
const KEY = 75; // K, BackendKeyData
const ROW = 68; // D, DataRow
/** CommandComplete and PortalSuspended: after them postgres.js counts rows from zero. */
const ROWS_ENDED = new Set([67, 115]);
/** Notice, parameter, notification, error: the server may send these unprompted at any time. */
const UNASKED = new Set([78, 83, 65, 69]);
/** Type, length and the first four bytes of the body: the only bytes that are read. */
const HEAD = 9;

/**
 * Follows a connection's protocol (PostgreSQL manual, 55.2) far enough to know which side has to send next; otherwise
 * silence would say nothing about the connection's health. Reads message headers only.
 */
export class Dialogue {
  /** Who must send next. During COPY FROM STDIN it is the client. */
  turn: "server" | "client" = "server";
  copyingIn = false;
  copyingOut = false;
  /** The transaction's state as of the last ReadyForQuery: I(dle), T(ransaction), E(rror); empty during start-up. */
  transaction = "";
  /** The server process behind this connection. A pooler invents one. */
  processId = 0;
  /** Bytes of the current message that are still to come. */
  #left = 0;
  /** The start of a message whose head did not fit into its chunk. */
  #head: Uint8Array = new Uint8Array();
  /** Rows arrived, and their statement has neither ended nor failed. */
  #inRows = false;

  /**
   * True when the server waits for a new statement outside any transaction: the connection can be lent again. Not
   * after a statement that failed among its rows: postgres.js would put the next one's rows after as many holes.
   */
  get idle(): boolean {
    return this.turn === "client" && !this.copyingIn && this.transaction === "I" && !this.#inRows;
  }

  sent(chunk: Uint8Array): void {
    if (this.copyingIn ? chunk[0] === COPY_DATA : isIgnored(chunk)) return;
    this.copyingIn = false;
    this.turn = "server";
  }

  received(chunk: Buffer): void {
    const data = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    this.#head = new Uint8Array();
    for (let at = 0; ; ) {
      const passed = Math.min(this.#left, data.length - at);
      at += passed;
      this.#left -= passed;
      const available = data.length - at;
      if (available === 0) return;
      const size = available < 5 ? HEAD : data.readUInt32BE(at + 1) + 1;
      if (available < Math.min(size, HEAD)) {
        this.#head = data.subarray(at);
        return;
      }
      this.#message(data, at);
      this.#left = size;
    }
  }

  #message(data: Buffer, at: number): void {
    const type = data[at] ?? 0;
    if (type === READY) this.transaction = String.fromCharCode(data[at + 5] ?? 0);
    if (type === KEY) this.processId = data.readUInt32BE(at + 5);
    if (UNASKED.has(type)) return;
    if (type === ROW) this.#inRows = true;
    else if (ROWS_ENDED.has(type)) this.#inRows = false;
    this.turn = type === READY || type === COPY_IN ? "client" : "server";
    this.copyingIn = type === COPY_IN;
    this.copyingOut = type === COPY_OUT || (this.copyingOut && type === COPY_DATA);
  }
}

/** Whether the chunk only ends a COPY that has already ended: the driver sends CopyFail once more after each one. */
function isIgnored(chunk: Uint8Array): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  let at = 0;
  while (at + 5 <= bytes.length && COPYING.has(bytes[at] ?? 0)) at += 1 + bytes.readUInt32BE(at + 1);
  return at > 0 && at >= bytes.length;
}
