import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrationTags } from "./lib/migrations.mjs";
import { root } from "./lib/project.mjs";
import { release } from "./lib/release.mjs";
import { releases } from "./lib/releases.mjs";

let folder = "";
const date = "2026-11-25";
const news = "# Changelog\n\n## [Unreleased]\n\n### Added\n- News.\n";

const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", ["-c", "core.autocrlf=false", ...args], { cwd: folder, encoding: "utf8" }).trim();
const read = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8");
const make = (/** @type {string} */ version, isTrial = false) => release({ folder, version, date, isTrial });

/** Writes files and commits them. @param {Record<string, string>} files */
function commit(files) {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  git("add", ...Object.keys(files));
  git("commit", "--quiet", "--message", "test: prepared");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kith-release-"));
  execFileSync("git", ["clone", "--quiet", "--no-tags", root, folder]);
  git("config", "user.name", "Somebody");
  git("config", "user.email", "somebody@example.com");
  // As they are here, committed or not.
  commit({
    "db/releases.json": "[]\n",
    "CHANGELOG.md": news,
    "package-lock.json": readFileSync(join(root, "package-lock.json"), "utf8"),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("makes version, changelog, packages, commit and tag of a clean tree, and the next one after it", () => {
  const { notes, sbom } = make("0.2.0");
  expect(notes).toBe("### Added\n- News.");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "-1", "--format=%s")).toBe("chore(release): 0.2.0");
  expect(git("tag", "--list")).toBe("v0.2.0");
  expect(git("tag", "--list", "--format=%(contents)")).toContain("- News.");
  expect(read("CHANGELOG.md")).toBe(news.replace("\n### Added", `\n## [0.2.0] - ${date}\n\n### Added`));
  const lock = JSON.parse(read("package-lock.json"));
  const versions = [
    JSON.parse(read("package.json")),
    JSON.parse(read("client/package.json")),
    lock,
    lock.packages[""],
  ];
  expect(versions.map(({ version }) => version)).toEqual(["0.2.0", "0.2.0", "0.2.0", "0.2.0"]);
  expect(git("diff", "--numstat", "HEAD~1", "--", "package-lock.json")).toMatch(/^2\t2\t/);
  expect(releases(folder)).toEqual([{ version: "0.2.0", date, migration: migrationTags().at(-1) }]);
  const { metadata, components } = JSON.parse(readFileSync(String(sbom), "utf8"));
  expect(metadata.component).toMatchObject({ name: "kith", version: "0.2.0", type: "application" });
  const names = components.map((/** @type {{ name: string }} */ { name }) => name);
  expect(names).toContain("next");
  expect(names).not.toContain("vitest");

  expect(() => make("0.2.1")).toThrow("says nothing of what is new");
  commit({
    "CHANGELOG.md": read("CHANGELOG.md").replace("[Unreleased]\n", "[Unreleased]\n\n### Fixed\n- More.\n"),
  });
  expect(make("0.2.1").notes).toBe("### Fixed\n- More.");
  expect(releases(folder).map(({ version }) => version)).toEqual(["0.2.1", "0.2.0"]);
});

it("changes nothing at a trial, and nothing where something is in the way", () => {
  const before = git("rev-parse", "HEAD");
  expect(make("0.2.0", true)).toMatchObject({ tag: "v0.2.0", sbom: null });
  expect(() => make("0.2")).toThrow("is no version");
  expect(() => make("0.0.9")).toThrow("does not come after");
  git("tag", "v0.3.0");
  expect(() => make("0.3.0")).toThrow("already");
  writeFileSync(join(folder, "planted.txt"), "");
  expect(() => make("0.2.0")).toThrow("not clean");
  rmSync(join(folder, "planted.txt"));
  writeFileSync(join(folder, ".git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect(() => make("0.2.0")).toThrow();
  expect(git("status", "--porcelain")).toBe("");
  expect([git("rev-parse", "HEAD"), git("tag", "--list")]).toEqual([before, "v0.3.0"]);
});
