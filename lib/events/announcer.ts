import { randomUUID } from "node:crypto";
import { type Listening, listenTo, pg } from "@/db/client";
import { workAs } from "@/db/work";
import { log } from "@/lib/log";

/** The message between processes: `<who> <workspace>`. Only ids, because everybody in the database can listen. */
const CHANNEL = "kith_events";
/** Hints are batched and sent at most this often. */
const TOGETHER_MS = 50;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** A connection that does not answer is given up after this time. */
const CHECK_MS = 15_000;
/** Kept for this long after the last watcher left: it returns when one page is replaced by another. */
const REST_MS = 30_000;

export interface Announcer {
  /** Whether hints of other processes arrive. */
  readonly isListening: boolean;
  /** Notifies the other processes that something in this workspace was written. */
  tell(workspaceId: string): void;
  /** Starts listening, over one connection of this process. */
  listen(): void;
  /** Nobody watches any more. */
  rest(): void;
  close(): Promise<void>;
}

/**
 * NOTIFY between the processes that share a database: outside the transactions that it is about, and batched, so that
 * it costs writers nothing. (Within them all commits that notify would wait for one lock.) A lost hint is made up for
 * by the next check.
 */
export function openAnnouncer(hear: (workspaceId: string) => void): Announcer {
  const self = randomUUID();
  const pending = new Set<string>();
  let sending: NodeJS.Timeout | undefined;
  let resting: NodeJS.Timeout | undefined;
  let wanted = false;
  let isOpening = false;
  let connection: Listening | null = null;
  let retryMs = RETRY_MS;

  const send = async () => {
    const texts = [...pending].map((workspaceId) => `${self} ${workspaceId}`);
    pending.clear();
    try {
      await workAs(
        { kind: "request" },
        () => pg()`
        select pg_notify(${CHANNEL}, said) from unnest(${texts}::text[]) as said`,
      );
    } catch (error) {
      log().debug({ err: error }, "events: the other processes were not told");
    }
    sending = undefined;
    if (pending.size > 0) plan();
  };
  const plan = () => {
    sending ??= setTimeout(() => void send(), TOGETHER_MS).unref();
  };
  const listen = async () => {
    if (isOpening || connection || !wanted) return;
    isOpening = true;
    try {
      connection = await listenTo(CHANNEL, (text) => {
        const [from, workspaceId = ""] = text.split(" ");
        if (from !== self) hear(workspaceId);
      });
      retryMs = RETRY_MS;
      void keep(connection);
    } catch (error) {
      log().warn({ err: error }, "events: not listening to the other processes");
      again();
    }
    isOpening = false;
    if (!wanted) void drop();
  };
  const again = () => {
    setTimeout(() => void listen(), retryMs).unref();
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };
  const keep = async (one: Listening | null) => {
    if (!one) return; // behind a pooler there is no session to listen in
    const check = setInterval(() => void one.check(), CHECK_MS).unref();
    await one.lost;
    clearInterval(check);
    if (connection !== one) return;
    connection = null;
    if (wanted) again();
  };
  const drop = async () => {
    const one = connection;
    connection = null;
    await one?.close();
  };
  return {
    get isListening() {
      return connection !== null;
    },
    tell(workspaceId) {
      pending.add(workspaceId);
      plan();
    },
    listen() {
      clearTimeout(resting);
      if (wanted) return;
      wanted = true;
      void listen();
    },
    rest() {
      clearTimeout(resting);
      resting = setTimeout(() => {
        wanted = false;
        void drop();
      }, REST_MS).unref();
    },
    async close() {
      clearTimeout(sending);
      clearTimeout(resting);
      wanted = false;
      await drop();
    },
  };
}
