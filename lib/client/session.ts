import type { CookieMethodsBrowser } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { SessionCookie } from "./config";
import { ofOwner } from "./page-owner";
import { forgetKeptViews } from "./view-storage";
import { forgetWorkspace, takeLeft } from "./workspace-choice";

/**
 * The browser's session. The SDK is fetched in the background: the server hands over the access token it saw, so the
 * first requests need not wait for it, and pages stay small.
 */
interface Handover {
  identityUrl: string | null;
  publishableKey: string;
  sessionCookie: SessionCookie;
  /** Access token and its expiry (Unix seconds), as the server read them from the cookie; null when signed out. */
  token?: { value: string; expiresAt: number } | null;
}

/** Seconds before expiry at which a token counts as used up. */
const MARGIN_S = 60;

let handover: Handover | null = null;
let client: Promise<SupabaseClient> | null = null;

/** The token that was handed over last: one that was given up since is not taken again. */
let handed: string | undefined;

/**
 * Called by the components that know the configuration, before any request. Does nothing while a page is rendered on
 * the server, where this module is shared by all users.
 */
export function configureSession(next: Handover): void {
  if (typeof window === "undefined") return;
  const fresh = next.token && next.token.value !== handed ? next.token : (handover?.token ?? null);
  if (!handover && fresh) ofOwner(fresh.value);
  handed = next.token?.value ?? handed;
  handover = { ...next, token: fresh };
}

async function loadSdk(): Promise<typeof import("@supabase/ssr")> {
  try {
    return await import("@supabase/ssr");
  } catch (error) {
    client = null;
    throw error;
  }
}

/** The identity SDK, loaded on first use; one that could not be loaded is loaded again by the next use. */
export function identity(): Promise<SupabaseClient> {
  client ??= loadSdk().then((ssr) => {
    if (!handover) throw new Error("configureSession was not called");
    const { identityUrl, publishableKey, sessionCookie } = handover;
    const { name, secure } = sessionCookie;
    return ssr.createBrowserClient(identityUrl ?? window.location.origin, publishableKey, {
      cookieOptions: { name, secure },
      cookies: browserCookies(ssr, sessionCookie),
      // With several requested links, each finds its own secret. A hosted project allows exact URLs only.
      auth: { experimental: { appendPkceFlowIdToRedirects: identityUrl === null, recoveryCodes: true } },
    });
  });
  return client;
}

type Serializer = Pick<typeof import("@supabase/ssr"), "parseCookieHeader" | "serializeCookieHeader">;

/** Cookies as the SDK writes them, but no longer than the session lasts: it always uses 400 days. */
export function browserCookies(ssr: Serializer, { maxAge }: SessionCookie): CookieMethodsBrowser {
  return {
    getAll: () => ssr.parseCookieHeader(document.cookie).map(({ name, value = "" }) => ({ name, value })),
    setAll: (cookies) => {
      for (const { name, value, options } of cookies) {
        const life = { ...options, maxAge: options.maxAge && maxAge };
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
        document.cookie = ssr.serializeCookieHeader(name, value, life);
      }
    },
  };
}

/** The SDK for what it does to the account of whoever is signed in now. Throws OtherAccount if that is not the page's user. */
export async function ownIdentity(): Promise<SupabaseClient> {
  const sdk = await identity();
  const { data } = await sdk.auth.getSession();
  ofOwner(data.session?.access_token ?? null);
  return sdk;
}

/**
 * A token that is valid for a while, refreshed by the SDK if it is not; null when signed out. Throws OtherAccount.
 */
export async function accessToken(): Promise<string | null> {
  const token = handover?.token;
  if (token && token.expiresAt - MARGIN_S > Date.now() / 1000) return ofOwner(token.value);
  if (handover) handover.token = null;
  const { data } = await (await identity()).auth.getSession();
  return ofOwner(data.session?.access_token ?? null);
}

/** From now on the SDK's session counts: it has new tokens. */
export function forgetToken(): void {
  if (handover) handover.token = null;
}

let refreshing: Promise<string | null> | null = null;

/** Exchanges the refresh token for a new session. Concurrent callers share one exchange. Null: it failed. Throws OtherAccount. */
export async function refreshToken(): Promise<string | null> {
  forgetToken();
  refreshing ??= identity()
    .then((sdk) => sdk.auth.refreshSession())
    .then(({ data }) => data.session?.access_token ?? null)
    .catch(() => null)
    .finally(() => {
      refreshing = null;
    });
  return ofOwner(await refreshing);
}

/** Calls the embedded identity provider as the signed-in user, for what the SDK does not support. */
export async function identityCall(path: string, method: string, body?: unknown): Promise<Response> {
  const token = await accessToken();
  const headers = new Headers({ apikey: handover?.publishableKey ?? "", authorization: `Bearer ${token}` });
  if (body !== undefined) headers.set("content-type", "application/json");
  return fetch(`/auth/v1/${path}`, {
    method,
    cache: "no-store",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Makes sure that the signed-in user has a workspace (idempotent). False: this failed. */
export async function provisionWorkspace(token: string): Promise<boolean> {
  const response = await fetch("/auth/provision", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  return response.ok;
}

/** Ends the session here and leaves for the sign-in page, which also empties every cache. */
export async function signOut(): Promise<void> {
  await endSession("local");
  window.location.assign("/sign-in");
}

/**
 * After the workspace was deleted: ends the user's sessions everywhere, because another tab or device that sends
 * further requests would get a new workspace at once.
 */
export async function leaveDeletedWorkspace(): Promise<void> {
  await endSession("global");
  window.location.assign("/sign-in?deleted=1");
}

async function endSession(scope: "local" | "global"): Promise<void> {
  forgetToken();
  const sdk = await identity();
  await sdk.auth.signOut({ scope }).catch(() => undefined);
  forgetKeptViews();
  forgetWorkspace();
  takeLeft(); // not said to whoever signs in next
}
