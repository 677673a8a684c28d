import { dataFolder } from "./lib/data-folder.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { readSecrets } from "./lib/secrets.mjs";

/**
 * The health check of an image: exits with 0 when the app that runs on DATA_DIR answers within five seconds, else with
 * 1 and one line. It authenticates, so that it counts against nobody's rate limit.
 */
try {
  loadEnvFiles("production");
  const app = lockHolder(dataFolder());
  if (!app) throw new Error("not running");
  const secret = process.env.CRON_SECRET?.trim() || readSecrets(dataFolder())?.CRON_SECRET;
  const answer = await fetch(`${app.internalUrl}/api/health`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`answers ${answer.status}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
