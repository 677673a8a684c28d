import { isConsentTarget } from "@/lib/contacts/fields";
import { findMapping, listMappings } from "@/lib/imports/queries";
import type { Suggestion } from "@/lib/imports/schemas";
import { isOwnColumn } from "./error-columns";
import { headerFingerprint } from "./headers";

/** Earlier mappings that are searched for a similar one. */
const LOOKED_AT = 50;
/** The share of all columns, of both files together, that they must have in common. */
const ALIKE = 0.5;

/**
 * The field of each column as it was confirmed last for these columns, or for the most alike of the latest files when
 * some were added or left out. The columns of a file of rejected rows do not count. Null when nothing is alike.
 */
export async function recallMapping(
  workspaceId: string,
  headers: string[],
): Promise<Map<string, string> | null> {
  const own = new Set(headers.filter((header) => !isOwnColumn(header)));
  const mapping =
    (await findMapping(workspaceId, headerFingerprint(headers))) ??
    mostAlike(own, await listMappings(workspaceId, LOOKED_AT));
  if (!mapping) return null;
  const entries = Object.entries(mapping).filter(([header]) => own.has(header));
  return new Map(entries.map(([header, field]) => [header, field ?? "skip"]));
}

type Stored = Record<string, string | null>;

/** The latest of the mappings that share the most columns with the headers. */
function mostAlike(headers: ReadonlySet<string>, mappings: Stored[]): Stored | null {
  let best: Stored | null = null;
  let most = ALIKE;
  for (const mapping of mappings) {
    const known = Object.keys(mapping).filter((header) => !isOwnColumn(header));
    const shared = known.filter((header) => headers.has(header)).length;
    const alike = shared / (known.length + headers.size - shared);
    const hasEmail = known.some((header) => mapping[header] === "email" && headers.has(header));
    if (!hasEmail || alike < most || (alike === most && best)) continue;
    best = mapping;
    most = alike;
  }
  return best;
}

/** Suggestions in which the remembered columns are as they were, and the others take no field from them. */
export function withRemembered(fresh: Suggestion[], remembered: ReadonlyMap<string, string>): Suggestion[] {
  const takenBy = new Map([...remembered].map(([header, field]) => [field, header]));
  return fresh.map((suggestion) => {
    const { header } = suggestion;
    const field = remembered.get(header);
    if (field !== undefined) {
      const reason = "As you mapped this column last time";
      const known = { header, field, confidence: "high", reason, reason_code: "remembered" } as const;
      // Nobody may have seen the opt-outs that the column has by now.
      const isNews = field === "skip" && suggestion.reason_code === "cells_say_unsubscribed";
      const isUnread =
        isConsentTarget(field) && isConsentTarget(suggestion.field) && suggestion.question !== undefined;
      const { unread } = suggestion;
      return isNews || isUnread ? { ...known, ...(unread && { unread }), question: "consent" } : known;
    }
    const winner = takenBy.get(suggestion.field);
    if (suggestion.field === "skip" || isConsentTarget(suggestion.field) || winner === undefined)
      return suggestion;
    const reason = `The column “${winner}” already fills ${suggestion.field}.`;
    return { header, field: "skip", confidence: "low", reason, reason_code: "field_taken" };
  });
}
