import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { programFiles } from "./lib/image.mjs";
import { root } from "./lib/project.mjs";

/** Not read in an image: what is read to build, and what explains variables to somebody who writes `.env`. */
const BUILDS = ["scripts/lib/build.mjs", "scripts/lib/install.mjs"];
const OPTIONAL = [".env.example"];

const isFile = (/** @type {string} */ path) => existsSync(path) && statSync(path).isFile();

/**
 * The files of ours that the strings of a source name, seen from it or from the top; comments name types.
 * @param {string} path
 * @param {string} text
 */
function namedIn(path, text) {
  return [...text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/"([\w./-]+\.\w+)"/g)].flatMap(
    ([, name = ""]) => {
      const found = [join(root, dirname(path), name), join(root, name)].find(isFile);
      return found && !found.includes("node_modules") ? [relative(root, found)] : [];
    },
  );
}

it("finds files that a source reads by URL, by path, or passes on", () => {
  const text =
    'new URL("../../db/distributed.sql", import.meta.url); join(root, "lib/services.json"); a("./preload.cjs")';
  expect(namedIn("scripts/lib/distribution.mjs", text)).toEqual([
    "db/distributed.sql",
    "lib/services.json",
    "scripts/lib/preload.cjs",
  ]);
});

it("an image has every file that its programs name", async () => {
  const files = (await programFiles()).filter((path) => !path.startsWith("node_modules/"));
  const sources = files.filter((path) => /\.[cm]?[jt]s$/.test(path) && !BUILDS.includes(path));
  expect(sources.length).toBeGreaterThan(60);
  const known = new Set([...files, ...OPTIONAL]);
  const missing = sources.flatMap((path) =>
    namedIn(path, readFileSync(join(root, path), "utf8"))
      .filter((named) => !known.has(named) && !named.startsWith("db/migrations/"))
      .map((named) => `${path} names ${named}`),
  );
  expect(missing).toEqual([]);
});
