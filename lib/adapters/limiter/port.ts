import type { Answer, Question } from "@/db/question";

/** At most `max` hits in any `windowMs`. */
export interface LimitRule {
  max: number;
  windowMs: number;
  /** What happens when the store does not answer: count within this process alone (default), or refuse with 503. */
  onOutage?: "fallback" | "refuse";
}

/** The outcome of one hit, in the terms of the X-RateLimit headers. */
export interface LimitResult {
  allowed: boolean;
  limit: number;
  /** Hits left in the window after this one. */
  remaining: number;
  /** Unix time in milliseconds at which the oldest counted hit leaves the window and makes room for one more. */
  resetAt: number;
  /** Whole seconds until then, at least 1. */
  retryAfterS: number;
}

/** A hit, with the result of a question to our own database, if it was combined with one. */
export interface Hit extends LimitResult {
  /** Undefined when it was not asked. */
  answer?: Answer;
}

export interface Limiter {
  /**
   * Counts one hit on `key`, unless the window is full: refused hits are not counted. A question is asked in the same
   * round trip if hits are counted in our own database, otherwise not at all.
   */
  hit(key: string, rule: LimitRule, question?: Question): Promise<Hit>;
}
