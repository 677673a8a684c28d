"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ListChecks } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { ErrorState, Notice } from "@/components/ui/state";
import { Switch } from "@/components/ui/switch";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type ChangeDraft, toConfirmBody } from "@/lib/client/import-draft";
import {
  type ConfirmBody,
  type DryRun,
  type ImportPreview,
  useDryRun,
  useImportActions,
} from "@/lib/client/imports";
import { ChangeSamples } from "./change-samples";
import { consequence } from "./consequence";
import { forecastOf, outcomeEntries } from "./entries";
import { ImportOptions } from "./import-options";
import { Ledger } from "./ledger";
import { MappingSummary } from "./mapping-summary";
import { OptOutsExpected } from "./opt-outs";
import { RowErrorTable } from "./row-error-table";

export interface CheckStepProps {
  preview: ImportPreview;
  /** The draft is not kept by the server yet. */
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
  const body = toConfirmBody(draft);
  const dryRun = useDryRun(importId, body);
  const { confirm } = useImportActions(importId);
  const result = dryRun.data;
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(18rem,1fr)]">
      <section className="grid gap-5" aria-live="polite">
        <h2 className="text-lg">{t("check.title")}</h2>
        <Outlook dryRun={dryRun} rows={rows} fields={Object.values(draft.columnMapping)} />
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
        {confirm.isError && (
          <Notice tone="danger" role="alert">
            {ApiFailure.from(confirm.error).say(t)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2 border-line border-t pt-5">
          <Button onClick={onBack}>{t("action.back")}</Button>
          <Button
            variant="primary"
            busy={confirm.isPending}
            disabled={
              saving ||
              dryRun.isPending ||
              dryRun.isFetching ||
              (result && result.create + result.changed === 0)
            }
            onClick={() => confirm.mutate({ ...body, draftVersion: draft.version })}
          >
            {result ? consequence(t, result) : t("check.confirmPlain", { count: rows })}
          </Button>
        </div>
      </section>
      {result && <Consequences importId={importId} body={body} result={result} headers={headers} />}
    </div>
  );
}

interface OutlookProps {
  dryRun: ReturnType<typeof useDryRun>;
  rows: number;
  /** What the columns are matched to. */
  fields: (string | null)[];
}

/** What the import will do, on its way or out of reach. */
function Outlook({ dryRun, rows, fields }: OutlookProps) {
  const t = useT();
  const result = dryRun.data;
  return (
    <>
      {dryRun.isPending && (
        // As high as the figures that come: the options below stay under the pointer.
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
      {result && <OptOutsExpected result={result} fields={fields} />}
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

interface Asked {
  importId: string;
  body: ConfirmBody;
  headers: string[];
}

/** What the figures mean row by row: the rejected ones and the first changes. */
function Consequences({ result, headers, ...asked }: Asked & { result: DryRun }) {
  const t = useT();
  const [onlyRejected, setOnlyRejected] = useState(false);
  return (
    <div className="grid min-w-0 gap-6 lg:col-span-2">
      {result.fail > 0 && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button with the role, inside the label.
        <label className="flex min-h-8 items-center gap-3 text-sm">
          <Switch
            aria-label={t("check.onlyRejected")}
            checked={onlyRejected}
            onCheckedChange={setOnlyRejected}
          />
          {t("check.onlyRejected")}
        </label>
      )}
      {result.fail > 0 &&
        (onlyRejected ? (
          <AllRejected {...asked} headers={headers} result={result} />
        ) : (
          <Rejected headers={headers} result={result} />
        ))}
      {result.samples.length > 0 && !onlyRejected && (
        <ChangeSamples samples={result.samples} newTags={result.new_tags} />
      )}
    </div>
  );
}

function Rejected({ headers, result }: { headers: string[]; result: DryRun }) {
  const t = useT();
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

/** Checks the whole file again to list every row that would be rejected; the first ones are shown meanwhile. */
function AllRejected({ importId, body, headers, result }: Asked & { result: DryRun }) {
  const all = useDryRun(importId, body, true);
  if (all.isError) return <ErrorState compact error={all.error} onRetry={all.refetch} />;
  return (
    <div aria-busy={all.isPending}>
      <Rejected headers={headers} result={all.data ?? result} />
    </div>
  );
}
