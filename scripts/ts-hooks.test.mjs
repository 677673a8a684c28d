import { execFileSync, spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { nodeProgram, root } from "./lib/project.mjs";

/** @param {string} text */
function runScript(text) {
  const args = ["--import", "./scripts/ts-hooks.mjs", "--input-type=module", "--eval", text];
  return execFileSync(nodeProgram(), args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}

it("runs the application's TypeScript in plain Node: alias, left-out extensions, JSON, marker and framework modules", () => {
  const script = `
    import "server-only";
    import { newId } from "@/lib/ids";
    import { pg } from "@/db/client";
    import { after } from "next/server";
    import manifest from "@/package.json";
    console.log(newId().length, typeof pg, typeof after, manifest.name);`;
  expect(runScript(script)).toBe("36 function function kith");
});

it("does not hide that a module is missing", () => {
  expect(() => runScript('import "@/lib/there-is-none"')).toThrow("there-is-none");
});

it("says to an older Node which one to take", () => {
  const older =
    "data:text/javascript,import m from 'node:module'; m.registerHooks = undefined; m.syncBuiltinESMExports();";
  const args = ["--import", older, "--import", "./scripts/ts-hooks.mjs", "--eval", "0"];
  const { status, stderr } = spawnSync(nodeProgram(), args, { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/needs Node 22\.18 or newer, and this is v\d+.*call node_modules\/\.bin\/node/);
});
