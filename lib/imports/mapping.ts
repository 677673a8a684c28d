import { mayHoldConsent } from "./consent";
import { isOwnColumn } from "./error-columns";
import { type Claim, readColumn } from "./mapping-columns";
import type { Field } from "./mapping-fields";
import { isPlaceholder } from "./mapping-headers";
import { chooseNames } from "./mapping-names";
import type { ReasonCode } from "./mapping-reasons";

export {
  type Field,
  findField,
  type MappingProblem,
  validateMapping,
} from "./mapping-fields";
export { displayHeaders, headerFingerprint } from "./mapping-headers";

export type Confidence = "high" | "medium" | "low";
export type Suggestion = {
  header: string;
  field: Field;
  confidence: Confidence;
  reason: string;
  reason_code: ReasonCode;
  /** Leaving the column out may lose opt-outs: somebody has to say what it holds. */
  question?: "consent";
};

/**
 * Suggests a field for every column, by its header (synonyms in eleven languages) and by what its cells look like.
 * `headers` as shown (displayHeaders), `samples` the first data rows. Every field goes to one column at most, the
 * best one; columns that fit nothing are suggested as `skip` with low confidence. Deterministic.
 */
export function suggestMapping(headers: string[], samples: string[][]): Suggestion[] {
  const claims = headers.map((header, column) =>
    isOwnColumn(header) ? [] : readColumn(header, column, samples),
  );
  const winners = new Map<number, Claim>();
  const taken = new Map<string, string>();
  const ordered = claims.flat().sort((a, b) => b.score - a.score || a.column - b.column);
  for (const claim of chooseNames(ordered, headers, samples)) {
    if (winners.has(claim.column) || taken.has(claim.field)) continue;
    winners.set(claim.column, claim);
    taken.set(claim.field, headers[claim.column] ?? "");
  }
  return headers.map((header, column) => {
    if (isOwnColumn(header)) {
      return {
        header,
        field: "skip",
        confidence: "high",
        reason: "Kith added this column to a file of rejected rows.",
        reason_code: "own_error_column",
      };
    }
    if (isOwnCustomField(header)) {
      return {
        header,
        field: header,
        confidence: "high",
        reason: "Kith exported this custom field under this name.",
        reason_code: "own_custom_field",
      };
    }
    const claim = winners.get(column);
    if (claim) {
      const { field, confidence, reason, reason_code } = claim;
      return { header, field, confidence, reason, reason_code };
    }
    const lost = claims[column] ?? [];
    const suggestion = skipped(header, lost, taken);
    return isFlag(lost) || mayHoldConsent(header, column, samples)
      ? { ...suggestion, question: "consent" }
      : suggestion;
  });
}

/** Whether a column that lost its field says who wants no mail; a date of it beside the flag says nothing more. */
function isFlag(claims: Claim[]): boolean {
  return claims.some(({ meaning }) => meaning === "unsubscribed" || meaning === "subscribed");
}

/** A column of our own export. */
function isOwnCustomField(header: string): header is `custom_fields.${string}` {
  const { length } = header;
  return (
    header.startsWith("custom_fields.") &&
    length > "custom_fields.".length &&
    length <= "custom_fields.".length + 64
  );
}

function skipped(header: string, claims: Claim[], taken: Map<string, string>): Suggestion {
  const lost = claims.find((claim) => taken.has(claim.field));
  const winner = lost && taken.get(lost.field);
  if (lost && winner !== undefined) {
    return {
      header,
      field: "skip",
      confidence: "low",
      reason: `The column “${winner}” already fills ${lost.field}.`,
      reason_code: "field_taken",
    };
  }
  const skip = { header, field: "skip", confidence: "low" } as const;
  return isPlaceholder(header)
    ? {
        ...skip,
        reason: "The column has no header, and its cells fit no field for certain.",
        reason_code: "no_header",
      }
    : {
        ...skip,
        reason: "No field of a contact fits; map it to a custom field to keep it.",
        reason_code: "no_field",
      };
}
