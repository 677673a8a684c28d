import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { loadEnvFiles, UNEXPANDED } from "./lib/project.mjs";
import { temporaryFolder } from "./testing/databases.mjs";

const nextEnv = createRequire(createRequire(import.meta.url).resolve("next"))("@next/env");
const folder = temporaryFolder();
const names = ["MAIL_FROM", "OIDC_NAME", "METRICS_TOKEN"];

/** @param {string | Buffer} text */
const read = (text) => {
  writeFileSync(join(folder, ".env"), text);
  return loadEnvFiles("production", folder);
};

beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined);
});

it("reads a file with a byte order mark and other line ends; the environment wins", () => {
  vi.stubEnv("OIDC_NAME", "theirs");
  expect(read('\uFEFFMAIL_FROM="Ada <ada@example.com>"\r\nOIDC_NAME=mine # why\r\n')).toEqual([]);
  expect([process.env.MAIL_FROM, process.env.OIDC_NAME]).toEqual(["Ada <ada@example.com>", "theirs"]);
});

it("says which names are none of Kith's, and refuses another encoding", () => {
  expect(read("AUTH_SINGUP=closed\nNEXT_PUBLIC_X=1\n")).toEqual([
    expect.stringMatching(/^AUTH_SINGUP in \.env is none of Kith's/),
  ]);
  expect(() => read(Buffer.from("MAIL_FROM=x\n", "utf16le"))).toThrow("is not UTF-8");
});

it("takes a $ as it stands, and so does Next, as it is started", () => {
  const token = "abcdefghijklmnop$HOMEx$yz";
  read(`METRICS_TOKEN=${token}\n`);
  expect(process.env.METRICS_TOKEN).toBe(token);
  for (const [name, value] of Object.entries(UNEXPANDED)) vi.stubEnv(name, value);
  nextEnv.loadEnvConfig(folder, false);
  expect(process.env.METRICS_TOKEN).toBe(token);
  vi.stubEnv("__NEXT_PROCESSED_ENV", undefined);
  nextEnv.loadEnvConfig(folder, false, console, true);
  expect(process.env.METRICS_TOKEN, "otherwise").not.toBe(token);
});
