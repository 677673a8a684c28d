import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";

/**
 * Packages that read untrusted bytes, or had a security release that matters here, each with the minimum version
 * allowed in the lock file. Raised with each security release; the embedded PostgreSQL has
 * scripts/lib/postgres-releases.mjs.
 */
const floors = {
  next: "16.4.5", // 16.3.3: sharp decoded untrusted images (GHSA-2xp9-vwfh-vxw4)
  react: "19.3.1",
  "react-dom": "19.3.1",
  "@fastify/busboy": "3.2.6",
  papaparse: "5.7.1",
  jose: "5.10.0",
  postgres: "3.4.9",
  "drizzle-orm": "0.45.4",
  "@simplewebauthn/server": "14.0.3",
  qr: "0.7.0",
  undici: "6.29.1",
  sharp: "0.35.5",
  esbuild: "0.25.0", // GHSA-67mh-4wv8-2f99; not part of the product
};

/** @typedef {{ version: string, dev?: boolean, link?: boolean, integrity?: string, optionalDependencies?: Record<string, string> }} Package */

/** @type {{ packages: Record<string, Package> }} */
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
/** @param {string} version */
const numbers = (version) => version.replace(/-.*/, "").split(".").map(Number);

/**
 * @param {string} version
 * @param {string} floor
 */
function isBelow(version, floor) {
  const [found, wanted] = [numbers(version), numbers(floor)];
  const at = wanted.findIndex((number, index) => number !== found[index]);
  return Number(found[at]) < Number(wanted[at]);
}

it("compares versions by their numbers", () => {
  expect(["16.4.4", "16.3.99", "9.9.9"].map((version) => isBelow(version, "16.4.5"))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["16.4.5", "16.10.0", "17.0.0"].map((version) => isBelow(version, "16.4.5"))).toEqual([
    false,
    false,
    false,
  ]);
});

it.each(Object.entries(floors))("no copy of %s in the product is older than %s", (name, floor) => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies.length).toBeGreaterThan(0);
  const old = copies.filter(([, { dev, version }]) => !dev && isBelow(version, floor));
  expect(old.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
});

it("every package that a registry gives is bound to its bytes", () => {
  const unbound = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path && !link && !integrity,
  );
  expect(unbound.map(([path]) => path)).toEqual([]);
});

it("what a package wants for each platform is bound to its bytes, too", () => {
  const unbound = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(path, name).some((place) => packages[place]),
    ),
  );
  expect(unbound).toEqual([]);
});

/**
 * The paths at which Node looks for a package that the one at this path requires.
 * @param {string} path
 * @param {string} name
 */
function placesOf(path, name) {
  const parts = path.split("/node_modules/");
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join("/node_modules/"));
  return [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

it("npm run sbom lists the product's packages from the lock file, without a network", async () => {
  const env = { ...process.env, npm_config_offline: "true", npm_config_registry: "http://127.0.0.1:9" };
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)("npm", ["run", "-s", "sbom"], options);
  /** @type {{ bomFormat: string, components: { group?: string, name: string, version: string }[] }} */
  const { bomFormat, components } = JSON.parse(stdout);
  expect(bomFormat).toBe("CycloneDX");
  const versions = new Map(
    components.map(({ group, name, version }) => [group ? `${group}/${name}` : name, version]),
  );
  expect(versions.get("next")).toBe(packages["node_modules/next"]?.version);
  expect(versions.has("vitest")).toBe(false);
  expect(components.length).toBeGreaterThan(100);
}, 60_000);
