import { commandArguments } from "./lib/command-arguments.mjs";
import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { runningApp } from "./lib/running-app.mjs";

/**
 * `npm run second-factor -- you@example.com` removes all second factors of a user who has lost them, in the running
 * app. The user is notified by mail, and the security log records it. Embedded identity only.
 */
try {
  const { positionals } = commandArguments("npm run second-factor -- you@example.com", {}, { words: 1 });
  loadEnvFiles("production");
  console.log(await removeFactors(positionals[0]));
} catch (error) {
  process.exitCode = printFailure(error);
}

/** @param {string | undefined} email */
async function removeFactors(email) {
  if (!email?.includes("@")) throw new Failure("Whose? npm run second-factor -- you@example.com");
  if (process.env.SUPABASE_URL?.trim()) {
    throw new Failure(
      "This works with the embedded identity only. A hosted project has it in its own dashboard.",
    );
  }
  const app = runningApp();
  // A magic link would create the user whose address is misspelt.
  const wanted = { type: "recovery", email };
  const accept = ["user_not_found"];
  const { id } = await app.ask("POST", "/auth/v1/admin/generate_link", wanted, { accept });
  if (!id) throw new Failure(`Nobody has an account with the address ${email}.`);
  const factors = await app.ask("GET", `/auth/v1/admin/users/${id}/factors`);
  for (const factor of factors) await app.ask("DELETE", `/auth/v1/admin/users/${id}/factors/${factor.id}`);
  const names = factors
    .map(
      (/** @type {Record<string, string>} */ { friendly_name, factor_type }) => friendly_name || factor_type,
    )
    .join(", ");
  return factors.length > 0 ? `Removed from ${email}: ${names}` : `${email} has no second factor`;
}
