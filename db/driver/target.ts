import { readFileSync } from "node:fs";
import { type ConnectionOptions, rootCertificates } from "node:tls";

/** Where the database is and how it must be spoken to. */
export interface Target {
  host: string;
  port: number;
  /** The socket file, when the database listens on a unix socket. */
  path?: string;
  user?: string;
  password?: string;
  database?: string;
  tls: "never" | "if offered" | ConnectionOptions;
  /** A transaction-mode pooler in between: no session state, no startup parameters, process ids are not the server's. */
  pooled: boolean;
}

/**
 * Reads `postgres://user:password@host:port/database`. Understood parameters: `host` (a folder means a unix socket),
 * `port`, `sslmode` with `sslrootcert` as in libpq, `pgbouncer=true`. All others are ignored: the driver would send
 * them to the server, which refuses unknown ones. Without `sslmode` a remote connection is encrypted when the server
 * offers it. Throws on anything that is not such an address, without repeating it: it holds a password.
 */
export function parseTarget(address: string): Target {
  const url = toURL(address);
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined;
  const host = parameter("host") ?? (url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost");
  const port = Number(parameter("port") ?? (url.port || 5432));
  return {
    host,
    port,
    path: host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : undefined,
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database: decodeURIComponent(url.pathname.slice(1)) || undefined,
    tls: tlsFor(host, parameter("sslmode") ?? parameter("ssl"), parameter("sslrootcert")),
    pooled: parameter("pgbouncer") === "true" || port === 6543 || /\bpooler\b/.test(host),
  };
}

/** An address with a user but no host (`postgres://me@/db?host=/run`) is good for libpq but not for WHATWG's URL. */
function toURL(address: string): URL {
  const url = /^postgres(ql)?:\/\//.test(address)
    ? address.replace(/^(\w+:\/\/[^/?]*@)(?=[/?])/, "$1localhost")
    : "";
  if (!URL.canParse(url)) throw new Error("DATABASE_URL is not a postgres:// address");
  return new URL(url);
}

function tlsFor(host: string, mode: string | undefined, rootFile: string | undefined): Target["tls"] {
  const local = host.startsWith("/") || ["localhost", "127.0.0.1", "::1"].includes(host);
  if (mode === undefined) return local ? "never" : "if offered";
  if (["disable", "false", "0"].includes(mode)) return "never";
  if (["allow", "prefer"].includes(mode)) return "if offered";
  const verified = mode.startsWith("verify") || rootFile !== undefined;
  if (!verified) return { rejectUnauthorized: false }; // `require` encrypts and checks nothing, as in libpq
  const ca =
    rootFile && rootFile !== "system" ? [...rootCertificates, readFileSync(rootFile, "utf8")] : undefined;
  const checkServerIdentity = mode === "verify-ca" ? () => undefined : undefined;
  return { rejectUnauthorized: true, ca, ...(checkServerIdentity && { checkServerIdentity }) };
}
