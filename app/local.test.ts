import { expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/env";
import { isLocal } from "./local";

let host: string | null;
vi.mock("next/headers", () => ({ headers: async () => new Headers(host === null ? {} : { host }) }));

async function under(name: string | null, address: string): Promise<boolean> {
  host = name;
  vi.stubEnv("APP_URL", address);
  resetEnv();
  return isLocal();
}

it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"])("is local as %s", async (name) => {
  expect(await under(name, "http://localhost:3000")).toBe(true);
  expect(await under(name, "https://kith.example.com")).toBe(false);
});

it.each([
  "evil.example",
  "localhost.evil.example:3000",
  "127.0.0.1.evil.example",
  "192.168.0.7:3000",
  "",
  "@",
  null,
])("is not local as %s, whose page would read along", async (name) => {
  expect(await under(name, "http://localhost:3000")).toBe(false);
});
