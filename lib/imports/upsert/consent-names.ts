import { TEXT_FIELDS } from "@/lib/contacts/fields";
import type { FieldProblem } from "@/lib/errors";
import { consentOf } from "@/lib/imports/mapping/consent";
import { isDay, isFlagWord, isSubscribedWord, isUnsubscribedWord } from "@/lib/imports/mapping/flags";
import { headerWords } from "@/lib/imports/mapping/synonyms";

/**
 * Unknown fields of a contact are ignored, except those named after consent (`opted_out`, `subscribed`,
 * `marketing_consent`): the person would stay subscribed, and nobody would know.
 */

/**
 * Our own fields are skipped, because splitting names into words takes longer than everything else that is read of a
 * batch.
 */
const OURS: ReadonlySet<string> = new Set(["email", ...TEXT_FIELDS, "is_unsubscribed"]);

/** In addition to the words for file headers: short flags as programs name them. */
const FLAG = /\b(?:no|stop|can|may|never) e ?mails?\b|\b(?:no|stop|can|may|never) mails?\b|\bunsubscribe/;

/** Distinct names that one request has examined: more are no contact's, and each costs several regular expressions. */
const MOST_NAMES = 500;
const MOST_CHARS = 100;

/** Finds the unknown fields about consent that say something, in any number of contacts of one request. */
export function consentFinder(): (fields: object) => string[] {
  const judged = new Map<string, boolean>();
  const isUnknown = (name: string) => {
    const known = judged.get(name);
    if (known !== undefined || judged.size >= MOST_NAMES) return known ?? false;
    const isConsent = isConsentName(name);
    judged.set(name, isConsent);
    return isConsent;
  };
  return (fields) =>
    Object.entries(fields).flatMap(([name, value]) =>
      !OURS.has(name) && mayBeFlag(value) && isUnknown(name) ? [name] : [],
    );
}

/** Yes, no, a word like them, or a day. Not an id or a plan: `subscription_id`. */
function mayBeFlag(value: unknown): boolean {
  if (typeof value === "boolean") return true;
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value).trim();
  return isFlagWord(text) || isUnsubscribedWord(text) || isSubscribedWord(text) || isDay(text.slice(0, 10));
}

function isConsentName(name: string): boolean {
  return name.length <= MOST_CHARS && (consentOf(name) !== null || FLAG.test(headerWords(name)));
}

/** The problems of one contact's body as it was sent. */
export function consentProblems(sent: unknown): FieldProblem[] {
  if (typeof sent !== "object" || sent === null) return [];
  const message = "unknown field; use is_unsubscribed";
  return consentFinder()(sent).map((name) => ({ path: [name], code: "unknown_consent", message }));
}
