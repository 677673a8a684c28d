import { isConsentTarget } from "@/lib/contacts/fields";
import { ApiError, type FieldProblem, validationError } from "@/lib/errors";
import { own } from "@/lib/own";
import { requireMatch } from "@/lib/precondition";
import { fieldsOf, findImport, type Reading, type StoredDraft, storedDraft } from "./draft";
import { validateMapping } from "./mapping/fields";
import { tellsAny } from "./mapping/opt-out-values";
import { notOfConsent, unknownHeaders, unknownRows, unknownTagIds } from "./planning";
import { readAsTold, suggestFor, titlesOf } from "./preview";
import { changePending, type ImportRow, saveDraft } from "./queries";
import type { ImportOptions } from "./rows/row";
import type { DialectOverrides, DraftBody, ImportRecord, Suggestion } from "./schemas";

/**
 * Changes the draft of a pending import: columns, options, values of other columns and parts of the dialect that are
 * not named stay as they are, even if another tab changes them at the same time. A draft may be incomplete; otherwise
 * it is checked like a confirmation. Throws 404, 409 `IMPORT_NOT_PENDING`, 409 if it was decided on another version, 410
 * when the file is gone, 400 with every problem, 412 when `ifMatch` names another state.
 */
export function changeDraft(
  workspaceId: string,
  id: string,
  body: DraftBody,
  ifMatch?: string,
): Promise<ImportRecord> {
  return changePending(workspaceId, id, async (row) => {
    // After the row, whose version decides below whether anything is written.
    if (ifMatch !== undefined) requireMatch(ifMatch, await findImport(workspaceId, id));
    const next = await changed(row, body);
    const same = JSON.stringify(next) === JSON.stringify(storedDraft(row));
    if (!same) requireVersion(row, body);
    if (same || (await saveDraft(workspaceId, id, row.draft_version, { ...next })))
      return findImport(workspaceId, id);
  });
}

/** Throws 409 if the caller's draftVersion is outdated. */
function requireVersion({ draft_version }: ImportRow, { draftVersion }: DraftBody): void {
  if (draftVersion === undefined || draftVersion === draft_version) return;
  const message = "The import was changed elsewhere in the meantime. Look at it again before you change it.";
  throw new ApiError("CONFLICT", message, { draft_version });
}

async function changed(row: ImportRow, body: DraftBody): Promise<StoredDraft> {
  const before = storedDraft(row);
  const dialect = body.dialect ? override(before.dialect, body.dialect) : before.dialect;
  const reading = body.dialect ? await readAnew(row, dialect) : before.reading;
  const chosen = Object.entries(body.columnMapping ?? {}).map(([header, field]) => [header, field ?? "skip"]);
  const mapping = { ...remembered(row, before, reading), ...Object.fromEntries(chosen) };
  const headers = reading?.headers ?? row.headers;
  const suggestions = reading?.suggestions ?? ((row.ai_suggestions ?? []) as Suggestion[]);
  const totalRows = reading?.totalRows ?? row.total_rows;
  const fields = { ...mapping, ...fieldsOf(headers, mapping, suggestions) };
  await check(row.workspace_id, { headers, fields, totalRows }, body);
  return {
    mapping,
    options: optionsOf(before, body, { isReadAnew: dialect !== before.dialect, fields }),
    ...typesAfter(before, body),
    dialect,
    ...(reading && { reading }),
    // Another reading of the file has other rows and cells.
    ...(!body.dialect && before.corrections && { corrections: before.corrections }),
  };
}

/** Rows are numbered differently when the file is read differently, so the list of left-out rows is cleared. */
function optionsOf(
  before: StoredDraft,
  { options = {} }: DraftBody,
  { isReadAnew, fields }: { isReadAnew: boolean; fields: Record<string, string> },
): Partial<ImportOptions> {
  const { leaveOut = { rows: [], kinds: [] }, ...kept } = { ...before.options, ...options };
  const ruled = Object.entries(merged(before.options.rules, options.rules));
  const rules = Object.fromEntries(ruled.filter(([, rule]) => rule !== "overwrite"));
  const valued = Object.entries(merged(before.options.optOutValues, options.optOutValues));
  // Values of a column that was since mapped to something else are discarded.
  const values = valued.filter(
    ([header, told]) => tellsAny(told) && isConsentTarget(own(fields, header) ?? "skip"),
  );
  const rows = isReadAnew && !options.leaveOut ? [] : leaveOut.rows;
  return {
    ...plainOptions(kept),
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(values.length > 0 && { optOutValues: Object.fromEntries(values) }),
    ...(rows.length + leaveOut.kinds.length > 0 && {
      leaveOut: { rows: [...new Set(rows)].sort((a, b) => a - b), kinds: [...new Set(leaveOut.kinds)] },
    }),
  };
}

/** Merges earlier choices by column with new ones; null discards the earlier one. */
function merged<T>(before: Record<string, T> | undefined, said: Record<string, T> | null | undefined) {
  return said === null ? {} : { ...before, ...said };
}

function typesAfter({ types }: StoredDraft, { columnTypes }: DraftBody): Pick<StoredDraft, "types"> {
  const all = merged(types, columnTypes);
  return Object.keys(all).length > 0 ? { types: all } : {};
}

/** Options that are a single value. */
function plainOptions({ duplicateStrategy, emptyCells, tagIds, allOptedOut }: DraftBody["options"] & object) {
  return {
    ...(duplicateStrategy && { duplicateStrategy }),
    ...(emptyCells && { emptyCells }),
    ...(tagIds && { tagIds }),
    ...(allOptedOut && { allOptedOut }),
  };
}

/**
 * Choices for the columns of this reading, the previous one and the detected one: after trying another reading, the
 * user finds them again. Keeping those of all readings would pile up.
 */
function remembered(
  { headers }: ImportRow,
  before: StoredDraft,
  reading: Reading | undefined,
): Record<string, string> {
  const last = before.reading?.headers ?? headers;
  const next = reading?.headers ?? headers;
  if (JSON.stringify(last) === JSON.stringify(next)) return before.mapping;
  const known = new Set([...headers, ...last, ...next]);
  return Object.fromEntries(Object.entries(before.mapping).filter(([header]) => known.has(header)));
}

/** `null` removes a choice. */
function override(before: DialectOverrides, change: NonNullable<DraftBody["dialect"]>): DialectOverrides {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

async function readAnew(row: ImportRow, dialect: DialectOverrides): Promise<Reading | undefined> {
  if (Object.keys(dialect).length === 0) return undefined;
  const { head, totalRows, suggestions: known } = await readAsTold(row, dialect);
  const suggestions =
    known ?? (await suggestFor(row.workspace_id, head, titlesOf(row.filename, row.dialect)));
  return { dialect: head.dialect, headers: head.headers, suggestions, totalRows };
}

interface Columns {
  headers: string[];
  fields: Record<string, string>;
  totalRows: number;
}

async function check(
  workspaceId: string,
  { headers, fields, totalRows }: Columns,
  body: DraftBody,
): Promise<void> {
  const checked = validateMapping(headers, body.columnMapping ?? {});
  const problems: FieldProblem[] = "problems" in checked ? checked.problems : [];
  const found = problems.filter(({ code }) => code !== "email_missing");
  found.push(...(await unknownTagIds(workspaceId, body.options?.tagIds ?? [], ["options", "tagIds"])));
  found.push(...unknownHeaders(headers, Object.keys(body.options?.rules ?? {}), ["options", "rules"]));
  found.push(...unknownRows(totalRows, body.options?.leaveOut?.rows ?? [], ["options", "leaveOut", "rows"]));
  const values = body.options?.optOutValues ?? {};
  const named = Object.keys(values);
  const told = Object.entries(values).flatMap(([header, one]) => (tellsAny(one) ? header : []));
  const path = ["options", "optOutValues"];
  found.push(...unknownHeaders(headers, named, path), ...notOfConsent(fields, told, path));
  found.push(...unknownHeaders(headers, Object.keys(body.columnTypes ?? {}), ["columnTypes"]));
  if (found.length > 0) throw validationError(found);
}
