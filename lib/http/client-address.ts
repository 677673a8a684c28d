import { isIP } from "node:net";
import { env } from "@/lib/env";
import { type Connection, connection } from "./connection";
import { isLoopbackAddress, isLoopbackUrl } from "./loopback";

/** One shared bucket for all callers whose address is unknown. */
const UNKNOWN = "unknown";

/**
 * The address a request is counted under: an IPv4 address, an IPv6 /64 network, or "unknown". Where the connection is
 * ours its own address is the last hop, so headers count only as far as a proxy of ours vouches for them; on a hosting
 * platform, whose proxy writes the headers, these alone decide.
 */
export function callerAddress(headers: Headers): string {
  const { TRUSTED_PROXY_HOPS: hops } = env();
  const wire = connection();
  if (!wire) return clientAddress(headers, hops ?? 1);
  return addressBehind(wire, headers.get("x-real-ip"), hops ?? proxiesBefore(wire));
}

/**
 * Default number of proxies. An app whose address is this machine has none. One with a public address that listens on
 * the loopback can only be reached through a proxy, and one with an https address needs a proxy for TLS.
 */
function proxiesBefore({ listensOn }: Connection): number {
  const { APP_URL } = env();
  if (isLoopbackUrl(APP_URL)) return 0;
  return isLoopbackAddress(listensOn) || APP_URL.startsWith("https:") ? 1 : 0;
}

/**
 * Counted from the right, starting with the socket: everything left of the outermost proxy's entry came from the
 * client.
 */
function addressBehind({ peer, forwardedFor }: Connection, realIp: string | null, hops: number): string {
  const named = forwardedFor ?? realIp;
  const chain = [...(named === null ? [] : named.split(",")), peer];
  return bucketOf(chain[Math.max(0, chain.length - 1 - hops)] ?? "");
}

/**
 * The same from headers alone. `hops` is the number of trusted proxies. Each appends the address it saw to
 * X-Forwarded-For, so the hops-th entry from the right was written by the outermost trusted one; everything left of
 * it came from the client and is ignored. Without the header, X-Real-IP is used. With 0 hops no header can be
 * trusted, and all callers share one bucket.
 */
export function clientAddress(headers: Headers, hops: number): string {
  if (hops < 1) return UNKNOWN;
  const forwarded = headers.get("x-forwarded-for");
  if (forwarded === null) return bucketOf(headers.get("x-real-ip") ?? "");
  const entries = forwarded.split(",");
  return bucketOf(entries[Math.max(0, entries.length - hops)] ?? "");
}

/** Strips quotes, brackets, port and zone; garbage falls into the shared bucket. */
function bucketOf(entry: string): string {
  const host = withoutPort(entry.trim().replace(/^"(.*)"$/, "$1")).replace(/%[\w.~-]{1,32}$/, "");
  if (isIP(host) === 4) return host;
  if (isIP(host) === 6) return bucketOfIPv6(host);
  return UNKNOWN;
}

function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? "";
  const dotted = /^([\d.]+):\d{1,5}$/.exec(entry);
  return dotted?.[1] ?? entry;
}

/** A subscriber usually holds a whole /64 and can change the lower half at will (RFC 6177). */
function bucketOfIPv6(address: string): string {
  const groups = expand(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address; the parser of URLs writes out a dotted tail (RFC 4291, 2.2). */
function expand(address: string): number[] {
  const [left, right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::").map(groupsOf);
  const zeros = 8 - (left?.length ?? 0) - (right?.length ?? 0);
  return [...(left ?? []), ...Array<number>(zeros).fill(0), ...(right ?? [])];
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
