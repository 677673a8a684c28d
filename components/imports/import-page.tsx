"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useEffect, useLayoutEffect, useRef } from "react";
import { BackLink } from "@/components/shell/back-link";
import { Missing } from "@/components/shell/missing";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { ErrorState, Loading, Notice, Skeleton } from "@/components/ui/state";
import { useMay } from "@/lib/client/access";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { useChangeDraft } from "@/lib/client/import-draft";
import {
  type ImportPreview,
  type ImportRecord,
  isRunning,
  useImport,
  useImportActions,
  useImportPreview,
} from "@/lib/client/imports";
import { mappingProblems } from "@/lib/client/mapping";
import { useTitle } from "@/lib/client/title";
import { CheckStep } from "./check-step";
import { MapStep } from "./map-step";
import { ResultStep } from "./result-step";
import { RunStep } from "./run-step";
import { ImportStatus } from "./status";
import { type Step, Steps } from "./steps";

const ReviewStep = late(
  () => import("@/components/review/review-step").then((module) => module.ReviewStep),
  Waiting,
);

const step = parseAsStringLiteral(["map", "check", "review"] as const)
  .withDefault("map")
  .withOptions({ history: "push" });

/** One import at its URL: the step is determined by the server, so any tab and any reload agree. */
export function ImportPage({ id }: { id: string }) {
  const t = useT();
  const query = useImport(id);
  const [wanted] = useQueryState("step", step);
  // Deleted in another tab: what is shown of it would offer what can only fail.
  const isGone = query.isError && ApiFailure.from(query.error).isMissing;
  const record = isGone ? undefined : query.data;
  useRefreshWhenDone(id, record);
  useTitle(useProgress(record), record?.filename, t("nav.imports"));
  const current: Step = record?.status !== "pending" ? "done" : wanted === "map" ? "map" : "check";
  return (
    <>
      <PageHeader
        above={<BackLink href="/imports">{t("nav.imports")}</BackLink>}
        title={record?.filename ?? t("imports.one")}
        detail={record && <ImportStatus record={record} />}
      />
      {query.isError && !record && (
        <div className="sheet">
          {isGone ? (
            <Missing
              read="GET /imports/{id}"
              id={id}
              title={t("imports.notFound")}
              actions={<AllImports />}
            />
          ) : (
            <ErrorState error={query.error} onRetry={query.refetch} />
          )}
        </div>
      )}
      {query.isPending && <Waiting />}
      {record && (
        <>
          <Steps current={current} />
          <CurrentStep record={record} />
        </>
      )}
    </>
  );
}

/** The progress of a running import in the title of a background tab. */
function useProgress(record: ImportRecord | undefined): string | null {
  const format = useFormat();
  if (record?.status !== "processing" || record.total_rows === 0) return null;
  return format.percent(Math.floor((record.processed_rows / record.total_rows) * 100));
}

function AllImports() {
  const t = useT();
  return (
    <Button asChild>
      <Link href="/imports">{t("overview.recent.all")}</Link>
    </Button>
  );
}

function CurrentStep({ record }: { record: ImportRecord }) {
  const { status } = record;
  const shown = status === "pending" || status === "processing" ? status : "over";
  const was = useRef(shown);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (was.current === shown) return;
    // The next step replaces a longer one: scroll to its top.
    if (was.current === "pending") window.scrollTo({ top: 0 });
    was.current = shown;
    // The focus was on a button of the previous step.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {shown === "pending" && <PendingImport record={record} />}
      {shown === "processing" && <RunStep record={record} />}
      {shown === "over" && <ResultStep record={record} />}
    </div>
  );
}

function PendingImport({ record }: { record: ImportRecord }) {
  const t = useT();
  const mayImport = useMay("import");
  const preview = useImportPreview(record.id);
  if (!mayImport) return <Notice>{t("role.noImport")}</Notice>;
  if (preview.data) return <PendingSteps preview={preview.data} />;
  if (preview.isPending) return <Waiting />;
  return (
    <div className="sheet">
      <ErrorState error={preview.error} onRetry={preview.refetch} />
    </div>
  );
}

function PendingSteps({ preview }: { preview: ImportPreview }) {
  const [current, setCurrent] = useQueryState("step", step);
  const { change, saving } = useChangeDraft(preview.importId);
  const top = useRef<HTMLDivElement>(null);
  const go = (next: "map" | "check" | "review") => {
    void setCurrent(next);
    top.current?.focus();
    window.scrollTo({ top: 0 });
  };
  // A link straight to the check needs a mapping that can be confirmed.
  const { columnMapping, questions } = preview.draft;
  const isReady = mappingProblems(columnMapping).length === 0 && questions.length === 0;
  const shown = isReady ? current : "map";
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {shown === "map" && <MapStep preview={preview} onChange={change} onNext={() => go("check")} />}
      {shown === "check" && (
        <CheckStep
          preview={preview}
          saving={saving}
          onChange={change}
          onBack={() => go("map")}
          onReview={() => go("review")}
        />
      )}
      {shown === "review" && (
        <ReviewStep preview={preview} saving={saving} onChange={change} onBack={() => go("check")} />
      )}
    </div>
  );
}

/** Contacts and figures elsewhere are out of date once the work is done. */
function useRefreshWhenDone(id: string, record: ImportRecord | undefined): void {
  const { refreshContacts } = useImportActions(id);
  // A short import is done before anybody has seen it run.
  const unfinished = record ? record.status === "pending" || isRunning(record) : false;
  const was = useRef(unfinished);
  useEffect(() => {
    if (was.current && !unfinished) refreshContacts();
    was.current = unfinished;
  });
}

function Waiting() {
  return (
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-72 w-full" />
      </div>
    </Loading>
  );
}
