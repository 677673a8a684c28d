import { workAs } from "@/db/work";
import { log } from "@/lib/log";
import { onWake } from "@/lib/wake";
import { type Announcer, openAnnouncer } from "./announcer";
import { readStates, type State } from "./state";

/** A watcher of a workspace. */
interface Watcher {
  workspaceId: string;
  userId: string;
  /** Called with each state that was read; only the newest counts. */
  offer: (state: State) => void;
  /** The process ends, or is replaced by a new one. */
  end: () => void;
}

/** Checks happen at most this often, however much is written; the first one is immediate. */
const BETWEEN_MS = 100;
/** While a watched job runs: its progress is in its row, and checkpoints send no hints. */
const RUNNING_MS = 400;
/** Where processes do not receive each other's hints: behind a transaction pooler. */
const UNHEARD_MS = 2_000;
/** In case a hint was lost. */
const HEARD_MS = 10_000;

/**
 * Knows who watches which workspaces in this process, and reads the rows for all of them in one statement: on a hint
 * of a write, here or in another process, and at intervals. What a watcher is sent depends on rows alone
 * (docs/decisions/events.md).
 */
class Hub {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #due = new Set<string>();
  readonly #announcer: Announcer;
  readonly #unwatch: () => void;
  /** Workspaces in which a job was running at the last check. */
  readonly #running = new Set<string>();
  #isLooking = false;
  #lookedAt = 0;
  /** When all are checked, whatever hints arrived. */
  #allAt = 0;
  #timer: NodeJS.Timeout | undefined;
  /** No more watchers are accepted: this process is about to end. */
  isClosed = false;

  constructor() {
    this.#announcer = openAnnouncer((workspaceId) => this.look(workspaceId));
    this.#unwatch = onWake((workspaceId) => {
      this.look(workspaceId);
      this.#announcer.tell(workspaceId);
    });
  }

  get watchers(): Watcher[] {
    return [...this.#watchers.values()].flatMap((some) => [...some]);
  }

  /** Watches until the returned function is called; the current state is reported first. */
  watch(watcher: Watcher): () => void {
    const some = this.#watchers.get(watcher.workspaceId) ?? new Set();
    this.#watchers.set(watcher.workspaceId, some.add(watcher));
    this.#announcer.listen();
    this.look(watcher.workspaceId);
    return () => {
      some.delete(watcher);
      if (some.size === 0 && this.#watchers.get(watcher.workspaceId) === some)
        this.#watchers.delete(watcher.workspaceId);
      if (this.#watchers.size > 0) return;
      clearTimeout(this.#timer);
      this.#announcer.rest();
    };
  }

  /** Checks a workspace soon, if it is watched. */
  look(workspaceId: string): void {
    if (!this.#watchers.has(workspaceId)) return;
    this.#due.add(workspaceId);
    this.#plan();
  }

  #plan(): void {
    if (this.#isLooking || this.#watchers.size === 0) return;
    const soon = this.#due.size > 0 ? this.#lookedAt + BETWEEN_MS : Number.POSITIVE_INFINITY;
    const next = this.#running.size > 0 ? this.#lookedAt + RUNNING_MS : this.#allAt;
    const wait = Math.min(soon, next, this.#allAt) - performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#lookNow(), Math.max(0, wait)).unref();
  }

  async #lookNow(): Promise<void> {
    this.#isLooking = true;
    this.#lookedAt = performance.now();
    const asked = this.#lookedAt >= this.#allAt ? this.#watchers.keys() : this.#due.union(this.#running);
    if (this.#lookedAt >= this.#allAt)
      this.#allAt = this.#lookedAt + (this.#announcer.isListening ? HEARD_MS : UNHEARD_MS);
    const workspaceIds = [...asked].filter((workspaceId) => this.#watchers.has(workspaceId));
    this.#due.clear();
    this.#running.clear();
    try {
      const states = await workAs({ kind: "request" }, () => readStates(workspaceIds));
      for (const [workspaceId, state] of states) {
        if (state.jobs.length > 0) this.#running.add(workspaceId);
        for (const watcher of this.#watchers.get(workspaceId) ?? []) watcher.offer(state);
      }
    } catch (error) {
      log().warn({ err: error }, "events: the database was not asked");
    }
    this.#isLooking = false;
    this.#plan();
  }

  /** Ends all streams: their readers reconnect to another process. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const watcher of this.watchers) watcher.end();
    clearTimeout(this.#timer);
    this.#unwatch();
    await this.#announcer.close();
  }
}

export type { Hub };

const holder = globalThis as typeof globalThis & { kithEvents?: Hub | undefined };

/** The hub of a process that serves streams; undefined on a platform without long responses, and in scripts. */
export function hub(): Hub | undefined {
  return holder.kithEvents;
}

const close = () => void holder.kithEvents?.close();
const ENDS = {
  SIGTERM: close,
  SIGINT: close,
  message: (message: { leave?: boolean } | null) => void (message?.leave && close()),
};

/** Starts serving streams, until this process is asked to end, or is replaced. */
export function startEvents(): Hub {
  if (holder.kithEvents) return holder.kithEvents;
  const made = new Hub();
  holder.kithEvents = made;
  for (const [event, listener] of Object.entries(ENDS)) process.on(event, listener);
  return made;
}

/** For tests. */
export async function stopEvents(): Promise<void> {
  await holder.kithEvents?.close();
  holder.kithEvents = undefined;
  for (const [event, listener] of Object.entries(ENDS)) process.off(event, listener);
}
