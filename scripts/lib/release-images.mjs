import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.mjs";

/** An image is built for each of them. */
const PLATFORMS = "linux/amd64,linux/arm64";

/**
 * What `docker` is given to build the images of a version, with a list of their packages.
 * @param {string} version
 * @param {string[]} to where they go: an output of `docker buildx`
 */
export function imageArguments(version, to) {
  return [
    ...["buildx", "build", "--platform", PLATFORMS, "--build-arg", `VERSION=${version}`, "--sbom=true"],
    ...[...to, "."],
  ];
}

/**
 * Throws a Failure where no container engine can build images. To be called before a release, which is then not made:
 * half of one would have to be found out and finished by hand.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function requireEngine(env = process.env) {
  for (const args of [["buildx", "version"], ["info"]]) {
    const { status } = spawnSync("docker", args, { env, stdio: "ignore" });
    if (status !== 0)
      throw new Failure(
        "There is no container engine here that builds images (`docker buildx`), so nothing was done.",
        "Release without --images, and build them where there is one.",
      );
  }
}

/**
 * Builds the images of a release as an archive, beside its list of packages. Nothing leaves the machine. Throws a
 * Failure when the engine does.
 * @param {{ folder: string, version: string, env?: NodeJS.ProcessEnv }} options
 * @returns {string} the archive's path
 */
export function buildImages({ folder, version, env = process.env }) {
  const archive = `.cache/release/kith-${version}.oci.tar`;
  mkdirSync(join(folder, ".cache/release"), { recursive: true });
  const to = ["--tag", `kith:${version}`, "--output", `type=oci,dest=${archive}`];
  const { status } = spawnSync("docker", imageArguments(version, to), { cwd: folder, env, stdio: "inherit" });
  if (status !== 0)
    throw new Failure(`The images were not built. The release ${version} itself is made, on this machine.`);
  return join(folder, archive);
}
