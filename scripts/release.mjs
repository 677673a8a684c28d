import { relative } from "node:path";
import { commandArguments } from "./lib/command-arguments.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { root } from "./lib/project.mjs";
import { release } from "./lib/release.mjs";
import { bold, dim } from "./lib/terminal.mjs";

/**
 * `npm run release -- 0.2.0` makes a release of the working tree: version, changelog, commit, tag and list of
 * packages. Nothing leaves the machine; it prints how to publish, and how to build images. `--dry-run` says what would
 * be done.
 */
try {
  const { values, positionals } = commandArguments("npm run release -- VERSION [--dry-run]", {
    "dry-run": { type: "boolean" },
  });
  const [version, ...more] = positionals;
  if (!version || more.length > 0) throw new Failure("Which version? npm run release -- 0.2.0 [--dry-run]");
  const isTrial = values["dry-run"] ?? false;
  const date = new Date().toISOString().slice(0, 10);
  const { tag, notes, files, sbom } = release({ folder: root, version, date, isTrial });
  console.log(`\n${notes}\n`);
  console.log(`  ${bold(isTrial ? "Would change" : "Changed")}  ${files.join(", ")}`);
  console.log(`  ${bold(isTrial ? "Would tag" : "Tagged")}     ${tag}`);
  console.log(`  ${bold("Packages")}   ${sbom ? relative(root, sbom) : "would be listed in .cache/release"}`);
  console.log(`\n  ${dim("Then, once `npm test` has passed on it:")}`);
  console.log(`    git push --follow-tags`);
  console.log(
    `    docker buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=${version} --sbom=true \\`,
  );
  console.log(`      --tag REGISTRY/kith:${version} --push .\n`);
} catch (error) {
  process.exitCode = printFailure(error);
}
