"use client";

import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Download, Pencil, Undo2 } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { MorePages } from "@/components/ui/list-frame";
import { ErrorState, Notice } from "@/components/ui/state";
import { useFailureToast, useForm, useWhileShown } from "@/components/ui/use-form";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { May, useMay } from "@/lib/client/access";
import { addressOf } from "@/lib/client/contact-filter";
import { ApiFailure } from "@/lib/client/failure";
import { sayImportFailure } from "@/lib/client/failure-words";
import { handFiles } from "@/lib/client/handed-file";
import { useFormat, useT } from "@/lib/client/i18n";
import {
  downloadRowErrors,
  type ImportRecord,
  rowErrorFile,
  useImportActions,
  useRowErrors,
} from "@/lib/client/imports";
import type { Translate } from "@/lib/client/messages/catalogue";
import { undoable, undoDaysLeft } from "@/lib/client/undo-time";
import { DeleteImport } from "./delete-import";
import { changedContacts } from "./entries";
import { OptOutsKept } from "./opt-outs";
import { Outcome } from "./outcome";
import { RowErrorSkeleton, RowErrorTable } from "./row-error-table";
import { AskUndo, sayUndone, UndoState } from "./undo";

/** Last step: the result of every row, the rejected ones, and the undo. */
export function ResultStep({ record }: { record: ImportRecord }) {
  const t = useT();
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  const onFocus = useKeptFocus(() => title.current);
  const isUndone = record.undo_status !== null;
  const took =
    record.started_at && record.completed_at
      ? (Date.parse(record.completed_at) - Date.parse(record.started_at)) / 1000
      : null;
  return (
    <div className="grid gap-10" onFocusCapture={onFocus}>
      <section className="grid max-w-2xl gap-5">
        <div role="status">
          <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
            {sayResult(t, record)}
          </h2>
          <p className="figures text-muted">
            {took !== null &&
              !isUndone &&
              record.processed_rows > 0 &&
              t("result.took", {
                rows: t("imports.rows", { count: record.processed_rows }),
                time: format.duration(took),
              })}
          </p>
        </div>
        {record.status === "failed" && <Notice tone="danger">{sayImportFailure(t, record)}</Notice>}
        <UndoState record={record} />
        <NotReached record={record} />
        {(record.processed_rows > 0 || record.status !== "failed") && <Outcome record={record} />}
        <OptOutsKept record={record} />
        <Actions record={record} />
      </section>
      {record.failed_rows > 0 && <RowErrors record={record} />}
    </div>
  );
}

function sayResult(t: Translate, { status, undo_status, undo_result }: ImportRecord): string {
  if (undo_status === "completed") return undo_result ? sayUndone(t, undo_result) : t("result.undone.title");
  if (status === "failed") return t("result.failed");
  return t(status === "cancelled" ? "result.cancelled" : "result.completed");
}

/** How much of the file an unfinished import has not processed, and the way to resume it. */
function NotReached({ record }: { record: ImportRecord }) {
  const t = useT();
  const { resume } = useImportActions(record.id);
  const { status, processed_rows: done, total_rows: total, started_at, blob_url, undo_status } = record;
  if (status === "completed" || done >= total) return null;
  const left = total - done;
  return (
    <Notice>
      <p>{t("result.notReached", { done, total, left })}</p>
      {started_at !== null && blob_url !== null && undo_status === null && (
        <May to="import">
          <Button className="mt-2" size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
            {t("result.resume", { count: left })}
          </Button>
        </May>
      )}
      {resume.isError && (
        <p role="alert" className="mt-2 text-danger">
          {ApiFailure.from(resume.error).say(t)}
        </p>
      )}
    </Notice>
  );
}

function Actions({ record }: { record: ImportRecord }) {
  const t = useT();
  // The palette links here with the question open.
  const [ask, setAsk] = useQueryState("ask", parseAsString);
  const changed = changedContacts(record);
  const isUndone = record.undo_status !== null;
  const wrote = record.created_rows + changed > 0;
  const undoes = useMay("undo") ? undoable(record) : null;
  const daysLeft = undoes && undoDaysLeft(record);
  const isAsking = ask === "undo" && daysLeft !== null;
  // Answered: it must not come back by itself for what an undo has kept.
  useEffect(() => {
    if (ask !== null && !isAsking) void setAsk(null);
  }, [ask, isAsking, setAsk]);
  return (
    <div className="flex flex-wrap gap-2 xl:-mr-64">
      {(isUndone ? hasLeft(record) : wrote) && <ShowContacts record={record} />}
      <May to="import">
        <Button variant={wrote && !isUndone ? "secondary" : "primary"} asChild>
          <Link href="/imports/new">{t("result.another")}</Link>
        </Button>
      </May>
      {daysLeft !== null && (
        <Button onClick={() => setAsk("undo")}>
          <Undo2 aria-hidden="true" /> {t(undoes === "rest" ? "result.undo.rest" : "result.undo")}
        </Button>
      )}
      <May to="import">
        <DeleteImport id={record.id} />
      </May>
      {daysLeft !== null && (
        <p className="basis-full text-faint text-sm">{t("result.undo.left", { count: daysLeft })}</p>
      )}
      {isAsking && <AskUndo record={record} onClose={() => setAsk(null)} />}
    </div>
  );
}

/** Whether the undo kept contacts that the import created. */
function hasLeft({ undo_status, undo_result, created_rows }: ImportRecord): boolean {
  return (
    undo_status === "completed" &&
    undo_result !== null &&
    undo_result.kept > 0 &&
    created_rows > undo_result.removed
  );
}

/** The created contacts; if the import only changed some, all of them. */
function ShowContacts({ record: { id, created_rows } }: { record: ImportRecord }) {
  const t = useT();
  const isSome = created_rows > 0;
  return (
    <Button variant="primary" asChild>
      <Link href={isSome ? addressOf({ import_id: id }, null) : "/contacts"}>
        {t(isSome ? "result.contacts" : "result.contacts.all")}
      </Link>
    </Button>
  );
}

function RowErrors({ record }: { record: ImportRecord }) {
  const t = useT();
  const rows = useRowErrors(record.id, true);
  const router = useRouter();
  const { busy, run: download } = useForm(() => downloadRowErrors(record.id), useFailureToast());
  const open = useWhileShown((file: File) => {
    handFiles([file]);
    router.push("/imports/new");
  });
  const mend = useForm(async () => open(await rowErrorFile(record.id)), useFailureToast());
  const pages = rows.data?.pages ?? [];
  const isAllElseIn = record.status === "completed" && record.undo_status === null;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-lg">{t("result.errors.title")}</h2>
          <p className="max-w-[64ch] text-muted">
            {t(isAllElseIn ? "result.errors.body" : "result.errors.fix")}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <May to="import">
            <Button busy={mend.busy} onClick={() => void mend.run()}>
              <Pencil aria-hidden="true" /> {t("result.errors.mend")}
            </Button>
          </May>
          <Button busy={busy} onClick={() => void download()}>
            <Download aria-hidden="true" /> {t("result.errors.download")}
          </Button>
        </div>
      </div>
      {rows.isPending && <RowErrorSkeleton rows={record.failed_rows} />}
      {rows.isError && !rows.data && <ErrorState compact error={rows.error} onRetry={rows.refetch} />}
      {pages[0] && <RowErrorTable headers={pages[0].headers} errors={pages.flatMap((page) => page.data)} />}
      <MorePages list={rows} label={t("result.errors.more")} />
    </section>
  );
}
