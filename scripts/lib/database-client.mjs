import postgres from "postgres";
import { parseTarget } from "../../db/driver/target.mjs";
import { Failure } from "./failure.mjs";

const refusals = /CERT|SIGNATURE|^ERR_(SSL|TLS)|^EPROTO$/;

/**
 * Runs `work` on a client of its own for the database at `url`, reached by the app's own rules (`parseTarget`), and ends
 * it. Throws a `Failure` with the way out where TLS is what failed; it never repeats the address: it holds a password.
 */
export async function withDatabase(url, options, work) {
  const { tls, pooled, path, ...target } = parseTarget(url);
  // The driver takes the host for the certificate's name only when it is no address.
  const ssl = { never: false, "if offered": "prefer" }[tls] ?? { ...tls, host: target.host };
  const pg = postgres({ ...options, ...target, ...(path && { path }), ssl, onnotice: () => {} });
  try {
    return await work(pg);
  } catch (error) {
    throw typeof ssl === "object" && isRefusal(error) ? insecure(error) : error;
  } finally {
    await pg.end({ timeout: 5 });
  }
}

function isRefusal({ code, message }) {
  return refusals.test(code ?? "") || /before secure TLS/.test(message);
}

function insecure(error) {
  const why = error.code === "ECONNRESET" || error.code === "EPROTO" ? "it offers no TLS" : error.code;
  return new Failure(
    `The database of DATABASE_URL could not be reached over TLS (${why}). Add ?sslrootcert=/path/to/ca.crt to the address if the server has an authority of its own, or ?sslmode=disable if it has no TLS and the network between is yours (docs/deployment.md).`,
  );
}
