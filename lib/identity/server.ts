import { type CookieMethodsServer, createServerClient } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { identityFetch, identityUrl, publishableKey } from "./client";
import { realtime } from "./transport";

/** Fixed: by default the SDK derives the name from the host, and server and browser may know different ones. */
export const SESSION_COOKIE = "kith-auth";

/** A client over the session in the browser's cookies, for one request. */
export function sessionClient(cookies: CookieMethodsServer): SupabaseClient {
  return createServerClient(identityUrl(), publishableKey(), {
    cookieOptions: { name: SESSION_COOKIE },
    cookies,
    global: { fetch: identityFetch },
    realtime,
  });
}
