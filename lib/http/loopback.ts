import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an address can be reached only from its own machine; including IPv4 written as IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

const NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL leads to one's own machine. Any other name may belong to a site whose address points there. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && NAMES.has(new URL(url).hostname);
}
