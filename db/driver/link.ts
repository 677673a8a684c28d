import { Stream } from "node:stream";
import postgres, { type Sql } from "postgres";
import { asOptions, asQuery, asQueryPrototype, type DriverQuery, type LinkOptions } from "./internals";
import type { Target } from "./target.mjs";
import { Wire } from "./wire";

/**
 * A postgres.js client with exactly one connection that is never opened again. Everything the driver does badly
 * begins with reconnecting: it spins, writes the rest of the old conversation into the new one, runs statements of a
 * dead transaction outside of any, or loses the connection from its pool. So a link that lost its wire is thrown
 * away as a whole.
 */
export interface Link {
  readonly client: Sql;
  readonly wire: Wire;
  readonly openedAt: number;
  /** Hands one query to the client. */
  run(query: DriverQuery): void;
  /** Says goodbye to the server; for links that nobody uses. */
  close(): Promise<void>;
}

/** Connects and starts up. Throws a ConnectionError, or the server's own error when it refuses the session. */
export async function openLink(
  options: Sql["options"] & Pick<LinkOptions, "onnotify">,
  target: Target,
  connectMs: number,
): Promise<Link> {
  const wire = new Wire(target);
  const client = postgres(asOptions({ ...options, socket: () => wire.start(target, connectMs) }));
  // The order matters, see Wire: queries have failed, now the driver is ended, only then it learns of the close.
  wire.onLost(() => client.end({ timeout: 0 }).then(() => wire.finish()));
  try {
    await client.unsafe("select 1"); // the driver connects for a query only
    wire.opened();
  } catch (error) {
    wire.destroy();
    throw error;
  }
  const handler = asQuery(client.unsafe("")).handler;
  return {
    client,
    wire,
    openedAt: performance.now(),
    run: (query) => handler(query),
    async close() {
      await client.end({ timeout: 1 });
      wire.destroy();
    },
  };
}

/**
 * COPY as the driver ships it forgets its stream when the client has sent everything: an error that arrives then
 * (a bad row, a lost connection) reaches nobody and the stream never ends. Here it destroys the stream. An error
 * listener is attached at once, because the stream may fail before its user can attach one, which would end the
 * process; pipeline() and friends still see the error.
 */
export function mendCopy(sample: DriverQuery): void {
  const prototype = asQueryPrototype(Object.getPrototypeOf(sample));
  if (prototype.mended) return;
  async function stream(this: DriverQuery): Promise<unknown> {
    this.simple();
    this.streaming = true;
    const { resolve } = this;
    this.resolve = (value) => {
      if (value instanceof Stream.Readable || value instanceof Stream.Writable) {
        value.on("error", () => {});
        this.reject = (error) => value.destroy(error instanceof Error ? error : new Error(String(error)));
      }
      resolve(value);
    };
    return this;
  }
  Object.assign(prototype, { readable: stream, writable: stream, mended: true });
}
