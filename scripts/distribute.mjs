import { commandArguments } from "./lib/command-arguments.mjs";
import { asRunHere } from "./lib/commands.mjs";
import { askDatabase } from "./lib/database-process.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";

/**
 * `npm run db:distribute`: turns DATABASE_URL, the coordinator of a Citus cluster with Kith's schema, into a
 * distributed database, through DATABASE_OWNER_URL if that is set. `-- --check` only says what would be done and what
 * prevents it, and exits with 1 while there is anything; `-- --shards 64` for another number of shards than 32.
 */
try {
  const { values } = commandArguments("npm run db:distribute -- [--check | --shards 32]", {
    check: { type: "boolean" },
    shards: { type: "string", default: "32" },
  });
  loadEnvFiles("production");
  const url = process.env.DATABASE_URL?.trim();
  const ownerUrl = process.env.DATABASE_OWNER_URL?.trim();
  if (!url)
    throw new Failure("No database to distribute: set DATABASE_URL to the coordinator (docs/scaling.md).");
  if (values.check) await check(ownerUrl ?? url);
  else {
    const count = await askDatabase("distribute", { url, ownerUrl, shards: shardsOf(values.shards) });
    console.log(
      count === 0 ? "The database is distributed." : `Distributed ${count} tables. Start the app again.`,
    );
  }
} catch (error) {
  process.exitCode = printFailure(error);
}

/** @param {string} url */
async function check(url) {
  const { isDistributed, steps, obstacles, limits } = await askDatabase("planDistribution", { url });
  for (const obstacle of obstacles) console.log(`✗ ${asRunHere(obstacle)}`);
  for (const step of steps) console.log(`→ ${step}`);
  for (const limit of limits) console.log(`! ${limit}`);
  if (isDistributed) console.log("✓ The database is distributed.");
  else process.exitCode = 1;
}

/** @param {string} wish */
function shardsOf(wish) {
  const shards = Number(wish);
  if (Number.isInteger(shards) && shards >= 1 && shards <= 1024) return shards;
  throw new Failure("--shards takes a number from 1 to 1024.");
}
