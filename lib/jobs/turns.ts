export interface TurnLimits {
  /** Runs at a time in this process. */
  atOnce: number;
  /** Of these, runs for one workspace. */
  perWorkspace: number;
  /** After this long a run may be asked to yield to another workspace. */
  sliceMs: number;
}

/** What a run is told. */
export interface Turn {
  /** Whether it had its share and another workspace waits: work that can be resumed should stop now. */
  isOver: () => boolean;
}

interface Waiting {
  id: string;
  workspaceId: string;
  begin: () => void;
  done: Promise<unknown>;
}

/**
 * Starts runs in turn: among the waiting workspaces, the one whose last turn is longest ago goes first. However many runs
 * one workspace requests, another one's starts with the next free slot.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting: Waiting[] = [];
  /** The ids of running work, by workspace. */
  readonly #running = new Map<string, string[]>();
  /** The last turn of each waiting or running workspace, as a sequence number. */
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;
  #places = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** How many runs of the workspace are waiting. */
  waitingFor(workspaceId: string): number {
    return this.#waiting.filter((one) => one.workspaceId === workspaceId).length;
  }

  /**
   * Runs `run` when its turn comes. A run with the id of one that waits joins it; next to one that is running it starts at
   * once, because only the job's lease can tell whether that one is still alive. Rejects with the signal's reason if
   * aborted before its turn.
   */
  take<T>(
    workspaceId: string,
    id: string,
    run: (turn: Turn) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const joined = this.#waiting.find((one) => one.id === id);
    if (joined) return joined.done as Promise<T>;
    if (this.#running.get(workspaceId)?.includes(id)) return run({ isOver: () => false });
    const { promise: turn, resolve: begin, reject } = Promise.withResolvers<void>();
    const done = turn.then(() => this.#run(workspaceId, id, run));
    const entry = { id, workspaceId, begin, done };
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      reject(signal?.reason);
    };
    if (signal?.aborted) return Promise.reject(signal.reason);
    signal?.addEventListener("abort", leave);
    entry.begin = () => {
      signal?.removeEventListener("abort", leave);
      begin();
    };
    this.#waiting.push(entry);
    this.#next();
    return done;
  }

  async #run<T>(workspaceId: string, id: string, run: (turn: Turn) => Promise<T>): Promise<T> {
    const end = performance.now() + this.#limits.sliceMs;
    const isOver = () =>
      performance.now() > end && this.#waiting.some((one) => one.workspaceId !== workspaceId);
    try {
      return await run({ isOver });
    } finally {
      this.#leave(workspaceId, id);
      this.#next();
    }
  }

  /** Fills the free slots. */
  #next(): void {
    while (this.#places < this.#limits.atOnce) {
      const entry = this.#first();
      if (!entry) return;
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      this.#places++;
      this.#lastTurn.set(entry.workspaceId, ++this.#turns);
      this.#running.set(entry.workspaceId, [...this.#runningOf(entry.workspaceId), entry.id]);
      entry.begin();
    }
  }

  #first(): Waiting | undefined {
    const lastTurn = (one: Waiting) => this.#lastTurn.get(one.workspaceId) ?? 0;
    return this.#waiting
      .filter((one) => this.#runningOf(one.workspaceId).length < this.#limits.perWorkspace)
      .reduce<Waiting | undefined>(
        (first, one) => (first && lastTurn(first) <= lastTurn(one) ? first : one),
        undefined,
      );
  }

  #leave(workspaceId: string, id: string): void {
    this.#places--;
    const left = this.#runningOf(workspaceId).filter((one) => one !== id);
    if (left.length > 0) this.#running.set(workspaceId, left);
    else this.#running.delete(workspaceId);
    if (left.length === 0 && this.waitingFor(workspaceId) === 0) this.#lastTurn.delete(workspaceId);
  }

  #runningOf(workspaceId: string): string[] {
    return this.#running.get(workspaceId) ?? [];
  }
}
