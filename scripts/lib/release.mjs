import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";
import { migrationTags } from "./migrations.mjs";
import { RELEASES, releases } from "./releases.mjs";

const CHANGELOG = "CHANGELOG.md";
const UNRELEASED = "## [Unreleased]\n";
/** Files that contain the version. That of the API document is the contract's, and stays (docs/interface.md). */
const VERSIONED = ["package.json", "package-lock.json", "client/package.json"];
const SBOM = [
  ...["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application"],
  ...["--package-lock-only", "--omit", "dev"],
];

/**
 * @typedef {object} Released
 * @property {string} tag
 * @property {string} notes what the changelog says about it
 * @property {string[]} files that were, or would be, committed
 * @property {string | null} sbom where the list of packages was written; null in a dry run
 */

/**
 * Makes a release from a clean working tree: version, changelog, the migration that upgrades start from, one commit,
 * one tag; and the list of its packages. Throws a Failure before anything was changed. `isTrial` changes nothing at
 * all.
 * @param {{ folder: string, version: string, date: string, isTrial: boolean }} options
 * @returns {Released}
 */
export function release({ folder, version, date, isTrial }) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  const read = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8");
  const tag = `v${version}`;
  requireNewer(version, releases(folder)[0]?.version, JSON.parse(read("package.json")).version);
  if (git("status", "--porcelain"))
    throw new Failure("The working tree is not clean. Commit or stash first.");
  if (git("tag", "--list", tag)) throw new Failure(`There is a tag ${tag} already.`);
  const notes = unreleased(read(CHANGELOG));
  const files = [...VERSIONED, CHANGELOG, RELEASES];
  if (isTrial) return { tag, notes, files, sbom: null };
  const write = (/** @type {string} */ path, /** @type {string} */ text) =>
    writeFileSync(join(folder, path), text);
  try {
    for (const path of VERSIONED) write(path, withVersion(read(path), version));
    write(CHANGELOG, read(CHANGELOG).replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`));
    const made = { version, date, migration: migrationTags().at(-1) };
    write(RELEASES, `${JSON.stringify([made, ...releases(folder)], null, 2)}\n`);
    const sbom = writeSbom(folder, version);
    git("add", ...files);
    git("commit", "--quiet", "--message", `chore(release): ${version}`);
    git("tag", "--annotate", tag, "--cleanup=verbatim", "--message", `Kith ${version}\n\n${notes}\n`);
    return { tag, notes, files, sbom };
  } catch (error) {
    git("restore", "--staged", "--worktree", ...files);
    throw error;
  }
}

/**
 * The first release may have the current version.
 * @param {string} version
 * @param {string | undefined} last
 * @param {string} present
 */
function requireNewer(version, last, present) {
  const numbers = partsOf(version);
  if (!numbers) throw new Failure(`${version} is no version: three numbers, as in 0.2.0.`);
  const before = partsOf(last ?? present) ?? [];
  const at = numbers.findIndex((part, index) => part !== before[index]);
  const isNewer = at === -1 ? last === undefined : (numbers[at] ?? 0) > (before[at] ?? 0);
  if (!isNewer) throw new Failure(`${version} does not come after ${last ?? present}.`);
}

/** @param {string} version */
function partsOf(version) {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version);
  return found?.slice(1).map(Number);
}

/** The unreleased changes. @param {string} changelog */
function unreleased(changelog) {
  const [, after] = changelog.split(UNRELEASED);
  if (after === undefined) throw new Failure(`${CHANGELOG} has no ${UNRELEASED.trim()}.`);
  const notes = (after.split(/^## \[/m)[0] ?? "").trim();
  if (!notes) throw new Failure(`${CHANGELOG} says nothing of what is new.`);
  return notes;
}

/**
 * In a lock file the project comes first, twice; packages have versions of their own.
 * @param {string} text
 * @param {string} version
 */
function withVersion(text, version) {
  const project = JSON.parse(text);
  const times = project.lockfileVersion ? 2 : 1;
  let done = 0;
  return text.replace(/"version": "[^"]+"/g, (found) => (done++ < times ? `"version": "${version}"` : found));
}

/**
 * @param {string} folder
 * @param {string} version
 */
function writeSbom(folder, version) {
  const text = execFileSync("npm", SBOM, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    shell: process.platform === "win32",
  });
  const target = join(folder, ".cache/release");
  mkdirSync(target, { recursive: true });
  const file = join(target, `kith-${version}.cdx.json`);
  const list = JSON.parse(text);
  // npm names the project after its folder.
  list.metadata.component.name = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name;
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  return file;
}
