import "server-only";
import type { AppConfig } from "@/lib/client/config";
import { env } from "@/lib/env";
import { relyingParty } from "@/lib/identity/embedded/factors/webauthn";
import { sessionCookie } from "@/lib/identity/session-cookie";
import { hasInbox } from "./inbox/access";

/** The part of the configuration that this caller's browser may know. */
export async function readConfig(): Promise<AppConfig> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, AUTH_AUTOCONFIRM, embedded, oidc, signUp } = env();
  return {
    identityUrl: SUPABASE_URL ?? null,
    publishableKey: SUPABASE_PUBLISHABLE_KEY ?? "",
    sessionCookie: sessionCookie(),
    embedded,
    inbox: await hasInbox(),
    passkeys: embedded.identity && relyingParty() !== null,
    singleSignOn: oidc && { name: oidc.name },
    autoConfirm: embedded.identity && AUTH_AUTOCONFIRM,
    signUp: embedded.identity ? signUp : { kind: "open" },
  };
}
