import type { ImportRecord } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import type { LedgerEntry } from "./ledger";

interface Outcome {
  created: number;
  /** Existing contacts that changed, each once. */
  changed: number;
  unchanged: number;
  /** Rows whose address occurred in an earlier row. */
  repeated: number;
  skipped: number;
  failed: number;
}

/** Contacts an import changed. For one that ran before they were counted, the number of changed rows. */
export function changedContacts(record: ImportRecord): number {
  return record.repeated_rows + record.changed_contacts > 0
    ? record.changed_contacts
    : record.updated_rows - record.unchanged_rows;
}

/** The results of an import's rows: every row in one line, a contact that several rows change once. */
export function outcomeOf(record: ImportRecord): Outcome {
  const { created_rows: created, repeated_rows: repeated, failed_rows: failed } = record;
  const changed = changedContacts(record);
  const isUpdate = record.updated_rows > 0;
  return {
    created,
    changed,
    unchanged: isUpdate ? record.updated_rows - repeated - changed : 0,
    repeated,
    skipped: isUpdate ? record.skipped_rows : record.skipped_rows - repeated,
    failed,
  };
}

/** The same for a dry run. */
export function forecastOf({
  create,
  update,
  unchanged,
  skip,
  fail,
  changed,
  repeated,
}: Omit<NonNullable<ImportRecord["forecast"]>, "rows">): Outcome {
  const known = update + unchanged;
  return {
    created: create,
    changed,
    unchanged: known > 0 ? known - repeated - changed : 0,
    repeated,
    skipped: known > 0 ? skip : skip - repeated,
    failed: fail,
  };
}

/** Planned and past changes have different labels. */
type Words = "check" | "result";
const CREATED = { check: "check.create", result: "result.created" } as const;

/**
 * A result as lines of an account, whose sum is the rows; lines that most files do not need only when they are not
 * zero. `predicted`: the earlier forecast, beside it.
 */
export function outcomeEntries(
  t: Translate,
  outcome: Outcome,
  words: Words,
  { isOver = false, predicted }: { isOver?: boolean; predicted?: Outcome | null } = {},
): LedgerEntry[] {
  const line = (label: string, name: keyof Outcome, tone?: LedgerEntry["tone"]) => ({
    label,
    value: outcome[name],
    ...(predicted && { predicted: predicted[name] }),
    ...(tone && !isOver && { tone }),
  });
  const repeated = line(t("result.repeated"), "repeated");
  const isRepeated = outcome.repeated + (predicted?.repeated ?? 0) > 0;
  return [
    line(t(CREATED[words]), "created", "accent"),
    line(t("result.updated"), "changed"),
    line(t("result.unchanged"), "unchanged"),
    ...(isRepeated ? [repeated] : []),
    line(t("result.skipped"), "skipped"),
    line(t("result.failed.rows"), "failed", "danger"),
  ];
}

type Sized = Pick<ImportRecord, "filename" | "blob_bytes" | "uploaded_bytes">;

/** The size of the uploaded file; null if it is not known, and the file was stored as another one. */
export function uploadedBytes({ filename, blob_bytes, uploaded_bytes }: Sized) {
  return uploaded_bytes ?? (/\.(csv|tsv|tab|txt)$/i.test(filename) ? blob_bytes : null);
}
