import { type CookieMethodsServer, createServerClient, type SetAllCookies } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { identityFetch, identityUrl, publishableKey } from "./client";
import { sessionCookie } from "./session-cookie";
import { realtime } from "./transport";

/** A client over the session in the browser's cookies, for one request. */
export function sessionClient({ getAll, setAll }: CookieMethodsServer): SupabaseClient {
  const { name, secure, maxAge } = sessionCookie();
  // The SDK takes its own 400 days, whatever it is told; 0 takes a cookie away.
  const keep: SetAllCookies = (cookies, headers) =>
    setAll?.(
      cookies.map((one) => ({ ...one, options: { ...one.options, maxAge: one.options.maxAge && maxAge } })),
      headers,
    );
  return createServerClient(identityUrl(), publishableKey(), {
    // Fixed: by default the SDK derives the name from the host, and server and browser may know different ones.
    cookieOptions: { name, secure },
    cookies: { getAll, setAll: keep },
    global: { fetch: identityFetch },
    realtime,
  });
}
