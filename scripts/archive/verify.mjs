import { createHash } from "node:crypto";
import { Failure } from "../lib/failure.mjs";
import { FORMAT } from "./backup.mjs";
import { linesIn, readArchive } from "./container.mjs";

/** @import { Digest, Entry, Manifest, Opening, Progress, WrappedKeys } from "./types.ts" */
/** @import { Hash } from "node:crypto" */

/**
 * What was read for a table or a file.
 * @typedef {{ rows: number, bytes: number, hash: Hash }} Sum
 */

/** @typedef {Record<"tables" | "files", Map<string, Sum>> & { keys: WrappedKeys | null, manifest: Manifest | null }} Seen */

const LARGEST_JSON = 64 * 1024 * 1024;

/**
 * Reads a whole archive and checks every table and file against the manifest's counts and SHA-256. Returns the
 * manifest, and the encrypted keys if there are any. Throws a Failure that names the fault.
 * @param {string} file
 * @param {Progress} [progress]
 */
export async function verifyArchive(file, progress = () => {}) {
  /** @type {Seen} */
  const seen = { tables: new Map(), files: new Map(), keys: null, manifest: null };
  let isFirst = true;
  for await (const entry of readArchive(file)) {
    if (isFirst) requireOurs(file, entry.name, await json(entry));
    else await take(seen, entry, progress);
    isFirst = false;
  }
  if (!seen.manifest) throw new Failure(`${file} is not whole: its manifest is missing.`);
  requireManifest(file, seen.manifest);
  compare(file, seen.manifest, seen);
  return { manifest: seen.manifest, keys: seen.keys };
}

/**
 * @param {string} file
 * @param {string} name
 * @param {Opening} opening
 */
function requireOurs(file, name, opening) {
  if (name !== "kith-archive.json") throw new Failure(`${file} is not an archive of Kith.`);
  if (opening.format === FORMAT) return;
  throw new Failure(
    `${file} has format ${opening.format} (written by ${opening.product}); this version reads format ${FORMAT}. Use a newer version of Kith.`,
  );
}

/**
 * A manifest written by hand may contain anything; the promises about archives must hold for it, too.
 * @param {string} file
 * @param {unknown} manifest
 */
function requireManifest(file, manifest) {
  const { format, migration, tables, files } = Object(manifest);
  const areListed = (/** @type {unknown} */ list, /** @type {string} */ key) =>
    Array.isArray(list) && list.every((one) => typeof one?.[key] === "string");
  const isWhole = areListed(tables, "name") && areListed(files, "key");
  if (format === FORMAT && typeof (migration ?? "") === "string" && isWhole) return;
  throw new Failure(`${file} is damaged: its manifest is not one of format ${FORMAT}.`);
}

/**
 * @param {Seen} seen
 * @param {Entry} entry
 * @param {Progress} progress
 */
async function take(seen, entry, progress) {
  if (entry.name === "manifest.json") seen.manifest = await json(entry);
  else if (entry.name === "keys.json") seen.keys = await json(entry);
  else {
    const [kind, name] = place(entry.name);
    const total = seen[kind].get(name) ?? { rows: 0, bytes: 0, hash: createHash("sha256") };
    seen[kind].set(name, total);
    for await (const chunk of entry.content) {
      total.hash.update(chunk);
      total.rows += linesIn(chunk);
      total.bytes += chunk.length;
    }
    progress(`reading ${name}`);
  }
}

/**
 * `tables/public.contacts/00000001.copy` is a part of a table, `files/…` a stored file under its key.
 * @param {string} name
 * @returns {["tables" | "files", string]}
 */
export function place(name) {
  const [, table] = /^tables\/([a-z_]+\.[a-z_]+)\/\d{8}\.copy$/.exec(name) ?? [];
  if (table) return ["tables", table];
  if (name.startsWith("files/")) return ["files", name.slice("files/".length)];
  throw new Failure(`The archive has ${name}, which does not belong there.`);
}

/**
 * @param {string} file
 * @param {Manifest} manifest
 * @param {Seen} seen
 */
function compare(file, manifest, { tables, files }) {
  /** @type {(kind: string, name: string, expected: Digest & { rows?: number }, found: Sum | undefined) => void} */
  const check = (kind, name, expected, found) => {
    const sha256 = (found?.hash ?? createHash("sha256")).digest("hex");
    const isEqual = sha256 === expected.sha256 && (found?.bytes ?? 0) === expected.bytes;
    if (!isEqual || (expected.rows ?? found?.rows ?? 0) !== (found?.rows ?? 0))
      throw new Failure(`${file} is damaged: ${kind} ${name} is not what its manifest says.`);
  };
  for (const one of manifest.tables) check("table", one.name, one, tables.get(one.name));
  for (const one of manifest.files) check("file", one.key, one, files.get(one.key));
  const named = new Set(manifest.tables.map(({ name }) => name)); // an empty table has no part
  const isListed =
    [...tables.keys()].every((name) => named.has(name)) && files.size === manifest.files.length;
  if (!isListed) throw new Failure(`${file} has more in it than its manifest says.`);
}

/** @param {Entry} entry */
async function json({ name, size, content }) {
  if (size > LARGEST_JSON) throw new Failure(`The archive's ${name} is too large.`);
  try {
    return JSON.parse(Buffer.concat(await Array.fromAsync(content)).toString());
  } catch (error) {
    throw error instanceof SyntaxError ? new Failure(`The archive's ${name} is damaged.`) : error;
  }
}
