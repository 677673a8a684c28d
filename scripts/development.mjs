import { printFailure } from "./lib/failure.mjs";
import { ensureInstalled } from "./lib/install.mjs";

/** Runs before every command that only contributors need: `npm start` does not install its packages. */
try {
  await ensureInstalled({ withDev: true });
} catch (error) {
  process.exitCode = printFailure(error);
}
