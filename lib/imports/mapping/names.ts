import type { Claim } from "./columns";
import { compactHeader } from "./synonyms";
import { NAMES_OF_THINGS } from "./words-more";

const THINGS = new Set(NAMES_OF_THINGS.name?.split(", ").map(compactHeader));

/**
 * Settles which columns are first, last and full names. Some headers say only "name": beside a first name it is the
 * last name (German "Vorname, Name"; French "Prénom, Nom"), beside a last name the first name (Spanish "Nombre,
 * Apellidos"), alone it is both. A full name beside first and last names is left out.
 */
export function chooseNames(claims: Claim[], headers: string[], samples: string[][]): Claim[] {
  const first = claims.find((claim) => claim.meaning === "first_name");
  const last = claims.find((claim) => claim.meaning === "last_name");
  const settled = claims.map((claim) =>
    claim.meaning === "name" ||
    isNumberedLast(claim, first, headers) ||
    (claim.meaning === "full_name" && isHalf(claim, first ?? last, samples))
      ? settle(claim, first, last, headers, samples)
      : claim,
  );
  const hasBoth =
    settled.some((claim) => claim.field === "first_name") &&
    settled.some((claim) => claim.field === "last_name");
  return hasBoth ? settled.filter((claim) => claim.field !== "full_name") : settled;
}

/**
 * NAME1 is a family name in the one SAP table that has NAMEV, that of contact persons. Written in another way, it is
 * beside any first name.
 */
function isNumberedLast(claim: Claim, first: Claim | undefined, headers: string[]): boolean {
  const header = headers[claim.column] ?? "";
  if (first === undefined || claim.meaning !== "company" || compactHeader(header) !== "name1") return false;
  return header !== "NAME1" || headers[first.column] === "NAMEV";
}

function settle(
  claim: Claim,
  first: Claim | undefined,
  last: Claim | undefined,
  headers: string[],
  samples: string[][],
): Claim {
  const header = headers[claim.column] ?? "";
  if ((first || last) && THINGS.has(compactHeader(header)))
    return {
      ...claim,
      field: "company",
      score: claim.score - 0.5,
      confidence: "medium",
      reason: `Beside names of people, “${header}” means company.`,
      reason_code: "name_beside_other",
    };
  if (first && last) return claim;
  if (first) {
    if (includesOther(samples, claim.column, first.column)) return claim;
    return {
      ...claim,
      field: "last_name",
      reason: `Beside “${headers[first.column]}”, “${header}” means last name.`,
      reason_code: "name_beside_other",
    };
  }
  if (last) {
    if (includesOther(samples, claim.column, last.column)) return claim;
    return {
      ...claim,
      field: "first_name",
      reason: `Beside “${headers[last.column]}”, “${header}” means first name.`,
      reason_code: "name_beside_other",
    };
  }
  return {
    ...claim,
    reason: `“${header}” means name; first and last name are told apart row by row.`,
    reason_code: "name_alone",
  };
}

/** Whether a column called a whole name never contains the other half: then it is only the one half. */
function isHalf(claim: Claim, other: Claim | undefined, samples: string[][]): boolean {
  if (!other || other.column === claim.column) return false;
  const pairs = samples.filter((row) => row[claim.column]?.trim() && row[other.column]?.trim());
  return pairs.length > 0 && !pairs.some((row) => contains(row[claim.column] ?? "", row[other.column] ?? ""));
}

const contains = (whole: string, part: string) =>
  whole.toLocaleLowerCase("und").includes(part.trim().toLocaleLowerCase("und"));

/** Whether most cells of a column contain the other column's: a full name does, a last name does not. */
function includesOther(samples: string[][], column: number, other: number): boolean {
  const pairs = samples
    .map((row) => [row[column]?.trim() ?? "", row[other]?.trim() ?? ""] as const)
    .filter(([whole, part]) => whole !== "" && part !== "");
  return (
    pairs.length > 0 &&
    pairs.filter(([whole, part]) => whole !== part && whole.includes(part)).length > pairs.length / 2
  );
}
