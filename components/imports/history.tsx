"use client";

import { PageHeader } from "@/components/shell/page-header";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Dotted } from "@/components/ui/dotted";
import { Plus } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { EmptyState, Skeleton } from "@/components/ui/state";
import { RowSkeleton, TableHead } from "@/components/ui/table";
import { May } from "@/lib/client/access";
import { useFormat, useT } from "@/lib/client/i18n";
import { type ImportRecord, useImportList } from "@/lib/client/imports";
import { changedContacts, uploadedBytes } from "./entries";
import { RowActions } from "./row-actions";
import { ImportStatus } from "./status";

/** The skipped rows, the fifth column, are shown where there is room. */
const GRID =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 md:grid-cols-[minmax(0,2fr)_9rem_4.5rem_4.5rem_4.5rem_8rem_2rem] xl:grid-cols-[minmax(0,2fr)_10.5rem_4.5rem_4.5rem_5.5rem_4.5rem_9rem_2rem] max-xl:[&>:nth-child(5)]:hidden";

/** Every import of the workspace, newest first. */
export function ImportHistory() {
  const t = useT();
  const list = useImportList();
  const newImport = (
    <May to="import">
      <Button variant="primary" asChild>
        <Link href="/imports/new">
          <Plus aria-hidden="true" /> {t("imports.new")}
        </Link>
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader title={t("nav.imports")} actions={newImport} />
      <ListFrame
        list={list}
        rows={list.data?.pages.flatMap((page) => page.data)}
        skeleton={<HistorySkeleton />}
        empty={
          <EmptyState title={t("imports.empty.title")} actions={newImport}>
            <May to="import">{t("imports.empty.body")}</May>
          </EmptyState>
        }
      >
        {(records) => <ImportTable records={records} />}
      </ListFrame>
    </>
  );
}

/** Imports as rows of a table; on a phone each becomes a card. */
export function ImportTable({ records }: { records: ImportRecord[] }) {
  const t = useT();
  return (
    <div>
      <TableHead
        className={`${GRID} hidden md:grid`}
        names={[t("imports.column.file"), t("imports.column.status")]}
        figures={[
          t("result.created"),
          t("result.updated"),
          t("result.skipped"),
          t("result.failed.rows"),
          t("imports.column.when"),
          "",
        ]}
      />
      <ul aria-label={t("nav.imports")}>
        {records.map((record) => (
          <ImportRow key={record.id} record={record} />
        ))}
      </ul>
    </div>
  );
}

function ImportRow({ record }: { record: ImportRecord }) {
  const t = useT();
  const format = useFormat();
  // An import that has not begun has no figures: its status says so, and zeros would look like a result.
  const begun = record.status !== "pending";
  const figures = [
    [t("result.created"), record.created_rows],
    [t("result.updated"), changedContacts(record)],
    [t("result.skipped"), record.skipped_rows],
    [t("result.failed.rows"), record.failed_rows],
  ] as const;
  const shown = figures.filter(([, value]) => value > 0);
  const size = uploadedBytes(record);
  const facts = [
    t("imports.rows", { count: record.total_rows }),
    ...(size === null ? [] : [format.bytes(size)]),
  ];
  const by = record.created_by.name;
  const when = <Ago at={record.created_at} />;
  return (
    <li className={`${GRID} relative border-line border-b py-3 last:border-b-0 hover:bg-sunken/70`}>
      <div className="min-w-0">
        <Link
          href={`/imports/${record.id}`}
          className="wrap-anywhere block rounded-sm font-medium text-sm after:absolute after:inset-0 hover:underline"
        >
          {record.filename}
        </Link>
        <p className="figures hidden text-muted text-sm md:block">
          <Dotted of={facts} />
        </p>
      </div>
      <span className="flex items-center gap-x-2 max-md:col-start-1">
        <ImportStatus record={record} />
        <span className="figures text-faint text-sm md:hidden">{when}</span>
      </span>
      {figures.map(([label, value]) =>
        begun ? (
          <Figure key={label} label={label} value={value} danger={label === t("result.failed.rows")} />
        ) : (
          <span key={label} className="hidden md:block" />
        ),
      )}
      <p className="figures text-muted text-sm max-md:col-span-2 md:hidden">
        <Dotted of={[...facts, ...shown.map(([label, value]) => `${label} ${format.number(value)}`)]} />
        <span className="block truncate">{by}</span>
      </p>
      <div className="figures hidden min-w-0 text-right text-faint text-sm md:block">
        <p>{when}</p>
        <p className="relative truncate" title={by ?? undefined}>
          {by}
        </p>
      </div>
      <span className="flex justify-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <RowActions record={record} />
      </span>
    </li>
  );
}

function Figure({ label, value, danger }: { label: string; value: number; danger: boolean }) {
  const format = useFormat();
  const tone = !value ? "text-faint" : danger ? "text-danger" : "text-ink";
  return (
    <p className="figures hidden text-right text-sm md:block">
      <span className="sr-only">{label}: </span>
      <span className={tone}>{format.number(value)}</span>
    </p>
  );
}

export function HistorySkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <RowSkeleton rows={rows} className={`${GRID} py-3`}>
      <div className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-3.5 w-20" />
      </div>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
      <Skeleton className="hidden h-4 md:block" />
    </RowSkeleton>
  );
}
