import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { NOTATIONS, type Notation, snippetsOf } from "@/components/docs/snippets";
import { documented } from "./operations";

const { operations } = documented();
const written = (notation: Notation) =>
  operations.flatMap(({ id, calls }) => snippetsOf(calls, notation).map((text) => ({ id, text })));
const ofOperation = (operation: string, notation: Notation) =>
  written(notation).flatMap(({ id, text }) => (id === operation ? [text] : []));

it.each(NOTATIONS)("every operation has an example in %s, with its own values", (notation) => {
  const texts = written(notation);
  expect([...new Set(texts.map(({ id }) => id))]).toEqual(operations.map(({ id }) => id));
  for (const { id, text } of texts) {
    expect(text, id).not.toMatch(/undefined|NaN|\[object/);
    const named = operations.find((one) => one.id === id)?.calls[0]?.variables ?? {};
    for (const variable of Object.values(named)) expect(text, id).toContain(variable);
  }
});

it("the shortest way is shown: a body on one line, no options where none are needed", () => {
  const url = operations[0]?.calls[0]?.baseUrl;
  expect(ofOperation("getHealth", "javascript")[0]).toMatch(
    `const response = await fetch("${url}/api/health");\n`,
  );
  expect(ofOperation("createTag", "client")[0]).toMatch(/body: \{ name: "[^"]+".* \},\n/);
  expect(ofOperation("createTag", "python")[0]).toMatch(/json\.dumps\(\{"name": "[^"]+".*\}\)\.encode\(\)/);
  expect(ofOperation("deleteTag", "client")[0]).toMatch(/await kith\.call\("DELETE \/tags\/\{id\}"/);
  expect(ofOperation("createImport", "python").join()).not.toContain("multipart");
});

/** The compiler's errors for them, each as a module of its own. */
function faultsIn(texts: { id: string; text: string }[]): string {
  const root = resolve(".");
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/snippets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [at, { id, text }] of texts.entries())
    writeFileSync(join(folder, `${id}-${at}.mts`), `${text}\nexport {};\n`);
  const compilerOptions = {
    ...{ noEmit: true, skipLibCheck: true, strict: false, types: ["node"] },
    ...{ target: "es2023", module: "nodenext" },
    paths: { "kith-client": [join(root, "client/dist/index.d.ts")] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout;
}

it("JavaScript compiles, and the client takes every example as its types say", () => {
  expect(faultsIn([...written("javascript"), ...written("client")])).toBe("");
  const [right = ""] = ofOperation("createTag", "client");
  expect(faultsIn([{ id: "broken", text: right.replace("name:", "nam:") }])).toMatch(/^.*error TS2561.*\n$/);
}, 60_000);

it("Python compiles", ({ skip }) => {
  try {
    execFileSync("python3", ["--version"]);
  } catch {
    skip("python3 is not installed here, so that its examples were not looked at");
  }
  const check = "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)";
  const parse = (texts: string[]) =>
    execFileSync("python3", ["-c", check], { input: JSON.stringify(texts), stdio: "pipe" });
  parse(written("python").map(({ text }) => text));
  expect(() => parse(["print("])).toThrow("SyntaxError");
});
