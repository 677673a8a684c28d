import { type CookieMethodsServer, createServerClient, type SetAllCookies } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { log } from "@/lib/log";
import { identityFetch, identityUrl, publishableKey } from "./client";
import { sessionCookie } from "./session-cookie";
import { holdsSession, isSessionCookie } from "./stored-session";
import { realtime } from "./transport";

/** A client over the session in the browser's cookies, for one request. */
export function sessionClient({ getAll, setAll }: CookieMethodsServer): SupabaseClient {
  const { name, secure, maxAge } = sessionCookie();
  // The SDK always uses its own 400 days; 0 removes a cookie.
  const keep: SetAllCookies = (cookies, headers) =>
    setAll?.(
      cookies.map((one) => ({ ...one, options: { ...one.options, maxAge: one.options.maxAge && maxAge } })),
      headers,
    );
  return createServerClient(identityUrl(), publishableKey(), {
    // Fixed: by default the SDK derives the name from the host, and server and browser may see different hosts.
    cookieOptions: { name, secure },
    cookies: { getAll: withoutNonsense(getAll), setAll: keep },
    global: { fetch: identityFetch },
    realtime,
  });
}

/** Without cookies of that name that contain no session: the SDK prints several lines for each of them. */
function withoutNonsense(getAll: CookieMethodsServer["getAll"]): CookieMethodsServer["getAll"] {
  let hasTold = false;
  return async () => {
    const jar = (await getAll()) ?? [];
    if (holdsSession(jar) !== false) return jar;
    if (!hasTold) log().warn("a session cookie holds no session");
    hasTold = true;
    return jar.filter(({ name }) => !isSessionCookie(name));
  };
}
