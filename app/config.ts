import "server-only";
import type { AppConfig } from "@/lib/client/config";
import { env } from "@/lib/env";

/** The part of the configuration that the browser may know. */
export function readConfig(): AppConfig {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, AUTH_AUTOCONFIRM, embedded } = env();
  return {
    identityUrl: SUPABASE_URL ?? null,
    publishableKey: SUPABASE_PUBLISHABLE_KEY ?? "",
    embedded,
    autoConfirm: embedded.identity && AUTH_AUTOCONFIRM,
  };
}
