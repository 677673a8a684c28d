import { dataFolder } from "./data-folder.mjs";
import { codeOf, Failure, messageOf } from "./failure.mjs";
import { lockHolder } from "./lock.mjs";
import { readSecrets } from "./secrets.mjs";

/** The product that runs on the data folder, to be called with its secret key. Throws a Failure when none does. */
export function runningApp() {
  const dataDir = dataFolder();
  const holder = lockHolder(dataDir);
  const secrets = { ...readSecrets(dataDir), ...named(["SUPABASE_SECRET_KEY", "WEBHOOK_SECRET"]) };
  if (!holder || !secrets.SUPABASE_SECRET_KEY) {
    throw new Failure(`Kith is not running on ${dataDir}. Start it with \`npm start\`, then ask again.`);
  }
  const call = (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {unknown} */ body,
    /** @type {string | undefined} */ key,
  ) => callApp(`${holder.internalUrl}${path}`, method, body, key);

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {{ accept?: string[] }} [options]
   */
  async function ask(method, path, body, { accept = [] } = {}) {
    const { ok, status, answer } = await call(method, path, body, secrets.SUPABASE_SECRET_KEY);
    if (ok || accept.includes(answer.error_code)) return answer;
    throw new Failure(`The app refused (${status}): ${answer.msg ?? answer.message ?? path}`);
  }

  /**
   * Sends the event of a sign-up again: it is idempotent, and the first one may still be on its way.
   * @param {unknown} user
   */
  async function provision(user) {
    const event = { type: "INSERT", schema: "auth", table: "users", record: user, old_record: null };
    const { ok, status } = await call("POST", "/api/webhooks", event, secrets.WEBHOOK_SECRET?.split("|")[0]);
    if (!ok) throw new Failure(`The workspace could not be created (${status}). The app's output says why.`);
  }

  return { ask, provision };
}

/** @param {string[]} names */
function named(names) {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name]?.trim() ? [[name, process.env[name]]] : [])),
  );
}

/**
 * @param {string} url
 * @param {string} method
 * @param {unknown} body
 * @param {string | undefined} key
 */
async function callApp(url, method, body, key) {
  const headers = {
    apikey: key ?? "",
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
  };
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    return { ok: response.ok, status: response.status, answer: /^[[{]/.test(text) ? JSON.parse(text) : {} };
  } catch (error) {
    throw new Failure(
      `${new URL(url).origin} does not answer (${codeOf(error instanceof Error ? error.cause : null) ?? messageOf(error)}).`,
    );
  }
}
