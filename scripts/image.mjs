import { resolve } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { commandArguments } from "./lib/command-arguments.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { packImage } from "./lib/image.mjs";

/**
 * `npm run image -- FOLDER` builds the product and assembles the contents of a container image in a new folder; the
 * Dockerfile calls it. It runs there with `node scripts/start.mjs`, and needs no npm.
 */
try {
  const [folder] = commandArguments("npm run image -- FOLDER", {}, { words: 1 }).positionals;
  if (!folder) throw new Failure("Into which folder? npm run image -- FOLDER");
  await ensureBuilt();
  const { files, bytes } = await packImage(resolve(folder));
  console.log(`Wrote ${folder}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
} catch (error) {
  process.exitCode = printFailure(error);
}
