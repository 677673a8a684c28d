import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { loadEnvFiles, root, UNEXPANDED } from "./lib/project.mjs";
import { temporaryFolder } from "./testing/databases.mjs";
import { makeProduct, run } from "./testing/product.mjs";

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

/** Programs that do nothing with an installation. */
const OTHERS =
  /^(?:test|api-types|build-client|development|encoding-models|image|mcp-conformance|release|release-document|reliability)$/;

/** The programs of package.json that work with an installation, and the health check of an image. */
const programs = [
  ...readFileSync(join(root, "package.json"), "utf8").matchAll(/ scripts\/([a-z-]+)\.mjs"/g),
  ["", "health"],
].flatMap(([, name = ""]) => (OTHERS.test(name) ? [] : [`scripts/${name}.mjs`]));

it("is read by every command that works with an installation", () => {
  expect(programs).toEqual(expect.arrayContaining(["scripts/migrate.mjs", "scripts/distribute.mjs"]));
  const source = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const reads = (/** @type {string} */ text) => /\bloadEnvFiles\((?!mode)/.test(text);
  const deaf = programs.filter((path) => {
    const imported = [...source(path).matchAll(/"\.\/(lib\/[a-z-]+\.mjs)"/g)].map(
      ([, one]) => `scripts/${one}`,
    );
    return ![path, ...imported].some((one) => reads(source(one)));
  });
  expect(deaf).toEqual([]);
});

it.each(["migrate", "distribute"])("%s takes the database that the file names", async (name) => {
  const product = makeProduct();
  writeFileSync(join(product.folder, ".env"), "DATABASE_URL=postgres://kith:hidden-word@127.0.0.1:1/kith\n");
  const { code, output } = await run(product.folder, { args: [`scripts/${name}.mjs`] }).ended;
  product.remove();
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/cannot be (?:used|reached) \(/),
  });
  expect(output).not.toMatch(/hidden-word|set DATABASE_URL/);
});
