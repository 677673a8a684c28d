import { hash } from "node:crypto";

/** The contract's pattern, verbatim; the OpenAPI document publishes it. */
export const EMAIL_PATTERN =
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

/**
 * URL of the address's picture at the public avatar service, with a neutral fallback. Computed, never fetched by us.
 */
export function avatarUrl(email: string): string {
  return `https://gravatar.com/avatar/${hash("sha256", email)}?d=mp`;
}
