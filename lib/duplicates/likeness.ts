import { foldSearch } from "@/lib/contacts/search-fold";
import { phoneDigits } from "@/lib/contacts/search-phone";
import { distance, isSlip } from "./distance";
import {
  GENERATIONS,
  hasCjkSign,
  inLatin,
  isPublicDomain,
  isRole,
  isShortForm,
  LEGAL_FORMS,
  PROVIDERS,
  TITLES,
} from "./words";

/** The parts of a contact that are compared. */
export interface Person {
  id: string;
  email: string;
  first_name: string;
  last_name: string | null;
  company: string | null;
  phone: string | null;
}

export const REASONS = [
  "same_mailbox",
  "same_name",
  "similar_name",
  "same_company",
  "same_domain",
  "same_phone",
  "similar_email",
] as const;
export type Reason = (typeof REASONS)[number];

/** How likely two contacts are the same person, 0 to 1, and the evidence. */
export interface Likeness {
  score: number;
  reasons: Reason[];
}

/** Pairs below it are not shown: the remaining ones are wrong too often (lib/testing/labelled). */
export const SHOWN_FROM = 0.85;

/** A contact in the forms that are compared. Computed once per contact, because a block compares each with each. */
export interface Prepared {
  id: string;
  local: string;
  domain: string;
  mailbox: string;
  isRole: boolean;
  /** Given name first, without titles and generation, folded and in Latin letters. */
  names: string[];
  generation: string | null;
  company: string;
  phone: string;
}

const providerOf = new Map(PROVIDERS.flatMap((one) => one.domains.map((domain) => [domain, one] as const)));

/** The mailbox of an address, by the rules of its provider. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const rule = providerOf.get(domain);
  if (!rule) return email;
  const named = rule.plus ? (local.split("+")[0] ?? local) : local;
  return `${rule.dots ? named.replaceAll(".", "") : named}@${rule.domains[0]}`;
}

export function prepare({ id, email, first_name, last_name, company, phone }: Person): Prepared {
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const words = wordsOf(`${first_name} ${last_name ?? ""}`).filter((word, n) => n > 0 || !TITLES.has(word));
  const last = words.at(-1) ?? "";
  const hasGeneration = words.length > 2 && GENERATIONS.has(last);
  const names = (hasGeneration ? words.slice(0, -1) : words).filter(
    (word, _, all) => !TITLES.has(word) || all.length < 3,
  );
  return {
    id,
    local,
    domain,
    mailbox: mailboxOf(email),
    isRole: isRole(local),
    names: names.map(inLatin),
    generation: hasGeneration ? (GENERATIONS.get(last) ?? null) : generationIn(local),
    company: companyKey(company ?? ""),
    phone: nationalDigits(phone ?? ""),
  };
}

function wordsOf(text: string): string[] {
  return foldSearch(umlauts(text))
    .replace(/\(.*?\)/g, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** Spelled out, as in addresses. */
function umlauts(text: string): string {
  return text.replace(
    /[äöüÄÖÜøØåÅ]/g,
    (sign) => ({ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" })[sign.toLowerCase()] ?? sign,
  );
}

function generationIn(local: string): string | null {
  for (const part of local.split(/[^a-z]+/)) {
    if (part.length > 2 || part === "jr" || part === "sr") {
      const found = /^(jr|junior|jun|sr|senior|sen)$/.exec(part) ?? /(junior|senior)$/.exec(part);
      if (found) return GENERATIONS.get(found[1] ?? "") ?? null;
    }
  }
  return null;
}

function companyKey(company: string): string {
  const words = wordsOf(company).map(inLatin);
  const named = words.filter((word) => !LEGAL_FORMS.has(word) && word.length > 1);
  return (named.length > 0 ? named : words).join("");
}

/** Without country code and leading zero, as far as they can be recognised: its end is compared. */
function nationalDigits(phone: string): string {
  const digits = phoneDigits(phone.replace(/\b(ext|x|durchwahl|dw)\.?\s*\d+$/i, ""));
  return digits.startsWith("+") ? digits.slice(1) : digits.replace(/^0+/, "");
}

function isSamePhone(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 7 && long.endsWith(short) && long.length - short.length <= 3;
}

/** Null when there is no evidence for it, or clear evidence against it. */
export function likenessOf(a: Prepared, b: Prepared): Likeness | null {
  if (differ(a.generation, b.generation)) return null;
  const name = nameLikeness(a, b);
  if (a.mailbox === b.mailbox) return ofMailbox(a, name);
  if (a.isRole || b.isRole || name === "other" || name === "unknown") return null;
  if (areNamesakes(a, b) || (name !== "same" && areColleagues(a, b))) return null;
  const reasons = [...reasonsOf(a, b)];
  const score = scoreOf(name, new Set(reasons), a, b);
  return score === 0
    ? null
    : { score, reasons: [name === "same" ? "same_name" : "similar_name", ...reasons] };
}

function differ(a: string | null, b: string | null): boolean {
  return a !== b && (a === null || b === null ? [a, b].some((one) => one !== null && one !== "1") : true);
}

/** A couple may share a mailbox and be told apart by what follows the plus. */
function ofMailbox(a: Prepared, name: NameLikeness): Likeness | null {
  if (a.isRole || name === "other") return null;
  const reasons: Reason[] = ["same_mailbox"];
  if (name === "same") reasons.push("same_name");
  if (name === "similar" || name === "slip" || name === "initial") reasons.push("similar_name");
  return { score: name === "unknown" ? 0.9 : 0.99, reasons };
}

type NameLikeness = "same" | "slip" | "similar" | "initial" | "unknown" | "other";

/** How the names agree. `slip`: except for two swapped letters, or one of the last name. */
function nameLikeness({ names: a }: Prepared, { names: b }: Prepared): NameLikeness {
  if (a.length === 0 || b.length === 0) return "unknown";
  if (a.length === 1 && b.length === 1) return singleLikeness(a[0] ?? "", b[0] ?? "");
  if (sorted(a) === sorted(b)) return "same";
  if (a.length === 1 || b.length === 1) return partLikeness(a, b);
  const [first, last] = [
    [a[0] ?? "", b[0] ?? ""],
    [a.at(-1) ?? "", b.at(-1) ?? ""],
  ] as const;
  if (first[0] === first[1] && last[0] === last[1]) return middlesAgree(a, b) ? "same" : "other";
  if (first[0] === last[1] && last[0] === first[1]) return "same";
  if (last[0] === last[1]) return givenLikeness(first[0], first[1]);
  if (first[0] === first[1] && isSlip(last[0], last[1])) return "slip";
  return "other";
}

const sorted = (words: string[]) => words.toSorted().join(" ");

/** Written without a space, as in Chinese, Japanese and Korean, a single word is a whole name. */
function singleLikeness(a: string, b: string): NameLikeness {
  if (a !== b) return "other";
  return hasCjkSign(a) && a.length >= 2 ? "same" : "unknown";
}

/** One name is a single word: whether it is part of the other name, or all of it without the space. */
function partLikeness(a: string[], b: string[]): NameLikeness {
  const [[short = ""], long] = a.length === 1 ? [a, b] : [b, a];
  if (long.join("") === short || long.toReversed().join("") === short)
    return /[^ -~]/.test(short) ? "same" : "similar";
  return long.includes(short) ? "unknown" : "other";
}

/** Middle names are missing or the same, including initials. */
function middlesAgree(a: string[], b: string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 2) return true;
  return short
    .slice(1, -1)
    .every((word) =>
      long.some(
        (one) =>
          one === word ||
          (word.length === 1 ? one.startsWith(word) : one.length === 1 && word.startsWith(one)),
      ),
    );
}

function givenLikeness(a: string, b: string): NameLikeness {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length === 1) return long.startsWith(short) ? "initial" : "other";
  if (isShortForm(a, b)) return "similar";
  // Two swapped letters make no other name. A changed letter does: Karin and Karen, Marie and Maria.
  return a.length >= 4 &&
    a.length === b.length &&
    a !== b &&
    distance(a, b) === 1 &&
    sorted([...a]) === sorted([...b])
    ? "slip"
    : "other";
}

/** Namesakes in one company: its addresses tell them apart by a number or by the year. */
function areNamesakes(a: Prepared, b: Prepared): boolean {
  const numbers = [a.local, b.local].map((local) => /\d+/.exec(local)?.[0] ?? "");
  const [one = "", other = ""] = numbers;
  const [bare, otherBare] = [a.local, b.local].map((local) => local.replace(/[^a-z]/g, ""));
  if (a.domain === b.domain && bare === otherBare) return one !== other;
  return [one, other].every((number) => /^(19|20)?\d\d$/.test(number)) && one.slice(-2) !== other.slice(-2);
}

/** An employer gives one person one address: with two, names that are only similar are two people's. */
function areColleagues(a: Prepared, b: Prepared): boolean {
  return a.domain === b.domain && !isPublicDomain(a.domain);
}

function* reasonsOf(a: Prepared, b: Prepared): Generator<Reason> {
  if (isSameCompany(a.company, b.company)) yield "same_company";
  if (isSameOrganisation(a.domain, b.domain)) yield "same_domain";
  if (isSamePhone(a.phone, b.phone)) yield "same_phone";
  if (isSimilarEmail(a, b)) yield "similar_email";
}

/** The same except for its legal form, or the beginning of the other. */
function isSameCompany(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 1 && (short === long || (short.length >= 6 && long.startsWith(short)));
}

/** `acme.com` and `acme.de`, but not a mailbox provider's domains. */
function isSameOrganisation(a: string, b: string): boolean {
  if (isPublicDomain(a) || isPublicDomain(b)) return false;
  return a === b || (base(a).length >= 4 && base(a) === base(b));
}

const base = (domain: string) => domain.replace(/\.(co|com|org|net|ac|gov|edu)?\.?[a-z]{2,}$/, "");

/** The same before the `@` and a typo after it, or the other way round. */
function isSimilarEmail(a: Prepared, b: Prepared): boolean {
  if (a.local === b.local)
    return a.domain !== b.domain && a.domain[0] === b.domain[0] && distance(a.domain, b.domain) <= 1;
  return (
    a.domain === b.domain &&
    a.local.length >= 6 &&
    isSlip(a.local, b.local) &&
    /^[^\d]*$/.test(a.local + b.local)
  );
}

/** Measured on the tuning half of the labelled pairs. 0: not enough. */
function scoreOf(name: NameLikeness, has: Set<Reason>, a: Prepared, b: Prepared): number {
  const isPlace = has.has("same_company") || has.has("same_domain");
  if (name === "same") {
    if (has.has("similar_email")) return 0.98;
    if (has.has("same_phone")) return isPlace ? 0.98 : 0.96;
    return isPlace ? 0.94 : 0;
  }
  if (name === "slip") {
    if (has.has("similar_email") || (has.has("same_phone") && isPlace)) return 0.95;
    return has.has("same_phone") || (isPlace && sharesLocal(a, b)) ? 0.9 : 0;
  }
  if (name === "similar") return has.has("same_phone") || (isPlace && sharesLocal(a, b)) ? 0.9 : 0;
  return has.has("same_phone") && sharesLocal(a, b) ? 0.87 : 0;
}

/** The address of one contains the name of the other. */
function sharesLocal(a: Prepared, b: Prepared): boolean {
  const says = (local: string, names: string[]) =>
    names.every((name) => name.length > 1 && local.includes(name));
  return says(a.local, b.names) || says(b.local, a.names);
}
