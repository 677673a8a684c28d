/**
 * Supabase's client requires a WebSocket even without realtime, and Node 20 has none: this replaces it there and
 * refuses to connect.
 */
class NoSocket extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly readyState = 3;
  readonly url: string;
  readonly protocol = "";
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;

  constructor(address: string | URL) {
    super();
    this.url = String(address);
  }

  close(): void {}

  send(): void {
    throw new Error("realtime is not used");
  }
}

/** The `realtime` option of every server-side client. */
export const realtime = { transport: globalThis.WebSocket ?? NoSocket };
