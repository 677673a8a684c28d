import { availableParallelism } from "node:os";
import { Failure, messageOf } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";
import { memoryMb } from "./heap.mjs";

/** @import { Env } from "./types.ts" */

const MOST = 64;
/** Maximum number of processes: with more, each would have fewer connections to an ordinary database than it needs. */
const MOST_BY_ITSELF = 15;
/** For a process with its share of the database, without the additional memory of an import. */
const MB_EACH = 1_024;

/** The share of the usual hundred connections for all processes together, including one that is about to replace another. */
const CONNECTIONS = 90;
const USUAL_POOL = 10;
/** For the owner: migrations, backups, manual sessions. */
const RESERVED = 10;

/**
 * How many processes the app gets: WEB_CONCURRENCY, otherwise two for every three cores, because the database needs
 * the third, as far as memory allows. So one on two cores.
 * @param {Env} env
 */
export function processCount(
  { WEB_CONCURRENCY: wish = "" },
  cores = availableParallelism(),
  mb = memoryMb(),
) {
  if (wish.trim() === "") {
    const most = Math.min(Math.floor((cores * 2) / 3), Math.floor(mb / MB_EACH), MOST_BY_ITSELF);
    return Math.max(1, most);
  }
  const count = Number(wish);
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count;
  throw new Failure(`WEB_CONCURRENCY must be a number from 1 to ${MOST}, not "${wish}".`);
}

/**
 * The database connections of each process: DATABASE_POOL_SIZE, otherwise what an ordinary server allows for all.
 * @param {Env} env
 * @param {number} processes
 */
export function poolSize({ DATABASE_POOL_SIZE: wish = "" }, processes) {
  if (wish.trim() !== "") return Number(wish) || USUAL_POOL;
  return Math.max(4, Math.min(USUAL_POOL, Math.floor(CONNECTIONS / (processes + 1))));
}

/**
 * The connections that a server must allow: those of all processes, of one that is about to replace another, and the
 * owner's.
 * @param {Env} env
 * @param {number} processes
 */
export function connectionsNeeded(env, processes) {
  return (processes + 1) * poolSize(env, processes) + RESERVED;
}

/**
 * What the doctor says about the number of processes.
 * @param {Env} env
 */
export function judgeProcesses(env) {
  try {
    const count = processCount(env);
    const why = env.WEB_CONCURRENCY?.trim() ? "WEB_CONCURRENCY" : `${availableParallelism()} cores`;
    return ok("Processes", `${count} of the app (${why})`);
  } catch (error) {
    return fail("Processes", messageOf(error), "Mend it, or unset it: then cores and memory decide");
  }
}

/**
 * What the doctor says about the connections that all processes open.
 * @param {Env} env
 * @param {number} allowed by the server, for those who are no superusers
 */
export function judgeConnections(env, allowed, processes = processCount(env)) {
  const each = poolSize(env, processes);
  const all = `${processes} × ${each} for the app, ${allowed} on the server`;
  if ((processes + 1) * each < allowed) return ok("Connections", all);
  return warn(
    "Connections",
    `${all}: too few while a process is being replaced`,
    "A smaller DATABASE_POOL_SIZE or WEB_CONCURRENCY, or more max_connections; with a pooler its limit counts, not this",
  );
}
