import { ConnectionError } from "./errors";
import type { Link } from "./link";

export interface PoolLimits {
  max: number;
  /** How long a caller waits for a connection before it is told that there is none. */
  acquireMs: number;
  /** A connection older than this is closed when it comes back: servers and balancers change behind it. */
  lifetimeMs: number;
  /** One that was idle for longer is closed: balancers forget idle connections without a word. */
  idleMs: number;
  /** Beyond one fill of the pool, connections are opened at this rate at most, whatever fails. */
  opensPerSecond: number;
}

interface Waiter {
  take(link: Link): void;
  refuse(error: unknown): void;
}

/**
 * Lends links, at most `max` at a time, in the order of asking. A lost link is replaced when somebody waits for one.
 * While the server refuses, one attempt at a time is made and everybody who waits learns of its failure at once.
 */
export class Pool {
  readonly links = new Set<Link>();
  readonly #open: () => Promise<Link>;
  readonly #limits: PoolLimits;
  /** The longest idle one first; the shortest idle one is lent first. */
  readonly #idle: { link: Link; since: number }[] = [];
  readonly #waiters = new Set<Waiter>();
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

  /** Takes a free link without waiting, if there is one. */
  take(): Link | undefined {
    const stale = performance.now() - this.#limits.idleMs;
    while (this.#idle[0] && this.#idle[0].since < stale) this.#close(this.#idle[0].link);
    for (let free = this.#idle.pop(); free; free = this.#idle.pop())
      if (free.link.wire.alive) return free.link;
    return undefined;
  }

  /** Throws a ConnectionError when none becomes free in time, and whatever the server says when it refuses. */
  acquire(): Promise<Link> {
    if (this.#ended) return Promise.reject(new ConnectionError("CONNECTION_ENDED", "Database: closed"));
    const free = this.take();
    if (free) return Promise.resolve(free);
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

  /** Takes a link back. One that is lost, old, or of no use any more is closed instead of being lent again. */
  release(link: Link, reusable = true): void {
    const old = performance.now() - link.openedAt > this.#limits.lifetimeMs;
    if (!this.links.has(link)) return;
    if (this.#ended || old || !reusable) {
      this.#close(link);
      return;
    }
    const [waiter] = this.#waiters;
    if (waiter) waiter.take(link);
    else this.#idle.push({ link, since: performance.now() });
  }

  /** Refuses new work, gives work under way `graceMs`, then cuts what is left. */
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
    return this.#waiters.size > this.#opening && this.links.size + this.#opening < this.#limits.max;
  }

  /** Takes one credit; when there is none, says in how many milliseconds there will be. */
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
    // With links in use somebody will give one back (the server may only be out of connections).
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
    if (this.links.size === 0) this.#drained();
    this.#grow();
  }
}
