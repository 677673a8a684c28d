import type { DryRun, ImportRecord } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import type { LedgerEntry } from "./ledger";

interface Outcome {
  created: number;
  /** Known contacts that changed, each once. */
  changed: number;
  unchanged: number;
  /** Rows whose address stood in an earlier row. */
  repeated: number;
  skipped: number;
  failed: number;
}

/** Contacts an import changed. One that ran before they were counted says how many rows did. */
export function changedContacts(record: ImportRecord): number {
  return record.repeated_rows + record.changed_contacts > 0
    ? record.changed_contacts
    : record.updated_rows - record.unchanged_rows;
}

/** What became of the rows of an import: every row in one line, a contact that several rows change once. */
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

/** The same of a dry run. */
export function forecastOf({ create, update, unchanged, skip, fail, changed, repeated }: DryRun): Outcome {
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

/** An outcome as lines of an account, whose sum is the rows; lines that most files do not need only when they do. */
export function outcomeEntries(t: Translate, outcome: Outcome, words: Words, isOver = false): LedgerEntry[] {
  const entries: (LedgerEntry & { isRare?: boolean })[] = [
    { label: t(CREATED[words]), value: outcome.created, ...(!isOver && { tone: "accent" }) },
    { label: t("result.updated"), value: outcome.changed },
    { label: t("result.unchanged"), value: outcome.unchanged },
    { label: t("result.repeated"), value: outcome.repeated, isRare: true },
    { label: t("result.skipped"), value: outcome.skipped },
    { label: t("result.failed.rows"), value: outcome.failed, ...(!isOver && { tone: "danger" }) },
  ];
  return entries.filter(({ value, isRare }) => !isRare || value > 0);
}
