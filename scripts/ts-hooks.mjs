import { existsSync, readFileSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * `node --import ./scripts/ts-hooks.mjs x.mjs` runs the application's TypeScript as it is: `@/` is the project,
 * extensions and `/index` may be left out, `server-only` is empty. Types are stripped by Node 24 itself; only JSX
 * needs a compiler, and it is loaded when the first such file comes.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const endings = ["", ".ts", ".tsx", ".mjs", ".js", ".json", "/index.ts", "/index.tsx"];

if (!nodeModule.registerHooks) {
  console.error(
    `This script needs Node 24 (this is ${process.version}). Run it with \`npx --no-install node …\` after \`npm ci\`.`,
  );
  process.exit(1);
}

nodeModule.registerHooks({ resolve, load });

function resolve(specifier, context, next) {
  if (specifier === "server-only") return found(join(root, "node_modules/server-only/empty.js"));
  const path = ownPath(specifier, context.parentURL);
  const file = path && endings.map((ending) => path + ending).find(isFile);
  if (file) return found(file);
  try {
    return next(specifier, context);
  } catch (error) {
    // Packages without an export map (next/server) rely on a bundler to add the extension.
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !/^[^./][^:]*\/[^.]+$/.test(specifier)) throw error;
    return next(`${specifier}.js`, context);
  }
}

function ownPath(specifier, parentUrl) {
  if (specifier.startsWith("@/")) return join(root, specifier.slice(2));
  const isRelative = /^\.\.?\//.test(specifier) && parentUrl?.startsWith("file:");
  if (!isRelative || parentUrl.includes("/node_modules/")) return null;
  return join(dirname(fileURLToPath(parentUrl)), specifier);
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

function found(file) {
  const importAttributes = file.endsWith(".json") ? { type: "json" } : undefined;
  return { url: pathToFileURL(file).href, importAttributes, shortCircuit: true };
}

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
