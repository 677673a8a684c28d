import { boundedClient } from "../../db/driver/client.ts";
import { codeOf, Failure, messageOf } from "./failure.mjs";

const HOUR = 3_600_000;

/** A statement may take as long as it needs. A server that refuses, or says nothing, is noticed within seconds. */
const limits = {
  max: 2,
  connectMs: 5_000,
  acquireMs: 10_000,
  lifetimeMs: HOUR,
  idleMs: HOUR,
  opensPerSecond: 10,
  statementMs: 0,
  idleInTransactionMs: 0,
  silenceMs: 2_000,
  lookMs: 5_000,
  stalledMs: 60_000,
  // Behind a pooler a long statement and a lost response look the same: after this time it counts as lost.
  longestMs: HOUR / 2,
};

/** Errors for which TLS is the remedy: OpenSSL's and Node's about certificates and handshakes. */
const refusals = /CERT|SIGNATURE|^ERR_(SSL|TLS)|^EPROTO$/;

/**
 * Runs `work` on a client of its own for the database at `url`, with the app's own driver, and closes it. Throws a
 * `Failure` with a remedy if TLS is what failed; it never repeats the address, which contains a password.
 * @param {string} url
 * @template T
 * @param {(pg: import("postgres").Sql) => Promise<T>} work
 */
export async function withDatabase(url, work) {
  const client = boundedClient(url, "kith scripts", limits);
  try {
    return await work(client.pg);
  } catch (error) {
    throw tlsFailure(rootOf(error)) ?? error;
  } finally {
    await client.end(1_000);
  }
}

/**
 * The error that the driver, or drizzle-orm, wrapped.
 * @param {unknown} error
 * @returns {unknown}
 */
export function rootOf(error) {
  return error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** @param {unknown} error */
function tlsFailure(error) {
  const [code, message] = [codeOf(error) ?? "", messageOf(error)];
  if (!refusals.test(code) && !/before secure TLS/.test(message)) return null;
  const why = ["ERR_TLS_NOT_OFFERED", "EPROTO", "ECONNRESET"].includes(code) ? "it offers no TLS" : code;
  return new Failure(
    `The database of DATABASE_URL could not be reached over TLS (${why}). Add ?sslrootcert=/path/to/ca.crt to the address if the server has an authority of its own, or ?sslmode=disable if it has no TLS and the network between is yours (docs/deployment.md).`,
  );
}

/**
 * The row of a result that always has one.
 * @template R
 * @param {ArrayLike<R>} rows
 * @returns {R}
 */
export function only(rows) {
  const row = rows[0];
  if (row === undefined) throw new Error("The database answered without a row.");
  return row;
}
