import { FIELD_OPTIONS } from "@/lib/fields/fields";
import { type RowErrorCode, rowErrorCodes } from "@/lib/imports/faults";
import { type Proposal, proposalKinds } from "@/lib/imports/proposal-kinds";
import type { Fault } from "@/lib/imports/rows/corrections";
import { storedJson } from "@/lib/jsonb";
import { cleanText } from "@/lib/text";
import type { DiffPage } from "./schemas";

/** How many rows fail for a reason, and how many of those a proposal would fix: these are counts of a diff beside its others. */

const MAX_REASONS = 100;
/** One more than the options a field may have, which is enough to know that there are too many. */
const MAX_WORDS = FIELD_OPTIONS.max + 1;
const WORD = "word:";
/** The count of rows that are rejected although they were corrected. */
export const STILL_WRONG = "fail:corrected";
const FACET = /^fail:(\w+):(\w*):(.*)$/s;

/** The name of a count. No code and no proposal contains the separator; a header may. */
export function reasonFacet({ code, column }: Fault, proposal: Proposal | "" = ""): string {
  return `fail:${code}:${proposal}:${column ?? ""}`;
}

/** Counts the words for which rows fail that are no options of their field. */
export class UnknownWords {
  /** By column and word in lower case, in the spelling that came first. */
  readonly #facets = new Map<string | null, Map<string, string>>();

  /** The name of the count; null for words that are too long for an option, or come after too many others. */
  facet({ code, column }: Fault, cell: string): string | null {
    const word = code === "not_an_option" ? cleanText(cell) : "";
    if (word === "" || word.length > FIELD_OPTIONS.length) return null;
    const facets = this.#facets.get(column) ?? new Map<string, string>();
    this.#facets.set(column, facets);
    const key = word.toLocaleLowerCase("und");
    const facet = facets.get(key) ?? `${WORD}${JSON.stringify([column, word])}`;
    if (facets.size < MAX_WORDS) facets.set(key, facet);
    return facets.has(key) ? facet : null;
  }
}

/** By column. */
function wordsOf(facets: Record<string, number>): Map<string, { value: string; rows: number }[]> {
  const words = new Map<string, { value: string; rows: number }[]>();
  for (const [facet, rows] of Object.entries(facets)) {
    if (!facet.startsWith(WORD)) continue;
    const [column, value] = storedJson<[string, string]>(facet.slice(WORD.length));
    words.set(column, [...(words.get(column) ?? []), { value, rows }]);
  }
  for (const each of words.values()) each.sort((a, b) => b.rows - a.rows || (a.value < b.value ? -1 : 1));
  return words;
}

/** The reasons of a diff, the most frequent first. */
export function reasonsOf({ facets }: { facets: Record<string, number> }): DiffPage["reasons"] {
  const reasons = new Map<string, DiffPage["reasons"][number]>();
  const found = Object.entries(facets).flatMap(([facet, rows]) => {
    const [, code = "", proposal = "", column = ""] = FACET.exec(facet) ?? [];
    return isCode(code) ? [{ code, proposal, column: column || null, rows }] : [];
  });
  const words = wordsOf(facets);
  for (const { code, proposal, column, rows } of found) {
    const values = code === "not_an_option" ? words.get(column ?? "") : undefined;
    const reason = { code, column, rows, proposals: [], ...(values && { values }) };
    if (proposal === "") reasons.set(reasonFacet({ code, column }), reason);
  }
  for (const { code, proposal, column, rows } of found)
    if (isProposal(proposal)) reasons.get(reasonFacet({ code, column }))?.proposals.push({ proposal, rows });
  const all = [...reasons.values()].sort((a, b) => b.rows - a.rows || (a.code < b.code ? -1 : 1));
  for (const reason of all) reason.proposals.sort((a, b) => b.rows - a.rows);
  return all.slice(0, MAX_REASONS);
}

function isCode(code: string): code is RowErrorCode {
  return rowErrorCodes.some((one) => one === code);
}

function isProposal(proposal: string): proposal is Proposal {
  return proposalKinds.some((one) => one === proposal);
}
