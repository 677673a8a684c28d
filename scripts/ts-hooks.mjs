import { existsSync, readFileSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * `node --import ./scripts/ts-hooks.mjs x.mjs` runs the application's TypeScript without a build: `@/` is the project,
 * extensions and `/index` may be left out, `server-only` is empty. Types are stripped by Node itself (22.18 and
 * newer); only JSX needs a compiler, which is loaded when the first such file is imported.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const endings = ["", ".ts", ".tsx", ".mjs", ".js", ".json", "/index.ts", "/index.tsx"];

if (!nodeModule.registerHooks) {
  const hint = existsSync(join(root, "node_modules/.bin/node"))
    ? "`npm run` takes the one that is installed here; without npm, call node_modules/.bin/node"
    : "`npm install` gets one if npm has it for this system; otherwise install it from https://nodejs.org";
  console.error(`This command needs Node 22.18 or newer, and this is ${process.version}: ${hint}.`);
  process.exit(1);
}

nodeModule.registerHooks({ resolve, load });

/**
 * @param {string} specifier
 * @param {import("node:module").ResolveHookContext} context
 * @param {Parameters<import("node:module").ResolveHookSync>[2]} next
 */
function resolve(specifier, context, next) {
  if (specifier === "server-only") return found(join(root, "node_modules/server-only/empty.js"));
  // Node reads the package's description, 200 kB of exports, for each of its modules unless it is told their format.
  if (/^\.\.?\//.test(specifier) && context.parentURL?.includes("/node_modules/drizzle-orm/"))
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  const path = ownPath(specifier, context.parentURL);
  const file = path && endings.map((ending) => path + ending).find(isFile);
  if (file) return found(file);
  try {
    return next(specifier, context);
  } catch (error) {
    // Packages without an export map (next/server) rely on a bundler to add the extension.
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing || !/^[^./][^:]*\/[^.]+$/.test(specifier)) throw error;
    return next(`${specifier}.js`, context);
  }
}

/**
 * @param {string} specifier
 * @param {string | undefined} parentUrl
 */
function ownPath(specifier, parentUrl) {
  if (specifier.startsWith("@/")) return join(root, specifier.slice(2));
  if (!/^\.\.?\//.test(specifier) || !parentUrl?.startsWith("file:")) return null;
  if (parentUrl.includes("/node_modules/")) return null;
  return join(dirname(fileURLToPath(parentUrl)), specifier);
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/** @param {string} file */
function found(file) {
  const importAttributes = file.endsWith(".json") ? { type: "json" } : undefined;
  return { url: pathToFileURL(file).href, importAttributes, shortCircuit: true };
}

/**
 * @param {string} url
 * @param {import("node:module").LoadHookContext} context
 * @param {Parameters<import("node:module").LoadHookSync>[2]} next
 */
function load(url, context, next) {
  if (!url.endsWith(".tsx")) return next(url, context);
  const { transformSync } = nodeModule.createRequire(import.meta.url)("esbuild");
  const text = readFileSync(fileURLToPath(url), "utf8");
  const { code } = transformSync(text, {
    loader: "tsx",
    jsx: "automatic",
    format: "esm",
    sourcemap: "inline",
  });
  return { format: "module", source: code, shortCircuit: true };
}
