import { availableParallelism } from "node:os";
import { env } from "@/lib/env";
import { overloaded } from "./errors";
import type { Client } from "./incoming";

const CORES = availableParallelism();

/**
 * Hashing a password costs a tenth of a second of a core on purpose. Few run at a time, so that the rest of the
 * product keeps its CPU, and the others wait in a short queue, of which one client gets only a part. Each process has
 * a queue of its own and its share of the cores.
 */
const atOnce = () => Math.max(1, Math.min(2, Math.floor((CORES - 1) / env().WEB_CONCURRENCY)));
const LINE = 24;
const LINE_PER_CLIENT = 8;

interface Waiting {
  client: string | null;
  start: () => void;
}

let running = 0;
const strangers: Waiting[] = [];
/**
 * Served first, so that strangers who fill their own queue keep nobody out; the account limits bound the number of such
 * requests.
 */
const known: Waiting[] = [];

const lineOf = (client: Client | null) => (client === null || client.isKnown ? known : strangers);

/**
 * Runs the work when its turn has come. `client` is the client that asked for it, null for our own server. Throws 503 with
 * Retry-After when the queue, or the client's part of it, is full.
 */
export async function inTurn<T>(client: Client | null, work: () => Promise<T>): Promise<T> {
  if (running >= atOnce()) await place(client);
  else running++;
  try {
    return await work();
  } finally {
    // The slot is passed on directly, so that a newcomer cannot overtake the queue.
    const next = known.shift() ?? strangers.shift();
    if (next) next.start();
    else running--;
  }
}

/** Throws the same 503 before any work for a request that would find no place in the queue: refusing costs nothing. */
export function requireRoom(client: Client | null): void {
  const line = lineOf(client);
  const own = client === null ? 0 : line.filter((one) => one.client === client.name).length;
  if (line.length >= LINE || own >= LINE_PER_CLIENT) throw overloaded();
}

function place(client: Client | null): Promise<void> {
  requireRoom(client);
  return new Promise((start) => {
    lineOf(client).push({ client: client?.name ?? null, start });
  });
}
