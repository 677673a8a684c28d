import { dataFolder } from "./lib/data-folder.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { lockHolder } from "./lib/lock.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { readSecrets } from "./lib/secrets.mjs";

/**
 * `npm run -s token -- you@example.com` prints an access token of the running app and nothing else, for curl. The user
 * is created when there is none, and has a workspace when the token is printed. Embedded identity only.
 */
try {
  loadEnvFiles("production");
  console.log(await tokenFor(process.argv[2]));
} catch (error) {
  process.exitCode = printFailure(error);
}

async function tokenFor(email) {
  if (!email?.includes("@")) throw new Failure("For whom? npm run -s token -- you@example.com");
  if (process.env.SUPABASE_URL?.trim()) {
    throw new Failure(
      "This works with the embedded identity only; SUPABASE_URL names a hosted one. Sign in there.",
    );
  }
  const app = runningApp();
  await app.ask("POST", "/auth/v1/admin/users", { email, email_confirm: true }, { accept: ["email_exists"] });
  const mailed = { type: "magiclink", email };
  const { id } = await app.ask("POST", "/auth/v1/admin/generate_link", mailed);
  // Whoever may read the secret key vouches for the address: a password from before stays good.
  await app.ask("PUT", `/auth/v1/admin/users/${id}`, { email_confirm: true });
  const link = await app.ask("POST", "/auth/v1/admin/generate_link", mailed);
  const proof = { type: link.verification_type, token_hash: link.hashed_token };
  const session = await app.ask("POST", "/auth/v1/verify", proof);
  await app.provision(session.user);
  return session.access_token;
}

function runningApp() {
  const dataDir = dataFolder();
  const holder = lockHolder(dataDir);
  const secrets = { ...readSecrets(dataDir), ...named(["SUPABASE_SECRET_KEY", "WEBHOOK_SECRET"]) };
  if (!holder || !secrets.SUPABASE_SECRET_KEY) {
    throw new Failure(`Kith does not run on ${dataDir}. Start it with \`npm start\`, then ask again.`);
  }
  const call = (method, path, body, key) => callApp(`${holder.internalUrl}${path}`, method, body, key);

  async function ask(method, path, body, { accept = [] } = {}) {
    const { ok, status, answer } = await call(method, path, body, secrets.SUPABASE_SECRET_KEY);
    if (ok || accept.includes(answer.error_code)) return answer;
    throw new Failure(`The app refused (${status}): ${answer.msg ?? answer.message ?? path}`);
  }

  /** The event of a sign-up, once more: it is idempotent, and the first one may still be on its way. */
  async function provision(user) {
    const event = { type: "INSERT", schema: "auth", table: "users", record: user, old_record: null };
    const { ok, status } = await call("POST", "/api/webhooks", event, secrets.WEBHOOK_SECRET.split("|")[0]);
    if (!ok) throw new Failure(`The workspace could not be made (${status}). The app's output says why.`);
  }

  return { ask, provision };
}

function named(names) {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name]?.trim() ? [[name, process.env[name]]] : [])),
  );
}

async function callApp(url, method, body, key) {
  const headers = {
    apikey: key,
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
  };
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    return { ok: response.ok, status: response.status, answer: text.startsWith("{") ? JSON.parse(text) : {} };
  } catch (error) {
    throw new Failure(`${new URL(url).origin} does not answer (${error.cause?.code ?? error.message}).`);
  }
}
