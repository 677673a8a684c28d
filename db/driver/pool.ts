import { ConnectionError } from "./errors";
import type { Link } from "./link";

export interface PoolLimits {
  max: number;
  /** How long a caller waits for a connection before it is told that there is none. */
  acquireMs: number;
  /** A connection older than this is closed when it is returned: servers and balancers behind it change. */
  lifetimeMs: number;
  /** A connection that was idle for longer is closed: load balancers silently drop idle connections. */
  idleMs: number;
  /** Beyond one fill of the pool, connections are opened at this rate at most, whatever fails. */
  opensPerSecond: number;
  /** The owner on whose behalf links are requested now. Undefined means nobody in particular: only `max` applies. */
  owner?: () => string | undefined;
  /** How many links one owner may hold at a time; by default as many as there are. */
  maxPerOwner?: number;
}

export interface PoolUse {
  open: number;
  inUse: number;
  waiting: number;
}

interface Waiter {
  owner: string | undefined;
  take(link: Link): void;
  refuse(error: unknown): void;
}

/**
 * Lends links, at most `max` at a time. The owner with the fewest links is served first, then the longest waiter, and
 * no owner gets more than `maxPerOwner`, so that one busy owner cannot starve the others. A lost link is replaced when
 * somebody waits for one. While the server refuses connections, only one attempt runs at a time, and its failure is
 * reported to all waiters at once.
 */
export class Pool {
  readonly links = new Set<Link>();
  readonly #open: () => Promise<Link>;
  readonly #limits: PoolLimits;
  /** The longest idle one first; the shortest idle one is lent first. */
  readonly #idle: { link: Link; since: number }[] = [];
  readonly #waiters = new Set<Waiter>();
  /** The owner of each lent link, and how many links each owner holds. */
  readonly #holders = new Map<Link, string>();
  readonly #held = new Map<string, number>();
  #opening = 0;
  #failing = false;
  #credit: number;
  #creditAt = performance.now();
  #retry: NodeJS.Timeout | undefined;
  #ended = false;
  #drained: () => void = () => {};
  readonly #closing = new Set<Promise<void>>();

  constructor(open: () => Promise<Link>, limits: PoolLimits) {
    this.#open = open;
    this.#limits = limits;
    this.#credit = limits.max;
  }

  /** Takes a free link without waiting, if there is one and the owner may have it. */
  take(): Link | undefined {
    const owner = this.#limits.owner?.();
    return this.#mayHave(owner) ? this.#takeIdle(owner) : undefined;
  }

  #takeIdle(owner: string | undefined): Link | undefined {
    const stale = performance.now() - this.#limits.idleMs;
    while (this.#idle[0] && this.#idle[0].since < stale) this.#close(this.#idle[0].link);
    for (let free = this.#idle.pop(); free; free = this.#idle.pop())
      if (free.link.wire.alive) return this.#lend(free.link, owner);
    return undefined;
  }

  #mayHave(owner: string | undefined): boolean {
    return owner === undefined || this.#heldBy(owner) < (this.#limits.maxPerOwner ?? this.#limits.max);
  }

  #heldBy(owner: string | undefined): number {
    return owner === undefined ? 0 : (this.#held.get(owner) ?? 0);
  }

  #lend(link: Link, owner: string | undefined): Link {
    if (owner !== undefined) {
      this.#holders.set(link, owner);
      this.#held.set(owner, this.#heldBy(owner) + 1);
    }
    return link;
  }

  /** The link no longer has an owner. */
  #takeBack(link: Link): void {
    const owner = this.#holders.get(link);
    if (owner === undefined) return;
    this.#holders.delete(link);
    const left = this.#heldBy(owner) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
  }

  /** How many links there are, how many are lent, and how many callers wait for one. */
  get use(): PoolUse {
    const open = this.links.size;
    return { open, inUse: open - this.#idle.length, waiting: this.#waiters.size };
  }

  /** Throws a ConnectionError when none becomes free in time, or the server's error when it refuses. */
  acquire(): Promise<Link> {
    if (this.#ended) return Promise.reject(new ConnectionError("CONNECTION_ENDED", "Database: closed"));
    const free = this.take();
    if (free) return Promise.resolve(free);
    const owner = this.#limits.owner?.();
    return new Promise((resolve, reject) => {
      const { acquireMs } = this.#limits;
      const late = () =>
        waiter.refuse(
          new ConnectionError(
            "CONNECTION_POOL_TIMEOUT",
            `Database: no free connection within ${acquireMs} ms`,
          ),
        );
      const timer = setTimeout(late, acquireMs);
      const settle = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        owner,
        take(link) {
          settle();
          resolve(link);
        },
        refuse(error) {
          settle();
          reject(error);
        },
      };
      this.#waiters.add(waiter);
      this.#grow();
    });
  }

  /** Takes a link back. One that is lost, old, or no longer usable is closed instead of being lent again. */
  release(link: Link, reusable = true): void {
    const old = performance.now() - link.openedAt > this.#limits.lifetimeMs;
    if (!this.links.has(link)) return;
    if (this.#ended || old || !reusable) {
      this.#close(link);
      return;
    }
    this.#takeBack(link);
    this.#idle.push({ link, since: performance.now() });
    this.#serve();
  }

  /** Gives idle links to waiters that may have one. */
  #serve(): void {
    while (this.#idle.length > 0) {
      const waiter = this.#nextWaiter();
      const link = waiter && this.#takeIdle(waiter.owner);
      if (!waiter || !link) return;
      waiter.take(link);
    }
  }

  #nextWaiter(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of this.#waiters) {
      if (!this.#mayHave(waiter.owner)) continue;
      if (!next || this.#heldBy(waiter.owner) < this.#heldBy(next.owner)) next = waiter;
    }
    return next;
  }

  /** How many of the waiters could be given a link if there were enough. */
  #servable(): number {
    const { max, maxPerOwner = max } = this.#limits;
    const waiting = new Map<string, number>();
    let servable = 0;
    for (const { owner } of this.#waiters) {
      if (owner === undefined) servable++;
      else waiting.set(owner, (waiting.get(owner) ?? 0) + 1);
    }
    for (const [owner, count] of waiting) servable += Math.min(count, maxPerOwner - this.#heldBy(owner));
    return servable;
  }

  /** Refuses new work, lets running work finish for `graceMs`, then cuts the remaining connections. */
  async end(graceMs: number): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#retry);
    for (const waiter of this.#waiters)
      waiter.refuse(new ConnectionError("CONNECTION_ENDED", "Database: closed"));
    const drained = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    for (const { link } of this.#idle.splice(0)) this.#close(link);
    const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    if (this.links.size > 0) await Promise.race([drained, grace]);
    for (const link of this.links) link.wire.destroy();
    await Promise.all(this.#closing);
  }

  #grow(): void {
    clearTimeout(this.#retry);
    while (this.#wantsMore()) {
      const wait = this.#spend();
      if (wait > 0) {
        this.#retry = setTimeout(() => this.#grow(), wait);
        return;
      }
      this.#opening += 1;
      this.#open().then(
        (link) => this.#opened(link),
        (error) => this.#refused(error),
      );
    }
  }

  #wantsMore(): boolean {
    if (this.#ended || (this.#failing && this.#opening > 0)) return false;
    return this.links.size + this.#opening < this.#limits.max && this.#servable() > this.#opening;
  }

  /** Takes one credit; if there is none, returns the milliseconds until there is. */
  #spend(): number {
    const now = performance.now();
    const earned = ((now - this.#creditAt) * this.#limits.opensPerSecond) / 1000;
    this.#credit = Math.min(this.#limits.max, this.#credit + earned);
    this.#creditAt = now;
    if (this.#credit < 1) return Math.ceil(((1 - this.#credit) * 1000) / this.#limits.opensPerSecond);
    this.#credit -= 1;
    return 0;
  }

  #opened(link: Link): void {
    this.#opening -= 1;
    this.#failing = false;
    this.links.add(link);
    link.wire.onLost(() => this.#forget(link));
    this.release(link);
    this.#grow();
  }

  #refused(error: unknown): void {
    this.#opening -= 1;
    this.#failing = true;
    // While links are in use, one will be released (the server may only be out of connections).
    if (this.links.size === 0) for (const waiter of this.#waiters) waiter.refuse(error);
    this.#grow();
  }

  #close(link: Link): void {
    this.#forget(link);
    const closing = link.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #forget(link: Link): void {
    const at = this.#idle.findIndex((idle) => idle.link === link);
    if (at >= 0) this.#idle.splice(at, 1);
    this.links.delete(link);
    this.#takeBack(link);
    if (this.links.size === 0) this.#drained();
    this.#serve();
    this.#grow();
  }
}
