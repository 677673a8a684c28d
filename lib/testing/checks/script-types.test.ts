import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");

it("every script is among the files whose types are checked", () => {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).split("\n");
  const checked = new Set(run(process.execPath, compiler, "--noEmit", "--listFilesOnly"));
  const scripts = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "scripts").filter(
    (path) => /\.(mjs|cjs|ts)$/.test(path),
  );
  expect(scripts.length).toBeGreaterThan(100);
  expect(scripts.filter((path) => !checked.has(join(root, path)))).toEqual([]);
});

it.each([
  ["an argument of another type", 'double("3000");', "TS2345"],
  ["a property that may be missing", "double(process.env.PORT.length);", "TS18048"],
  ["a parameter without a type", "export const half = (port) => port / 2;", "TS7006"],
])("by the project's settings the compiler catches in a script: %s", (_, fault, code) => {
  const folder = mkdtempSync(join(tmpdir(), "kith-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = {
    extends: join(root, "tsconfig.json"),
    include: ["planted.mjs"],
    compilerOptions: { incremental: false, typeRoots: [join(root, "node_modules/@types")], types: ["node"] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const sound = "/** @param {number} port */\nexport const double = (port) => 2 * port;\n";
  const check = (text: string) => {
    writeFileSync(join(folder, "planted.mjs"), text);
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    return { status, faults: stdout.match(/TS\d+/g) ?? [] };
  };
  expect(check(sound)).toEqual({ status: 0, faults: [] });
  expect(check(sound + fault)).toEqual({ status: 1, faults: [code] });
});
