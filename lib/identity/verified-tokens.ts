import { hash } from "node:crypto";

/** A busy instance has this many users within the hour that a token lasts. */
const MAX_TOKENS = 10_000;

interface Times {
  exp?: number | undefined;
  nbf?: number | undefined;
}

interface Verified<Subject> {
  subject: Subject;
  /** The keys it was verified with. */
  by: object;
  times: Times;
}

/**
 * Claims of tokens whose signature was verified, by the SHA-256 of the whole token. Those never change, so they may be
 * cached; whether the session still exists does, and is asked of the database each time. Beyond 10 000, the tokens
 * unused for longest are dropped.
 */
export class VerifiedTokens<Subject> {
  readonly #tokens = new Map<string, Verified<Subject>>();

  /** Undefined for a token that is not cached, was verified with other keys, or has expired. */
  recall(token: string, by: object): Subject | undefined {
    const digest = digestOf(token);
    const found = this.#tokens.get(digest);
    if (!found) return undefined;
    this.#tokens.delete(digest);
    if (found.by !== by || !isTime(found.times)) return undefined;
    this.#tokens.set(digest, found);
    return found.subject;
  }

  remember(token: string, by: object, { exp, nbf }: Times, subject: Subject): void {
    this.#tokens.set(digestOf(token), { subject, by, times: { exp, nbf } });
    const oldest = this.#tokens.size > MAX_TOKENS ? this.#tokens.keys().next().value : undefined;
    if (oldest !== undefined) this.#tokens.delete(oldest);
  }

  get size(): number {
    return this.#tokens.size;
  }
}

/** By the rules of RFC 7519, 4.1.4 and 4.1.5, and in whole seconds, as jose reads them. */
function isTime({ exp, nbf }: Times): boolean {
  const now = Math.floor(Date.now() / 1000);
  return exp !== undefined && exp > now && (nbf === undefined || nbf <= now);
}

function digestOf(token: string): string {
  return hash("sha256", token, "base64");
}
