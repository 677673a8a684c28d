import { boundedClient } from "../../db/driver/client.ts";

const HOUR = 3_600_000;

/** Statements may take as long as they need; a server that is gone is noticed within seconds. */
const limits = {
  max: 1,
  connectMs: 10_000,
  acquireMs: 30_000,
  lifetimeMs: 24 * HOUR,
  idleMs: 24 * HOUR,
  opensPerSecond: 10,
  statementMs: 0,
  idleInTransactionMs: 0,
  silenceMs: 5_000,
  lookMs: 5_000,
  stalledMs: 600_000,
  longestMs: 6 * HOUR,
};

/**
 * Runs `work` on one connection of its own. Rejects as soon as the connection is lost.
 * @template T
 * @param {string} url
 * @param {(connection: import("postgres").Sql) => Promise<T>} work
 */
export async function onConnection(url, work) {
  const client = boundedClient(url, "kith archive", limits);
  try {
    return await client.withConnection(work);
  } finally {
    await client.end(1_000);
  }
}
