import { createServerClient } from "@supabase/ssr";
import { identityFetch, identityUrl, publishableKey } from "@/lib/identity/client";
import { realtime } from "@/lib/identity/transport";

/** @supabase/ssr as a browser with its own cookies: its requests carry a PKCE challenge. */
export function authBrowser() {
  const jar = new Map<string, string>();
  return createServerClient(identityUrl(), publishableKey(), {
    cookieOptions: { name: "kith-auth" },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) value ? jar.set(name, value) : jar.delete(name);
      },
    },
    global: { fetch: identityFetch },
    realtime,
    auth: { experimental: { recoveryCodes: true } },
  }).auth;
}

/** Opens a mailed link by GET, as the link's page does. */
export async function followLink(token: string, type: string, redirect_to: string) {
  const query = new URLSearchParams({ token, type, redirect_to });
  const response = await identityFetch(`${identityUrl()}/auth/v1/verify?${query}`);
  return { status: response.status, target: new URL(response.headers.get("location") ?? "") };
}

/** Opens a link in a browser; it succeeds in the browser that requested it. */
export async function answerMail(
  browser: ReturnType<typeof authBrowser>,
  { token_hash, type }: { token_hash: string; type: string },
) {
  const { target } = await followLink(token_hash, type, "http://localhost:3000/auth/callback");
  return browser.exchangeCodeForSession(target.searchParams.get("code") ?? "");
}
