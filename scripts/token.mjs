import { commandArguments } from "./lib/command-arguments.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { runningApp } from "./lib/running-app.mjs";

/**
 * `npm run -s token -- you@example.com` prints an access token of the running app and nothing else, for curl. The user
 * is created if there is none, and has a workspace when the token is printed. Embedded identity only.
 */
try {
  const { positionals } = commandArguments("npm run -s token -- you@example.com", {}, { words: 1 });
  loadEnvFiles("production");
  console.log(await tokenFor(positionals[0]));
} catch (error) {
  process.exitCode = printFailure(error);
}

/** @param {string | undefined} email */
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
  // Anybody who may read the secret key vouches for the address: an earlier password stays valid.
  await app.ask("PUT", `/auth/v1/admin/users/${id}`, { email_confirm: true });
  const link = await app.ask("POST", "/auth/v1/admin/generate_link", mailed);
  const proof = { type: link.verification_type, token_hash: link.hashed_token };
  const session = await app.ask("POST", "/auth/v1/verify", proof);
  if (session.user.factors?.some((/** @type {{ status: string }} */ { status }) => status === "verified"))
    throw new Failure(
      `${email} has a second factor, which a token alone does not show. Use an API key instead.`,
    );
  await app.provision(session.user);
  return session.access_token;
}
