import { Failure, printFailure } from "./lib/failure.mjs";
import { loadEnvFiles } from "./lib/project.mjs";
import { runningApp } from "./lib/running-app.mjs";

/**
 * `npm run second-factor -- you@example.com` removes all second factors of a user who has lost them, in the running
 * app. The user is notified by mail, and the security log records it. Embedded identity only.
 */
try {
  loadEnvFiles("production");
  console.log(await removeFactors(process.argv[2]));
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
  const { id } = await app.ask("POST", "/auth/v1/admin/generate_link", { type: "magiclink", email });
  const factors = await app.ask("GET", `/auth/v1/admin/users/${id}/factors`);
  for (const factor of factors) await app.ask("DELETE", `/auth/v1/admin/users/${id}/factors/${factor.id}`);
  const names = factors
    .map(
      (/** @type {Record<string, string>} */ { friendly_name, factor_type }) => friendly_name || factor_type,
    )
    .join(", ");
  return factors.length > 0 ? `Removed from ${email}: ${names}` : `${email} has no second factor`;
}
