import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { differing, installArguments, requireSpace } from "./lib/install.mjs";
import { root } from "./lib/project.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/next": { version: "16.4.5" },
  "node_modules/vitest": { version: "5.1.1", dev: true },
  "node_modules/other-platform": { version: "1.0.0", optional: true },
};
const next = { "node_modules/next": { version: "16.4.5" } };

it("takes a complete install for one, with or without development packages as asked", () => {
  expect(differing(wanted, next, { withDev: false })).toEqual([]);
  expect(differing(wanted, next, { withDev: true })).toEqual(["node_modules/vitest"]);
});

it("notices a missing package and another version, of a development package too", () => {
  expect(differing(wanted, {}, { withDev: false })).toEqual(["node_modules/next"]);
  const old = { ...next, "node_modules/vitest": { version: "4.0.0" } };
  expect(differing(wanted, old, { withDev: false })).toEqual(["node_modules/vitest"]);
});

it("agrees with what npm installed here", () => {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  expect(
    differing(read("package-lock.json"), read("node_modules/.package-lock.json"), { withDev: true }),
  ).toEqual([]);
});

it("names the folder and the size when the disk is too small", () => {
  expect(() => requireSpace(1)).not.toThrow();
  expect(() => requireSpace(1e9)).toThrow(
    /^The disk is nearly full: .* has \d+ MB left, and 1000000000 MB are needed/,
  );
});

it("leaves development packages out of what only runs, and tests get them, whatever NODE_ENV says", () => {
  expect(installArguments({ withDev: false })).toContain("--omit=dev");
  expect(installArguments({ withDev: true })).toContain("--include=dev");
});

it("builds the product without development packages: nothing that is built asks for one", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const listed = execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--listFilesOnly"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const packageOf = (/** @type {string} */ path) =>
    /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(path)?.[0].slice(0, -1) ?? "";
  const used = new Set(listed.split("\n").map((path) => packageOf(path.slice(root.length + 1))));
  expect(used).toContain("node_modules/next");
  expect([...used].filter((path) => lock[path]?.dev)).toEqual([]);
});
