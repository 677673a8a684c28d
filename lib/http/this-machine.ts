import { connection } from "./connection";
import { isLoopbackAddress, isLoopbackUrl } from "./loopback";

/**
 * Whether the caller is on this machine: the connection comes from it, and no header says that it forwards
 * another client's request. False if the connection is unknown.
 */
export function isFromThisMachine(headers: Headers): boolean {
  const wire = connection();
  if (!wire) return false;
  const isOurs = isLoopbackAddress(wire.peer) || (wire.peer !== "" && wire.peer === wire.own);
  return isOurs && !isForSomebodyElse(headers, wire.forwardedFor);
}

/** Whether the server is reachable from this machine only, by the address it listens on. */
export function listensOnLoopback(): boolean {
  return isLoopbackAddress(connection()?.listensOn ?? "");
}

/** Headers in which proxies name the client they forward. */
const NAMES_AN_ADDRESS = /^(?:x-real-ip|(?:.+-)?client-ip|.+-connecting-ip)$/;

function isForSomebodyElse(headers: Headers, forwardedFor: string | null): boolean {
  if (headers.has("forwarded") || headers.has("via")) return true;
  const host = headers.get("x-forwarded-host");
  // Next itself copies Host into it.
  if (host !== null && host !== headers.get("host") && !isLoopbackUrl(`http://${host}`)) return true;
  const named = [...headers].filter(([name]) => NAMES_AN_ADDRESS.test(name)).map(([, value]) => value);
  return [...named, forwardedFor ?? ""]
    .flatMap((list) => list.split(","))
    .map((entry) => entry.trim())
    .some((entry) => entry !== "" && !isLoopbackAddress(entry));
}
