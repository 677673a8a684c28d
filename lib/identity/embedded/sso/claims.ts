import { z } from "zod";
import { email } from "../incoming";

/** OpenID Connect Core 1.0, 2: at most 255 characters. The database cannot hold NUL. */
export const subject = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0"));

const verified = z.object({ email, email_verified: z.literal(true) });

/** Entra ID has this claim instead: the tenant has proved that it owns the address's domain. It sends 1, "1" or true. */
const owned = z.object({ email, xms_edov: z.union([z.literal(true), z.literal(1), z.literal("1")]) });

/**
 * The address that the provider vouches for, or null. `"true"` in quotes is not `true`: a provider that is careless
 * about the claim's type may be careless about its content.
 */
export function vouchedAddress(issuer: string, claims: unknown): string | null {
  const byEntra = new URL(issuer).hostname === "login.microsoftonline.com";
  const said = verified.safeParse(claims).data ?? (byEntra ? owned.safeParse(claims).data : undefined);
  return said?.email ?? null;
}
