import type { MessageKey } from "./messages/catalogue";

/** The embedded provider's name for the one of OIDC_ISSUER, in the form that Supabase Auth has for custom ones. */
export const SSO_PROVIDER = "custom:oidc";

const REASONS: Record<string, MessageKey | undefined> = {
  sso_unavailable: "auth.sso.unavailable",
  sso_expired: "auth.sso.expired",
  sso_denied: "auth.sso.denied",
  sso_failed: "auth.sso.failed",
  sso_address: "auth.sso.address",
  sso_unconfirmed: "auth.sso.unconfirmed",
  sso_taken: "auth.sso.taken",
  sso_unlinked: "auth.sso.unlinked",
  user_banned: "auth.sso.banned",
  signup_disabled: "auth.error.closed",
  email_address_not_authorized: "auth.error.domain",
  over_request_rate_limit: "auth.error.tooMany",
};

/** Why a sign-in at the provider returned to the sign-in page; undefined for a code that we do not send. */
export function ssoReason(code: string | undefined): MessageKey | undefined {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}
