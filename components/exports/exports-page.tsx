"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Ago } from "@/components/ui/ago";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Download, Plus, Trash2 } from "@/components/ui/icons";
import { ListFrame } from "@/components/ui/list-frame";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState, Skeleton } from "@/components/ui/state";
import { RowSkeleton, TableHead } from "@/components/ui/table";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import { downloadExport, type ExportRecord, useDeleteExport, useExportList } from "@/lib/client/exports";
import { sayExportFailure } from "@/lib/client/failure-words";
import { useFormat, useT } from "@/lib/client/i18n";
import { useTitle } from "@/lib/client/title";
import { NewExportDialog } from "./new-export-dialog";

const GRID =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-4 md:grid-cols-[minmax(0,2fr)_8rem_7rem_6rem_8rem_5rem]";
const TONES: Record<ExportRecord["status"], Tone> = {
  pending: "neutral",
  processing: "neutral",
  completed: "accent",
  failed: "danger",
};

export function ExportsPage() {
  const t = useT();
  const list = useExportList();
  const [creating, setCreating] = useQueryState("new", parseAsString);
  useTitle(creating === null ? null : t("exports.new"), t("nav.exports"));
  const create = (
    <May to="export">
      <Button variant="primary" onClick={() => setCreating("export")}>
        <Plus aria-hidden="true" /> {t("exports.new")}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader title={t("nav.exports")} actions={create} />
      <ListFrame
        list={list}
        rows={list.data?.pages.flatMap((page) => page.data)}
        skeleton={<ExportsSkeleton />}
        empty={
          <EmptyState title={t("exports.empty.title")} actions={create}>
            {t("exports.empty.body")}
          </EmptyState>
        }
      >
        {(records) => <ExportTable records={records} />}
      </ListFrame>
      {creating !== null && (
        <May to="export">
          <NewExportDialog onClose={() => setCreating(null)} />
        </May>
      )}
    </>
  );
}

function ExportTable({ records }: { records: ExportRecord[] }) {
  const t = useT();
  const [deleting, setDeleting] = useState<ExportRecord | null>(null);
  return (
    <div>
      <TableHead
        className={`${GRID} hidden md:grid`}
        names={[t("imports.column.file"), t("imports.column.status")]}
        figures={[t("nav.contacts"), t("exports.column.size"), t("imports.column.when")]}
      />
      <ul aria-label={t("nav.exports")}>
        {records.map((record) => (
          <ExportRow key={record.id} record={record} onDelete={() => setDeleting(record)} />
        ))}
      </ul>
      {deleting && <DeleteExport record={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function ExportRow({ record, onDelete }: { record: ExportRecord; onDelete: () => void }) {
  const t = useT();
  const format = useFormat();
  const running = record.status === "pending" || record.status === "processing";
  const ready = record.status === "completed" && record.blob_url !== null;
  const erased = record.status === "completed" && !ready && Date.parse(record.expires_at ?? "") > Date.now();
  return (
    <li className={`${GRID} border-line border-b py-2.5 last:border-b-0`}>
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium text-sm">{record.filename}</p>
        {record.status === "failed" && <p className="text-danger text-sm">{sayExportFailure(t, record)}</p>}
        {erased && <p className="text-muted text-sm">{t("exports.gone.erased")}</p>}
        {running && (
          <p className="figures text-muted text-sm">
            {t("exports.progress", { done: record.processed_rows, total: record.total_rows })}
          </p>
        )}
      </div>
      <span className="inline-flex max-md:justify-self-end">
        <Badge tone={ready ? "accent" : record.status === "completed" ? "neutral" : TONES[record.status]}>
          {running && <Spinner className="size-3!" />}
          {record.status === "completed" && !ready
            ? t("exports.status.gone")
            : t(`exports.status.${record.status}`)}
        </Badge>
      </span>
      <span className="figures hidden text-right text-sm md:block">{format.number(record.total_rows)}</span>
      <span className="figures hidden text-right text-muted text-sm md:block">
        {record.blob_bytes === null ? "–" : format.bytes(record.blob_bytes)}
      </span>
      <span className="figures text-faint text-sm md:text-right">
        {record.blob_bytes !== null && (
          <span className="md:hidden">
            {t("contacts.count", { count: record.total_rows })} · {format.bytes(record.blob_bytes)} ·{" "}
          </span>
        )}
        <Ago at={record.created_at} className="whitespace-nowrap" />
      </span>
      <span className="flex justify-end">
        {ready && (
          <May to="download">
            <DownloadButton record={record} />
          </May>
        )}
        <May to="export">
          <IconButton label={t("exports.delete", { file: record.filename })} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        </May>
      </span>
    </li>
  );
}

function DownloadButton({ record }: { record: ExportRecord }) {
  const t = useT();
  const { busy, run } = useForm(() => downloadExport(record.id), useFailureToast());
  return (
    <IconButton
      busy={busy}
      label={t("exports.download", { file: record.filename })}
      onClick={() => void run()}
    >
      {!busy && <Download />}
    </IconButton>
  );
}

function DeleteExport({ record, onClose }: { record: ExportRecord; onClose: () => void }) {
  const t = useT();
  const remove = useDeleteExport();
  return (
    <Confirm
      onClose={onClose}
      title={t("exports.delete.title")}
      description={t("exports.delete.body", { file: record.filename })}
      action={t("exports.delete.action")}
      onConfirm={() => remove.mutateAsync(record.id)}
      done={t("exports.deleted")}
    />
  );
}

function ExportsSkeleton() {
  return (
    <RowSkeleton rows={4} className={`${GRID} min-h-13`}>
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-5 w-20" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
    </RowSkeleton>
  );
}
