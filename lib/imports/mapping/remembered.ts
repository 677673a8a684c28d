import { isConsentTarget } from "@/lib/contacts/fields";
import { findMapping, listMappings } from "@/lib/imports/queries";
import type { Suggestion } from "@/lib/imports/schemas";
import { meaningOf } from "./asking";
import { MOST_VALUES, mostly } from "./choices";
import { cellsOf, namesLeaving } from "./consent-cells";
import { isOwnColumn } from "./error-columns";
import { compileFlag, isFlagWord } from "./flags";
import { headerFingerprint } from "./headers";
import { hasRounded } from "./shapes";
import { filledAlready, rowsOfContacts, unreadOf } from "./suggest";

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
  const same = await findMapping(workspaceId, headerFingerprint(headers));
  const found = same ?? mostAlike(own, await listMappings(workspaceId, LOOKED_AT));
  if (!found) return null;
  const entries = Object.entries(found.mapping).filter(([header]) => own.has(header));
  const fields = new Map(entries.map(([header, field]) => [header, field ?? "skip"]));
  return { fields, asks: new Set(found.asks), answered: new Set(found.answered), isSame: same !== null };
}

export interface Remembered {
  fields: ReadonlyMap<string, string>;
  /** Columns whose answers held for that file alone. */
  asks: ReadonlySet<string>;
  /** Columns whose question was answered for good, as long as it is about the same words. */
  answered: ReadonlySet<string>;
  /** Whether it is of a file with the same columns, not of one that is merely similar. */
  isSame: boolean;
}

interface Stored {
  mapping: Record<string, string | null>;
  asks: string[];
  answered: string[];
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

/** Fields whose text differs from file to file. */
const OF_TEXT = new Set(["notes", "tags"]);

/**
 * Why a remembered column is asked about: the user who mapped it may not have seen the opt-outs that it contains now.
 * An earlier answer holds for a choice of the same few words. It does not hold for text, for cells that alone mean
 * "unsubscribed", or for cells that the flag cannot read. What empty cells mean was settled when it was mapped.
 */
function questionAbout(
  { header, question, field: suggested, unread: ofOther = [] }: Suggestion,
  field: string,
  { asks, answered }: Remembered,
  rows: string[][],
  column: number,
): Pick<Suggestion, "question" | "unread"> | null {
  const isAgain = asks.has(header);
  const isFlag = isConsentTarget(field);
  const unread = isFlag
    ? unreadOf(field, header, column, rows).filter((value) => value !== "" || isAgain)
    : ofOther;
  const isText = field !== "email" && (OF_TEXT.has(field) || countValues(column, rows) > MOST_VALUES);
  const isNew = question !== undefined && (isText || !answered.has(header));
  const isLost =
    !isFlag &&
    field !== "email" &&
    (namesLeaving(column, rows) || (!answered.has(header) && hasOptOut(suggested, header, column, rows)));
  const isUnread = isFlag && unread.length > 0;
  if (!isNew && !isUnread && !isAgain && !isLost) return null;
  return { question: "consent", ...(unread.length > 0 && { unread }) };
}

/** Whether the flag that the column is suggested for says of anybody that they left. */
function hasOptOut(suggested: string, header: string, column: number, rows: string[][]): boolean {
  const isOut = isConsentTarget(suggested) ? compileFlag(meaningOf(suggested, header)) : () => false;
  return cellsOf(rows, column).some((cell) => isOut(cell) === true);
}

const AGAIN = "Its cells may say that somebody opted out.";

const countValues = (column: number, rows: string[][]) =>
  new Set(cellsOf(rows, column).map((cell) => cell.toLowerCase())).size;

/**
 * The answers that hold for this file: not those of a merely similar one about a bare yes and no (one and zero), which
 * the other columns explain and which may say something else here.
 */
function answersFor(fresh: Suggestion[], { answered, isSame }: Remembered, rows: string[][]) {
  if (isSame) return answered;
  const isBare = (column: number) => mostly(cellsOf(rows, column), isFlagWord);
  const bare = fresh.filter((_, column) => isBare(column)).map(({ header }) => header);
  return answered.difference(new Set(bare));
}

/**
 * Suggestions in which the remembered columns are as they were, and the others take no field from them. An id is not
 * remembered where a spreadsheet has rounded cells of `samples` since.
 */
export function withRemembered(
  fresh: Suggestion[],
  remembered: Remembered,
  samples: string[][],
): Suggestion[] {
  const { fields } = remembered;
  const takenBy = new Map([...fields].map(([header, field]) => [field, header]));
  const rows = rowsOfContacts(samples, fresh.length);
  const answered = answersFor(fresh, remembered, rows);
  // "Name" beside "Vorname" was a last name; here nothing else has the first one.
  const hasFirst = fresh.some(({ header, field }) => (fields.get(header) ?? field) === "first_name");
  const isWholeName = (was: string | undefined, { field }: Suggestion) =>
    was === "last_name" && field === "full_name" && !hasFirst;
  return fresh.map((suggestion, column) => {
    const { header } = suggestion;
    const was = fields.get(header);
    const isOver = (was === "external_id" && hasRounded(samples, column)) || isWholeName(was, suggestion);
    const field = isOver ? undefined : was;
    if (field !== undefined) {
      const reason = "As you mapped this column last time.";
      const reason_code = answered.has(header) ? "remembered_answer" : "remembered";
      const known = { header, field, confidence: "high", reason, reason_code } as const;
      const asks = questionAbout(suggestion, field, { ...remembered, answered }, rows, column);
      return asks ? { ...known, ...asks, reason: `${reason} ${AGAIN}` } : known;
    }
    const winner = takenBy.get(suggestion.field);
    if (suggestion.field === "skip" || isConsentTarget(suggestion.field) || winner === undefined)
      return suggestion;
    return { header, field: "skip", confidence: "low", ...filledAlready(suggestion.field, winner) };
  });
}

/** Whether a suggestion is what somebody confirmed for an earlier file. */
export const isRemembered = ({ reason_code }: Pick<Suggestion, "reason_code">): boolean =>
  reason_code === "remembered" || reason_code === "remembered_answer";
