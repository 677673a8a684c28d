import { env } from "@/lib/env";
import { IdentityError } from "./errors";

/**
 * Who may create an account (AUTH_SIGNUP). It never depends on a single address, so the answer reveals no account.
 */
export function maySignUp(email: string): boolean {
  return env().signUp.kind !== "closed" && isAllowedDomain(email);
}

/** Throws `signup_disabled` and `email_address_not_authorized`. */
export function requireOpenSignUp(email: string): void {
  if (env().signUp.kind === "closed") {
    throw new IdentityError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  requireAllowedDomain(email);
}

/** Also for a change of address: otherwise it would be a way around. Throws `email_address_not_authorized`. */
export function requireAllowedDomain(email: string): void {
  if (isAllowedDomain(email)) return;
  const message = "Email addresses of this domain are not allowed here";
  throw new IdentityError(400, "email_address_not_authorized", message);
}

function isAllowedDomain(email: string): boolean {
  const { signUp } = env();
  return signUp.kind !== "domains" || signUp.domains.includes(email.slice(email.lastIndexOf("@") + 1));
}
