import { commandArguments } from "./lib/command-arguments.mjs";
import { dataFolder } from "./lib/data-folder.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { inboxLink } from "./lib/inbox-link.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { readSecrets } from "./lib/secrets.mjs";

/** `npm run -s inbox` prints a link that opens the inbox of the running app, once, and nothing else. */
try {
  commandArguments("npm run -s inbox", {});
  loadEnvFiles("production");
  console.log(linkToInbox());
} catch (error) {
  process.exitCode = printFailure(error);
}

function linkToInbox() {
  const dataDir = dataFolder();
  const holder = lockHolder(dataDir);
  const INBOX_SECRET = process.env.INBOX_SECRET?.trim() || readSecrets(dataDir)?.INBOX_SECRET;
  if (!holder || !INBOX_SECRET) {
    throw new Failure(`Kith is not running on ${dataDir}. Start it with \`npm start\`, then ask again.`);
  }
  return inboxLink(holder.url, { INBOX_SECRET });
}
