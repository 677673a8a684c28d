import { ownError } from "@/lib/own-error";

/** Why a sign-in at the provider failed. The sign-in page has words for each. */
type SsoCode =
  | "sso_unavailable"
  | "sso_expired"
  | "sso_denied"
  | "sso_failed"
  | "sso_address"
  | "sso_unconfirmed"
  | "sso_taken"
  | "sso_unlinked";

/** Ends a sign-in at the provider, with the reason that the sign-in page shows. */
export class SsoRefusal extends ownError("SsoRefusal") {
  readonly code: SsoCode;

  constructor(code: SsoCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
