"use client";

import { BulkStrips } from "@/components/bulk/bulk-strips";
import { PageHeader } from "@/components/shell/page-header";
import { ListFrame } from "@/components/ui/list-frame";
import { EmptyState, Loading, Skeleton } from "@/components/ui/state";
import { useChangeList } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { ChangeRow } from "./change-row";
import { HistoryFilters, useHistoryFilter } from "./history-filters";

/** Everything that wrote contacts and tags in the last 30 days, with undo. */
export function HistoryPage() {
  const t = useT();
  const history = useHistoryFilter();
  const list = useChangeList(history.filter);
  const rows = list.data?.pages.flatMap((page) => page.data);
  const isFiltered = Object.values(history.filter).some((value) => value !== null);
  const title = t(isFiltered ? "history.empty.filtered" : "history.empty.title");
  return (
    <>
      <PageHeader title={t("history.title")} />
      <BulkStrips />
      <HistoryFilters {...history} />
      <p role="status" className="sr-only">
        {rows && (rows.length > 0 ? t("history.shown", { count: rows.length }) : title)}
      </p>
      <ListFrame
        list={list}
        rows={rows}
        skeleton={<HistorySkeleton />}
        empty={<EmptyState title={title}>{!isFiltered && t("history.empty.body")}</EmptyState>}
      >
        {(sets) => (
          <ul aria-label={t("history.list")} className="divide-y divide-line">
            {sets.map((set) => (
              <ChangeRow key={set.id} set={set} onActor={(actor) => history.setChosen({ actor })} />
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  );
}

function HistorySkeleton() {
  return (
    <Loading>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="m-4 h-10" />
      ))}
    </Loading>
  );
}
