import { commandArguments } from "./lib/command-arguments.mjs";
import { printFailure } from "./lib/failure.mjs";

/**
 * `npm run reliability`: runs the test behind every promise and writes docs/reliability.md from the recorded results.
 * `KITH_FULL=1` for full size; names of rows or parts of them to run only those; `--from FOLDER` reads existing
 * results and runs nothing; `--results FOLDER` keeps them there (.cache/reliability otherwise). Exits with 1 when a
 * test failed.
 */
const options = /** @type {const} */ ({
  from: { type: "string" },
  results: { type: "string", default: ".cache/reliability" },
});
const usage = "npm run reliability -- [ROW …] [--from FOLDER | --results FOLDER]";

try {
  const { values, positionals } = commandArguments(usage, options, { words: Number.POSITIVE_INFINITY });
  const { proveAll, publish } = await import("./reliability/prove.mjs");
  const folder = values.from ?? values.results;
  const failed = values.from ? [] : await proveAll(positionals, folder);
  process.exitCode = publish(folder) && failed.length === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = printFailure(error);
}
