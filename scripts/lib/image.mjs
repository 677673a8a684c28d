import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Failure } from "./failure.mjs";
import { makeReadable } from "./postgres-home.mjs";
import { root } from "./project.mjs";

/** Run in the image: the supervisor with everything it starts, and an operator's commands. */
const PROGRAMS = [
  ...["start", "health", "migrate", "distribute", "doctor", "backup", "restore", "rotate-keys"],
  ...["second-factor", "token", "database-task", "ts-hooks"],
].map((name) => `scripts/${name}.mjs`);
const PRELOADED = ["scripts/lib/preload.cjs", "scripts/lib/heartbeat.cjs"];

/** Files that the programs read by name, and files that people look for. */
const READ = [
  ...["lib/services.json", "db/distributed.sql", "package.json"],
  ...["package-lock.json", "LICENSE", "CHANGELOG.md"],
];

/**
 * Assembles the contents of an image: the built server with the packages it needs (Next's standalone output), its
 * static files, and the supervisor and commands with theirs, readable for every user. Uses an existing build; `folder`
 * must be empty or new.
 * @param {string} folder
 * @returns {Promise<{ files: number, bytes: number }>}
 */
export async function packImage(folder) {
  const built = join(root, ".next/standalone");
  if (!existsSync(join(built, "server.js")))
    throw new Failure("There is no build. `npm run build` makes one.");
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty. Name another folder, or remove it.`);
  mkdirSync(folder, { recursive: true });
  cpSync(built, folder, { recursive: true, verbatimSymlinks: true });
  for (const path of USELESS) rmSync(join(folder, path), { recursive: true, force: true });
  // Former schemas are only needed to make the next migration.
  const filter = (/** @type {string} */ path) => !/_snapshot\.json$/.test(path);
  const copy = (/** @type {string} */ path) =>
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  for (const path of [".next/static", "public", "db/migrations"].filter((one) => existsSync(join(root, one))))
    copy(path);
  for (const path of await programFiles()) copy(path);
  return makeReadable(folder);
}

/** The programs with every file that they load or read, as paths of this folder; without migrations. */
export async function programFiles() {
  return [...(await traced()), ...READ];
}

/**
 * Files that Next copies beside the server: the image decoder, which nothing uses (next.config.ts), test data, former
 * schemas, and the builder's own configuration, which may contain secrets.
 */
const USELESS = [
  ...["node_modules/.bin", "node_modules/@img", "node_modules/sharp"],
  ...["lib/testing", "db", ".env", ".env.production"],
];

/** Every file of ours and of packages that the programs load, found by following their imports. */
async function traced() {
  const require = createRequire(import.meta.url);
  /** @type {import("./types.ts").FileTracer} */
  const nft = require("next/dist/compiled/@vercel/nft");
  const entries = [...PROGRAMS, ...PRELOADED].map((path) => join(root, path));
  const { fileList } = await nft.nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    // Only imports: a computed path may mean anything, such as this whole folder.
    analysis: { computeFileReferences: false, emitGlobs: false },
    readFile: async (path) => (isFile(path) ? readable(path) : null),
    resolve: (specifier, parent, job, isCommonJs) =>
      ownFile(specifier, parent) ?? nft.resolve(specifier, parent, job, isCommonJs),
  });
  return fileList;
}

/**
 * Only the imports of a TypeScript file, in a form that a JavaScript parser understands.
 * @param {string} path
 */
function readable(path) {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".ts")) return text;
  const imports = text.matchAll(
    /^(?:import|export)\b(?! type\b)[^;"]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...imports].map(([, plain, late]) => `import "${plain ?? late}";`).join("\n");
}

/** As `ts-hooks.mjs` resolves. */
const endings = ["", ".ts", ".mjs", ".js", ".json", "/index.ts"];

/**
 * @param {string} specifier
 * @param {string} parent
 */
function ownFile(specifier, parent) {
  if (parent.includes("/node_modules/")) return undefined;
  const path = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : /^\.\.?\//.test(specifier) && join(dirname(parent), specifier);
  return path ? endings.map((ending) => path + ending).find(isFile) : undefined;
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}
