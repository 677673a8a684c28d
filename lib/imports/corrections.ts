import { type FieldProblem, validationError } from "@/lib/errors";
import { LIMITS, limitReached } from "@/lib/limits";
import { requireMatch } from "@/lib/precondition";
import type { CorrectedRow, CorrectionsBody } from "./correction-schemas";
import { confirmationOf, type StoredCorrections, storedDraft } from "./draft";
import { findRows, type SourceRow } from "./engine/batches";
import { describeJob } from "./engine/load";
import type { LoadedImport } from "./engine/plan";
import { planImport } from "./planning";
import { changePending, type ImportRow, readPendingImport, saveDraft } from "./queries";
import { showCell, showRowError } from "./row-error-queries";
import { type Corrections, NO_CORRECTIONS } from "./rows/corrections";
import { isWhole } from "./rows/corrector";

/** The corrections so far. Throws 404, 409 `IMPORT_NOT_PENDING`. */
export async function showCorrections(workspaceId: string, id: string) {
  return shown(id, storedOf(await readPendingImport(workspaceId, id)));
}

function shown(importId: string, { version, rules, rows }: StoredCorrections) {
  return {
    importId,
    version,
    rules,
    rows: Object.entries(rows).map(([row, cells]) => ({ row: Number(row), cells })),
  };
}

/** Discards all corrections. Throws 404, 409 `IMPORT_NOT_PENDING`, 412 when `ifMatch` names others. */
export async function discardCorrections(workspaceId: string, id: string, ifMatch?: string): Promise<void> {
  await change(workspaceId, id, ifMatch, async () => NO_CORRECTIONS);
}

/**
 * Corrects rows of a pending import, in its draft: the file stays as it is. Rows that are not named keep their
 * corrections, even when another tab corrects them at the same moment; for one row the last writer wins. The named
 * ones are read again by the import's own rules. Throws 404, 409 `IMPORT_NOT_PENDING`, 409 beyond the limits, 410 when
 * the file is gone, 400 when a row is not in the file, cannot be corrected, or has nothing to which a proposal
 * applies, 412 when `ifMatch` names other corrections.
 */
export async function correctRows(
  workspaceId: string,
  id: string,
  { rows, rules }: CorrectionsBody,
  ifMatch?: string,
) {
  const asked = new Set(rows.map((one) => one.row));
  let checked: CorrectedRow[] = [];
  const { version, stored } = await change(workspaceId, id, ifMatch, async (row) => {
    const before = storedOf(row);
    const jobWith = await plannedJob(row);
    const sources = new Map((await findRows(jobWith(NO_CORRECTIONS), asked)).map((one) => [one.row, one]));
    const next = { rows: { ...before.rows }, rules: rules ?? before.rules };
    const job = jobWith({ rows: before.rows, rules: next.rules });
    const problems: FieldProblem[] = [];
    for (const [at, one] of rows.entries()) {
      const source = sources.get(one.row);
      const told = source ? cellsFor(job, source, one) : "unknown";
      if (typeof told === "string") problems.push({ path: ["rows", at], ...REFUSED[told] });
      else setOrForget(next.rows, one.row, told);
    }
    if (problems.length > 0) throw validationError(problems);
    requireRoom(next);
    const corrected = jobWith(next);
    checked = [...sources.values()].map((source) => checkRow(corrected, source));
    return next;
  });
  const corrected = Object.keys(stored.rows).length;
  const result = { importId: id, version, corrected, rules: stored.rules, rows: checked };
  return { result, corrections: shown(id, stored) };
}

const REFUSED = {
  unknown: { code: "unknown", message: "is not a row of this file" },
  cut: { code: "not_mendable", message: "cannot be corrected here: only a part of it could be read" },
  nothing: { code: "nothing_proposed", message: "has no reason to be rejected for which this is proposed" },
} as const;

function storedOf(row: Pick<ImportRow, "draft">): StoredCorrections {
  return storedDraft(row).corrections ?? { ...NO_CORRECTIONS, version: 0 };
}

/** Replaces the corrections of a draft by the result of `next`. */
function change(
  workspaceId: string,
  id: string,
  ifMatch: string | undefined,
  next: (row: ImportRow) => Promise<Corrections>,
): Promise<{ version: number; stored: StoredCorrections }> {
  return changePending(workspaceId, id, async (row) => {
    const before = storedOf(row);
    requireMatch(ifMatch, shown(id, before));
    const stored = await next(row);
    if (JSON.stringify({ ...stored, version: before.version }) === JSON.stringify(before))
      return { version: row.draft_version, stored: before };
    const { corrections: __, ...draft } = storedDraft(row);
    const version = row.draft_version + 1;
    const kept = Object.keys(stored.rows).length + stored.rules.length > 0;
    const corrections = { ...(kept ? stored : NO_CORRECTIONS), version };
    if (await saveDraft(workspaceId, id, row.draft_version, { ...draft, corrections }))
      return { version, stored: corrections };
  });
}

/** The import as its draft would run it, with any corrections. */
async function plannedJob(row: ImportRow): Promise<(corrections: Corrections) => LoadedImport> {
  const plan = await planImport(row, await confirmationOf(row));
  return (corrections) => describeJob({ ...row, ...plan, options: { ...plan.options, corrections } });
}

/** New cells of a row, null for those unchanged from the file; null when the whole row is. */
type Told = Record<string, string | null> | null;

/** The answer for a row, or why it cannot be corrected. */
function cellsFor(
  { corrector }: LoadedImport,
  { row, cells, unreadable }: SourceRow,
  { cells: told, proposal }: CorrectionsBody["rows"][number],
): Told | keyof typeof REFUSED {
  if (told === null) return null;
  if (unreadable && !isWhole(cells, { column: null, ...unreadable })) return "cut";
  if (told) return told;
  const read = corrector.read(row, cells, unreadable);
  if (!("failure" in read)) return "nothing";
  const found = corrector.proposals(read.failure, read.cells ?? cells);
  const mended = found.find((one) => one.proposal === proposal);
  return mended ? differing(cells, mended.cells) : "nothing";
}

function differing(before: readonly string[], after: readonly string[]): Record<string, string> {
  const indices = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  const changed = indices.filter((index) => before[index] !== (after[index] ?? ""));
  return Object.fromEntries(changed.map((index) => [String(index), after[index] ?? ""]));
}

function setOrForget(rows: Corrections["rows"], row: number, told: Told): void {
  const cells = Object.entries(told === null ? {} : { ...rows[row], ...told });
  const kept = cells.filter((cell): cell is [string, string] => cell[1] !== null);
  if (kept.length > 0) rows[row] = Object.fromEntries(kept);
  else delete rows[row];
}

function requireRoom({ rows }: Corrections): void {
  const { corrected_rows, correction_bytes } = LIMITS;
  if (Object.keys(rows).length > corrected_rows.max)
    throw limitReached("corrected_rows", `At most ${corrected_rows.max} rows can be corrected one by one.`);
  if (Buffer.byteLength(JSON.stringify(rows)) > correction_bytes.max)
    throw limitReached("correction_bytes", "The corrections are too long in total.");
}

function checkRow({ row: { headers }, corrector }: LoadedImport, source: SourceRow): CorrectedRow {
  const { row, line, unreadable } = source;
  const read = corrector.read(row, source.cells, unreadable);
  const { cells = source.cells } = read;
  if (!("failure" in read)) {
    const shown = cells.map(showCell);
    return {
      row,
      line,
      cells: shown,
      is_cut: shown.some((cell, index) => cell !== cells[index]),
      error: null,
    };
  }
  const { column, code, message } = read.failure;
  const shown = showRowError({ row, line, column, code, message, cells });
  const at = column === null ? -1 : headers.indexOf(column);
  const proposals = corrector.proposals(read.failure, cells).map((one) => ({
    proposal: one.proposal,
    value: at < 0 ? null : showCell(one.cells[at] ?? ""),
  }));
  return { row, line, cells: shown.cells, is_cut: shown.is_cut, error: { column, code, message, proposals } };
}
