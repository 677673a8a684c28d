"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Download, Trash2, Undo2 } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import { ErrorState, Loading, Notice, Skeleton } from "@/components/ui/state";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { downloadRowErrors, type ImportRecord, useImportActions, useRowErrors } from "@/lib/client/imports";
import { importEntries } from "./entries";
import { Ledger } from "./ledger";
import { RowErrorTable } from "./row-error-table";

/** Last step: what became of every row, the rejected ones, and the way back. */
export function ResultStep({ record }: { record: ImportRecord }) {
  const t = useT();
  const format = useFormat();
  const heading =
    record.status === "failed"
      ? "result.failed"
      : record.status === "cancelled"
        ? "result.cancelled"
        : "result.completed";
  const took =
    record.started_at && record.completed_at
      ? (Date.parse(record.completed_at) - Date.parse(record.started_at)) / 1000
      : null;
  return (
    <div className="grid gap-10">
      <section className="grid max-w-2xl gap-5">
        <div role="status">
          <h2 className="text-xl">{t(heading)}</h2>
          <p className="figures text-muted">
            {took !== null &&
              t("result.took", {
                rows: t("imports.rows", { count: record.processed_rows }),
                time: format.duration(took),
              })}
          </p>
        </div>
        {record.status === "failed" && record.summary && <Notice tone="danger">{record.summary}</Notice>}
        <UndoState record={record} />
        <Ledger
          label={t("result.figures")}
          entries={importEntries(t, record)}
          total={{ label: t("result.total"), value: record.processed_rows }}
        />
        <Actions record={record} />
      </section>
      {record.failed_rows > 0 && <RowErrors record={record} />}
    </div>
  );
}

function UndoState({ record }: { record: ImportRecord }) {
  const t = useT();
  if (record.undo_status === "processing") {
    return (
      <Notice role="status">
        <span className="flex items-center gap-2">
          <Spinner /> {t("result.undoing")}
        </span>
      </Notice>
    );
  }
  if (record.undo_status !== "completed" || !record.undo_result) return null;
  const { removed, restored, kept } = record.undo_result;
  return <Notice role="status">{t("result.undone", { removed, restored, kept })}</Notice>;
}

function Actions({ record }: { record: ImportRecord }) {
  const t = useT();
  const router = useRouter();
  const { undo, remove } = useImportActions(record.id);
  const [asking, setAsking] = useState<"undo" | "delete" | null>(null);
  const wrote = record.created_rows + record.updated_rows - record.unchanged_rows > 0;
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setAsking(null);
    } catch (error) {
      toast.error(ApiFailure.from(error).say(t));
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" asChild>
        <Link href="/contacts">{t("result.contacts")}</Link>
      </Button>
      <Button asChild>
        <Link href="/imports/new">{t("result.another")}</Link>
      </Button>
      {wrote && record.undo_status === null && (
        <Button onClick={() => setAsking("undo")}>
          <Undo2 aria-hidden="true" /> {t("result.undo")}
        </Button>
      )}
      <Button variant="danger-quiet" onClick={() => setAsking("delete")}>
        <Trash2 aria-hidden="true" /> {t("imports.delete")}
      </Button>
      <Confirm
        open={asking === "undo"}
        onOpenChange={() => setAsking(null)}
        title={t("result.undo.title")}
        description={t("result.undo.body")}
        action={t("result.undo.action")}
        busy={undo.isPending}
        onConfirm={() => run(() => undo.mutateAsync())}
      />
      <Confirm
        open={asking === "delete"}
        onOpenChange={() => setAsking(null)}
        title={t("imports.delete.title")}
        description={t("imports.delete.body")}
        action={t("imports.delete")}
        busy={remove.isPending}
        onConfirm={() =>
          run(async () => {
            await remove.mutateAsync();
            toast.success(t("imports.deleted"));
            router.push("/imports");
          })
        }
      />
    </div>
  );
}

function RowErrors({ record }: { record: ImportRecord }) {
  const t = useT();
  const rows = useRowErrors(record.id, true);
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadRowErrors(record.id).catch((error) => toast.error(ApiFailure.from(error).say(t)));
    setBusy(false);
  };
  const pages = rows.data?.pages ?? [];
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-lg">{t("result.errors.title")}</h2>
          <p className="max-w-[64ch] text-muted">{t("result.errors.body")}</p>
        </div>
        <Button busy={busy} onClick={download}>
          <Download aria-hidden="true" /> {t("result.errors.download")}
        </Button>
      </div>
      {rows.isPending && (
        <Loading label={t("state.loading")}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {rows.isError && <ErrorState compact error={rows.error} onRetry={rows.refetch} />}
      {pages[0] && <RowErrorTable headers={pages[0].headers} errors={pages.flatMap((page) => page.data)} />}
      {rows.hasNextPage && (
        <div>
          <Button busy={rows.isFetchingNextPage} onClick={() => rows.fetchNextPage()}>
            {t("result.errors.more")}
          </Button>
        </div>
      )}
    </section>
  );
}
