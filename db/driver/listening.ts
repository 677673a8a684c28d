import { setTimeout as sleep } from "node:timers/promises";
import type { Link } from "./link";

/** A connection that receives NOTIFY. It is never reopened: to continue listening, open another one. */
export interface Listening {
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>;
  /** Gives the connection up when the server does not answer in time; nothing else would notice. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Starts listening. Throws when the server refuses, or the connection breaks meanwhile. */
export async function listenOver(link: Link, channel: string, answerMs: number): Promise<Listening> {
  const gone = Promise.withResolvers<void>();
  link.wire.onLost(() => gone.resolve());
  try {
    await link.client.unsafe(`listen ${channel}`);
  } catch (error) {
    link.wire.destroy();
    throw error;
  }
  return {
    lost: gone.promise,
    async check() {
      const answered = link.client.unsafe("select 1").then(
        () => true,
        () => false,
      );
      const isThere = await Promise.race([answered, sleep(answerMs, false, { ref: false })]);
      if (!isThere) link.wire.destroy();
    },
    async close() {
      await link.close();
      gone.resolve();
    },
  };
}
