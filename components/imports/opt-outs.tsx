import { useT } from "@/lib/client/i18n";
import type { DryRun, ImportRecord } from "@/lib/client/imports";

/**
 * What confirming would mean for people who have opted out. Nothing when there are none, unless a column is to say who:
 * then that it marks nobody has to be seen.
 */
export function OptOutsExpected({ result, fields }: { result: DryRun; fields: (string | null)[] }) {
  const t = useT();
  const before = result.opted_out + result.stay_unsubscribed;
  const isTold = fields.includes("is_unsubscribed") || fields.includes("is_subscribed");
  if (result.unsubscribe + before === 0 && !isTold) return null;
  return <p className="text-muted text-sm">{t("check.optOuts", { marked: result.unsubscribe, before })}</p>;
}

/** How many of the contacts an import created came unsubscribed. */
export function OptOutsKept({ record }: { record: ImportRecord }) {
  const t = useT();
  if (record.opted_out === 0) return null;
  return <p className="text-muted text-sm">{t("result.optedOut", { count: record.opted_out })}</p>;
}
