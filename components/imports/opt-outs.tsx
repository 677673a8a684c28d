import { Notice } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import type { DryRun, ImportRecord } from "@/lib/client/imports";
import { isConsentTarget } from "@/lib/contacts/fields";
import { ValueMeanings } from "./value-meanings";

/**
 * What confirming would mean for people who have opted out. Nothing when there are none, unless a column is to say who:
 * then that it marks nobody has to be seen.
 */
export function OptOutsExpected({ result, draft }: { result: DryRun; draft: ImportDraft }) {
  const t = useT();
  const before = result.opted_out + result.stay_unsubscribed;
  const isTold = draft.options.allOptedOut || Object.values(draft.columnMapping).some(isConsentTarget);
  if (result.unsubscribe + before === 0 && !isTold) return null;
  return (
    <p className="text-muted text-sm">
      {t("check.optOuts", { marked: result.unsubscribe, before })}
      {result.failed_opt_outs > 0 && ` ${t("check.failedOptOuts", { count: result.failed_opt_outs })}`}
    </p>
  );
}

/** Values that are named; the answer has more. */
const NAMED = 12;

interface UnreadConsentProps {
  result: DryRun;
  draft: ImportDraft;
  onChange: ChangeDraft;
}

/** What the columns about consent say that nobody here can read: somebody may have opted out by it. */
export function UnreadConsent({ result, draft, onChange }: UnreadConsentProps) {
  const t = useT();
  const { rows, values } = result.unread_consent;
  if (rows === 0) return null;
  const named = values.slice(0, NAMED);
  const headers = [...new Set(named.map(({ header }) => header))];
  const said = (header: string) =>
    named
      .filter((value) => value.header === header)
      .map(({ value, rows: count }) => ({ value, label: t("check.unread.value", { value, count }) }));
  return (
    <Notice tone="warn" role="status">
      <p className="font-medium">{t("check.unread", { count: rows })}</p>
      <p>{t("check.unread.hint")}</p>
      {headers.map((header) => (
        <div key={header} className="mt-2">
          <p className="wrap-anywhere font-medium">{header}</p>
          <ValueMeanings header={header} values={said(header)} draft={draft} onChange={onChange} />
        </div>
      ))}
    </Notice>
  );
}

/** How many of the contacts an import created came unsubscribed, and of its rejected rows counted as opt-outs. */
export function OptOutsKept({ record }: { record: ImportRecord }) {
  const t = useT();
  const said = [
    record.opted_out > 0 && t("result.optedOut", { count: record.opted_out }),
    record.failed_opt_outs > 0 && t("result.failedOptOuts", { count: record.failed_opt_outs }),
  ].filter((part) => part !== false);
  if (said.length === 0) return null;
  return <p className="text-muted text-sm">{said.join(" ")}</p>;
}
