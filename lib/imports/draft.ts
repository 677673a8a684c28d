import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "@/db/client";
import { clientOf } from "@/lib/contacts/custom-keys";
import { isConsentTarget } from "@/lib/contacts/fields";
import { own } from "@/lib/own";
import { unknownTags } from "@/lib/tags/queries";
import type { Dialect } from "./file/file";
import { tellsAll } from "./mapping/opt-out-values";
import { findRecord, type ImportRow } from "./queries";
import { flagReader } from "./rows/consent-reader";
import type { Corrections } from "./rows/corrections";
import type { ImportOptions } from "./rows/row";
import type { ConfirmBody, DialectOverrides, ImportDraft, ImportRecord, Suggestion } from "./schemas";
import type { ColumnType } from "./schemas-draft";
import { asDrafted, type DraftedReading } from "./shown";
import { typesOf } from "./typing";

/** The file as the draft reads it, stored so that showing the import does not count its rows again. */
export interface Reading extends DraftedReading {
  dialect: Dialect;
  headers: string[];
}

/** Corrections of cells, with the version of the draft that last changed them. */
export interface StoredCorrections extends Corrections {
  version: number;
}

/** The stored part of a draft: what the user chose, not what was suggested. */
export interface StoredDraft {
  /** By header, including columns of the previous reading and of the detected one, which may return. */
  mapping: Record<string, string>;
  options: Partial<ImportOptions>;
  /** By header. */
  types?: Record<string, ColumnType>;
  dialect: DialectOverrides;
  /** Absent when the file is read as detected. */
  reading?: Reading;
  /** Rows as numbered by this reading. */
  corrections?: StoredCorrections;
}

export type DraftedRow = Pick<
  ImportRow,
  "workspace_id" | "headers" | "ai_suggestions" | "draft" | "draft_version"
>;

type DraftedSuggestions = Pick<ImportRow, "draft" | "ai_suggestions">;

/** The draft as it is stored; empty when nothing was chosen yet. */
export function storedDraft(row: Pick<ImportRow, "draft">): StoredDraft {
  // Written only by `changeDraft` (draft-change.ts), in this shape.
  return { mapping: {}, options: {}, dialect: {}, ...(row.draft as Partial<StoredDraft> | null) };
}

/** What was suggested for the columns as the draft reads them. */
export function suggestionsOf(row: DraftedSuggestions): Suggestion[] {
  return storedDraft(row).reading?.suggestions ?? ((row.ai_suggestions ?? []) as Suggestion[]);
}

/** Suggestions with a question that the draft does not answer. */
export function openQuestions(row: DraftedSuggestions): Suggestion[] {
  const { mapping, options } = storedDraft(row);
  if (options.allOptedOut) return [];
  return suggestionsOf(row).filter(({ header, field, question, unread = [] }) => {
    const told = own(options.optOutValues ?? {}, header);
    const isTold =
      told !== undefined && unread.length > 0 && tellsAll(told, unread, flagReader(header, field));
    return question && !isTold && own(mapping, header) === undefined;
  });
}

/** What each column is mapped to: the field chosen, else the one suggested. */
export function fieldsOf(
  headers: readonly string[],
  mapping: Record<string, string>,
  suggestions: readonly Suggestion[],
): Record<string, string> {
  const suggested = new Map(suggestions.map(({ header, field }) => [header, field]));
  return Object.fromEntries(
    headers.map((header) => [header, own(mapping, header) ?? suggested.get(header) ?? "skip"]),
  );
}

/** The whole draft of a pending import, as the API shows it. Tags that were deleted since are left out. */
export async function showDraft(row: DraftedRow, within?: Transaction): Promise<ImportDraft> {
  const { mapping, options, types = {}, dialect, reading, corrections } = storedDraft(row);
  const headers = reading?.headers ?? row.headers;
  const suggestions = suggestionsOf(row);
  const { duplicateStrategy = "update", emptyCells = "keep", tagIds = [] } = options;
  const { rules = {}, leaveOut = { rows: [], kinds: [] }, optOutValues = {}, allOptedOut = false } = options;
  const ofColumns = <T>(byHeader: Record<string, T>, isMeant = (_: string) => true) =>
    Object.fromEntries(
      Object.entries(byHeader).filter(([header]) => headers.includes(header) && isMeant(header)),
    );
  const columnMapping = fieldsOf(headers, mapping, suggestions);
  const [gone, columnTypes] = await Promise.all([
    unknownTags(row.workspace_id, tagIds, within),
    typesOf(row.workspace_id, columnMapping, types, suggestions, within && clientOf(within)),
  ]);
  return {
    version: row.draft_version,
    columnMapping,
    columnTypes,
    questions: openQuestions(row).map(({ header }) => header),
    options: {
      duplicateStrategy,
      emptyCells,
      tagIds: tagIds.filter((id) => !gone.includes(id)),
      rules: ofColumns(rules),
      leaveOut,
      optOutValues: ofColumns(optOutValues, (header) => isConsentTarget(columnMapping[header] ?? "skip")),
      allOptedOut,
    },
    dialect: {
      encoding: dialect.encoding ?? null,
      delimiter: dialect.delimiter ?? null,
      quote: dialect.quote ?? null,
      escape: dialect.escape ?? null,
      headerRow: dialect.headerRow ?? null,
      missingValues: dialect.missingValues ?? null,
    },
    corrections: {
      version: corrections?.version ?? 0,
      rows: Object.keys(corrections?.rows ?? {}).length,
      rules: corrections?.rules ?? [],
    },
  };
}

/** What confirming a pending import without a body means. */
export async function confirmationOf(row: DraftedRow): Promise<ConfirmBody> {
  const { version, columnMapping, columnTypes, options } = await showDraft(row);
  return {
    columnMapping,
    columnTypes: told(columnTypes),
    ...options,
    ...storedDraft(row).dialect,
    draftVersion: version,
  };
}

/** Without the parts that only a draft has. */
function told(types: ImportDraft["columnTypes"]): Record<string, ColumnType> {
  return Object.fromEntries(
    Object.entries(types).map(([header, { is_known: _, ...type }]) => [header, type]),
  );
}

/** Whether a body equals the draft. */
export function isConfirmationOf(body: ConfirmBody, drafted: ConfirmBody): boolean {
  const plain = ({ draftVersion: _, ...told }: ConfirmBody) => JSON.parse(JSON.stringify(told));
  return isDeepStrictEqual(plain(body), plain(drafted));
}

/** An import as the API shows it, with its draft while it is pending. Throws 404. */
export async function findImport(
  workspaceId: string,
  id: string,
  within?: Transaction,
): Promise<ImportRecord> {
  const { row, record } = await findRecord(workspaceId, id, within);
  if (row.status !== "pending") return record;
  return { ...asDrafted(record, storedDraft(row).reading), draft: await showDraft(row, within) };
}
