import { decodeJwt } from "jose";
import { z } from "zod";
import { ApiError } from "@/lib/errors";
import { publishableKey, statelessClient, unavailable } from "./client";

const claims = z.object({ amr: z.array(z.object({ timestamp: z.number() })).min(1) });

/**
 * Whether the session behind an access token began that recently; refreshing does not make it younger. The caller has
 * had the token verified by the provider.
 */
export function signedInWithin(accessToken: string, ms: number): boolean {
  const { amr } = claims.safeParse(decodeJwt(accessToken)).data ?? { amr: [] };
  const latest = Math.max(0, ...amr.map(({ timestamp }) => timestamp * 1000));
  return latest > Date.now() - ms;
}

/**
 * Whether the provider accepts the password for the address. Throws RATE_LIMITED after too many wrong ones, and
 * SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function isPasswordOf(email: string, password: string): Promise<boolean> {
  const auth = statelessClient(publishableKey()).auth;
  const { error } = await auth.signInWithPassword({ email, password });
  if (!error) {
    // Only the answer was wanted: the session would be one that nobody knows, in the list of the user's sessions.
    await auth.signOut({ scope: "local" });
    return true;
  }
  if (error.status === 429) {
    throw new ApiError("RATE_LIMITED", "Too many wrong passwords. Try again later.", undefined, {
      "Retry-After": "60",
    });
  }
  if (error.status === undefined || error.status >= 500 || error.status === 0) throw unavailable(error);
  return false;
}
