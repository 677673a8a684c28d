import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { LIMITS, type LimitName } from "@/lib/limits";
import type { Hub } from "./hub";
import { changedSince, type State } from "./state";

/** Some proxies cut a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;
/** After this time its reader has to reconnect, which reveals readers that are gone for good. */
const LIFE_MS = 10 * 60_000;
/** The delay before a reader reconnects by itself. */
const COME_BACK_MS = 1_000;
/** Sent at once, so that a reader knows that no proxy in between buffers the stream. */
const GREETING = `retry: ${COME_BACK_MS}\n\n`;
/** Interval between checks whether its caller may still read it. A hosted identity provider is asked over the network. */
const ASK_MS = 4_000;
const ASK_HOSTED_MS = 10_000;
/** If a caller's permission cannot be checked for this long, it is denied. */
const UNSURE_MS = 60_000;
const MAX_STREAMS = 1_000;

export interface Reader {
  workspaceId: string;
  userId: string;
  /** What the reader knows already (`changedSince`). */
  after: string | undefined;
  since: number | undefined;
  /** Whether the caller may still read: null when that is unknown. */
  isAllowed: () => Promise<boolean | null>;
  signal: AbortSignal;
}

/** Streams what happens in a workspace until its reader leaves, may no longer read, or the process ends. Throws 429. */
export function openStream(hub: Hub, reader: Reader): ReadableStream<Uint8Array> {
  requirePlace(hub, reader);
  if (hub.isClosed) return new Blob([GREETING]).stream();
  const encoder = new TextEncoder();
  const box = new Mailbox();
  const unwatch = hub.watch({
    workspaceId: reader.workspaceId,
    userId: reader.userId,
    offer: (state) => box.put(state),
    end: () => box.end(),
  });
  const life = setTimeout(() => box.end(), LIFE_MS).unref();
  box.onEnd = () => {
    clearTimeout(life);
    unwatch();
  };
  const leave = () => box.end();
  reader.signal.addEventListener("abort", leave, { once: true });
  void askAgain(reader, box);
  const tell = teller(reader);
  let text = GREETING;
  return new ReadableStream(
    {
      async pull(controller) {
        while (text === "") {
          const state = await box.take(HEARTBEAT_MS);
          if (state === "ended") return controller.close();
          text = state === null ? ": \n\n" : tell(state);
        }
        controller.enqueue(encoder.encode(text));
        text = "";
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** Each process counts its share, and says so: connections are distributed among all of them. */
function requirePlace(hub: Hub, { workspaceId, userId }: Reader): void {
  const share = (name: LimitName) => Math.ceil(LIMITS[name].max / env().WEB_CONCURRENCY);
  const open = hub.watchers;
  const refuse = (reason: LimitName, message: string) => {
    throw new ApiError(
      "RATE_LIMITED",
      message,
      { reason, limit: share(reason), processes: env().WEB_CONCURRENCY },
      { "Retry-After": "30" },
    );
  };
  if (open.filter((one) => one.userId === userId).length >= share("event_streams_of_user"))
    refuse("event_streams_of_user", "This user has too many event streams open in this process");
  if (open.filter((one) => one.workspaceId === workspaceId).length >= share("event_streams_of_workspace"))
    refuse("event_streams_of_workspace", "This workspace has too many event streams open in this process");
  if (open.length >= MAX_STREAMS)
    throw new ApiError("SERVICE_UNAVAILABLE", "Too many event streams are open", undefined, {
      "Retry-After": "30",
    });
}

async function askAgain({ isAllowed }: Reader, box: Mailbox): Promise<void> {
  let surely = performance.now();
  while (!box.isEnded) {
    await sleep(env().embedded.identity ? ASK_MS : ASK_HOSTED_MS, undefined, { ref: false });
    const answer = box.isEnded ? null : await isAllowed();
    if (answer) surely = performance.now();
    if (answer === false || performance.now() - surely > UNSURE_MS) box.end();
  }
}

/** The events for a state, given those sent before: empty when there is nothing new. */
function teller({ after, since }: Pick<Reader, "after" | "since">): (state: State) => string {
  let before = after;
  let jobs: Map<string, string> | null = null;
  return (state) => {
    const { id, changed } = changedSince(state, before, since);
    const isFirst = jobs === null;
    const known = jobs;
    const said = state.jobs.filter((job) => known?.get(job.id) !== JSON.stringify(job.fields));
    before = id;
    jobs = new Map(state.jobs.map((job) => [job.id, JSON.stringify(job.fields)]));
    const progress = said.map((job) => `event: progress\ndata: ${JSON.stringify(job)}\n\n`);
    const news = `event: changed\nid: ${id}\ndata: ${JSON.stringify({ changed })}\n\n`;
    return progress.join("") + (changed.length > 0 || isFirst ? news : "");
  };
}

/** Holds the newest state until the stream's reader is ready for it: a slow one gets fewer, and nothing piles up. */
class Mailbox {
  isEnded = false;
  onEnd = () => {};
  #newest: State | null = null;
  #wake = () => {};

  put(state: State): void {
    this.#newest = state;
    this.#wake();
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#wake();
    this.onEnd();
  }

  /** Null when nothing arrived in time. */
  async take(ms: number): Promise<State | "ended" | null> {
    if (!this.#newest && !this.isEnded) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms).unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.isEnded) return "ended";
    const state = this.#newest;
    this.#newest = null;
    return state;
  }
}
