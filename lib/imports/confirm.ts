import { noteNewKeysWithin } from "@/lib/contacts/custom-keys";
import { ApiError, refusal } from "@/lib/errors";
import { storageExceeded } from "@/lib/workspaces/storage";
import { draftVersionOf, haveSameRows } from "./diff/etag";
import { confirmationOf, isConfirmationOf, openQuestions, suggestionsOf } from "./draft";
import { tryOut } from "./dry-run";
import { headerFingerprint } from "./mapping/headers";
import { customKeysOf, planImport } from "./planning";
import { claimImport, type ImportPlan, type ImportRow, readPendingImport } from "./queries";
import type { ImportOptions } from "./rows/row";
import type { ConfirmBody } from "./schemas";
import { defineFields } from "./typing";

/** The diff the user reviewed; `signal` aborts when the caller no longer waits. */
interface SeenDiff {
  etag: string;
  signal: AbortSignal;
}

interface Confirming {
  seen?: SeenDiff | undefined;
  /** Whether a mail announces the end; the settings are read then. */
  notify?: boolean;
}

/**
 * Fixes how a pending import is read and mapped, by the body or, without one, by its draft, and starts it. With the
 * `etag` of a diff exactly that diff is executed: it is computed again, and nothing starts if the result differs now.
 * Throws 404, 409 `IMPORT_NOT_PENDING`, 409 when the draft or the diff is not the one the caller knows or there is no
 * room for its custom fields, 410 when the file is gone, 400 with every problem of the mapping.
 */
export async function confirmImport(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
  confirming: Confirming = {},
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++)
    if (await tryToConfirm(workspaceId, id, body, confirming)) return;
  throw refusal("changing", "Contacts of this import are being deleted right now. Try again.");
}

/** Attempts when people in the diff are deleted between computing it and starting the import. */
const TRIES = 5;

/** False when the diff could not be stored, or was deleted by the time the import was to start. */
async function tryToConfirm(
  workspaceId: string,
  id: string,
  body: ConfirmBody | undefined,
  { seen, notify = true }: Confirming,
): Promise<boolean> {
  const row = await readPendingImport(workspaceId, id);
  const drafted = await confirmationOf(row);
  const { draftVersion, ...told } = body ?? drafted;
  const { fresh, ...plan } = await planImport(row, told);
  const diff = seen ? await sameDiff(row, body, seen) : null;
  if (diff === "again") return false;
  const decided = decidedOf(row, plan.column_mapping);
  return claimImport(
    workspaceId,
    id,
    { ...plan, options: { ...plan.options, ...(diff && { diff: diff.id }), ...(!notify && { notify }) } },
    {
      fingerprint: headerFingerprint(plan.headers),
      decided,
      asks: askedAgain(plan),
      answered: answeredIn(row, decided),
      draftVersion: draftVersion ?? (diff ? row.draft_version : undefined),
      diff: diff?.id,
      checked: !body || isConfirmationOf(body, drafted) ? row.draft_version : null,
      createFields: async (tx) => {
        await defineFields(tx, workspaceId, fresh, id);
        await noteNewKeysWithin(tx, workspaceId, customKeysOf(plan.column_mapping), id);
      },
    },
  );
}

/**
 * The part of the mapping that may be remembered: without a suggestion for a column that was asked about and that
 * nobody answered.
 */
function decidedOf(row: ImportRow, mapping: ImportPlan["column_mapping"]): ImportPlan["column_mapping"] {
  const open = new Map(openQuestions(row).map(({ header, field }) => [header, field]));
  return Object.fromEntries(
    Object.entries(mapping).filter(([header, field]) => open.get(header) !== (field ?? "skip")),
  );
}

/** Columns that were asked about, now or before, and that somebody decided about. */
function answeredIn(row: ImportRow, decided: ImportPlan["column_mapping"]): string[] {
  return suggestionsOf(row)
    .filter(({ question, reason_code }) => question || reason_code === "remembered_answer")
    .map(({ header }) => header)
    .filter((header) => header in decided);
}

/** Columns that are asked about again for the next file of the kind: the answers hold for this file alone. */
function askedAgain({ column_mapping, options }: ImportPlan): string[] {
  const { allOptedOut, optOutValues = {} } = options as Partial<ImportOptions>;
  if (!allOptedOut) return Object.keys(optOutValues);
  return Object.keys(column_mapping).filter((header) => column_mapping[header] === "email");
}

/**
 * The diff as it is now, provided it equals the one that was reviewed; `again` if it does but was not stored, because
 * somebody was deleted meanwhile. Otherwise the refusal says whether the draft or what is stored has changed since, and
 * which rows would do something else. Throws 409 `IMPORT_NOT_PENDING` when the import was started or stopped meanwhile.
 */
async function sameDiff(row: ImportRow, body: ConfirmBody | undefined, { etag, signal }: SeenDiff) {
  const { draftVersion = row.draft_version } = body ?? {};
  const isSameDraft = draftVersion === row.draft_version;
  if (body && isSameDraft && !isConfirmationOf(body, await confirmationOf(row)))
    throw refusal(
      "draft_differs",
      "The changes with this etag are those of the draft, and this request asks for something else.",
    );
  const limits = { signal, reviewed: etag };
  const { kept, diff, differing, answer } = await tryOut(row.workspace_id, row.id, undefined, limits);
  if (kept === "full") throw storageExceeded();
  if (kept === "stale") await readPendingImport(row.workspace_id, row.id);
  if (kept === "stale" && diff && haveSameRows(diff.etag, etag)) return "again";
  const now = kept === "kept" ? diff : null;
  if (isSameDraft && now && haveSameRows(now.etag, etag) && now.draft_version === row.draft_version)
    return now;
  const known = [draftVersionOf(etag), body?.draftVersion ?? null].filter((version) => version !== null);
  const isOther = known.some((version) => version !== diff?.draft_version);
  const { rows, create, update, unchanged, skip, fail, changed, failed_opt_outs, skipped_opt_outs } = answer;
  throw new ApiError("CONFLICT", "This import would do something else by now. Look at its changes again.", {
    reason: "changes_differ",
    changed: known.length === 0 ? null : isOther ? "draft" : "contacts",
    rows: differing,
    etag: diff?.etag ?? null,
    counts: { rows, create, update, unchanged, skip, fail, changed, failed_opt_outs, skipped_opt_outs },
  });
}
