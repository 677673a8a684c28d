import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";

/**
 * Where the database is and how to connect to it. `path` is the socket file, when it listens on a unix socket.
 * `pooled`: a transaction-mode pooler in between: no session state, no startup parameters, process ids are not the
 * server's. JavaScript, because `npm run db:migrate` and `npm run doctor` follow the same rules without a compiler.
 *
 * @typedef {{ host: string, port: number, path?: string, user?: string, password?: string, database?: string, tls:
 * "never" | "if offered" | import("node:tls").ConnectionOptions, pooled: boolean }} Target
 */

/**
 * Reads `postgres://user:password@host:port/database`. Understood parameters: `host` (a folder means a unix socket),
 * `port`, `sslmode` with `sslrootcert`, `pgbouncer=true`. All others are ignored: the driver would send them to the
 * server, which refuses unknown ones. Throws on anything that is not such an address, without repeating it: it
 * contains a password.
 *
 * Connections to another host use TLS with certificate and name verified (`verify-full`), unless `sslmode` asks for
 * less: `require` verifies nothing, as in libpq, and only `disable` means plain text. `prefer` and `allow` would let
 * an attacker in between decide, so they count as `require` there.
 *
 * @param {string} address
 * @returns {Target}
 */
export function parseTarget(address) {
  const url = toURL(address);
  const parameter = (/** @type {string} */ name) => url.searchParams.get(name) || undefined;
  const host = parameter("host") ?? (url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost");
  const port = Number(parameter("port") ?? (url.port || 5432));
  const path = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : undefined;
  const mode = parameter("sslmode") ?? parameter("ssl");
  return {
    host,
    port,
    path,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database: decodeURIComponent(url.pathname.slice(1)) || undefined,
    tls: path ? "never" : tlsFor(isLocal(host), mode, parameter("sslrootcert")),
    pooled: parameter("pgbouncer") === "true" || port === 6543 || /\bpooler\b/.test(host),
  };
}

/**
 * An address with a user but no host (`postgres://me@/db?host=/run`) is valid for libpq but not for WHATWG's URL.
 * @param {string} address
 */
function toURL(address) {
  const url = /^postgres(ql)?:\/\//.test(address)
    ? address.replace(/^(\w+:\/\/[^/?]*@)(?=[/?])/, "$1localhost")
    : "";
  if (!URL.canParse(url)) throw new Error("DATABASE_URL is not a postgres:// address");
  return new URL(url);
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** @param {string} host */
function isLocal(host) {
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === "localhost";
  return loopback.check(host, version === 6 ? "ipv6" : "ipv4");
}

/**
 * @param {boolean} local
 * @param {string | undefined} mode
 * @param {string | undefined} authorities
 */
function tlsFor(local, mode, authorities) {
  switch (mode) {
    case "disable":
    case "false":
    case "0":
      return "never";
    case "allow":
    case "prefer":
      if (local) return "if offered";
      return authorities ? verified(authorities) : { rejectUnauthorized: false };
    case "require":
      return authorities ? verified(authorities) : { rejectUnauthorized: false };
    case "verify-ca":
      return { ...verified(authorities), checkServerIdentity: () => undefined };
    case "verify-full":
    case "true":
    case "1":
      return verified(authorities);
    case undefined:
      return local && !authorities ? "never" : verified(authorities);
    default:
      throw new Error(
        "DATABASE_URL has an sslmode that is none of disable, allow, prefer, require, verify-ca and verify-full",
      );
  }
}

/**
 * By the given authorities alone (a file or, where no file can be provided, its text), or by those that Node trusts.
 * @param {string | undefined} given
 */
function verified(given) {
  if (!given || given === "system") return { rejectUnauthorized: true };
  return {
    rejectUnauthorized: true,
    ca: given.startsWith("-----BEGIN ") ? given : readFileSync(given, "utf8"),
  };
}
