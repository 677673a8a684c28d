import { printFailure } from "./lib/failure.mjs";
import { ensureInstalled } from "./lib/install.mjs";

/** Comes before every command that only contributors need: `npm start` leaves the packages for it out. */
try {
  await ensureInstalled({ withDev: true });
} catch (error) {
  process.exitCode = printFailure(error);
}
