import type { ImportRecord } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import type { LedgerEntry } from "./ledger";

/** An import's counters as lines of an account; their sum is the rows processed. */
export function importEntries(t: Translate, record: ImportRecord): LedgerEntry[] {
  return [
    { label: t("result.created"), value: record.created_rows, tone: "accent" },
    { label: t("result.updated"), value: record.updated_rows - record.unchanged_rows },
    { label: t("result.unchanged"), value: record.unchanged_rows },
    { label: t("result.skipped"), value: record.skipped_rows },
    { label: t("result.failed.rows"), value: record.failed_rows, tone: "danger" },
  ];
}
