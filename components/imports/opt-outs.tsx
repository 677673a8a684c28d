import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import type { DryRun, ImportRecord } from "@/lib/client/imports";
import { isConsentTarget } from "@/lib/contacts/fields";
import { foldedValue } from "@/lib/imports/mapping/opt-out-values";
import { ValueMeanings } from "./value-meanings";

/**
 * What confirming would mean for people who have opted out. Nothing when there are none, unless a column is mapped to
 * opt-outs: then it has to be visible that it marks nobody.
 */
function OptOutsExpected({ result, draft }: { result: DryRun; draft: ImportDraft }) {
  const t = useT();
  const before = result.opted_out + result.stay_unsubscribed;
  const isTold = draft.options.allOptedOut || Object.values(draft.columnMapping).some(isConsentTarget);
  if (result.unsubscribe + before === 0 && !isTold) return null;
  return (
    <p className="text-muted text-sm">
      {t("check.optOuts", { marked: result.unsubscribe, before })}
      {result.failed_opt_outs > 0 && ` ${t("check.failedOptOuts", { count: result.failed_opt_outs })}`}
      {result.skipped_opt_outs > 0 && ` ${t("check.skippedOptOuts", { count: result.skipped_opt_outs })}`}
    </p>
  );
}

/** Values that are listed; the answer has more. */
const NAMED = 12;

type UnreadValue = DryRun["unread_consent"]["values"][number];

/**
 * The values that dry runs have listed since the page was opened, in that order: a value that is answered, and no
 * longer listed, stays where its answer can be changed, and the next one does not move under the pointer.
 */
function useUnreadConsent(result: DryRun | undefined): { rows: number; values: UnreadValue[] } {
  const [rows, setRows] = useState(0);
  const [values, setValues] = useState<UnreadValue[]>([]);
  const found = result?.unread_consent;
  if (found) {
    const isNew = ({ header, value }: UnreadValue) =>
      !values.some((one) => one.header === header && foldedValue(one.value) === foldedValue(value));
    const more = found.values.slice(0, NAMED).filter(isNew);
    if (more.length > 0) setValues([...values, ...more]);
    if (found.rows !== rows) setRows(found.rows);
  }
  return { rows, values };
}

interface ConsentOutlookProps {
  /** Nothing while the dry run is running. */
  result: DryRun | undefined;
  draft: ImportDraft;
  onChange: ChangeDraft;
}

/** What confirming would mean for who may be written to, and what could not be read about it. */
export function ConsentOutlook({ result, draft, onChange }: ConsentOutlookProps) {
  const unread = useUnreadConsent(result);
  return (
    <>
      <UnreadConsent unread={unread} draft={draft} onChange={onChange} />
      {result && <OptOutsExpected result={result} draft={draft} />}
    </>
  );
}

interface UnreadConsentProps extends Omit<ConsentOutlookProps, "result"> {
  unread: ReturnType<typeof useUnreadConsent>;
}

/** Values of the consent columns that could not be read: they may mean that somebody opted out. */
function UnreadConsent({ unread: { rows, values }, draft, onChange }: UnreadConsentProps) {
  const t = useT();
  if (values.length === 0) return null;
  const headers = [...new Set(values.map(({ header }) => header))];
  const said = (header: string) =>
    values
      .filter((value) => value.header === header)
      .map(({ value, rows: count }) => ({
        value,
        label: t("check.unread.value", { value, count }),
      }));
  return (
    <Notice tone={rows > 0 ? "warn" : "neutral"} role="status">
      {rows > 0 && <p className="font-medium">{t("check.unread", { count: rows })}</p>}
      {rows > 0 && <p>{t("check.unread.hint")}</p>}
      {headers.map((header) => (
        <div key={header} className={cx(rows > 0 && "mt-2")}>
          <p className="wrap-anywhere font-medium">{rows > 0 ? header : t("map.value.told", { header })}</p>
          <ValueMeanings header={header} values={said(header)} draft={draft} onChange={onChange} />
        </div>
      ))}
    </Notice>
  );
}

/** How many of the contacts an import created are unsubscribed, and how many of its rejected rows counted as opt-outs. */
export function OptOutsKept({ record }: { record: ImportRecord }) {
  const t = useT();
  const said = [
    record.opted_out > 0 && t("result.optedOut", { count: record.opted_out }),
    record.failed_opt_outs > 0 && t("result.failedOptOuts", { count: record.failed_opt_outs }),
    record.skipped_opt_outs > 0 && t("result.skippedOptOuts", { count: record.skipped_opt_outs }),
  ].filter((part) => part !== false);
  if (said.length === 0) return null;
  return <p className="text-muted text-sm">{said.join(" ")}</p>;
}
