import type { AsyncLocalStorage } from "node:async_hooks";

/** One end of the connection, as the server itself sees it: no client can write any of it. */
export interface Connection {
  /** Address at the other end. */
  peer: string;
  /** Our address on this connection. */
  own: string;
  /** Address the server listens on. */
  listensOn: string;
  /** `X-Forwarded-For` as it arrived, before Next fills it in. */
  forwardedFor: string | null;
  /** Allows the body of this request that many milliseconds from now. */
  giveTime: (ms: number) => void;
}

const holder = globalThis as typeof globalThis & { kithConnection?: AsyncLocalStorage<Connection> };

/**
 * The connection of the current request. Undefined on a hosting platform, whose headers can be trusted, and outside
 * requests. Set by scripts/lib/edge/requests.cjs.
 */
export function connection(): Connection | undefined {
  return holder.kithConnection?.getStore();
}
