import { z } from "zod";
import { FIELD_LIMITS } from "@/lib/field-limits";

/** Nothing that the URL parser would silently drop or decode: what is stored is what was meant. */
const WRITTEN = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s\p{C}:/?#@\\%[\]]+)(?::[1-9]\d{0,4})?$/iu;

/**
 * A name in DNS (RFC 1123), or with `_` as containers and test machines have it; the parser accepts more than any
 * browser visits.
 */
const LABEL = "[a-z\\d_](?:[a-z\\d_-]{0,61}[a-z\\d_])?";
const HOST = new RegExp(`^(?:\\[.+\\]|(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*)$`);

function originOf(written: string): string | null {
  if (!WRITTEN.test(written) || !URL.canParse(written)) return null;
  const { hostname, origin } = new URL(written);
  return HOST.test(hostname) ? origin : null;
}

/** An origin as browsers send it: scheme, host, and a port that is not the scheme's own. No pattern, and not `null`. */
export const origin = z
  .string()
  .trim()
  .max(FIELD_LIMITS.origin)
  .transform(originOf)
  .refine((found) => found !== null, "must be an origin like https://app.example.com")
  .transform((found) => found ?? "")
  .meta({ override: { type: "string", maxLength: FIELD_LIMITS.origin } });
