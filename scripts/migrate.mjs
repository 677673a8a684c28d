import { databaseUrl } from "./lib/database-url.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { migrateDatabase } from "./lib/migrations.mjs";

/** `npm run db:migrate`: DATABASE_URL, or the database of the app that runs on DATA_DIR. */
try {
  const url = databaseUrl();
  if (!url) {
    throw new Failure(
      "No database to migrate: set DATABASE_URL. (`npm start` migrates the embedded one by itself.)",
    );
  }
  const count = await migrateDatabase(url);
  console.log(
    count === 0 ? "The schema is up to date." : `Applied ${count} migration${count === 1 ? "" : "s"}.`,
  );
} catch (error) {
  process.exitCode = printFailure(error);
}
