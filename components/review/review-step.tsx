"use client";

import { useMemo, useState } from "react";
import { useSayChanged } from "@/components/imports/said-value";
import { Button } from "@/components/ui/button";
import { Copy, Download } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { ErrorState, Notice } from "@/components/ui/state";
import { useCopy } from "@/components/ui/use-copy";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useFormat, useT } from "@/lib/client/i18n";
import type { ChangeDraft, ImportDraft } from "@/lib/client/import-draft";
import type { ImportPreview } from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import {
  downloadChanges,
  type ImportDiff,
  type ReviewFilter,
  useChangesHead,
  useLookAgain,
} from "@/lib/client/review";
import { ConfirmBar } from "./confirm-bar";
import { KindTabs } from "./kind-tabs";
import { LeaveOutThese } from "./leave-out-these";
import { ReviewFilters } from "./review-filters";
import { ReviewList } from "./review-list";
import { useMarks } from "./use-marks";
import { useReviewFilter } from "./use-review-filter";

interface ReviewStepProps {
  preview: ImportPreview;
  /** The draft is not saved on the server yet. */
  saving: boolean;
  onChange: ChangeDraft;
  onBack: () => void;
}

/** Every row of the file with its changes, to be reviewed, left out or confirmed. */
export function ReviewStep({ preview, saving, onChange, onBack }: ReviewStepProps) {
  const t = useT();
  const { importId, draft } = preview;
  const state = useMarks(draft, onChange);
  const review = useReviewFilter();
  const say = useSayChanged(draft);
  const { data: head, ...query } = useChangesHead(importId, draft.version, !saving);
  const lookAgain = useLookAgain(importId, draft.version);
  const source = useMemo(
    () => head && { id: importId, version: head.draft_version, etag: head.etag },
    [importId, head],
  );
  const apply = () => {
    state.apply();
    window.scrollTo({ top: 0 });
  };
  const showLeftOut = () => void review.setState({ kind: "skip", field: "left_out", q: null });
  return (
    <section className="grid gap-4">
      <Title id={importId} head={head} filter={review.filter} />
      <Anew head={head} />
      <KindTabs
        counts={head?.counts}
        kind={review.state.kind}
        onChoose={(kind) => void review.setState({ kind, field: null })}
      />
      <div className="flex flex-wrap items-center gap-2 lg:sticky lg:top-0 lg:z-20 lg:-mb-2 lg:bg-paper lg:py-2">
        <ReviewFilters fields={head?.fields ?? []} filter={review} />
        {head && source && <LeaveOutThese {...{ head, source, state }} filter={review.filter} />}
      </div>
      <div className="sheet min-h-62.25 overflow-clip">
        {source ? (
          <ReviewList
            // Another filter is another list, from its top.
            key={JSON.stringify([source, review.filter])}
            {...{ source, say, marks: state.marks }}
            filter={review.filter}
            headers={preview.preview.headers}
            skipped={whySkipped(t, draft)}
            onToggle={state.toggleRow}
          />
        ) : query.isError ? (
          <ErrorState compact error={query.error} onRetry={query.refetch} />
        ) : (
          <Checking rows={preview.preview.totalRows} />
        )}
      </div>
      <ConfirmBar
        {...{ preview, onBack }}
        head={saving ? undefined : head}
        marks={state}
        onShow={showLeftOut}
        onApply={apply}
        onLookAgain={() => void lookAgain()}
      />
    </section>
  );
}

function Title({ id, head, filter }: { id: string; head: ImportDiff | undefined; filter: ReviewFilter }) {
  const t = useT();
  const format = useFormat();
  const copy = useCopy();
  const download = useForm(() => downloadChanges(id, filter), useFailureToast());
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <h2 className="text-lg">{t("review.title")}</h2>
        <p className="figures min-h-6 text-muted">
          {head &&
            t("review.asOf", {
              rows: t("imports.rows", { count: head.counts.rows }),
              time: format.moment(head.made_at),
            })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(window.location.href, t("review.linkCopied"))}>
          <Copy aria-hidden="true" /> {t("review.copyLink")}
        </Button>
        <Button busy={download.busy} disabled={!head} onClick={() => void download.run()}>
          <Download aria-hidden="true" /> {t("review.download")}
        </Button>
      </div>
    </div>
  );
}

/** Says that the same draft now has other changes than a moment ago. */
function Anew({ head }: { head: ImportDiff | undefined }) {
  const t = useT();
  const [first, setFirst] = useState(head);
  if (head && first?.draft_version !== head.draft_version) setFirst(head);
  if (!head || !first || first.draft_version !== head.draft_version || first.etag === head.etag) return null;
  return (
    <Notice tone="accent" role="status">
      {t("review.anew")}
    </Notice>
  );
}

function Checking({ rows }: { rows: number }) {
  const t = useT();
  return (
    <div role="status" className="grid min-h-62.25 content-center gap-4 p-5">
      <p className="figures text-muted">{t("check.running", { count: rows })}</p>
      <Progress value={null} max={1} label={t("check.running", { count: rows })} />
    </div>
  );
}

/** Why a row is skipped: only if a single reason is possible. */
function whySkipped(t: Translate, { options: { duplicateStrategy, leaveOut } }: ImportDraft): string {
  const isNew = duplicateStrategy === "update_only" || leaveOut.kinds.includes("create");
  const isKnown = duplicateStrategy === "skip" || leaveOut.kinds.includes("update");
  if (isNew === isKnown) return "";
  return t(isNew ? "review.skip.new" : "review.skip.known");
}
