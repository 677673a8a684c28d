import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeProgram, root } from "./lib/project.mjs";
import { buildImages, requireEngine } from "./lib/release-images.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kith-images-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A container engine that notes how it was called, and ends with these codes. @param {Record<string, number>} ends */
function engine(ends) {
  const cases = Object.entries(ends).map(([word, code]) => `*"${word}"*) exit ${code};;`);
  const said = join(folder, "said");
  const script = `#!/bin/sh\necho "$PWD: $*" >> "${said}"\ncase "$*" in ${cases.join(" ")} esac\n`;
  writeFileSync(join(folder, "docker"), script, { mode: 0o755 });
  return { ...process.env, PATH: `${folder}:/usr/bin:/bin` };
}

it("builds the images of both platforms by the engine, into a file, with a list of their packages", () => {
  const env = engine({});
  requireEngine(env);
  const archive = buildImages({ folder, version: "0.2.0", env });
  expect(archive).toBe(join(folder, ".cache/release/kith-0.2.0.oci.tar"));
  const built = readFileSync(join(folder, "said"), "utf8").trim().split("\n").at(-1);
  expect(built).toBe(
    `${folder}: buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=0.2.0 --sbom=true --tag kith:0.2.0 --output type=oci,dest=.cache/release/kith-0.2.0.oci.tar .`,
  );
  expect(() => buildImages({ folder, version: "0.2.0", env: engine({ "buildx build": 1 }) })).toThrow(
    "were not built",
  );
});

it.each([
  ["no engine", null],
  ["an engine that cannot build for other platforms", { "buildx version": 1 }],
  ["a client whose engine does not run", { info: 1 }],
])("says that there is none before anything is released: %s", (_, ends) => {
  const env = ends ? engine(ends) : { ...process.env, PATH: folder };
  expect(() => requireEngine(env)).toThrow("no container engine");
});

it("releases nothing with --images where there is no engine", () => {
  const args = [
    ...["--conditions=react-server", "--import", "./scripts/ts-hooks.mjs", "scripts/release.mjs"],
    ...["99.0.0", "--dry-run", "--images"],
  ];
  const run = () =>
    execFileSync(nodeProgram(), args, { cwd: root, env: { ...process.env, PATH: folder }, stdio: "pipe" });
  expect(run).toThrow("no container engine");
});
