"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { PageHeader } from "@/components/shell/page-header";
import { ListFrame } from "@/components/ui/list-frame";
import { Select } from "@/components/ui/select";
import { EmptyState, Loading, Skeleton } from "@/components/ui/state";
import { useChangeList, type Way } from "@/lib/client/change-sets";
import { useT } from "@/lib/client/i18n";
import { ChangeRow } from "./change-row";

const WAYS = [
  ...["contact_created", "contact_edited", "contact_deleted", "contact_tagged", "contact_untagged"],
  ...["contacts_deleted", "contacts_unsubscribed", "contacts_tagged", "contacts_untagged", "contacts_erased"],
  ...["merge", "tag_created", "tag_edited", "tag_deleted", "import", "undo"],
] as Way[];

/** Everything that wrote contacts and tags in the last 30 days, with the way back. */
export function HistoryPage() {
  const t = useT();
  const [way, setWay] = useQueryState("way", parseAsStringLiteral(WAYS));
  const list = useChangeList(way);
  return (
    <>
      <PageHeader
        title={t("history.title")}
        actions={
          <Select
            aria-label={t("history.filter")}
            value={way ?? ""}
            onChange={({ target }) => setWay(WAYS.find((one) => one === target.value) ?? null)}
          >
            <option value="">{t("history.all")}</option>
            {WAYS.map((one) => (
              <option key={one} value={one}>
                {t(`history.way.${one}`)}
              </option>
            ))}
          </Select>
        }
      />
      <ListFrame
        list={list}
        rows={list.data?.pages.flatMap((page) => page.data)}
        skeleton={<HistorySkeleton />}
        empty={<EmptyState title={t("history.empty.title")}>{t("history.empty.body")}</EmptyState>}
      >
        {(sets) => (
          <ul aria-label={t("history.list")} className="divide-y divide-line">
            {sets.map((set) => (
              <ChangeRow key={set.id} set={set} />
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
