import type { Claim } from "./columns";
import { isOtherThing } from "./other-things";
import { namesPeople, namesThings } from "./people-words";
import { compactHeader } from "./synonyms";

/** Where no header says "name": the column whose cells are the names of the people with the addresses. */

const PARTICLE =
  /^(?:v[ao]n|vom|zu[mr]?|de[nrlis]?|della|d[ai]|d[ao]s?|du|la|le|los|las|el|al|bin|ibn|ter?|ten|[yei]|af|av)$/u;
const WORD = /^(?:\p{Ll}{1,4}['’-])?[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’.\-\u2010]*$/u;
const EAST_ASIAN =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,5}[ ・]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,5}|\p{Script=Hangul}{1,4} ?\p{Script=Hangul}{1,4})$/u;
const FIRM =
  /(?:^|[\s.,])(?:gmbh|ag|kg|ohg|ug|e\.?\s?v|ltd|limited|inc|llc|llp|corp|co|plc|s\.?a|sas|sarl|s\.?r\.?l|s\.?p\.?a|s\.?l|b\.?v|n\.?v|oyj?|ab|a\/?s|aps|sp|s\.?r\.?o|kft|bt|ооо|зао|оао)\.?(?=$|[\s,])|会社|公司|協会|协会|大学|学校/iu;
const LONGEST = 60;
const MOST_WORDS = 6;

/** Whether a cell may be a first and a last name, in any order; in Chinese, Japanese and Korean without a blank. */
function isName(cell: string): boolean {
  if (cell.length > LONGEST || FIRM.test(cell)) return false;
  const text = cell.replace(/\s+/gu, " ");
  if (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Katakana}/u.test(text)) return EAST_ASIAN.test(text);
  const words = text.replace(/, ?/u, " ").split(" ");
  const names = words.filter((word) => !PARTICLE.test(word));
  return names.length >= 2 && words.length <= MOST_WORDS && names.every((word) => WORD.test(word));
}

const LETTERS: Record<string, string> = { ß: "ss", ø: "o", ł: "l", ı: "i", đ: "d", æ: "ae", œ: "oe" };
const plain = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłıđæœ]/g, (letter) => LETTERS[letter] ?? letter);

/** Shorter names occur in many addresses by chance. */
const SHORTEST = 3;

/** Whether an address is made of the name: "jürgen.mueller@example.com". */
function isInAddress(name: string, address: string): boolean {
  const local = plain(address.slice(0, Math.max(0, address.indexOf("@"))));
  const locals = [local, local.replace(/([aou])e/g, "$1")];
  const words = plain(name).split(/[^\p{L}]+/u);
  return words.some((word) => word.length >= SHORTEST && locals.some((one) => one.includes(word)));
}

/** The words for addresses, parts of which are words: German "Mai". */
const MAIL = /e?mails?/;

const MOSTLY = 0.8;
const DISTINCT = 0.9;

/** The cells of a column beside their addresses, if they may be names: hardly one of them twice. */
function namesIn(column: number, email: number, rows: string[][]): [name: string, address: string][] {
  const filled = rows
    .map((row): [string, string] => [row[column]?.trim() ?? "", row[email] ?? ""])
    .filter(([cell]) => cell !== "");
  const names = filled.filter(([cell]) => isName(cell));
  const isDistinct = new Set(names.map(([cell]) => cell)).size >= DISTINCT * names.length;
  return names.length >= 2 && names.length >= MOSTLY * filled.length && isDistinct ? names : [];
}

/**
 * The column with the names of the people, among those that fit no field: called like the column of addresses
 * ("Tenant", "Tenant e-mail"), else with the words of which the addresses are made, else with what people of a list
 * are called ("Guest", "Socio", "会員名"); in a role ("Parent", "Mitarbeiter") only if nobody else is named. Null when
 * none of that holds for a column.
 */
export function claimNames(
  headers: string[],
  rows: string[][],
  email: number,
  isFree: (column: number) => boolean,
): Claim | null {
  const compact = headers.map(compactHeader);
  const ownOf = (column: number) => compact[column]?.replace(/名$|명$/u, "") ?? "";
  /** Whether it is the column of somebody with another address: "Trainer", "Trainer e-mail". */
  const hasOtherAddress = (column: number) =>
    ownOf(column) !== "" &&
    headers.some(
      (_, other) =>
        other !== column &&
        other !== email &&
        compact[other]?.includes(ownOf(column)) &&
        rows.some((row) => row[other]?.includes("@")),
    );
  const named = headers.map((header, column) =>
    isFree(column) && !namesThings(header) ? namesIn(column, email, rows) : [],
  );
  const areSeveral = named.filter((names) => names.length > 0).length > 1;
  const proofOf = (names: [name: string, address: string][], column: number) => {
    if (names.length === 0) return 0;
    const header = headers[column] ?? "";
    const own = ownOf(column);
    const isOfAddress = own.length > 1 && (compact[email] ?? "").replace(MAIL, "").includes(own);
    if (!isOfAddress && hasOtherAddress(column)) return 0;
    const called = isOtherThing(header) ? null : namesPeople(header);
    const agreeing = names.filter(([name, address]) => isInAddress(name, address)).length;
    const areInAddresses = agreeing >= 2 && agreeing >= names.length / 2;
    const isCalled = called === "surely" ? 2 : called === "role" && (areInAddresses || !areSeveral) ? 1 : 0;
    return (isOfAddress ? 8 : 0) + (areInAddresses ? 4 : 0) + isCalled;
  };
  const proofs = named.map(proofOf);
  const best = Math.max(0, ...proofs);
  if (best === 0) return null;
  const column = proofs.indexOf(best);
  const reason = "Its cells look like names of people.";
  const claim = { column, field: "full_name", meaning: "full_name", score: 0.5 } as const;
  return { ...claim, confidence: "medium", reason, reason_code: "cells_are_names" };
}
