import { useT } from "@/lib/client/i18n";
import type { DryRun, ImportRecord } from "@/lib/client/imports";

/** What confirming would mean for people who have opted out; nothing when there are none. */
export function OptOutsExpected({ result }: { result: DryRun }) {
  const t = useT();
  const before = result.opted_out + result.stay_unsubscribed;
  if (result.unsubscribe + before === 0) return null;
  return <p className="text-muted text-sm">{t("check.optOuts", { marked: result.unsubscribe, before })}</p>;
}

/** How many of the contacts an import created came unsubscribed. */
export function OptOutsKept({ record }: { record: ImportRecord }) {
  const t = useT();
  if (record.opted_out === 0) return null;
  return <p className="text-muted text-sm">{t("result.optedOut", { count: record.opted_out })}</p>;
}
