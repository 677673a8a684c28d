import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { asRunHere } from "./lib/commands.mjs";
import { programFiles } from "./lib/image.mjs";
import { root } from "./lib/project.mjs";

it.each([
  ["npm run db:migrate", "node scripts/migrate.mjs"],
  ["Start it with `npm start`.", "Start it with `node scripts/start.mjs`."],
  ["npm run -s token -- you@example.com", "node scripts/token.mjs you@example.com"],
  ["npm run backup -- FILE", "node --import ./scripts/ts-hooks.mjs scripts/backup.mjs FILE"],
  ["npm run doctor -- [--json]", "node scripts/doctor.mjs [--json]"],
  ["the npm of the path, npm ci", "the npm of the path, npm ci"],
])("%s is %s in an image", (text, inImage) => {
  expect(asRunHere(text, false)).toBe(inImage);
  expect(asRunHere(text, true)).toBe(text);
});

/** Commands that are only given where there is a working copy, or that an image has no use for. */
const ELSEWHERE = /^(?:build|dev|image|inbox|release|test)$/;

it("an image has every program that its commands tell people to run", async () => {
  const files = new Set(await programFiles());
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sources = execFileSync("git", ["ls-files", "scripts/*.mjs"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => files.has(path));
  const told = sources.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(told).toContain("db:distribute");
  const missing = told.filter(
    (name) =>
      scripts[name] &&
      !ELSEWHERE.test(name) &&
      !files.has(/scripts\/\S+/.exec(scripts[name].replace("./scripts/ts-hooks.mjs", ""))?.[0] ?? ""),
  );
  expect(missing).toEqual([]);
});
