import { NEGATED, OPTED_IN, OPTED_OUT } from "./consent-words";
import { isFlagWord, isNoWord } from "./flags";
import { mayConcernMail } from "./mail-words";
import { LAWS, NEUTRAL, NEUTRAL_WITHIN, UNSPACED } from "./neutral-words";
import { headerWords } from "./synonyms";

/**
 * Whether a header leaves no doubt what "yes" means below it. "Not unsubscribed", "No objection" and "Consent not
 * withdrawn" mean the opposite of their words, "Newsletter (0 = yes, 1 = no)" explains its codes itself, and an
 * unknown word may reverse the others: "Nechce newsletter". Then the user is asked.
 */
export function isClearDirection(header: string, says: "opted_out" | "opted_in"): boolean {
  if (hasLegend(header)) return false;
  const text = withoutChoices(header);
  const words = headerWords(text);
  if (UNCLEAR.test(words) || LAWS.includes(words)) return false;
  if (says === "opted_out" && (ANY_TIME.test(words) || saysMoreInBrackets(text))) return false;
  if (says === "opted_out" && OPTED_OUT.test(words)) {
    const rest = without(words, OPTED_OUT);
    return !isNegated(rest) && (areNeutral(rest) || mayConcernMail(rest));
  }
  if (says === "opted_in") return !isNegated(words) && areNeutral(without(words, OPTED_IN));
  // What is negated has to be the opt-in: "Subscribed (no spam)" and "Newsletter without ads" are not about leaving.
  const missing = WITHOUT.exec(words)?.[1];
  if (missing !== undefined && !OPTED_IN.test(missing)) return false;
  return !isNegated(words.replace(NEGATED, " ")) && areNeutral(without(without(words, OPTED_IN), NEGATED));
}

/** Whether a header may speak of signing up for a newsletter, and for an event: the word alone. */
export const isSignUp = (header: string): boolean => SIGNED_UP.test(headerWords(header));
const SIGNED_UP =
  /^(?:angemeldet|aangemeld|ingeschreven|inscrit[oae]?s?|iscritt[oaie]|zapisan[yae]|tilmeldt|pameldt|anmald|prihlasen[yao]?)$/;

/** Codes and their meanings: "1=active, 2=unsubscribed", "0 - да", "1 sì / 2 no". */
const LEGEND =
  /[\p{L}\p{N}][\s_]*[=＝→][\s_]*[\p{L}\p{N}]|(?<![\p{L}\p{N}])\d[\s_]*[:：–-][\s_]*\p{L}.*(?<![\p{L}\p{N}])\d[\s_]*[:：–-][\s_]*\p{L}|(?<![\p{L}\p{N}])\d ?\p{L}+ ?[/,;|] ?\d ?\p{L}+/u;

/** A header without the codes that it explains: their meanings are not what it is about. */
export function withoutLegend(header: string): string {
  if (!hasLegend(header)) return withoutChoices(header);
  const about = header.replace(PAIR, " ");
  return /\p{L}/u.test(about) ? about : "";
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Between two answers; some are answers as well ("O/N"). */
const OR = /^(?:or|oder|ou|o|of|lub|czy|eller|или|або|ali|vagy|sau|veya|ya)$/iu;

/** A header without the answers that it offers: the "no" of "Newsletter (yes/no)" negates nothing. */
function withoutChoices(header: string): string {
  const words = [...header.matchAll(WORD)].map(({ 0: text, index }) => ({ text, index }));
  const offered = new Set<number>();
  for (const [at, one] of words.entries()) {
    const beside = words[at + 1]?.text ?? "";
    const next = OR.test(beside) && !isFlagWord(beside) ? at + 2 : at + 1;
    const other = words[next]?.text ?? "";
    if (!isFlagWord(one.text) || !isFlagWord(other) || isNoWord(one.text) === isNoWord(other)) continue;
    for (let word = at; word <= next; word++) offered.add(word);
  }
  let text = header;
  for (const at of [...offered].sort((a, b) => b - a)) {
    const { index = 0, text: word = "" } = words[at] ?? {};
    text = `${text.slice(0, index)} ${text.slice(index + word.length)}`;
  }
  return text;
}

const PAIR =
  /[\p{L}\p{N}]+[\s_]*[=＝→][\s_]*[\p{L}\p{N}]+|(?<![\p{L}\p{N}])\d ?\p{L}+(?= ?[/,;|] ?\d ?\p{L})|(?<=\p{L} ?[/,;|] ?)\d ?\p{L}+|(?<![\p{L}\p{N}])\d[\s_]*[:：–-][\s_]*\p{L}+/gu;

/** Whether a header says itself that its codes mean the opposite of the usual: "0=yes, 1=no". */
export function hasTurnedLegend(header: string): boolean {
  if (!hasLegend(header)) return false;
  const pairs = header.match(PAIR) ?? [];
  return pairs.some((pair) => {
    const [code = "", word = ""] = pair.split(/[\s_]*[=＝→:：–-][\s_]*/u);
    return isFlagWord(code) && isFlagWord(word) && isNoWord(code) !== isNoWord(word);
  });
}

/** "x = nein danke", "1=ja 2=nein", "0 - да, 1 - нет": a code, and its meaning up to the next one. */
const EXPLAINED =
  /(?<![\p{L}\p{N}])(?:([\p{L}\p{N}]{1,2})\s*[=＝→]|(\d)\s*[:：–-])\s*([^,;/|()[\]{}=＝→]+?)(?=\s+[\p{L}\p{N}]{1,2}\s*[=＝→]|\s+\d\s*[:：–-]|\s*[,;/|()[\]{}]|\s*$)/gu;

/** The meanings that a header gives its codes, by the code in lower case. */
export function legendOf(header: string): ReadonlyMap<string, string> {
  const pairs = hasLegend(header) ? [...header.matchAll(EXPLAINED)] : [];
  return new Map(pairs.map(([, code, digit, word = ""]) => [(code ?? digit ?? "").toLowerCase(), word]));
}

/** Whether a header explains the codes below it. */
export function hasLegend(header: string): boolean {
  return LEGEND.test(header);
}

/** Negations that `NEGATED` does not count, because they do not mean an opt-out when alone. */
const UNCLEAR =
  /(?<!\p{L})(?:never|jamais|nunca|mai|nooit|nigdy|aldrig|aldri|никогда|nem|neni|nie|nu|kein\p{L}* ?mehr|nicht mehr|no longer|ya no|non piu|ne\p{L}{0,2} plus|n est plus|niet meer|degil|δεν|μη)(?!\p{L})|(?<!\p{L})ne(?=odhla|odvol|prihl|souhl|suhl|odber|zasil|chce|chci|preje|posil|zad|vypis|wypis)|c[ıi]kmad|未|没|沒|いない|ません|ていな|않|안 ?함|아님/u;

const isNegated = (rest: string) => NEGATED.test(rest) || TURNED.test(rest);
/** Parts of words that turn a subscription into its end: "Newslettersperre", "unerwünscht". */
const TURNED =
  /sperr|stop|verbot|verzicht|ablehn|abgelehn|unerw|fehl|kielto|block|blok|refus|reject|deni|(?<!\p{L})(?:don|doesn|didn|isn|wasn|hasn|haven|won|dont|doesnt) ?t?(?!\p{L})|不|无|無|拒|停|退|消|解|ない|なし|미|거부|취소|해지/u;

/** The rest of a text without the words that a pattern matches. */
function without(words: string, pattern: RegExp): string {
  return words.replace(new RegExp(`(?:${pattern.source})${ENDING}`, "gu"), " ").trim();
}
/** The rest of a word. In scripts without spaces between words, the next one. */
const ENDING = `(?:(?!${UNSPACED.source})[\\p{L}\\p{M}])*`;

/** That somebody may leave later: "You can unsubscribe at any time". */
const ANY_TIME =
  /(?<!\p{L})any ?time|you (?:can|may)|jederzeit|bis (?:auf )?widerruf|tout moment|cualquier momento|qualsiasi momento|qualquer momento|elk moment|kazdej chwili|kdykoli|kedykolvek|barmikor|oricand|bilo kada|любо[ей] (?:время|момент)|можно|nar som helst|milloin tahansa|zaman|οποιαδηποτε|بأي وقت|اي وقت|בכל עת|kapan saja|随时|隨時|いつでも|언제든/u;

/** Whether a header is about opting in, and what is in its brackets turns that: "Newsletter (no ads)". */
function saysMoreInBrackets(header: string): boolean {
  const outside = headerWords(header.replace(/[([{（【].*?(?:[)\]}）】]|$)/gu, " "));
  const turns = (words: string) => NEGATED.test(words) || OPTED_OUT.test(words);
  return OPTED_IN.test(outside) && !turns(outside) && turns(headerWords(header));
}

/** What follows "without". */
const WITHOUT =
  /(?<!\p{L})(?:without|ohne|sans|sin|senza|sem|zonder|bez|без|utan|uden|uten|ilman|fara|χωρις|ללא|בלי|بدون) (.*)/u;

const areNeutral = (words: string) => words.replace(NEUTRAL_WITHIN, " ").split(" ").every(isNeutral);
const isNeutral = (word: string) => !/\p{L}/u.test(word) || /\d/.test(word) || NEUTRAL.has(word);
