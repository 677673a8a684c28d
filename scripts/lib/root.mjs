import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Whether this is the contents of an image (image.mjs): the server and its packages ready to run, nothing to install
 * or build.
 */
export const isPacked = existsSync(join(root, "server.js"));
