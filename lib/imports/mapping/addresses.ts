import type { Claim } from "./columns";
import { LISTED, NEGATED, OPTED_IN, OPTED_OUT, STAYED } from "./consent-words";
import { namesFormer } from "./former";
import { isPlaceholder } from "./headers";
import { speaksOfLeaving } from "./leaving";
import { shapeOf } from "./shapes";
import { headerWords } from "./synonyms";

/**
 * Which of several address columns is the one to write to, and whether a file is a list of people who must not be
 * written to: such a list has no column for it, only a header or title.
 */

/** Words for a further address of a person, or for that of another person. */
const SECONDARY =
  /(?<!\d)[2-9](?!\d)|(?<!\p{L})(?:second(?:ary|aire)?|secundari[oa]|secondari[oa]|altern\p{L}*|alt|zweit\p{L}*|weitere|backup|other|additional|autre|otr[oa]|altr[oa]|outro|andere?|privat[eo]?|prive|privado|particular|perso(?:nal|nnel)?|home|invoice|invoicing|billing|rechnung\p{L}*|buchhaltung|accounting|factur\p{L}*|fattur\p{L}*|fatura\p{L}*|faktur\p{L}*|laskutus\p{L}*|owner|manager|vorgesetzt\p{L}*|assistant|assistenz|sekret\p{L}*|parent|eltern\p{L}*|guardian|spouse|partner|emergency|notfall\p{L}*|recovery|cc|bcc|agent|rep|referr\p{L}*|sender|created by|betreuer\p{L}*|dodatkow\p{L}*|drug[ia]\p{L}*|dalsi|druh[yaei]|masodlag\p{L}*|ikinci|toinen|andra|втор\p{L}*|дополнит\p{L}*|личн\p{L}*|резерв\p{L}*|другой|друга\p{L}*)(?!\p{L})|予備|サブ|第二|備用|备用|その他|其他|보조/u;

/** Whether a header means an address beside the main one. */
function isSecondary(header: string): boolean {
  return !isPlaceholder(header) && SECONDARY.test(headerWords(header));
}

/** Names of lists, as a whole; within longer text the same words mean something else ("Left arm", "Removed items"). */
const LEAVERS =
  /^(?:(?:ex|former|non|lost) ?(?:subscribers?|subscribed|readers?)\b.*|(?:people |who )?left|leavers|stop|gone(?: away)?|no thanks|(?:removed?|deleted)(?: (?:contacts?|people|subscribers?|these|them))?|ayr[iı]lanlar|ausgetreten\p{L}*|abgaenge|abgange|desabonnes|bajas)(?: (?:csv|tsv|txt|xlsx?|ods|jsonl?|vcf))?$/u;

/** Whether a header or a title says that everybody below opted out. */
export function namesLeaversList(text: string): boolean {
  const words = headerWords(text);
  if (STAYED.test(words)) return false;
  return (
    LEAVERS.test(words) ||
    namesFormer(words) ||
    OPTED_OUT.test(words) ||
    LISTED.test(words) ||
    speaksOfLeaving(text) ||
    (OPTED_IN.test(words) && NEGATED.test(words))
  );
}

/** What a claim loses when its header means another address, or an address not to write to. */
const SECONDARY_PENALTY = 0.6;
/** What it loses when it has none of the addresses that the fullest column has. */
const EMPTY_PENALTY = 0.9;

/**
 * Claims in which a column of addresses counts for less if another has more, or if its header says that it is not the
 * main one. Distinct addresses are counted: an account manager's fills every row.
 */
export function weighAddresses(claims: Claim[], headers: string[], samples: string[][]): Claim[] {
  const columns = new Set(claims.filter(({ field }) => field === "email").map(({ column }) => column));
  if (columns.size < 2) return claims;
  const counts = new Map([...columns].map((column) => [column, countAddresses(samples, column)]));
  const most = Math.max(...counts.values());
  const isBeside = (column: number) => {
    const header = headers[column] ?? "";
    return isSecondary(header) || namesLeaversList(header);
  };
  return claims.map((claim) => {
    if (claim.field !== "email") return claim;
    const missing = most === 0 ? 0 : 1 - (counts.get(claim.column) ?? 0) / most;
    const penalty = (isBeside(claim.column) ? SECONDARY_PENALTY : 0) + EMPTY_PENALTY * missing;
    const isSure = penalty === 0 || (missing < 0.1 && penalty < SECONDARY_PENALTY);
    return { ...claim, score: claim.score - penalty, confidence: isSure ? claim.confidence : "low" };
  });
}

function countAddresses(samples: string[][], column: number): number {
  const cells = samples.map((row) => row[column]?.trim().toLowerCase() ?? "");
  return new Set(cells.filter((cell) => shapeOf(cell) === "email")).size;
}
