import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { unusedExports } from "./exports";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = [
  ...readdirSync(root),
  ...["app", "bench", "client", "components", "db", "e2e", "lib", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ),
]
  .filter((path) => /\.(?:tsx?|mjs|cjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

it("every export is used by another file, and a planted one that is not is found", () => {
  expect(files.length).toBeGreaterThan(1500);
  expect(unusedExports(files)).toEqual([]);
  const [path, name] = ["lib/planted.ts", ["never", "Used"].join("")];
  const text = `export const ${name} = 1;\nexport function ${name}Too() {}\nexport type Env = string;\n`;
  expect(unusedExports([...files, { path, text }])).toEqual([
    `${path} exports ${name}, which no other file uses`,
    `${path} exports ${name}Too, which no other file uses`,
  ]);
});
