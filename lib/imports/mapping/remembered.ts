import { isConsentTarget } from "@/lib/contacts/fields";
import { findMapping, listMappings } from "@/lib/imports/queries";
import type { Suggestion } from "@/lib/imports/schemas";
import { isOwnColumn } from "./error-columns";
import { headerFingerprint } from "./headers";
import { hasRounded } from "./shapes";

/** Earlier mappings that are searched for a similar one. */
const LOOKED_AT = 50;
/** The share of all columns, of both files together, that must be common to both. */
const ALIKE = 0.5;

/**
 * The field of each column as it was last confirmed for these columns, or for the most similar of the latest files
 * when some were added or left out. The columns of a file of rejected rows do not count. Null when nothing is similar.
 */
export async function recallMapping(workspaceId: string, headers: string[]): Promise<Remembered | null> {
  const own = new Set(headers.filter((header) => !isOwnColumn(header)));
  const found =
    (await findMapping(workspaceId, headerFingerprint(headers))) ??
    mostAlike(own, await listMappings(workspaceId, LOOKED_AT));
  if (!found) return null;
  const entries = Object.entries(found.mapping).filter(([header]) => own.has(header));
  const fields = new Map(entries.map(([header, field]) => [header, field ?? "skip"]));
  return { fields, asks: new Set(found.asks) };
}

export interface Remembered {
  fields: ReadonlyMap<string, string>;
  /** Columns whose answers held for that file alone. */
  asks: ReadonlySet<string>;
}

interface Stored {
  mapping: Record<string, string | null>;
  asks: string[];
}

/** The latest of the mappings that share the most columns with the headers. */
function mostAlike(headers: ReadonlySet<string>, mappings: Stored[]): Stored | null {
  let best: Stored | null = null;
  let most = ALIKE;
  for (const stored of mappings) {
    const { mapping } = stored;
    const known = Object.keys(mapping).filter((header) => !isOwnColumn(header));
    const shared = known.filter((header) => headers.has(header)).length;
    const alike = shared / (known.length + headers.size - shared);
    const hasEmail = known.some((header) => mapping[header] === "email" && headers.has(header));
    if (!hasEmail || alike < most || (alike === most && best)) continue;
    best = stored;
    most = alike;
  }
  return best;
}

/** What empty cells mean was decided when the column was left as it is. */
const isOfEmptyCells = (unread: string[] | undefined) => unread?.length === 1 && unread[0] === "";

/**
 * Suggestions in which the remembered columns are as they were, and the others take no field from them. An id is not
 * remembered where a spreadsheet has rounded cells of `samples` since.
 */
export function withRemembered(
  fresh: Suggestion[],
  { fields, asks }: Remembered,
  samples: string[][],
): Suggestion[] {
  const takenBy = new Map([...fields].map(([header, field]) => [field, header]));
  return fresh.map((suggestion, column) => {
    const { header } = suggestion;
    const was = fields.get(header);
    const field = was === "external_id" && hasRounded(samples, column) ? undefined : was;
    if (field !== undefined) {
      const reason = "As you mapped this column last time";
      const known = { header, field, confidence: "high", reason, reason_code: "remembered" } as const;
      // Nobody may have seen the opt-outs that the column contains by now.
      const isNews = field === "skip" && suggestion.reason_code === "cells_say_unsubscribed";
      const { unread, question } = suggestion;
      const isUnread =
        isConsentTarget(field) &&
        isConsentTarget(suggestion.field) &&
        question !== undefined &&
        !isOfEmptyCells(unread);
      const isAsked = isNews || isUnread || asks.has(header);
      return isAsked ? { ...known, ...(unread && { unread }), question: "consent" } : known;
    }
    const winner = takenBy.get(suggestion.field);
    if (suggestion.field === "skip" || isConsentTarget(suggestion.field) || winner === undefined)
      return suggestion;
    const reason = `The column “${winner}” already fills ${suggestion.field}.`;
    return { header, field: "skip", confidence: "low", reason, reason_code: "field_taken" };
  });
}
