import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { type NextRequest, NextResponse } from "next/server";
import { isDashboard } from "@/lib/client/pages";
import { within } from "@/lib/deadline";
import { contentSecurityPolicy, securityHeaders } from "@/lib/identity/content-security-policy";
import { sessionClient } from "@/lib/identity/server";
import { sessionCookie } from "@/lib/identity/session-cookie";
import { isHalfOpen, storedSession } from "@/lib/identity/stored-session";

/**
 * Pages only, and every one of them: exclusions are named in full, because no page may escape by its name. /api is
 * excluded: Next truncates bodies that pass through here at 10 MB without an error, so limits and tokens are the route
 * wrapper's job. So are the router's prefetches: they are data, which needs no nonce, and must not use up a refresh
 * token.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    {
      source:
        "/((?!api(?:/|$)|metrics$|mcp$|llms\\.txt$|auth/v1(?:/|$)|resend(?:/|$)|_next/|(?:icon\\.svg|(?:kith-sample-data|sample)\\.csv)$).*)",
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
  ],
};

/** Refreshes the session's cookie, sends users without a complete session to the sign-in pages, sets the headers of pages. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const { signedOut, finish } = isPrefetch(request) ? UNREAD : await readSession(request);
  const response = gate(request, signedOut) ?? toPage(request, nonce, policy);
  finish(response);
  forgetOldCookies(request, response);
  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(securityHeaders())) response.headers.set(name, value);
  return response;
}

/** Where to send users who are not signed in, or have shown one factor of two. */
function gate(request: NextRequest, signedOut: boolean): NextResponse | null {
  const { pathname } = request.nextUrl;
  const isForUsers = isDashboard(pathname);
  if (signedOut) return isForUsers ? toDoor(request, "/sign-in") : null;
  if (!isForUsers && pathname !== "/reset-password") return null;
  const session = storedSession(request.cookies.getAll());
  return session && isHalfOpen(session) ? toDoor(request, "/second-factor") : null;
}

/** A page that a browser fetches ahead, in case it is wanted. */
function isPrefetch({ headers }: NextRequest): boolean {
  return /\bprefetch\b/.test(`${headers.get("purpose")} ${headers.get("sec-purpose")}`);
}

const UNREAD = { signedOut: false, finish: (_: NextResponse) => {} };

/**
 * Verifies the access token by the provider's public key, and refreshes it first when it has expired. While the
 * provider is down nobody is treated as signed out: the page says what is wrong, and the API decides anyway.
 */
async function readSession(request: NextRequest) {
  const writes: ((response: NextResponse) => void)[] = [];
  const client = sessionClient({
    getAll: () => request.cookies.getAll(),
    setAll: (cookies, headers) => {
      for (const { name, value } of cookies) request.cookies.set(name, value);
      writes.push((response) => {
        for (const { name, value, options } of cookies) response.cookies.set(name, value, options);
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      });
    },
  });
  // An outage is a result too; the SDK throws when a cookie contains something other than a session.
  const claims = client.auth.getClaims().catch(() => ({ data: null, error: null }));
  // The SDK repeats a failed refresh for half a minute; a page does not wait that long to report it.
  const answer = await within(4000, claims).catch(() => null);
  const signedOut = answer !== null && !answer.data?.claims && !isAuthRetryableFetchError(answer.error);
  const finish = (response: NextResponse) => {
    for (const write of writes) write(response);
  };
  return { signedOut, finish };
}

/** Before the cookie's name had its protective prefix, the session of an https site was in cookies that anybody could send. */
function forgetOldCookies(request: NextRequest, response: NextResponse): void {
  if (!sessionCookie().secure) return;
  for (const { name } of request.cookies.getAll())
    if (/^kith-auth(?:\.\d+)?$/.test(name)) response.cookies.set(name, "", { path: "/", maxAge: 0 });
}

/** Continues to the page, which sees the refreshed cookie, and the nonce for its scripts. */
function toPage(request: NextRequest, nonce: string, policy: string): NextResponse {
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

function toDoor(request: NextRequest, door: string): NextResponse {
  const { pathname, search } = request.nextUrl;
  const target = new URL(door, request.nextUrl);
  if (pathname !== "/") target.searchParams.set("next", `${pathname}${search}`);
  const response = NextResponse.redirect(target);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
