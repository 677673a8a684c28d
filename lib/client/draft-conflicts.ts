import type { ImportDraft } from "./api-types";
import { ApiFailure } from "./failure";
import type { DraftChanges } from "./imports";

/** Attempts at a change that others overtake. */
const TRIES = 5;

/** What a draft says of whatever a change of it touches: by that two tabs know whether they answer the same question. */
export function touchedBy(part: DraftChanges, draft: ImportDraft): string {
  const { columnMapping = {}, columnTypes = {}, options = {}, dialect = {} } = part;
  const { rules = {}, optOutValues = {}, ...others } = options;
  const said = (of: object, names: object) => {
    const values = new Map<string, unknown>(Object.entries(of));
    return Object.keys(names).map((name) => values.get(name) ?? null);
  };
  return JSON.stringify([
    said(draft.columnMapping, columnMapping),
    said(draft.columnTypes, columnTypes),
    said(draft.options.rules, rules),
    said(draft.options.optOutValues, optOutValues),
    said(draft.options, others),
    said(draft.dialect, dialect),
  ]);
}

interface Attempt {
  part: DraftChanges;
  /** What the tab showed of it when it was decided. */
  seen: string;
  /** The version that the tab knows, and now. */
  version: () => number | undefined;
  look: () => Promise<ImportDraft | null>;
  send: (part: DraftChanges) => Promise<{ draft: ImportDraft | null }>;
}

/**
 * Changes a draft on which another tab may have decided since. Where the other changed something else, both get their way;
 * where it answered the same, it is told by the failure that the server gave.
 */
export async function changeAsSeen({ part, seen, version, look, send }: Attempt) {
  let known = version();
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(known === undefined ? part : { ...part, draftVersion: known });
    } catch (error) {
      if (!isOvertaken(error) || attempt === TRIES) throw error;
      const now = await look();
      if (!now || touchedBy(part, now) !== seen) throw error;
      known = now.version;
    }
  }
}

function isOvertaken(error: unknown): boolean {
  const { status, details } = ApiFailure.from(error);
  return status === 409 && typeof details === "object" && details !== null && "draft_version" in details;
}
