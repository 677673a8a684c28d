import { commandArguments } from "./lib/command-arguments.mjs";
import { askDatabase } from "./lib/database-process.mjs";
import { databaseUrl } from "./lib/database-url.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";

/**
 * `npm run db:migrate`: migrates DATABASE_URL, through DATABASE_OWNER_URL if that is set, or the database of the app
 * that runs on DATA_DIR.
 */
try {
  commandArguments("npm run db:migrate (on DATABASE_URL, or the app that runs on DATA_DIR)", {});
  loadEnvFiles("production");
  const [url, given] = [databaseUrl(), process.env.DATABASE_URL?.trim()];
  if (!url) {
    throw new Failure(
      "No database to migrate: set DATABASE_URL. (`npm start` migrates the embedded one by itself.)",
    );
  }
  const count = given
    ? await askDatabase("migrateGiven", { url: given, ownerUrl: process.env.DATABASE_OWNER_URL?.trim() })
    : await askDatabase("migrateEmbedded", { url });
  console.log(
    count === 0 ? "The schema is up to date." : `Applied ${count} migration${count === 1 ? "" : "s"}.`,
  );
} catch (error) {
  process.exitCode = printFailure(error);
}
