import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { document } from "./operations";

/** What Redocly's linter says of a document, by its recommended rules. */
async function faultsOf(candidate: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(candidate), config });
  return found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

it("Redocly finds nothing in the OpenAPI document, and a planted fault", async () => {
  expect(await faultsOf(document)).toEqual([]);
  const planted = JSON.parse(JSON.stringify(document));
  planted.paths["/api/tags"].get.responses = { 200: {} };
  expect(await faultsOf(planted)).toContain("operation-4xx-response #/paths/~1api~1tags/get/responses");
});

const root = fileURLToPath(new URL("../../..", import.meta.url));
const FUNCTIONS = [
  ["components/tags/tag.tsx", "function Tag() {", "}"],
  ["components/tags/memo.tsx", "export const Tag = memo(function Tag() {", "});"],
  ["app/(dashboard)/page.tsx", "export const Page = async () => {", "};"],
  ["lib/client/language.tsx", "export function Provider() {", "}"],
  ["lib/client/use-tags.ts", "export function useTags() {", "}"],
] as const;

it("Biome finds components and hooks of more than 60 lines, by our settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "kith-lint-"));
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  const lint = (lines: number) => {
    for (const [path, start, end] of FUNCTIONS) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), `${start}\n${"  use(1);\n".repeat(lines)}${end}\n`);
    }
    const only = [
      "--only=complexity/noExcessiveLinesPerFunction",
      "--vcs-enabled=false",
      "--reporter=github",
    ];
    const biome = join(root, "node_modules/.bin/biome");
    const { stdout } = spawnSync(biome, ["lint", ...only, "."], { cwd: folder, encoding: "utf8" });
    return FUNCTIONS.filter(([path]) => stdout.includes(`${path},line`)).length;
  };
  try {
    expect([lint(55), lint(65)]).toEqual([0, FUNCTIONS.length]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
