import { afterEach, describe, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { onConnection } from "@/lib/testing/connection";
import { callerAddress, clientAddress } from "./client-address";
import type { Connection } from "./connection";

const of = (forwarded: string | null, hops = 1, realIp?: string) => {
  const headers = new Headers();
  if (forwarded !== null) headers.set("x-forwarded-for", forwarded);
  if (realIp !== undefined) headers.set("x-real-ip", realIp);
  return clientAddress(headers, hops);
};

describe("the address a request is counted under", () => {
  it.each([
    // IPv4
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.7:443", "203.0.113.7"],
    ['"203.0.113.7:443"', "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    // IPv6, by /64
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1::", "2001:db8:1:0::/64"],
    ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
    ['"[2001:db8:1:2::1]:443"', "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["[fe80::1%25eth0]:80", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
    // garbage
    ["", "unknown"],
    [" ", "unknown"],
    [",", "unknown"],
    ["unknown", "unknown"],
    ["_hidden", "unknown"],
    ["localhost", "unknown"],
    ["256.1.1.1", "unknown"],
    ["010.0.0.1", "unknown"],
    ["1.2.3", "unknown"],
    ["1.2.3.4.5", "unknown"],
    ["0x7f.0.0.1", "unknown"],
    ["2001:db8:::1", "unknown"],
    ["2001:db8:1:2:3:4:5:6:7", "unknown"],
    ["[2001:db8::1", "unknown"],
    ["for=203.0.113.7", "unknown"],
    ["203.0.113.7; drop table", "unknown"],
  ])("X-Forwarded-For: %s → %s", (header, expected) => {
    expect(of(header)).toBe(expected);
  });

  it("is what the outermost trusted proxy wrote, whatever the client put before it", () => {
    const chain = "6.6.6.6, 203.0.113.7, 198.51.100.1";
    expect(of(chain, 1)).toBe("198.51.100.1");
    expect(of(chain, 2)).toBe("203.0.113.7");
    expect(of("198.51.100.1", 2)).toBe("198.51.100.1");
    expect(of("garbage, 198.51.100.1", 1)).toBe("198.51.100.1");
    expect(of("198.51.100.1, garbage", 1)).toBe("unknown");
    expect(of("198.51.100.1,", 1)).toBe("unknown");
  });

  it("is the shared bucket for a header of 8 KB of anything", () => {
    for (const filler of ["x", "1", ":", ",", "[", "::ffff:", "1.", "%"]) {
      expect(of(filler.repeat(8_192 / filler.length))).toBe("unknown");
    }
  });

  it("is one bucket for a thousand made-up addresses behind one proxy", () => {
    const buckets = new Set(
      Array.from({ length: 1_000 }, (_, n) => of(`10.0.${n >> 8}.${n & 255}, 203.0.113.7`)),
    );
    expect([...buckets]).toEqual(["203.0.113.7"]);
  });

  it("joins repeated headers in order", () => {
    const headers = new Headers([
      ["x-forwarded-for", "6.6.6.6"],
      ["x-forwarded-for", "203.0.113.7"],
    ]);
    expect(clientAddress(headers, 1)).toBe("203.0.113.7");
  });

  it("falls back to X-Real-IP only without the other header, and trusts nothing with no proxy", () => {
    expect(of(null, 1, "203.0.113.7")).toBe("203.0.113.7");
    expect(of(null, 1, "nonsense")).toBe("unknown");
    expect(of(null, 1)).toBe("unknown");
    expect(of("198.51.100.1", 1, "203.0.113.7")).toBe("198.51.100.1");
    expect(of("garbage", 1, "203.0.113.7")).toBe("unknown");
    expect(of("198.51.100.1", 0, "203.0.113.7")).toBe("unknown");
  });
});

describe("whom a connection of ours is counted under", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    resetEnv();
  });

  const counted = (set: Record<string, string>, wire: Partial<Connection>, headers = {}) => {
    for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
    resetEnv();
    return onConnection(wire, () => callerAddress(new Headers(headers)));
  };

  it("is the socket's address on an app of its own machine, whatever headers invent", () => {
    const local = { APP_URL: "http://localhost:3000" };
    const wire = { peer: "127.0.0.1" };
    expect(counted(local, { ...wire, forwardedFor: "6.6.6.6" })).toBe("127.0.0.1");
    expect(counted(local, { ...wire, forwardedFor: "6.6.6.6, 127.0.0.2" })).toBe("127.0.0.1");
    expect(counted(local, wire, { "x-real-ip": "6.6.6.6" })).toBe("127.0.0.1");
    expect(counted({}, { peer: "::ffff:192.0.2.7", listensOn: "::", forwardedFor: "6.6.6.6" })).toBe(
      "192.0.2.7",
    );
  });

  it("is what the proxy wrote, where nobody but a proxy can ask", () => {
    const site = { APP_URL: "https://kith.example.com" };
    const wire = { forwardedFor: "6.6.6.6, 203.0.113.7" };
    expect(counted(site, wire)).toBe("203.0.113.7");
    expect(counted(site, { ...wire, peer: "172.17.0.2", listensOn: "0.0.0.0" })).toBe("203.0.113.7");
    expect(counted({ APP_URL: "http://kith.lan" }, wire)).toBe("203.0.113.7");
    expect(counted(site, {}, { "x-real-ip": "203.0.113.8" })).toBe("203.0.113.8");
    expect(counted(site, {})).toBe("127.0.0.1");
  });

  it("is the socket's address where an app without https is asked directly", () => {
    const lan = { peer: "192.168.0.9", listensOn: "0.0.0.0", forwardedFor: "6.6.6.6" };
    expect(counted({ APP_URL: "http://192.168.0.7:3000" }, lan)).toBe("192.168.0.9");
  });

  it("is as many entries to the left as there are proxies, when that is set", () => {
    const wire = { forwardedFor: "6.6.6.6, 203.0.113.7, 198.51.100.1" };
    expect(counted({ TRUSTED_PROXY_HOPS: "0" }, wire)).toBe("127.0.0.1");
    expect(counted({ TRUSTED_PROXY_HOPS: "1" }, wire)).toBe("198.51.100.1");
    expect(counted({ TRUSTED_PROXY_HOPS: "2" }, wire)).toBe("203.0.113.7");
    expect(counted({ TRUSTED_PROXY_HOPS: "9" }, wire)).toBe("6.6.6.6");
  });

  it("is left to the headers on a platform, whose connections are not ours", () => {
    expect(callerAddress(new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.7" }))).toBe("203.0.113.7");
  });
});
