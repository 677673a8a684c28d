import type { Link } from "./link";

export interface WatchLimits {
  /** After this much silence, a connection that owes us a response is examined. */
  silenceMs: number;
  /** How long the check itself may take. */
  lookMs: number;
  /** A backend in the middle of a long message from or to us is allowed this much silence: the line may be slow. */
  stalledMs: number;
  /** Behind a pooler, and of a server with other nodes, nothing can be known about a statement: its connection is given up then. */
  longestMs: number;
}

interface Backend {
  pid: number;
  state: string | null;
  wait_event: string | null;
  /** A distributed server: it waits for its other nodes under the same names as for us. */
  has_nodes: boolean;
}

const TICK_MS = 250;
/** A response that was on its way during the check needs this long to arrive. */
const IN_FLIGHT_MS = 300;

/**
 * Finds half-open connections. Neither the driver nor Node notices when the other side disappears silently, and a
 * long statement is just as silent, so a time limit alone cannot tell the two apart. Instead, a second, new
 * connection asks the server what the backend is doing. The first one is given up when the server cannot be reached,
 * knows no such backend, or says that it is waiting for us. Returns the function that stops the watch.
 */
export function watchLinks(
  links: ReadonlySet<Link>,
  limits: WatchLimits,
  open: (connectMs: number) => Promise<Link>,
  pooled: () => boolean,
): () => void {
  let looking = false;
  const timer = setInterval(async () => {
    const silent = [...links].filter((link) => link.wire.silentMs() >= limits.silenceMs);
    if (silent.length === 0 || looking) return;
    looking = true;
    await look(silent, limits, open, pooled());
    looking = false;
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function look(
  silent: Link[],
  limits: WatchLimits,
  open: (connectMs: number) => Promise<Link>,
  pooled: boolean,
): Promise<void> {
  const before = new Map(silent.map((link) => [link, link.wire.silentMs()]));
  const dead = await findDead(silent, limits, open, pooled);
  if (dead.length > 0) await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_MS));
  for (const link of dead) {
    const stillSilent = link.wire.silentMs() >= (before.get(link) ?? 0) + IN_FLIGHT_MS / 2;
    if (stillSilent)
      link.wire.fail("CONNECTION_LOST", `no answer for ${Math.round(link.wire.silentMs())} ms`);
  }
}

async function findDead(
  silent: Link[],
  { lookMs, longestMs, stalledMs }: WatchLimits,
  open: (connectMs: number) => Promise<Link>,
  pooled: boolean,
): Promise<Link[]> {
  let probe: Link;
  try {
    probe = await open(lookMs);
  } catch (error) {
    const answered = error instanceof Error && error.name === "PostgresError"; // full, or starting up: it lives
    return answered ? [] : silent;
  }
  const overdue = setTimeout(() => probe.wire.destroy(), lookMs);
  try {
    if (pooled) return silent.filter((link) => link.wire.silentMs() > longestMs);
    const pids = silent.map((link) => link.wire.dialogue.processId);
    const rows = await probe.client<Backend[]>`
      select pid, state, wait_event, to_regclass('pg_catalog.pg_dist_node') is not null as has_nodes
      from pg_stat_activity where pid = any(${pids})`;
    const known = new Map(rows.map((row) => [row.pid, row]));
    return silent.filter((link) => {
      const allowedMs = patience(known.get(link.wire.dialogue.processId), { stalledMs, longestMs });
      return link.wire.silentMs() > allowedMs;
    });
  } catch {
    return silent; // the server took the connection and then fell silent
  } finally {
    clearTimeout(overdue);
    probe.close();
  }
}

/**
 * How much longer a backend may be silent: not at all if it does not exist or has nothing to do, because then its
 * response is lost; without limit while it works. `state` is null when it is hidden from us, so that nothing is known
 * against it.
 */
function patience(
  backend: Backend | undefined,
  { stalledMs, longestMs }: Pick<WatchLimits, "stalledMs" | "longestMs">,
): number {
  if (!backend) return 0;
  if (backend.state !== null && backend.state !== "active" && backend.state !== "disabled") return 0;
  const waitsForUs = backend.wait_event === "ClientRead" || backend.wait_event === "ClientWrite";
  if (!waitsForUs) return Number.POSITIVE_INFINITY;
  return backend.has_nodes ? longestMs : stalledMs;
}
