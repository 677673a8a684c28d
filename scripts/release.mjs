import { relative } from "node:path";
import { commandArguments } from "./lib/command-arguments.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { root } from "./lib/project.mjs";
import { release } from "./lib/release.mjs";
import { buildImages, imageArguments, requireEngine } from "./lib/release-images.mjs";
import { bold, dim } from "./lib/terminal.mjs";

/**
 * `npm run release -- 0.2.0` makes a release of the working tree: version, changelog, commit, tag and list of
 * packages; with `--images` its container images too. Nothing leaves the machine; it prints how to publish. `--dry-run`
 * says what would be done.
 */
try {
  const options = /** @type {const} */ ({
    "dry-run": { type: "boolean" },
    images: { type: "boolean" },
  });
  const usage = "npm run release -- VERSION [--dry-run] [--images]";
  const { values, positionals } = commandArguments(usage, options, { words: 1 });
  const [version] = positionals;
  if (!version) throw new Failure("Which version? npm run release -- 0.2.0 [--dry-run]");
  const isTrial = values["dry-run"] ?? false;
  if (values.images) requireEngine();
  const date = new Date().toISOString().slice(0, 10);
  const { tag, notes, files, sbom } = release({ folder: root, version, date, isTrial });
  console.log(`\n${notes}\n`);
  console.log(`  ${bold(isTrial ? "Would change" : "Changed")}  ${files.join(", ")}`);
  console.log(`  ${bold(isTrial ? "Would tag" : "Tagged")}     ${tag}`);
  console.log(`  ${bold("Packages")}   ${sbom ? relative(root, sbom) : "would be listed in .cache/release"}`);
  if (values.images) {
    const images = isTrial ? "would be built into .cache/release" : buildImages({ folder: root, version });
    console.log(`  ${bold("Images")}     ${isTrial ? images : relative(root, images)}`);
  }
  console.log(`\n  ${dim("Then, once `npm test` has passed on it:")}`);
  console.log(`    git push --follow-tags`);
  const images = imageArguments(version, ["--tag", `REGISTRY/kith:${version}`, "--push"]);
  console.log(`    docker ${images.join(" ")}\n`);
} catch (error) {
  process.exitCode = printFailure(error);
}
