import {
  type AuthError,
  createClient,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { z } from "zod";
import { within } from "@/lib/deadline";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/log";
import { databaseSilent } from "@/lib/outage";
import { handleIdentity } from "./embedded/handler";
import { realtime } from "./transport";

/** After this time the provider counts as down. */
const LIMIT_MS = 5000;

type Role = "admin" | "public";
const said = z.object({ message: z.string() });
const holder = globalThis as typeof globalThis & { kithIdentity?: Map<Role, SupabaseClient> };

/** Where the provider is: the hosted project, or this process. */
export function identityUrl(): string {
  return env().SUPABASE_URL ?? env().INTERNAL_URL;
}

/** The key that browsers may see. Throws when it is not configured. */
export function publishableKey(): string {
  return configured("SUPABASE_PUBLISHABLE_KEY");
}

/**
 * `fetch` to the provider for the server's own clients: over the network with a limit of five seconds, or straight
 * into the embedded handler, which saves a request to ourselves on every API call.
 */
export async function identityFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!env().embedded.identity) {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return fetch(input, { ...init, signal, redirect: "error" });
  }
  return within(LIMIT_MS, handleIdentity(new Request(input, init)), databaseSilent);
}

/** Throws what the embedded provider says is unavailable: the SDK keeps the words of an error, not those of a 503. */
const fetchOrThrow: typeof fetch = async (input, init) => {
  const response = await identityFetch(input, init);
  if (response.status !== 503 || !env().embedded.identity) return response;
  const { data } = said.safeParse(await response.json());
  throw new Error(data?.message ?? databaseSilent().message);
};

/** The provider's user administration, with the secret key. For our own server only. */
export function identityAdmin() {
  return client("admin", "SUPABASE_SECRET_KEY").auth.admin;
}

export interface IdentityUser {
  id: string;
  email: string | null;
  userMetadata: Record<string, unknown>;
  /** The user has a second factor, and the session behind the token has not shown it. */
  isHalf: boolean;
}

/**
 * The user of an access token, as the provider sees it now; null when it does not accept the token. Throws
 * SERVICE_UNAVAILABLE when the provider does not answer or answers nonsense: an outage never looks like a bad token.
 */
export async function getUserByToken(token: string): Promise<IdentityUser | null> {
  const { data, error } = await client("public", "SUPABASE_PUBLISHABLE_KEY").auth.getUser(token);
  if (error) {
    if (isRefusal(error)) return null;
    throw unavailable(error);
  }
  const { id, email, user_metadata, factors = [] } = data.user;
  const secured = factors.some(({ status }) => status === "verified");
  const isHalf = secured && decodeJwt(token).aal !== "aal2";
  return { id, email: email ?? null, userMetadata: user_metadata, isHalf };
}

/** Errors about the token or its user. Anything else is about us or the provider's own state. */
const REFUSALS = new Set([
  "bad_jwt",
  "no_authorization",
  "session_expired",
  "session_not_found",
  "user_banned",
  "user_not_found",
  "validation_failed",
]);

function isRefusal(error: AuthError): boolean {
  if (isAuthRetryableFetchError(error)) return false;
  return error.name === "AuthSessionMissingError" || REFUSALS.has(error.code ?? "");
}

/** The error for a provider that is down, misconfigured or overloaded; of the embedded one, which part of ours that is. */
export function unavailable(error: AuthError | null): ApiError {
  log().warn({ code: error?.code, status: error?.status }, "identity provider unavailable");
  const isOurs = env().embedded.identity && error !== null && isAuthRetryableFetchError(error);
  const message = isOurs ? error.message : "The identity provider does not answer. Try again shortly.";
  return new ApiError("SERVICE_UNAVAILABLE", message, undefined, { "Retry-After": "5" });
}

function client(role: Role, key: "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY"): SupabaseClient {
  holder.kithIdentity ??= new Map();
  const existing = holder.kithIdentity.get(role);
  if (existing) return existing;
  const created = statelessClient(configured(key));
  holder.kithIdentity.set(role, created);
  return created;
}

/** A client that keeps no session: safe to share between requests. */
export function statelessClient(key: string): SupabaseClient {
  return createClient(identityUrl(), key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchOrThrow },
    realtime,
  });
}

function configured(key: "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY"): string {
  const value = env()[key];
  if (!value) throw new Error(`${key} is not set. \`npm start\` makes it in embedded mode.`);
  return value;
}

/** Discards the clients, so that a test can change the configuration. */
export function resetIdentity(): void {
  holder.kithIdentity = undefined;
}
