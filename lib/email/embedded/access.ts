import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { limiter } from "@/lib/adapters/limiter";
import { env } from "@/lib/env";
import { DAY_MS, DAY_S } from "@/lib/time";

/** For how long a browser that opened the inbox may return. */
export const ACCESS_SECONDS = 7 * DAY_S;
/** Longer than any link lives (scripts/lib/inbox-link.mjs): a used link stays used. */
const ONCE = { max: 1, windowMs: 2 * DAY_MS, onOutage: "refuse" } as const;

/**
 * Accepts a link to the inbox, which `npm start` and `npm run inbox` create with INBOX_SECRET. Returns the token that
 * the browser shows from then on, or null: forged, too old, or used before, by any process.
 */
export async function redeemInboxLink(key: string): Promise<string | null> {
  const [expires = "", nonce = "", proof = ""] = key.split(".");
  if (!isProven(`link ${expires}.${nonce}`, proof) || !isAhead(expires)) return null;
  if (!(await limiter().hit(`inbox:${nonce}`, ONCE)).allowed) return null;
  const until = String(Math.floor(Date.now() / 1000) + ACCESS_SECONDS);
  return `${until}.${prove(`access ${until}`)}`;
}

/** Whether a browser was given access and still has it. */
export function hasInboxAccess(shown: string | undefined): boolean {
  const [until = "", proof = ""] = (shown ?? "").split(".");
  return isProven(`access ${until}`, proof) && isAhead(until);
}

function isAhead(seconds: string): boolean {
  return /^\d{1,12}$/.test(seconds) && Number(seconds) > Date.now() / 1000;
}

/** Without a secret nothing can be proved. */
function isProven(said: string, proof: string): boolean {
  const expected = prove(said);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return expected !== null && timingSafeEqual(digest(expected), digest(proof));
}

function prove(said: string): string | null {
  const { INBOX_SECRET } = env();
  return INBOX_SECRET ? createHmac("sha256", INBOX_SECRET).update(said).digest("base64url") : null;
}
