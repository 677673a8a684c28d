import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { env, listedIn } from "@/lib/env";
import { ownError } from "@/lib/own-error";
import { deliveryFailures } from "./failures";

/** Why an address is refused; shown to the user. */
export class AddressError extends ownError("AddressError") {}

/**
 * IANA's special-purpose registries: this network, private ones, CGNAT, loopback, link-local with the metadata service,
 * tests, multicast, reserved.
 */
const blocked = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Used by some clouds: outside the ranges above, and nobody else's.
  ["168.63.129.16", 32],
] as const)
  blocked.addSubnet(net, bits, "ipv4");

/**
 * Of IPv6 only addresses assigned to the public, except those that wrap an IPv4 address (6to4, Teredo) or are for
 * documentation.
 */
const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["2620:4f:8000::", 48],
] as const)
  blocked.addSubnet(net, bits, "ipv6");

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, "ipv4");
  return family === 6 && unicast.check(address, "ipv6") && !blocked.check(address, "ipv6");
}

/** Hosts that the operator allows whatever their address is, also without TLS: `host` or `host:port`. */
function isAllowed({ hostname, host }: URL): boolean {
  const allowed = listedIn(env().WEBHOOK_ALLOWED_HOSTS?.toLowerCase());
  return allowed.some((one) => [hostname, host].includes(one));
}

/** Checks an endpoint's URL, as far as its text allows; without the fragment, which is never sent. Throws AddressError. */
export function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url) url.hash = "";
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressError("must be an https address");
  if (url.username || url.password) throw new AddressError("must not contain a user or a password");
  if (isAllowed(url)) return url;
  if (url.protocol !== "https:") throw new AddressError("must be an https address");
  const bare = bareHost(url);
  if (isIP(bare) ? !isPublicAddress(bare) : /(?:^|\.)localhost\.?$/.test(bare))
    throw new AddressError("must not be an address of a private network");
  return url;
}

/** The host as sockets expect it: IPv6 without its brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Resolves when connecting and gives the socket the very addresses that were checked: a name that resolves to
 * something else a moment later (DNS rebinding) gains nothing. A single private address among several is refused.
 */
export function lookupFor(url: URL): LookupFunction {
  return (hostname, options, done) => {
    const family = options.family === 4 || options.family === 6 ? options.family : 0;
    lookup(hostname, { all: true, family })
      .then((found) => {
        if (!isAllowed(url) && !found.every(({ address }) => isPublicAddress(address)))
          throw new AddressError(deliveryFailures.private);
        const [first] = found;
        if (options.all) done(null, found);
        else done(null, first?.address ?? "", first?.family);
      })
      .catch((error: NodeJS.ErrnoException) => done(error, ""));
  };
}
