"use client";

import { Button } from "@/components/ui/button";
import { ListChecks } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { ErrorState, Notice } from "@/components/ui/state";
import { useIsCorrecting } from "@/lib/client/corrections";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type ChangeDraft, toConfirmBody } from "@/lib/client/import-draft";
import { type DryRun, type ImportPreview, useDryRun, useImportActions } from "@/lib/client/imports";
import { ChangeSamples } from "./change-samples";
import { consequence, isIdle, SENTENCE } from "./consequence";
import { forecastOf, outcomeEntries } from "./entries";
import { ImportOptions } from "./import-options";
import { Ledger } from "./ledger";
import { MappingSummary } from "./mapping-summary";
import { Rejected } from "./mend/rejected";
import { ConsentOutlook } from "./opt-outs";
import { RowErrorTable } from "./row-error-table";

interface CheckStepProps {
  preview: ImportPreview;
  /** The draft is not saved on the server yet. */
  saving: boolean;
  onChange: ChangeDraft;
  onBack: () => void;
  /** Opens the changes row by row. */
  onReview: () => void;
}

/** Third step: the exact consequence of confirming, and the button that names it. */
export function CheckStep({ preview, saving, onChange, onBack, onReview }: CheckStepProps) {
  const t = useT();
  const { importId, draft } = preview;
  const { headers, totalRows: rows } = preview.preview;
  const dryRun = useDryRun(importId, toConfirmBody(draft), draft.corrections.version);
  const result = dryRun.data;
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(18rem,1fr)]">
      <section className="grid gap-5" aria-live="polite">
        <h2 className="text-lg">{t("check.title")}</h2>
        <Outlook dryRun={dryRun} rows={rows} draft={draft} onChange={onChange} />
        <div>
          <Button onClick={onReview}>
            <ListChecks aria-hidden="true" /> {t("review.open")}
          </Button>
        </div>
        <MappingSummary preview={preview} onBack={onBack} />
      </section>
      <section className="grid gap-5">
        <h2 className="text-lg">{t("check.options")}</h2>
        <ImportOptions options={draft.options} onChange={(options) => onChange({ options })} />
      </section>
      {result && (
        <div className="grid min-w-0 gap-8 lg:col-span-2">
          {result.etag === null ? (
            <FirstRejected headers={headers} result={result} />
          ) : (
            <Rejected {...{ preview, result, onChange }} isChecking={dryRun.isFetching} />
          )}
          {result.samples.length > 0 && (
            <ChangeSamples samples={result.samples} newTags={result.new_tags} draft={draft} />
          )}
        </div>
      )}
      <ConfirmBar preview={preview} saving={saving} dryRun={dryRun} onBack={onBack} />
    </div>
  );
}

interface ConfirmBarProps extends Pick<CheckStepProps, "preview" | "saving" | "onBack"> {
  dryRun: ReturnType<typeof useDryRun>;
}

/** Always in view, however long the lists above it are. */
function ConfirmBar({ preview, saving, dryRun, onBack }: ConfirmBarProps) {
  const t = useT();
  const { importId, draft } = preview;
  const isCorrecting = useIsCorrecting(importId);
  const { confirm } = useImportActions(importId);
  const result = dryRun.data;
  const isUnsettled = saving || isCorrecting || dryRun.isPending || dryRun.isFetching;
  return (
    <div
      data-bulk-bar
      className="sticky bottom-0 z-20 grid gap-3 border-line border-t bg-paper py-3 max-sm:-mx-4 max-sm:px-4 lg:col-span-2"
    >
      {confirm.isError && (
        <Notice tone="danger" role="alert">
          {ApiFailure.from(confirm.error).say(t)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack}>{t("action.back")}</Button>
        <Button
          variant="primary"
          className={SENTENCE}
          busy={confirm.isPending || (result !== undefined && isUnsettled)}
          disabled={result ? isIdle(result) : isUnsettled}
          onClick={() => confirm.mutate({ ...toConfirmBody(draft), draftVersion: draft.version })}
        >
          {result ? consequence(t, result) : t("check.confirmPlain", { count: preview.preview.totalRows })}
        </Button>
      </div>
    </div>
  );
}

interface OutlookProps {
  dryRun: ReturnType<typeof useDryRun>;
  rows: number;
  draft: ImportPreview["draft"];
  onChange: ChangeDraft;
}

/** What the import will do, or that this is loading or failed to load. */
function Outlook({ dryRun, rows, draft, onChange }: OutlookProps) {
  const t = useT();
  const result = dryRun.data;
  return (
    <>
      {dryRun.isPending && (
        // As high as the figures that will replace it: the options below stay under the pointer.
        <div className="sheet grid min-h-62.25 content-center gap-4 p-5">
          <p className="figures text-muted">{t("check.running", { count: rows })}</p>
          <Progress value={null} max={1} label={t("check.running", { count: rows })} />
        </div>
      )}
      {dryRun.isError && (
        <div className="sheet">
          <ErrorState compact error={dryRun.error} onRetry={dryRun.refetch} />
          <p className="px-4 pb-4 text-muted text-sm">{t("check.unavailable")}</p>
        </div>
      )}
      {result && <Figures result={result} />}
      <ConsentOutlook result={result} draft={draft} onChange={onChange} />
    </>
  );
}

function Figures({ result }: { result: DryRun }) {
  const t = useT();
  return (
    <Ledger
      label={t("check.title")}
      entries={outcomeEntries(t, forecastOf(result), "check")}
      total={{ label: t("result.total"), value: result.rows }}
    />
  );
}

/** For an import whose changes cannot be stored just now, so that its rows cannot be listed: the first ones. */
function FirstRejected({ headers, result }: { headers: string[]; result: DryRun }) {
  const t = useT();
  if (result.fail === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{t("check.errors.title", { count: result.fail })}</h3>
      {result.errors.length < result.fail && (
        <p className="text-muted text-sm">{t("check.errors.first", { count: result.errors.length })}</p>
      )}
      <RowErrorTable headers={headers} errors={result.errors} />
    </div>
  );
}
