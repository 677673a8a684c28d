import { expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import type { Connection } from "@/lib/http/connection";
import { onConnection } from "@/lib/testing/connection";
import { readConfig } from "./config";
import { isLocal } from "./local";

let sent: Record<string, string> = {};
vi.mock("next/headers", () => ({ headers: async () => new Headers(sent) }));

interface Asked {
  address?: string;
  headers?: Record<string, string>;
  wire?: Partial<Connection>;
}

/** Whether a request is local that would be, except for the given headers. */
async function asked({ address = "http://localhost:3000", headers = {}, wire = {} }: Asked) {
  sent = { host: "localhost:3000", "x-forwarded-host": "localhost:3000", ...headers };
  vi.stubEnv("APP_URL", address);
  resetEnv();
  return onConnection(wire, isLocal);
}

it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"])("is local as %s", async (host) => {
  expect(await asked({ headers: { host } })).toBe(true);
  expect(await asked({ headers: { host }, address: "https://kith.example.com" })).toBe(false);
});

it.each([
  "evil.example",
  "localhost.evil.example:3000",
  "127.0.0.1.evil.example",
  "192.168.0.7:3000",
  "",
  "@",
])("is not local as %s, whose page would read along", async (host) => {
  expect(await asked({ headers: { host } })).toBe(false);
});

it("is not local without a host, nor where the connection is not known", async () => {
  sent = {};
  expect(await onConnection({}, isLocal)).toBe(false);
  sent = { host: "localhost:3000" };
  expect(await isLocal()).toBe(false);
});

it.each(["::1", "127.0.0.9", "::ffff:127.0.0.1"])("is local from %s", async (peer) => {
  expect(await asked({ wire: { peer } })).toBe(true);
});

it.each(["203.0.113.77", "192.168.0.7", "::ffff:10.0.0.1", "2001:db8::1", ""])(
  "is not local from %s, whatever the host says",
  async (peer) => {
    expect(await asked({ wire: { peer, own: peer, listensOn: "0.0.0.0" } })).toBe(false);
    expect(await asked({ wire: { peer } })).toBe(false);
  },
);

it.each(["0.0.0.0", "::", "192.168.0.7", ""])(
  "is not local on a server that listens on %s",
  async (listensOn) => {
    expect(await asked({ wire: { listensOn } })).toBe(false);
  },
);

it.each([
  ["x-real-ip", "203.0.113.77"],
  ["x-real-ip", "localhost"],
  ["x-forwarded-host", "kith.example.com"],
  ["forwarded", "for=203.0.113.77"],
  ["forwarded", "for=127.0.0.1"],
  ["via", "1.1 proxy"],
  ["cf-connecting-ip", "203.0.113.77"],
  ["true-client-ip", "203.0.113.77"],
  ["client-ip", "203.0.113.77"],
])("is not local for whom a proxy asks with %s: %s", async (name, value) => {
  expect(await asked({ headers: { [name]: value } })).toBe(false);
});

it("is local only as long as every forwarded address is", async () => {
  for (const forwardedFor of ["127.0.0.1", "::1, 127.0.0.1"])
    expect(await asked({ wire: { forwardedFor } })).toBe(true);
  for (const forwardedFor of [
    "203.0.113.77",
    "127.0.0.1, 203.0.113.77",
    "203.0.113.77, 127.0.0.1",
    "unknown",
  ])
    expect(await asked({ wire: { forwardedFor } })).toBe(false);
});

it("names the inbox to a browser only where it would be shown", async () => {
  const inbox = async (given: Asked) => {
    await asked(given);
    return (await onConnection(given.wire ?? {}, readConfig)).inbox;
  };
  expect(await inbox({})).toBe(true);
  expect(await inbox({ address: "https://kith.example.com" })).toBe(false);
  expect(await inbox({ wire: { listensOn: "0.0.0.0" } })).toBe(false);
  vi.stubEnv("RESEND_API_KEY", "re_123");
  expect(await inbox({})).toBe(false);
});
